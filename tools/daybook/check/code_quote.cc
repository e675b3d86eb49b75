// Code quotes: ```cuda from=#corank, from=file.cu#region, from=day/file.cu#region, from=file.cu.
#include <algorithm>
#include <set>
#include <utility>

#include "base/suggest.h"
#include "check/lesson_context.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

struct SourceReference {
  std::string file;    // relative to the course, "" when the day has no program
  std::string region;  // "" for a whole file
};

bool is_day_part(const std::string& part) {
  if (!part.starts_with("day")) return false;
  const std::size_t end = part.find_first_not_of("0123456789", 3);
  return end != std::string::npos && end > 3 && part[end] == '-';
}

// `reference` as it is written: what is percent-encoded belongs to a name.
SourceReference resolve_reference(LessonContext& context, std::string_view reference) {
  const std::size_t hash = reference.find('#');
  const std::string written(reference.substr(0, hash));
  const std::string file = percent_decode(written).value_or(written);
  SourceReference resolved;
  if (hash != std::string::npos) resolved.region = reference.substr(hash + 1);
  if (file.empty()) {
    const Day* day = context.course.find_day(context.day());
    if (day != nullptr && !day->programs.empty()) resolved.file = day->programs.front().file;
    return resolved;
  }
  const std::size_t slash = file.find('/');
  const std::string first = file.substr(0, slash);
  if (slash != std::string::npos && (is_day_part(first) || context.course.find_day(first))) {
    resolved.file = "src/" + file;
  } else if (first == "snippets" || first == "src") {
    resolved.file = file;
  } else {
    resolved.file = "src/" + context.day() + "/" + file;
  }
  return resolved;
}

std::string percent_encoded(const std::string& name) {
  std::string encoded;
  for (const char byte : name) {
    const auto value = static_cast<unsigned char>(byte);
    if (value > 0x20 && value != 0x7F && byte != '#' && byte != '%') {
      encoded += byte;
    } else {
      static constexpr char kHex[] = "0123456789ABCDEF";
      encoded += {'%', kHex[value >> 4], kHex[value & 0xF]};
    }
  }
  return encoded;
}

// Every source a moved quote may have moved to: this day's files first, then the others'.
std::vector<std::string> candidate_files(LessonContext& context) {
  std::vector<std::string> files;
  const auto add_day = [&](const std::string& key) {
    for (const std::string& file : context.course.store().files("src/" + key)) {
      if (!file.ends_with(".patch")) files.push_back("src/" + key + "/" + file);
    }
  };
  add_day(context.day());
  for (const std::string& file : context.course.house_texts()) files.push_back(file);
  for (const std::string& day : context.course.day_names()) {
    if (day != context.day()) add_day(day);
  }
  return files;
}

// How a lesson of this day writes a reference to that region.
std::string short_reference(LessonContext& context, const std::string& file,
                            const std::string& region) {
  const Day* day = context.course.find_day(context.day());
  const std::string own = "src/" + context.day() + "/";
  std::string shown = file;
  if (day != nullptr && !day->programs.empty() && day->programs.front().file == file) {
    shown.clear();
  } else if (file.starts_with(own)) {
    shown = file.substr(own.size());
  } else if (file.starts_with("src/")) {
    shown = file.substr(4);
  }
  shown = percent_encoded(shown);
  return region.empty() ? shown : shown + "#" + region;
}

// The region that holds the quote's very text today, wherever it went; "" when none does.
std::string find_by_text(LessonContext& context, const Quote& quote) {
  if (quote.lines.empty()) return {};
  const auto same = [&](const std::vector<QuotableLine>& lines) {
    return std::equal(lines.begin(), lines.end(), quote.lines.begin(), quote.lines.end(),
                      [](const QuotableLine& a, const FenceLine& b) { return a.text == b.text; });
  };
  for (const std::string& file : candidate_files(context)) {
    const auto* source = context.course.source(file);
    if (source == nullptr) continue;
    for (const Region& region : source->value.regions) {
      if (same(region.lines)) return short_reference(context, file, region.name);
    }
    if (same(source->value.whole)) return short_reference(context, file, "");
  }
  return {};
}

void report_missing(LessonContext& context, const Quote& quote, std::string id, std::string message,
                    const std::string& instead, Severity severity = Severity::error) {
  Finding finding = make_finding(std::move(id), quote.place, std::move(message));
  const std::string moved = find_by_text(context, quote);
  if (!moved.empty()) {
    finding.cause = "its text stands in '" + moved + "' now";
    finding.mend = "write from=" + moved;
  } else {
    finding.mend = instead;
  }
  finding.severity = severity;
  context.report(std::move(finding));
}

