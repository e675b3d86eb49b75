// Tables whose columns are told apart by blanks, under a rule of dashes, = or box-drawing lines.
#include <algorithm>
#include <utility>

#include "formats/column_grid.h"
#include "formats/transcript_reader.h"

namespace daybook {
namespace {

// The lines that could be rows: those from `rule` + 1 to `end`.
struct Block {
  std::size_t rule = 0;
  std::size_t end = 0;
};

std::vector<Piece> chunks_of(std::string_view line) {
  std::vector<Piece> chunks;
  split_chunks(line, chunks);
  return chunks;
}

// Words of a header; one in brackets goes with the word before it.
std::vector<Piece> header_words(std::string_view line) {
  std::vector<Piece> words, joined;
  split_words(line, words);
  bool open = false;
  for (const Piece& word : words) {
    const std::string_view text = piece_text(line, word);
    const bool bracket = text.front() == '(' || text.front() == '[';
    const bool near = !joined.empty() && word.left <= joined.back().right + 1;
    if (near && (bracket || open)) {
      joined.back().end = word.end;
      joined.back().right = word.right;
    } else {
      joined.push_back(word);
    }
    open = (open || bracket) && text.find_first_of(")]") == std::string_view::npos;
  }
  return joined;
}

// Several pieces, and no number from the second on.
bool looks_like_header(std::string_view line) {
  const std::vector<Piece> chunks = chunks_of(line);
  for (std::size_t i = 1; i < chunks.size(); ++i) {
    if (looks_numeric(piece_text(line, chunks[i]))) return false;
  }
  return chunks.size() >= 2;
}

// Rows go on to a blank line, the end, another header or another kind of rule. A rule between rows
// sets a group off.
std::size_t block_end(const Output& output, std::size_t rule) {
  std::vector<Piece> runs;
  split_rule(output.line(rule), runs);
  const std::size_t columns = runs.size();
  for (std::size_t i = rule + 1; i < output.lines.size(); ++i) {
    if (output.is_blank(i) || output.conflict[i]) return i;
    if (output.rule(i) == RuleKind::none) continue;
    const bool row_above = i > rule + 1 && output.rule(i - 1) == RuleKind::none;
    split_rule(output.line(i), runs);
    const bool same_kind =
        output.rule(i) == RuleKind::spaced && (runs.size() == 1 || runs.size() == columns);
    if (!same_kind) return row_above ? i - 1 : i;
    const bool rows_below = i + 1 < output.lines.size() && !output.is_blank(i + 1);
    if (row_above && rows_below && looks_like_header(output.line(i - 1))) return i - 1;
  }
  return output.lines.size();
}

// The first guess of the columns. The rule's runs, unless header and first row agree on others.
std::vector<Piece> first_columns(const Output& output, std::size_t header_line) {
  const std::string_view header = output.line(header_line);
  std::vector<Piece> runs;
  split_rule(output.line(header_line + 1), runs);
  const std::vector<Piece> chunks = chunks_of(header);
  const std::size_t row = header_line + 2;
  const std::size_t row_chunks = output.is_text(row) ? chunks_of(output.line(row)).size() : 0;
  if (runs.size() == 1) {
    std::vector<Piece> words = header_words(header);
    return words.size() == row_chunks && row_chunks > chunks.size() ? words : chunks;
  }
  if (chunks.size() > runs.size() && row_chunks == chunks.size()) return chunks;
  if (chunks.size() != runs.size()) return runs;
  const ColumnGrid by_rule(runs);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const auto [first, last] = by_rule.under(chunks[i]);
    if (first != last && (i < first || i >= last)) return chunks;
  }
  return runs;
}

// The header's text for each column.
std::vector<Piece> header_cells(std::string_view line, const ColumnGrid& grid) {
  std::vector<Piece> chunks = chunks_of(line);
  if (chunks.size() == grid.size()) return chunks;
  const std::vector<Piece> words = header_words(line);
  if (words.size() == grid.size()) return words;
  std::vector<Piece> cells(grid.size());
  std::size_t previous = 0;
  for (const Piece& word : words) {
    const auto [first, last] = grid.under(word);
    const std::size_t column = std::max(previous, first == last ? grid.nearest(word) : first);
    Piece& cell = cells[column];
    if (cell.begin == cell.end) {
      cell = word;
    } else {
      cell.end = word.end;
    }
    previous = column;
  }
  return cells;
}

// A line whose pieces stand apart under different columns is part of a header, not a title.
bool stands_in_columns(std::string_view line, const ColumnGrid& grid) {
  const std::vector<Piece> chunks = chunks_of(line);
  std::size_t next = 0;
  for (const Piece& chunk : chunks) {
    const auto [first, last] = grid.under(chunk);
    if (last != first + 1 || first < next) return false;
    next = last;
  }
  return chunks.size() >= 2;
}

std::string unclear_problem(const Output& output, std::size_t line, const Table& table,
                            const RowFit& fit) {
  if (fit.doubtful.begin == fit.doubtful.end) {
    return "its cells do not line up with the table's " + std::to_string(table.columns.size()) +
           " columns";
  }
  return "'" + visible(piece_text(output.line(line), fit.doubtful), 60) +
         "' stands under the columns '" + table.columns[fit.first_column].header + "' to '" +
         table.columns[fit.last_column].header + "'";
}

// A line that is no row of the table, though rows follow it.
RowFit whole_line_as_key(std::string_view line, std::size_t columns) {
  RowFit fit;
  const std::vector<Piece> chunks = chunks_of(line);
  if (columns > 8) return fit;  // a bound: an empty row costs its columns
  fit.cells.assign(columns, {});
  fit.cells.front() = chunks.front();
  fit.cells.front().end = chunks.back().end;
  return fit;
}

void add_row(const Output& output, std::size_t line, const RowFit& fit, TableReading& reading) {
  Row row;
  row.line = line + 1;
  row.cells.reserve(fit.cells.size());
  for (const Piece& piece : fit.cells) row.cells.push_back(make_cell(output.lines[line], piece));
  if (fit.kind != RowFit::Kind::row) {
    std::vector<Piece> chunks = chunks_of(output.line(line));
    const std::string_view key = piece_text(output.line(line), chunks.front());
    const std::string problem = fit.kind == RowFit::Kind::unclear
                                    ? unclear_problem(output, line, reading.table, fit)
                                    : "it has no cells, yet rows follow it";
    reading.findings.push_back(row_finding(output, line, reading.table, key, problem));
  }
  if (!row.cells.empty()) reading.table.rows.push_back(std::move(row));
}

// Rows end at the first line that is none and that no certain row follows.
void read_rows(const Output& output, const Block& block, ColumnGrid& grid, TableReading& reading) {
  std::vector<std::pair<std::size_t, RowFit>> pending;  // lines behind one that is no row
  reading.next = block.rule + 1;
  for (std::size_t i = block.rule + 1; i < block.end; ++i) {
    if (output.rule(i) != RuleKind::none) continue;
    RowFit fit = grid.fit(output.line(i));
    if (fit.kind == RowFit::Kind::other || (!pending.empty() && fit.kind != RowFit::Kind::row)) {
      if (reading.table.rows.empty()) return;
      if (fit.cells.empty() || fit.kind == RowFit::Kind::other) {
        fit.cells = whole_line_as_key(output.line(i), grid.size()).cells;
      }
      pending.emplace_back(i, std::move(fit));
      continue;
    }
    for (const auto& [line, odd] : pending) add_row(output, line, odd, reading);
    pending.clear();
    add_row(output, i, fit, reading);
    reading.next = i + 1;
  }
}

}  // namespace

