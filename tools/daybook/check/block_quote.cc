// Block quotes: the lines of a fence against the lines they quote.
#include <algorithm>
#include <utility>

#include "base/diff.h"
#include "check/elision.h"
#include "check/lesson_context.h"
#include "formats/snippet.h"

namespace daybook {

namespace {

// `update` writes an edit of any size; a finding carries none that is larger.
constexpr std::size_t kMostShownFix = std::size_t{1} << 20U;

// The longest run of `mark` at the start of a line, blanks aside: a fence must be longer.
std::size_t longest_fence(const std::vector<TruthLine>& lines, char mark) {
  std::size_t longest = 0;
  for (const TruthLine& line : lines) {
    const std::string_view text = trim(line.text);
    const std::size_t length = text.find_first_not_of(mark);
    longest = std::max(longest, length == std::string_view::npos ? text.size() : length);
  }
  return longest;
}

std::string with_prefix(const std::string& prefix, const std::string& text) {
  if (!text.empty()) return prefix + text;
  const std::size_t end = prefix.find_last_not_of(" \t");
  return end == std::string::npos ? std::string() : prefix.substr(0, end + 1);
}

// Rewrites the content lines; the fence grows where the content holds one as long.
std::vector<Edit> rewrite_block(const LessonContext& context, const Quote& quote,
                                const std::vector<TruthLine>& lines) {
  const Text& text = context.lesson.text;
  const std::size_t opening = text.place(quote.span.begin).line;
  const std::size_t closing = text.place(quote.span.end).line;
  const Span content{text.line_end(opening), text.line_end(closing - 1)};
  std::string replacement;
  for (const TruthLine& line : lines) {
    replacement += with_prefix(quote.prefix, line.text);
    replacement += text.line_ending();
  }
  const std::string& file = context.file.path;
  std::vector<Edit> edits;
  const char mark = quote.fence.empty() ? '`' : quote.fence.front();
  const std::size_t longest = longest_fence(lines, mark);
  if (longest >= quote.fence.size() && longest >= 3) {
    const std::string fence(longest + 1, mark);
    const Span closing_line = text.line_span(closing);
    const std::size_t at = text.bytes().find_last_not_of(mark, quote.span.end - 1) + 1;
    edits.push_back({file, {quote.span.begin, quote.span.begin + quote.fence.size()}, fence});
    edits.push_back({file, content, replacement});
    edits.push_back({file, {std::max(at, closing_line.begin), quote.span.end}, fence});
    return edits;
  }
  edits.push_back({file, content, replacement});
  return edits;
}

Finding differs(const LessonContext& context, const Quote& quote, const BlockTruth& truth,
                const CheckedQuote& checked, const std::vector<std::string>& written) {
  Finding finding = make_finding(written.empty() ? "quote-empty" : "quote-differs", quote.place,
                                 written.empty() ? "the quote is empty" : truth.what);
  if (written.empty()) {
    finding.message += ": " + truth.what;
    finding.cause = "nothing was quoted yet";
  } else {
    DiffSide from{context.file.path, written, quote.place.line + 1};
    DiffSide to{checked.source_file, {}, 1};
    for (const TruthLine& line : checked.lines) to.lines.push_back(line.text);
    to.first_line = truth.numbers.empty() ? 1 : truth.numbers.front();
    finding.detail = unified_diff(from, to);
    finding.cause = truth.cause;
  }
  finding.related = truth.related;
  const bool text = std::all_of(
      truth.lines.begin(), truth.lines.end(),
      [](const std::string& line) { return invalid_utf8(line) == std::string_view::npos; });
  finding.mend = text ? context.mend_by_update() : "make " + checked.source_file + " UTF-8 text";
  return finding;
}

}  // namespace

void compare_block(LessonContext& context, const Quote& quote, const BlockTruth& truth,
                   CheckedQuote& checked) {
  std::vector<std::string> written;
  for (const FenceLine& line : quote.lines) written.push_back(line.text);
  const CommentSyntax syntax = comment_syntax("." + quote.language);
  const bool code = quote.kind == QuoteKind::code;
  ElidedMatch match = match_elided(written, truth.lines, [&](const std::string& line) {
    return code ? is_code_elision(line, syntax) : is_text_elision(line);
  });
  for (ExpectedLine& line : match.expected) {
    const bool known = line.truth_index < truth.numbers.size();
    checked.lines.push_back({std::move(line.text),
                             line.elision || !known ? 0 : truth.numbers[line.truth_index], false,
                             false});
  }
  checked.found = true;
  checked.holds = match.holds && !written.empty();
  if (checked.holds) return;
  if (match.written_in_full > 0 && !written.empty()) {
    checked.notes.push_back(
        "an elision whose neighbours do not occur once and in order is "
        "written in full");
  }
  checked.edits = rewrite_block(context, quote, checked.lines);
  Finding finding = differs(context, quote, truth, checked, written);
  const bool bulky = std::any_of(checked.edits.begin(), checked.edits.end(), [](const Edit& edit) {
    return edit.replacement.size() > kMostShownFix;
  });
  if (!bulky) finding.fixes = checked.edits;
  context.report(std::move(finding));
}

}  // namespace daybook
