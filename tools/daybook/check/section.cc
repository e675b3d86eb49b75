#include "check/section.h"

#include <algorithm>
#include <string_view>

#include "base/digest.h"

namespace daybook {

namespace {

constexpr std::string_view kMark = "<!-- translates ";
constexpr std::string_view kMarkEnd = " -->";
constexpr std::size_t kDigits = 12;

std::string_view kind_words(QuoteKind kind) {
  switch (kind) {
    case QuoteKind::code:
      return "code";
    case QuoteKind::output:
      return "output";
    case QuoteKind::command:
      return "command";
    case QuoteKind::variant:
      return "change";
    case QuoteKind::table:
      return "table";
    case QuoteKind::chart:
      return "chart";
    case QuoteKind::number:
      return "number";
    case QuoteKind::calc:
      return "derived number";
    case QuoteKind::claim:
      return "claim";
  }
  return "";
}

// A part of a lesson's bytes that counts as something else.
struct Cut {
  Span span;
  std::string with;
};

std::string counted_words(const Quote& quote) {
  std::string words = " {" + quoted_source(quote);
  if (!quote.mark.empty()) words += " mark " + quote.mark;
  if (!quote.since.empty()) words += " since " + quote.since;
  const bool unwritten = quote.kind == QuoteKind::claim || quote.kind == QuoteKind::table ||
                         quote.kind == QuoteKind::chart;
  if (unwritten) words += ": " + quote.words;
  return words + "} ";
}

// Comments that begin a line. One in a block that quotes nothing is shown to readers, and counts.
void cut_comments(const Lesson& lesson, std::vector<Cut>& cuts) {
  const std::string_view bytes = lesson.text.bytes();
  auto block = lesson.unbound.begin();
  std::size_t line = 0;  // start of the line that `at` stands in
  for (std::size_t at = bytes.find("<!--"); at != std::string_view::npos;) {
    const std::size_t newline = bytes.substr(line, at - line).rfind('\n');
    if (newline != std::string_view::npos) line += newline + 1;
    while (block != lesson.unbound.end() && block->span.end <= at) ++block;
    const bool shown = block != lesson.unbound.end() && block->span.begin <= at;
    const bool first = trim(bytes.substr(line, at - line)).empty();
    const std::size_t close = first && !shown ? bytes.find("-->", at + 4) : at;
    if (close == std::string_view::npos) break;
    if (close > at) cuts.push_back({{at, close + 3}, ""});
    at = bytes.find("<!--", close + 3);
  }
}

std::vector<Cut> cuts_of(const Lesson& lesson) {
  std::vector<Cut> cuts;
  for (const Quote& quote : lesson.quotes) cuts.push_back({quote.span, counted_words(quote)});
  for (const NamedValue& name : lesson.names) cuts.push_back({name.span, ""});
  cut_comments(lesson, cuts);
  std::stable_sort(cuts.begin(), cuts.end(),
                   [](const Cut& a, const Cut& b) { return a.span.begin < b.span.begin; });
  return cuts;
}

bool starts_section(const Lesson& lesson, const Heading& heading) {
  return (heading.level == 2 || heading.level == 3) &&
         heading.span.begin == lesson.text.line_span(heading.place.line).begin;
}

// The last line above a section's text: its heading's, the front matter's, or 0.
std::size_t line_above(const Lesson& lesson, const Section& section) {
  if (section.heading > 0) {
    return lesson.text.place(lesson.headings[section.heading - 1].span.end).line;
  }
  const std::size_t end = lesson.front.span.end;
  return end == 0 ? 0 : lesson.text.place(end - 1).line;
}

}  // namespace

std::vector<Section> sections_of(const Lesson& lesson) {
  std::vector<Section> sections(1);
  sections.back().span.begin = lesson.front.span.end;
  for (std::size_t i = 0; i < lesson.headings.size(); ++i) {
    const Heading& heading = lesson.headings[i];
    if (!starts_section(lesson, heading)) continue;
    sections.back().span.end = heading.span.begin;
    sections.push_back({i + 1, heading.level, {heading.span.begin, 0}, {}});
  }
  sections.back().span.end = lesson.text.bytes().size();
  for (std::size_t i = 0; i < lesson.quotes.size(); ++i) {
    const std::size_t begin = lesson.quotes[i].span.begin;
    const auto behind = std::upper_bound(
        sections.begin() + 1, sections.end(), begin,
        [](std::size_t at, const Section& section) { return at < section.span.begin; });
    std::prev(behind)->quotes.push_back(i);
  }
  return sections;
}

std::string quoted_source(const Quote& quote) {
  const std::string kind(kind_words(quote.kind));
  if (quote.kind == QuoteKind::code) return kind + " from=" + quote.reference;
  return kind + " " + quote.scheme + ":" + fold_blanks(quote.reference) +
         (quote.chart.empty() ? "" : " " + quote.chart);
}

std::vector<std::string> section_digests(const Lesson& lesson,
                                         const std::vector<Section>& sections) {
  const std::vector<Cut> cuts = cuts_of(lesson);
  auto cut = cuts.begin();
  std::vector<std::string> digests;
  for (const Section& section : sections) {
    std::string words = section.heading == 0 ? lesson.front.title + "\n" : "";
    std::size_t at = section.span.begin;
    for (; cut != cuts.end() && cut->span.begin < section.span.end; ++cut) {
      // A quote in a quoted table stands within a cut.
      if (cut->span.begin > at) words += lesson.text.slice({at, cut->span.begin});
      words += cut->with;
      at = std::max(at, cut->span.end);
    }
    if (at < section.span.end) words += lesson.text.slice({at, section.span.end});
    digests.push_back(sha256_hex(fold_blanks(words)).substr(0, kDigits));
  }
  return digests;
}

TranslationMark read_mark(const Lesson& translation, const Section& section) {
  const Text& text = translation.text;
  const std::size_t above = line_above(translation, section);
  std::size_t line = above + 1;
  while (line <= text.line_count() && trim(text.line(line)).empty()) ++line;
  if (line > text.line_count() || !trim(text.line(line)).starts_with(kMark)) {
    const std::size_t top = text.line_count() == 0 ? 0 : text.line_span(1).begin;
    const std::size_t begin = above == 0 ? top : text.line_end(above);
    return {"", {begin, begin}};
  }
  TranslationMark mark{"", text.line_span(line)};
  const std::string_view inside = trim(text.line(line)).substr(kMark.size());
  const std::string_view digest = inside.substr(0, kDigits);
  const bool whole = inside.size() == kDigits + kMarkEnd.size() && inside.ends_with(kMarkEnd) &&
                     digest.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  if (whole) mark.digest = digest;
  return mark;
}

Edit write_mark(const Lesson& translation, const Section& section, const std::string& digest) {
  const Text& text = translation.text;
  const TranslationMark mark = read_mark(translation, section);
  std::string line = std::string(kMark) + digest + std::string(kMarkEnd);
  if (mark.span.begin == mark.span.end) {
    const std::size_t at = mark.span.begin;
    const bool open_end = at > 0 && at == text.bytes().size() && text.bytes()[at - 1] != '\n';
    const std::string ending(text.line_ending());
    line = (open_end ? ending : "") + line + ending;
  }
  return {text.name(), mark.span, line};
}

}  // namespace daybook
