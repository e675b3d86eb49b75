#include "formats/snippet.h"

#include <algorithm>
#include <set>
#include <utility>

#include "formats/marker_scan.h"
#include "formats/quantity.h"
#include "formats/region_pairs.h"

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_blank_line(std::string_view line) { return line.find_first_not_of(" \t\r\f\v") == kNone; }

bool begins_indented(std::string_view line) {
  return !line.empty() && (line[0] == ' ' || line[0] == '\t');
}

class RegionReader {
 public:
  explicit RegionReader(const Text& text) : text_(text), syntax_(comment_syntax(text.name())) {}

  Parsed<Source> run() {
    check_encoding();
    MarkerScan scan = scan_markers(text_, syntax_);
    append(findings_, std::move(scan.findings));
    for (const Marker& marker : scan.markers) {
      if (marker.owns_line) markers_.push_back(marker.place.line);
    }
    for (const Conditional& conditional : scan.conditionals) {
      conditionals_.push_back({conditional.kind, text_.place(conditional.offset)});
    }
    auto pairs = pair_markers(scan.markers, syntax_);
    append(findings_, std::move(pairs.findings));
    for (const RegionPair& pair : pairs.value) read_region(pair);
    read_whole();
    read_measurements(scan.comments);
    sort_findings(findings_);
    return {std::move(source_), std::move(findings_)};
  }

 private:
  struct ConditionalLine {
    Conditional::Kind kind;
    Place place;
  };

  Finding& report(std::string id, const Place& place, std::string message, std::string mend,
                  Severity severity = Severity::error) {
    findings_.push_back(make_finding(std::move(id), place, std::move(message), severity));
    findings_.back().mend = std::move(mend);
    return findings_.back();
  }

  void check_encoding() {
    const std::size_t offset = invalid_utf8(text_.bytes());
    if (offset == kNone) return;
    const bool nul = text_.bytes()[offset] == '\0';
    report("not-text", text_.place(offset),
           "byte " + std::to_string(offset + 1) + " is " + (nul ? "NUL" : "not UTF-8") +
               "; a source is UTF-8 text",
           "save the file as UTF-8");
  }

  bool is_marker(std::size_t line) const {
    return std::binary_search(markers_.begin(), markers_.end(), line);
  }

  void read_whole() {
    source_.whole.reserve(text_.line_count());
    auto marker = markers_.begin();
    for (std::size_t line = 1; line <= text_.line_count(); ++line) {
      while (marker != markers_.end() && *marker < line) ++marker;
      if (marker != markers_.end() && *marker == line) continue;
      source_.whole.push_back({std::string(text_.line(line)), line});
    }
  }

  void read_measurements(const std::vector<Comment>& comments) {
    for (const Comment& comment : comments) {
      for (NakedNumber& number : find_naked_numbers(text_.slice(comment.inside))) {
        const Place place = text_.place(comment.inside.begin + number.span.begin);
        source_.measurements.push_back({place, std::move(number.text)});
      }
    }
  }

