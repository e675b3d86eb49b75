// Fenced code: quotes, sketches and the rest.
#include <algorithm>

#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

constexpr std::size_t kCodeIndent = 4;

// A line that closes a fence of `length` bytes `fence`.
bool closes(LineCursor cursor, char fence, std::size_t length) {
  if (cursor.indent() >= kCodeIndent) return false;
  cursor.skip_blanks();
  const std::string_view bytes = cursor.bytes();
  const std::size_t end = std::min(bytes.find_first_not_of(fence), bytes.size());
  return end >= length && bytes.find_first_not_of(" \t", end) == std::string_view::npos;
}

bool is_cuda(std::string_view language) { return language == "cuda" || language == "cu"; }

}  // namespace

void LessonReader::read_fence(const Block& block) {
  const Text& text = lesson_.text;
  LineCursor opening = blocks_->content_line(block.container, block.first_line).cursor;
  const std::size_t indent = opening.indent();
  opening.skip_blanks();
  const Span line = text.line_span(block.first_line);
  const std::size_t begin = line.begin + opening.offset();
  const std::size_t marks =
      std::min(opening.bytes().find_first_not_of(block.fence), opening.bytes().size());

  Quote quote;
  quote.place = places_.at(begin);
  quote.fence = std::string(marks, block.fence);
  quote.prefix = blocks_->prefix(block.container, block.first_line) + std::string(indent, ' ');
  quote.section = lesson_.headings.size();
  quote.info.begin = begin + marks;
  while (quote.info.begin < line.end && is_space(text.bytes()[quote.info.begin]))
    ++quote.info.begin;
  quote.info.end = line.end;
  while (quote.info.end > quote.info.begin && is_space(text.bytes()[quote.info.end - 1]))
    --quote.info.end;

  bool closed = false;
  std::size_t last = block.first_line;
  for (std::size_t number = block.first_line + 1; number <= text.line_count() && !closed;
       ++number) {
    ContentLine content = blocks_->content_line(block.container, number);
    if (content.lazy) break;
    last = number;
    closed = closes(content.cursor, block.fence, marks);
    if (closed) break;
    content.cursor.skip_columns(indent);
    const Span span = text.line_span(number);
    quote.lines.push_back(
        {content.cursor.rest(), {span.begin + content.cursor.offset(), span.end}});
  }
  quote.span = {begin, text.line_span(last).end};
  const std::size_t empty = text.line_end(block.first_line);
  quote.text = quote.lines.empty()
                   ? Span{empty, empty}
                   : Span{quote.lines.front().span.begin, quote.lines.back().span.end};
  if (!closed) {
    find("quote-unclosed-fence", quote.place, "the fence is never closed",
         "write a line of " + quote.fence + " behind it");
  }
  add_fence(block, std::move(quote), closed);
}

// What an unclosed fence holds is anybody's guess: it is no quote, so that `update` cannot write
// over the rest of the lesson.
void LessonReader::add_fence(const Block& block, Quote quote, bool closed) {
  const std::string_view info_text = lesson_.text.slice(quote.info);
  FenceInfo info = read_fence_info(info_text);
  quote.language = info.language;
  quote.mark = info.mark;
  quote.since = info.since;
  quote.target = {quote.info.begin + info.from_span.begin, quote.info.begin + info.from_span.end};
  if (!info.from.empty()) {
    if (auto problem = read_from(info.from, quote)) {
      problem->at = info.from_span.begin;
      info.problems.push_back(*problem);
    }
    const bool marked = !quote.mark.empty() || !quote.since.empty();
    if (marked && quote.kind != QuoteKind::code) {
      info.problems.push_back(
          {"quote-info", "'mark=' and 'since=' are for quotes of code", "remove them", 0});
    }
  }
  for (const FenceInfo::Problem& problem : info.problems) {
    find(problem.id, places_.at(quote.info.begin + problem.at), problem.message, problem.mend);
  }
  const bool bound = !info.from.empty() && info.problems.empty() && closed;
  if (bound) {
    const std::size_t footnote = blocks_->footnote_of(block);
    if (footnote != kNone) ++footnote_quotes_[footnote];
    lesson_.quotes.push_back(std::move(quote));
    return;
  }
  if (is_cuda(info.language) && !info.sketch && info.from.empty() && info.problems.empty()) {
    find("quote-unbound-code", quote.place, "CUDA code that quotes no program",
         "write '" + info.language + " from=#<region>', or '" + info.language +
             " sketch' for code that is only talked about");
  }
  std::string prose;
  for (const FenceLine& line : quote.lines) prose += line.text + "\n";
  add_prose(block, prose);
  Unbound unbound;
  unbound.what = info.sketch ? Unbound::What::sketch : Unbound::What::fence;
  unbound.language = info.language;
  unbound.place = quote.place;
  unbound.span = quote.span;
  unbound.lines = std::move(quote.lines);
  lesson_.unbound.push_back(std::move(unbound));
}

void LessonReader::read_indented(const Block& block) {
  Unbound unbound;
  std::string prose;
  for (std::size_t line = block.first_line; line <= block.last_line; ++line) {
    ContentLine content = blocks_->content_line(block.container, line);
    content.cursor.skip_columns(kCodeIndent);
    const Span span = lesson_.text.line_span(line);
    unbound.lines.push_back(
        {content.cursor.rest(), {span.begin + content.cursor.offset(), span.end}});
    prose += unbound.lines.back().text + "\n";
  }
  unbound.span = {unbound.lines.front().span.begin, unbound.lines.back().span.end};
  unbound.place = places_.at(unbound.span.begin);
  lesson_.unbound.push_back(std::move(unbound));
  add_prose(block, prose);
}

}  // namespace daybook