std::optional<TableReading> read_ruled(const Output& output, std::size_t line) {
  if (!output.is_text(line) || output.rule(line + 1) != RuleKind::spaced) return std::nullopt;
  const std::vector<Piece> guess = first_columns(output, line);
  if (guess.size() < 2) return std::nullopt;
  const Block block{line + 1, block_end(output, line + 1)};
  ColumnGrid grid(guess);
  for (std::size_t i = block.rule + 1; i < block.end; ++i) {
    if (output.rule(i) == RuleKind::none) grid.learn(output.line(i));
  }
  TableReading reading;
  Table& table = reading.table;
  for (const Piece& piece : header_cells(output.line(line), grid)) {
    table.columns.emplace_back();
    table.columns.back().header = std::string(piece_text(output.line(line), piece));
  }
  const bool top_rule = line > output.free_from && output.rule(line - 1) == RuleKind::spaced;
  const std::size_t top = top_rule ? line - 1 : line;
  table.line = line + 1;
  table.first_line = top + 1;
  if (top > 0 && may_be_title(output, top - 1) && !stands_in_columns(output.line(top - 1), grid)) {
    set_title(output, top - 1, table);
  }
  read_rows(output, block, grid, reading);
  if (table.rows.empty()) {
    reading.next = block.end;  // these lines were weighed once, which keeps the reader linear
    return reading;
  }
  table.last_line = table.rows.back().line;
  if (output.rule(reading.next) == RuleKind::spaced && reading.next < block.end) {
    ++reading.next;
    table.last_line = reading.next;
  }
  return reading;
}

}  // namespace daybook
