// Captions and pipe tables: quoted ones, and those whose cells are quotes of their own.
#include <algorithm>
#include <utility>

#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

using Kind = Inline::Kind;

// Offsets of a row's cells, as cmark splits it: at each '|' without a backslash right before it.
std::vector<Span> cell_spans(std::string_view row) {
  std::vector<Span> cells;
  std::size_t at = row.starts_with('|') ? 1 : 0;
  while (true) {
    at = std::min(row.find_first_not_of(" \t", at), row.size());
    if (at == row.size()) return cells;
    std::size_t end = row.find('|', at);
    while (end != std::string_view::npos && end > at && row[end - 1] == '\\') {
      end = row.find('|', end + 1);
    }
    const std::size_t stop = std::min(end, row.size());
    std::size_t last = stop;
    while (last > at && is_space(row[last - 1])) --last;
    cells.push_back({at, last});
    if (end == std::string_view::npos) return cells;
    at = end + 1;
  }
}

// The cell's text, where "\|" is '|'.
Content cell_content(std::string_view cell, std::size_t source) {
  Content content;
  std::size_t at = 0;
  for (std::size_t pipe = cell.find("\\|"); pipe != std::string_view::npos;
       pipe = cell.find("\\|", pipe + 2)) {
    content.add(cell.substr(at, pipe - at), source + at);
    at = pipe + 1;
  }
  content.add(cell.substr(at), source + at);
  std::replace(content.text.begin(), content.text.end(), '\r', ' ');
  return content;
}

std::string shown(std::size_t count, const std::string& word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

// A header that says what its column measures: "time (ms)", "GB/s".
bool has_measured_unit(const std::string& header) {
  std::string_view unit = trim(header);
  for (const std::string_view brackets : {std::string_view("()"), std::string_view("[]")}) {
    const std::size_t open = header.rfind(brackets[0]);
    if (header.ends_with(brackets[1]) && open != std::string::npos) {
      unit = std::string_view(header).substr(open + 1, header.size() - open - 2);
    }
  }
  const std::optional<Unit> found = find_unit(unit);
  return found && (found->ratio || found->dimension.time != 0) && found->dimension.other.empty();
}

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

// A cell that is one link and nothing else.
const Inline* only_link(const std::string& text, const std::vector<Inline>& inlines) {
  if (inlines.empty() || inlines[0].kind != Kind::link) return nullptr;
  return inlines[0].begin == 0 && inlines[0].end == text.size() ? &inlines[0] : nullptr;
}

}  // namespace

std::size_t LessonReader::blank_lines_between(const Block& first, const Block& second) const {
  for (std::size_t line = first.last_line + 1; line < second.first_line; ++line) {
    if (!blocks_->content_line(first.container, line).cursor.blank()) return kNone;
  }
  return second.first_line - first.last_line - 1;
}