  void read_region(const RegionPair& pair) {
    std::vector<std::string_view> lines;
    std::vector<std::size_t> numbers;
    for (std::size_t line = pair.start.line + 1; line < pair.end.line; ++line) {
      if (is_marker(line)) continue;
      lines.push_back(text_.line(line));
      numbers.push_back(line);
    }
    Region region{pair.name, pair.start.line, pair.end.line, {}};
    if (std::all_of(lines.begin(), lines.end(), is_blank_line)) {
      report("region-empty", pair.start,
             "region '" + pair.name +
                 "' is empty: nothing stands between its start and its end on "
                 "line " +
                 std::to_string(pair.end.line),
             "put the region's markers around the lines to quote, or remove them")
          .related = pair.end;
    }
    std::vector<std::string> texts = dedent(lines, indentation(pair, lines, numbers));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      check_elision(pair, numbers[i], lines[i]);
      region.lines.push_back({std::move(texts[i]), numbers[i]});
    }
    check_conditionals(pair);
    source_.regions.push_back(std::move(region));
  }

  // Bytes to take off each line; none when tabs stand against spaces.
  std::size_t indentation(const RegionPair& pair, const std::vector<std::string_view>& lines,
                          const std::vector<std::size_t>& numbers) {
    const Dedent dedent = measure_dedent(lines);
    // A line that is not indented at all leaves nothing to take off, and nothing to disagree on.
    const bool all_indented = std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
      return is_blank_line(line) || begins_indented(line);
    });
    if (!dedent.clash || !all_indented) return dedent.width;
    const std::size_t first = numbers[dedent.clash_first];
    const std::size_t second = numbers[dedent.clash_second];
    Finding& finding =
        report("region-indentation", text_.line_place(second),
               "lines " + std::to_string(first) + " and " + std::to_string(second) +
                   " of region '" + pair.name + "' share no indentation: tabs against spaces",
               "indent both lines alike");
    finding.detail = std::to_string(first) + ": " + visible(lines[dedent.clash_first]) + "\n" +
                     std::to_string(second) + ": " + visible(lines[dedent.clash_second]) + "\n";
    finding.related = text_.line_place(first);
    return 0;
  }

  void check_elision(const RegionPair& pair, std::size_t line, std::string_view text) {
    if (!is_code_elision(text, syntax_) || !elisions_.insert(line).second) return;
    report("region-elision", text_.line_place(line),
           "'" + std::string(trim(text)) + "' stands in region '" + pair.name +
               "'; in a quote such a line means left-out lines",
           "word the comment otherwise, or remove it")
        .related = pair.start;
  }

  void check_conditionals(const RegionPair& pair) {
    const auto from = std::lower_bound(
        conditionals_.begin(), conditionals_.end(), pair.start.line,
        [](const ConditionalLine& at, std::size_t line) { return at.place.line < line; });
    std::vector<const ConditionalLine*> open;
    for (auto at = from; at != conditionals_.end() && at->place.line < pair.end.line; ++at) {
      if (at->kind == Conditional::Kind::open) {
        open.push_back(&*at);
      } else if (open.empty()) {
        report_cut(pair, at->place, "whose #if stands above the region");
        return;
      } else if (at->kind == Conditional::Kind::close) {
        open.pop_back();
      }
    }
    if (!open.empty()) {
      report_cut(pair, open.front()->place, "whose #endif does not stand in the region");
    }
  }

  void report_cut(const RegionPair& pair, const Place& place, const std::string& why) {
    const std::string line(trim(text_.line(place.line)));
    report("region-cuts-conditional", place,
           "region '" + pair.name + "' (line " + std::to_string(pair.start.line) + ") holds '" +
               visible(line, 60) + "' " + why,
           "move the markers so that #if and #endif stand on one side", Severity::warning)
        .related = pair.start;
  }

  const Text& text_;
  const CommentSyntax syntax_;
  std::vector<std::size_t> markers_;  // lines, in order
  std::vector<ConditionalLine> conditionals_;
  std::set<std::size_t> elisions_;  // reported: regions may nest
  Source source_;
  Findings findings_;
};

}  // namespace

const Region* Source::find(std::string_view name) const {
  const auto region = std::find_if(regions.begin(), regions.end(),
                                   [&](const Region& each) { return each.name == name; });
  return region == regions.end() ? nullptr : &*region;
}

Parsed<Source> parse_regions(const Text& text) { return RegionReader(text).run(); }

bool is_code_elision(std::string_view line, const CommentSyntax& syntax) {
  line = trim(line);
  if (line.find("...") == kNone) return false;
  for (const std::string& mark : syntax.line) {
    if (line.starts_with(mark) && trim(line.substr(mark.size())) == "...") return true;
  }
  const std::size_t marks = syntax.block_begin.size() + syntax.block_end.size();
  if (marks == 0 || line.size() < marks + 3 || !line.starts_with(syntax.block_begin) ||
      !line.ends_with(syntax.block_end)) {
    return false;
  }
  return trim(line.substr(syntax.block_begin.size(), line.size() - marks)) == "...";
}

bool is_text_elision(std::string_view line) {
  line = trim(line);
  return line == "..." || line == "…";
}

}  // namespace daybook