std::vector<std::string> region_names(const Source& source) {
  std::vector<std::string> names;
  for (const Region& region : source.regions) names.push_back(region.name);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

const Region* find_inner(LessonContext& context, const Quote& quote, const std::string& value,
                         const std::string& file, const char* key) {
  const SourceReference inner = resolve_reference(context, value);
  const std::string inner_file = value.starts_with("#") ? file : inner.file;
  const auto* source = context.course.source(inner_file);
  const Region* region = source == nullptr ? nullptr : source->value.find(inner.region);
  if (region != nullptr) return region;
  const std::vector<std::string> names =
      source == nullptr ? std::vector<std::string>() : region_names(source->value);
  Finding finding =
      make_finding("region-unknown", quote.place,
                   std::string(key) + "=" + value + ": there is no region '" + inner.region +
                       "' in " + inner_file + did_you_mean(inner.region, names));
  finding.mend =
      names.empty() ? "mark the region in " + inner_file : "its regions: " + listed(names);
  context.report(std::move(finding));
  return nullptr;
}

// mark= highlights the lines of a region inside the quoted one; since= those that the other region
// does not have.
void decorate(LessonContext& context, const Quote& quote, const std::string& file,
              CheckedQuote& checked) {
  if (!quote.mark.empty()) {
    if (const Region* inner = find_inner(context, quote, quote.mark, file, "mark")) {
      bool any = false;
      for (TruthLine& line : checked.lines) {
        line.marked = line.line > inner->start_line && line.line < inner->end_line;
        any = any || line.marked;
      }
      if (!any) {
        Finding finding = make_finding("mark-outside", quote.place,
                                       "mark=" + quote.mark +
                                           ": no line of that region is shown "
                                           "in this quote");
        finding.related = Place{file, inner->start_line, 1};
        finding.mend = "mark a region inside the quoted one";
        context.report(std::move(finding));
      }
    }
  }
  if (!quote.since.empty()) {
    if (const Region* earlier = find_inner(context, quote, quote.since, file, "since")) {
      std::multiset<std::string> known;
      for (const QuotableLine& line : earlier->lines) known.insert(line.text);
      for (TruthLine& line : checked.lines) {
        const auto found = known.find(line.text);
        line.fresh = line.line != 0 && found == known.end() && !trim(line.text).empty();
        if (found != known.end()) known.erase(found);
      }
    }
  }
}

// No measurement reaches a reader without its receipt, not in a comment either.
void report_measurements(LessonContext& context, const Source& source, const BlockTruth& truth) {
  for (const Measurement& measurement : source.measurements) {
    const bool quoted =
        std::binary_search(truth.numbers.begin(), truth.numbers.end(), measurement.place.line);
    if (!quoted) continue;
    Finding finding = make_finding("naked-number", measurement.place,
                                   "'" + visible(measurement.text) +
                                       "' in a quoted comment is a measurement without a source");
    finding.related = Place{context.file.path, 0, 0};
    finding.mend = "say it in the lesson, where a run can be quoted, and leave it out here";
    context.report(std::move(finding));
  }
}

}  // namespace

void check_code(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  const SourceReference reference =
      resolve_reference(context, context.lesson.text.slice(quote.target));
  if (reference.file.empty()) {
    report_missing(
        context, quote, "source-missing",
        "from=" + quote.reference + ": this day has no program in src/" + context.day() + "/",
        "name the file: from=<day>/<file>#" + reference.region);
    return;
  }
  checked.source_file = reference.file;
  const fs::path& root = context.course.store().root();
  if (!is_inside(root, root / reference.file)) {
    Finding finding =
        make_finding("quote-outside", quote.place,
                     reference.file + " is a link that leads to no file of the course");
    finding.mend = "put the file itself there, or quote another one";
    context.report(std::move(finding));
    return;
  }
  const auto* source = context.course.source(reference.file);
  if (source == nullptr) {
    std::error_code error;
    const bool there = fs::exists(root / reference.file, error);
    report_missing(
        context, quote, "source-missing",
        "cannot read " + reference.file + ": " + context.course.store().error(reference.file),
        there ? "make the file readable" : "restore the file or quote another one",
        there ? Severity::failure : Severity::error);
    return;
  }
  for (const Finding& finding : source->findings) context.report(finding);
  BlockTruth truth;
  const std::vector<QuotableLine>* lines = &source->value.whole;
  if (!reference.region.empty()) {
    const Region* region = source->value.find(reference.region);
    if (region == nullptr) {
      const auto names = region_names(source->value);
      report_missing(context, quote, "region-unknown",
                     "there is no region '" + reference.region + "' in " + reference.file +
                         did_you_mean(reference.region, names),
                     names.empty() ? "mark it there: // snippet: " + reference.region
                                   : "its regions: " + listed(names));
      return;
    }
    lines = &region->lines;
    truth.related = {reference.file, region->start_line, 1};
    truth.what = "code differs from snippet '" + region->name + "' (" + reference.file + ":" +
                 std::to_string(region->start_line) + ")";
  } else {
    truth.related = {reference.file, 1, 1};
    truth.what = "code differs from " + reference.file;
  }
  for (const QuotableLine& line : *lines) {
    truth.lines.push_back(line.text);
    truth.numbers.push_back(line.line);
  }
  truth.cause = "the source changed after the lesson, or the quote was edited by hand";
  report_measurements(context, source->value, truth);
  compare_block(context, quote, truth, checked);
  decorate(context, quote, reference.file, checked);
}

}  // namespace daybook