// A paragraph that is only a link to a table. False when it is none; the caller reads it as text.
bool LessonReader::read_caption(std::size_t index, Leaf& leaf) {
  const Block& block = blocks_->blocks[index];
  const std::string& text = leaf.content.text;
  const bool alone = !leaf.inlines.empty() && leaf.inlines[0].kind == Kind::link &&
                     leaf.inlines[0].begin == leaf.from && leaf.inlines[0].end == text.size();
  if (!alone) return false;
  agree_with_cmark(leaf);
  const Inline item = leaf.inlines[0];
  const LinkTarget target = target_of(leaf, 0);
  const Reading reading = read_target(target);
  const bool run = reading.what == Reading::What::quote &&
                   (reading.scheme == "run" || reading.scheme.starts_with("run@"));
  if (!run || !(names_table(reading.reference) || reading.kind == QuoteKind::chart)) return false;

  const std::vector<Block>& blocks = blocks_->blocks;
  const Block* next = index + 1 < blocks.size() ? &blocks[index + 1] : nullptr;
  const bool table = next != nullptr && next->kind == Block::Kind::table &&
                     next->container == block.container &&
                     blank_lines_between(block, *next) != kNone;
  const std::string_view words =
      std::string_view(text).substr(item.text.begin, item.text.end - item.text.begin);
  if (!table && reading.kind != QuoteKind::chart && has_digit(words)) return false;

  leaf.quote_of.assign(leaf.inlines.size(), kNone);
  const std::size_t name = item.form == Inline::Form::destination
                               ? kNone
                               : definitions_[labels_.definitions.at(item.label)].name;
  const std::size_t number = add_quote(leaf, item, reading, name);
  Quote& quote = lesson_.quotes[number];
  if (quote.kind != QuoteKind::chart) quote.kind = QuoteKind::table;
  // A caption's words are prose: only the table below is compared.
  for (const NakedNumber& naked : find_naked_numbers(quote.words)) {
    find("naked-number", quote.place, "'" + naked.text + "' in a caption has no source",
         "leave it out of the caption; its table says it");
  }
  if (!table) {
    const bool like_table = next != nullptr && next->kind == Block::Kind::paragraph &&
                            next->container == block.container &&
                            leaves_[index + 1].content.text.starts_with('|');
    find(like_table ? "table-shape" : "quote-caption", quote.place,
         like_table
             ? "what follows this caption is no table: its second line must be a rule with as "
               "many cells as the header, like |---|---|"
             : "a caption of a table, and no table follows it",
         like_table ? "mend the rule below the header"
                    : "leave one blank line, then write the table");
    return true;
  }
  if (const std::size_t blanks = blank_lines_between(block, *next); blanks != 1) {
    find("quote-caption", quote.place,
         "between a caption and its table stands one blank line, found " +
             (blanks == 0 ? std::string("none") : std::to_string(blanks)),
         blanks == 0 ? "add a blank line" : "leave one of them");
  }
  quote.span.end = lesson_.text.line_span(next->last_line).end;
  table_quote_ = number;
  return true;
}

std::vector<LessonReader::Leaf> LessonReader::split_row(const Block& block, std::size_t line,
                                                        const cmark_node* row) const {
  LineCursor cursor = blocks_->content_line(block.container, line).cursor;
  cursor.skip_blanks();
  const std::size_t source = lesson_.text.line_span(line).begin + cursor.offset();
  auto* cell = row == nullptr ? nullptr : cmark_node_first_child(const_cast<cmark_node*>(row));
  std::vector<Leaf> cells;
  for (const Span& span : cell_spans(cursor.bytes())) {
    Leaf leaf;
    leaf.block = &block;
    leaf.node = cell;
    leaf.content =
        cell_content(cursor.bytes().substr(span.begin, span.end - span.begin), source + span.begin);
    leaf.span = {source + span.begin, source + span.end};
    if (cells.size() < block.columns) leaf.inlines = scan_inlines(leaf.content.text, 0, labels_);
    cells.push_back(std::move(leaf));
    if (cell != nullptr) cell = cmark_node_next(cell);
  }
  return cells;
}

void LessonReader::read_table(std::size_t index) {
  const Block& block = blocks_->blocks[index];
  const std::size_t quote = std::exchange(table_quote_, kNone);
  if (quote == kNone && block.joined) {
    find("table-shape", lesson_.text.line_place(block.first_line),
         "a table that follows text at once is a table for some readers and text for others",
         "leave a blank line before it");
  }
  auto* row = cmark_node_first_child(const_cast<cmark_node*>(block.node));
  std::vector<std::vector<Leaf>> rows;
  rows.push_back(split_row(block, block.first_line, row));
  for (std::size_t line = block.first_line + 2; line <= block.last_line; ++line) {
    row = row == nullptr ? nullptr : cmark_node_next(row);
    rows.push_back(split_row(block, line, row));
  }
  check_shape(block, rows, quote != kNone);
  if (quote != kNone) {
    read_bound_table(block, rows, quote);
    return;
  }
  Unbound unbound;
  unbound.what = Unbound::What::table;
  const Span first = lesson_.text.line_span(block.first_line);
  unbound.span.begin =
      first.begin + blocks_->content_line(block.container, block.first_line).cursor.next_byte();
  unbound.span.end = lesson_.text.line_span(block.last_line).end;
  unbound.place = places_.at(unbound.span.begin);
  lesson_.unbound.push_back(std::move(unbound));
  for (std::vector<Leaf>& cells : rows) {
    for (Leaf& cell : cells) {
      if (cell.content.text.empty()) continue;
      read_inlines(cell);
      add_prose(cell);
      check_naked(cell);
    }
  }
  check_units(rows);
}

