#include "formats/marker_scan.h"

#include <algorithm>
#include <utility>

#include "formats/cuda_scan.h"

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

using Verdict = MarkerText::Verdict;

std::vector<Comment> comments_of(std::string_view source, const std::vector<Span>& spans) {
  std::vector<Comment> comments;
  comments.reserve(spans.size());
  for (const Span& span : spans) {
    const std::string_view text = source.substr(span.begin, span.end - span.begin);
    const bool block = text.starts_with("/*");
    const bool closed = block && text.size() >= 4 && text.ends_with("*/");
    comments.push_back({span, {span.begin + 2, span.end - (closed ? 2 : 0)}, block});
  }
  return comments;
}

class MarkerScanner {
 public:
  MarkerScanner(const Text& text, const CommentSyntax& syntax) : text_(text), syntax_(syntax) {}

  MarkerScan run() {
    if (syntax_.c_family) {
      CodeOutline outline = outline_code(text_.bytes());
      scan_.comments = comments_of(text_.bytes(), outline.comments);
      scan_.conditionals = std::move(outline.conditionals);
    } else {
      scan_.comments = find_comments(text_.bytes(), syntax_);
    }
    for (const Comment& comment : scan_.comments) read_comment(comment);
    return std::move(scan_);
  }

 private:
  void read_comment(const Comment& comment) {
    const std::string_view inside = text_.slice(comment.inside);
    const std::size_t newline = inside.find('\n');
    if (newline != kNone && comment.block) return;  // inside a block comment it is text
    const MarkerText marker = read_marker(without_splice(inside.substr(0, newline)));
    if (marker.verdict != Verdict::text) judge(marker, comment);
    if (newline != kNone) read_spliced_lines(comment.inside.begin + newline + 1, comment.span.end);
  }

  // Further lines of a line comment that goes on behind `\`: a marker there is lost in it.
  void read_spliced_lines(std::size_t begin, std::size_t end) {
    while (begin < end) {
      const std::size_t line_end = std::min(text_.bytes().find('\n', begin), end);
      std::string_view line = trim(without_splice(text_.slice({begin, line_end})));
      if (line.starts_with("//")) {
        const MarkerText marker = read_marker(line.substr(2));
        if (marker.verdict == Verdict::good) {
          const Place place =
              text_.place(static_cast<std::size_t>(line.data() - text_.bytes().data()));
          report_in_macro(marker, place);
          keep(marker, place, true, true);
        }
      }
      begin = line_end + 1;
    }
  }

  static std::string_view without_splice(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view text = line.substr(0, line.find_last_not_of(" \t") + 1);
    return text.ends_with('\\') ? text.substr(0, text.size() - 1) : line;
  }

  void judge(const MarkerText& marker, const Comment& comment) {
    const Place place = text_.place(comment.span.begin);
    const Span line = text_.line_span(place.line);
    const std::string_view before = trim(text_.slice({line.begin, comment.span.begin}));
    const std::size_t end = std::min(comment.span.end, line.end);
    const std::string_view after = trim(text_.slice({end, line.end}));
    if (marker.verdict == Verdict::near_miss) {
      report_near_miss(marker, comment, place);
    } else if (!before.empty()) {
      report_not_alone(marker, place);
    } else if (joined_above(place.line) || after == "\\" || comment.span.end > line.end) {
      report_in_macro(marker, place);
    } else if (marker.verdict == Verdict::bad_name) {
      report_name(marker, place);
    } else if (marker.verdict == Verdict::trailing_text || !after.empty()) {
      report_trailing(marker, place);
    } else {
      keep(marker, place, false, true);
      return;
    }
    // A start without a name to go by can be paired with nothing.
    if (marker.kind == MarkerKind::end || !marker.name.empty()) {
      keep(marker, place, true, before.empty() && (after.empty() || after == "\\"));
    }
  }

  // The line before ends in a splice, so this one goes on what stands there.
  bool joined_above(std::size_t line) const {
    if (line < 2) return false;
    const std::size_t begin = text_.line_end(line - 1);
    if (syntax_.c_family) return skip_splices_back(text_.bytes(), begin) != begin;
    const bool hash = !syntax_.line.empty() && syntax_.line[0] == "#";
    return hash && text_.line(line - 1).ends_with('\\');
  }

  void keep(const MarkerText& marker, Place place, bool suspect, bool owns_line) {
    scan_.markers.push_back({marker.kind, marker.name, std::move(place), suspect, owns_line});
  }

  void report(std::string id, const Place& place, std::string message, std::string mend) {
    Finding finding = make_finding(std::move(id), place, std::move(message));
    finding.mend = std::move(mend);
    scan_.findings.push_back(std::move(finding));
  }

  std::string line_of(const MarkerText& marker) const {
    return marker_line(syntax_, marker.meant());
  }

  void report_near_miss(const MarkerText& marker, const Comment& comment, const Place& place) {
    const std::string found = visible(trim(text_.slice(comment.span)), 80);
    report("region-near-miss", place,
           "comment '" + found + "' is nearly a marker; did you mean '" + line_of(marker) + "'?",
           "write '" + line_of(marker) + "' on a line of its own, or word the comment otherwise");
  }

  void report_not_alone(const MarkerText& marker, const Place& place) {
    report("region-near-miss", place,
           "marker '" + marker.meant() + "' stands behind other text; a marker owns its line",
           "put '" + line_of(marker) + "' on a line of its own");
  }

  void report_in_macro(const MarkerText& marker, const Place& place) {
    report("region-in-macro", place,
           "marker '" + marker.meant() + "' stands between lines joined by '\\'; " +
               (syntax_.c_family ? "it would break the macro" : "it would break the command"),
           "move the marker out of the joined lines");
  }

  void report_trailing(const MarkerText& marker, const Place& place) {
    report("region-trailing-text", place,
           "more text stands behind the marker '" + marker.meant() +
               "'; expected nothing more on its line",
           "leave only '" + line_of(marker) + "' on this line");
  }

  void report_name(const MarkerText& marker, const Place& place) {
    const std::string form = "lower-case letters, digits and '-'";
    MarkerText right = marker;
    right.name = as_region_name(marker.name);
    const std::string found = marker.name.empty()
                                  ? "marker without a region name"
                                  : "region name '" + visible(marker.name, 80) + "'";
    report("region-name", place, found + "; expected " + form, "write '" + line_of(right) + "'");
  }

  const Text& text_;
  const CommentSyntax& syntax_;
  MarkerScan scan_;
};

}  // namespace

MarkerScan scan_markers(const Text& text, const CommentSyntax& syntax) {
  return MarkerScanner(text, syntax).run();
}

std::string marker_line(const CommentSyntax& syntax, const std::string& marker) {
  if (!syntax.line.empty()) return syntax.line.back() + " " + marker;
  return syntax.block_begin + " " + marker + " " + syntax.block_end;
}

}  // namespace daybook
