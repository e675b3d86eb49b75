#include "formats/lesson.h"

#include <algorithm>
#include <utility>

#include "formats/html_syntax.h"
#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"

namespace daybook {

bool is_block(QuoteKind kind) {
  return kind != QuoteKind::number && kind != QuoteKind::calc && kind != QuoteKind::claim;
}

Place Places::at(std::size_t offset) {
  if (last_.line == 0 || offset < offset_ || offset > line_end_) {
    last_ = text_->place(offset);
    line_end_ = text_->line_span(last_.line).end;
  } else {
    last_.column += count_code_points(text_->slice({offset_, offset}));
  }
  offset_ = offset;
  return last_;
}

LessonReader::LessonReader(Text text, bool translation, bool with_prose)
    : translation_(translation), with_prose_(with_prose), places_(lesson_.text) {
  lesson_.text = std::move(text);
}

void LessonReader::find(std::string id, const Place& place, std::string message, std::string mend,
                        Severity severity) {
  findings_.push_back(make_finding(std::move(id), place, std::move(message), severity));
  findings_.back().mend = std::move(mend);
}

Parsed<Lesson> LessonReader::read() {
  const FrontMatterLines lines = find_front_matter(lesson_.text);
  const std::size_t bad = invalid_utf8(lesson_.text.bytes());
  // Translations and recordings rest on the front matter, whatever stands below it.
  if (bad >= lesson_.text.line_end(lines.count)) {
    Parsed<FrontMatter> front = parse_front_matter(lesson_.text, translation_);
    lesson_.front = std::move(front.value);
    append(findings_, std::move(front.findings));
  }
  if (bad != std::string_view::npos) {
    report_not_text(bad);
  } else {
    blocks_.emplace(lesson_.text, lines.count + 1);
    if (const std::size_t line = blocks_->crowded_line; line > 0) {
      find("not-text", lesson_.text.line_place(line), "more cells or '<?' than a lesson can hold",
           "split the lesson");
    }
    footnote_quotes_.resize(blocks_->footnotes.size());
    read_blocks();
    finish();
  }
  sort_findings(findings_);
  return {std::move(lesson_), std::move(findings_)};
}

void LessonReader::report_not_text(std::size_t bad) {
  lesson_.unread = true;
  const bool nul = lesson_.text.bytes()[bad] == '\0';
  find("not-text", lesson_.text.place(bad),
       "byte " + std::to_string(bad + 1) + " is " + (nul ? "NUL" : "not UTF-8") +
           "; a lesson is UTF-8 text",
       "save the file as UTF-8");
}

void LessonReader::read_blocks() {
  const std::vector<Block>& blocks = blocks_->blocks;
  leaves_.resize(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const bool leaf =
        blocks[i].kind == Block::Kind::paragraph || blocks[i].kind == Block::Kind::heading;
    if (!leaf && blocks[i].kind != Block::Kind::html) continue;
    leaves_[i].block = &blocks[i];
    leaves_[i].node = blocks[i].node;
    leaves_[i].content = blocks_->content(blocks[i]);
    for (char& c : leaves_[i].content.text) {
      if (c < '\x1c' || c > kQuoteMark) continue;
      const std::size_t at = static_cast<std::size_t>(&c - leaves_[i].content.text.data());
      find("not-text", places_.at(leaves_[i].content.source(at)),
           "a control character (U+00" + std::string(c < '\x1f' ? "1C to U+001E" : "1F") +
               ") in the text",
           "remove it");
      c = '?';
    }
  }
  read_definitions();
  for (std::size_t i = 0; i < blocks.size(); ++i) read_block(i);
}

void LessonReader::read_block(std::size_t index) {
  const Block& block = blocks_->blocks[index];
  switch (block.kind) {
    case Block::Kind::paragraph:
      return read_paragraph(index);
    case Block::Kind::heading:
      return read_heading(block, std::move(leaves_[index]));
    case Block::Kind::fence:
      return read_fence(block);
    case Block::Kind::indented:
      return read_indented(block);
    case Block::Kind::html:
      return read_html(index);
    case Block::Kind::table:
      return read_table(index);
  }
}

void LessonReader::read_paragraph(std::size_t index) {
  Leaf& leaf = leaves_[index];
  if (leaf.from >= leaf.content.text.size()) return;
  leaf.inlines = scan_inlines(leaf.content.text, leaf.from, labels_);
  if (read_caption(index, leaf)) return;
  read_inlines(leaf);
  report_lost_definitions(leaf);
  add_prose(leaf);
  check_naked(leaf);
}

void LessonReader::read_heading(const Block& block, Leaf leaf) {
  Heading heading;
  heading.level = block.level;
  const Span line = lesson_.text.line_span(block.first_line);
  const std::size_t begin =
      line.begin + blocks_->content_line(block.container, block.first_line).cursor.next_byte();
  heading.span = {begin, lesson_.text.line_span(block.last_line).end};
  heading.place = places_.at(begin);
  const std::size_t number = lesson_.headings.size();
  lesson_.headings.push_back(std::move(heading));
  leaf.inlines = scan_inlines(leaf.content.text, leaf.from, labels_);
  read_inlines(leaf);
  add_prose(leaf);
  const Span whole{leaf.from, leaf.content.text.size()};
  ask_plain(leaf, whole, Shown::words,
            [this, number](std::string text) { lesson_.headings[number].text = std::move(text); });
  ask_plain(leaf, whole, Shown::fragment,
            [this, number](std::string text) { lesson_.headings[number].id = std::move(text); });
}

void LessonReader::read_html(std::size_t index) {
  const Block& block = blocks_->blocks[index];
  const Content& content = leaves_[index].content;
  std::string prose;
  for (const HtmlPart& part : split_html(content.text)) {
    const std::string_view bytes =
        std::string_view(content.text).substr(part.span.begin, part.span.end - part.span.begin);
    const Place place = places_.at(content.source(part.span.begin));
    switch (part.kind) {
      case HtmlPart::Kind::comment:
        break;
      case HtmlPart::Kind::unclosed:
        find("raw-html", place, "the comment is never closed: nothing behind it reaches a reader",
             "write --> behind it");
        break;
      case HtmlPart::Kind::tag:
        read_tag(bytes, place, block);
        if (bytes.starts_with("<br") || bytes.starts_with("</")) prose += ' ';
        break;
      case HtmlPart::Kind::text:
        read_html_text(index, part.span);
        prose += PlainTexts::escape(bytes);
        break;
    }
  }
  if (!with_prose_ || fold_blanks(prose).empty()) return;
  prose_.push_back({blocks_->footnote_of(block), {}, plain_.add(fold_blanks(prose))});
}

// Text between raw tags is no Markdown: a quote there would stay text.
void LessonReader::read_html_text(std::size_t index, Span part) {
  Leaf leaf;
  leaf.block = &blocks_->blocks[index];
  const Content& whole = leaves_[index].content;
  leaf.content = whole;
  leaf.content.text.resize(part.end);
  leaf.from = part.begin;
  leaf.inlines = scan_inlines(leaf.content.text, leaf.from, labels_);
  leaf.quote_of.assign(leaf.inlines.size(), kNone);
  for (std::size_t i = 0; i < leaf.inlines.size(); ++i) {
    const Inline& item = leaf.inlines[i];
    const bool link = item.kind == Inline::Kind::link;
    if (link) leaf.quote_of[i] = kRefused;
    if (!link && item.kind != Inline::Kind::unparsed) continue;
    const std::string url =
        link ? target_of(leaf, i).url : leaf.content.text.substr(item.destination.begin);
    if (scheme_of(url).empty()) continue;
    find("quote-unparsed-link", places_.at(leaf.content.source(item.begin)),
         "a link in raw HTML is not read as one",
         "leave a blank line between the tag and this text");
  }

  check_naked(leaf);
}

void LessonReader::finish() {
  plain_.parse();
  for (auto& [number, receive] : asked_) receive(plain_.text(number));
  HeadingIds ids;
  for (Heading& heading : lesson_.headings) heading.id = ids.next(heading.id);
  order_prose();
  report_open_tags(0);
  mark_used_in_formulas();
  report_unused();
}

Parsed<Lesson> parse_lesson(Text text, bool translation, bool with_prose) {
  return LessonReader(std::move(text), translation, with_prose).read();
}

}  // namespace daybook