void LessonReader::check_shape(const Block& block, const std::vector<std::vector<Leaf>>& rows,
                               bool bound) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t line = block.first_line + (i == 0 ? 0 : i + 1);
    const std::size_t cells = rows[i].size();
    if (lesson_.text.line(line).find('|') == std::string_view::npos) {
      find("table-shape", lesson_.text.line_place(line),
           "a line right behind a table, without a '|'",
           "leave a blank line between the table and what follows");
    } else if (cells > block.columns || (bound && cells < block.columns)) {
      find("table-shape", lesson_.text.line_place(line),
           "this row has " + shown(cells, "cell") + ", the header has " +
               std::to_string(block.columns),
           "write as many cells as the header has; a '|' inside a cell is written \\|");
    }
  }
}

void LessonReader::read_bound_table(const Block& block, std::vector<std::vector<Leaf>>& rows,
                                    std::size_t quote) {
  std::vector<TableLine> lines(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    lines[i].line = block.first_line + (i == 0 ? 0 : i + 1);
    lines[i].cells.resize(rows[i].size());
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      read_bound_cell(rows[i][j], lines[i].cells[j], i == 0 || j == 0);
    }
  }
  const Span rule = lesson_.text.line_span(block.first_line + 1);
  LineCursor cursor = blocks_->content_line(block.container, block.first_line + 1).cursor;
  Quote& into = lesson_.quotes[quote];
  into.rule = {rule.begin + cursor.next_byte(), rule.end};
  into.header = std::move(lines[0]);
  into.rows.assign(std::make_move_iterator(lines.begin() + 1),
                   std::make_move_iterator(lines.end()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      ask_plain(rows[i][j], {0, rows[i][j].content.text.size()}, Shown::words,
                [this, quote, i, j](std::string text) {
                  Quote& table = lesson_.quotes[quote];
                  (i == 0 ? table.header : table.rows[i - 1]).cells[j].text = std::move(text);
                });
    }
  }
}

// A header or key may be a link to its path, which is no quote: it says which column or row it is.
void LessonReader::read_bound_cell(Leaf& leaf, TableCell& cell, bool may_be_key) {
  cell.span = leaf.span;
  const Inline* link = only_link(leaf.content.text, leaf.inlines);
  if (link != nullptr) {
    agree_with_cmark(leaf);
    const LinkTarget target = target_of(leaf, 0);
    // A whole row's path quotes nothing, so it is a key in whatever column the lesson puts it.
    const bool is_key = may_be_key || target.url.ends_with("/*");
    if (is_key && scheme_of(target.url).starts_with("run")) {
      const Reading reading = read_target(target);
      const Place place = places_.at(leaf.content.source(0));
      if (reading.what == Reading::What::wrong)
        find(reading.id, place, reading.message, reading.mend);
      if (link->form != Inline::Form::destination) {
        const std::size_t name = definitions_[labels_.definitions.at(link->label)].name;
        if (name != kNone) lesson_.names[name].used = true;
      }
      cell.target = target.url;
      return;
    }
  }
  read_inlines(leaf);
  for (const std::size_t quote : leaf.quote_of) {
    if (quote < lesson_.quotes.size()) cell.quotes.push_back(quote);
  }
}

// A column of measurements in a table without a source, unless each of its numbers is a quote.
void LessonReader::check_units(const std::vector<std::vector<Leaf>>& rows) {
  for (std::size_t column = 0; column < rows[0].size(); ++column) {
    if (!has_measured_unit(rows[0][column].content.text)) continue;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      if (column >= rows[i].size()) continue;
      const Leaf& cell = rows[i][column];
      if (!has_digit(reader_text(cell))) continue;
      find("naked-number", places_.at(rows[0][column].span.begin),
           "the column '" + visible(rows[0][column].content.text, 40) +
               "' of a table without a source holds measurements (first in line " +
               std::to_string(places_.at(cell.span.begin).line) + ")",
           "write [caption](run:<table>) and a blank line above the table, or quote each number");
      break;
    }
  }
}

}  // namespace daybook
