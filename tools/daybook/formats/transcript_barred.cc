// Tables whose cells stand between bars: Markdown, psql, +--+--+ and box-drawing tables.
#include <algorithm>
#include <utility>

#include "formats/transcript_reader.h"

namespace daybook {
namespace {

struct Frame {
  std::size_t header = 0;
  bool top_rule = false;
  bool markdown = false;  // `\|` stands for a bar in a cell
};

bool has_bar(std::string_view line) {
  return line.find('|') != std::string_view::npos || line.find("│") != std::string_view::npos ||
         line.find("┃") != std::string_view::npos || line.find("║") != std::string_view::npos;
}

// A grid rule above the header or below it; below it a plain rule does when the header's bars have
// blanks around them.
std::optional<Frame> find_frame(const Output& output, std::size_t line) {
  Frame frame{line, output.rule(line) == RuleKind::grid, false};
  if (frame.top_rule) ++frame.header;
  if (!output.is_text(frame.header) || !has_bar(output.line(frame.header))) return std::nullopt;
  const RuleKind below = output.rule(frame.header + 1);
  const bool plain =
      below == RuleKind::spaced && output.line(frame.header).find(" | ") != std::string_view::npos;
  if (!frame.top_rule && below != RuleKind::grid && !plain) return std::nullopt;
  frame.markdown = !frame.top_rule && below == RuleKind::grid &&
                   output.line(frame.header + 1).find('+') == std::string_view::npos;
  return frame;
}

std::string unescaped(std::string_view cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] == '\\' && i + 1 < cell.size() && cell[i + 1] == '|') continue;
    text += cell[i];
  }
  return text;
}

// hyperfine prints its commands as code, `sleep 1`: a cell is what Markdown shows, as in a lesson.
bool is_code(std::string_view cell) {
  return cell.size() > 2 && cell.front() == '`' && cell.find('`', 1) == cell.size() - 1;
}

Cell barred_cell(const PrintedLine& line, Piece piece, bool markdown) {
  if (markdown && is_code(piece_text(line.text, piece))) {
    ++piece.begin;
    --piece.end;
  }
  Cell cell = make_cell(line, piece);
  if (markdown && cell.text.find("\\|") != std::string::npos) cell.text = unescaped(cell.text);
  return cell;
}

void add_row(const Output& output, std::size_t line, const Frame& frame, const BarredCells& barred,
             TableReading& reading) {
  const std::size_t columns = reading.table.columns.size();
  if (barred.cells.size() > columns || 4 * barred.cells.size() < columns) {
    const std::string key(piece_text(output.line(line), barred.cells.front()));
    reading.findings.push_back(row_finding(output, line, reading.table, key,
                                           "it has " + std::to_string(barred.cells.size()) +
                                               " cells, the header has " +
                                               std::to_string(columns)));
  }
  if (4 * barred.cells.size() < columns) return;  // a bound: missing cells cost as much as others
  Row row;
  row.line = line + 1;
  row.cells.resize(columns);
  for (std::size_t i = 0; i < std::min(columns, barred.cells.size()); ++i) {
    row.cells[i] = barred_cell(output.lines[line], barred.cells[i], frame.markdown);
  }
  reading.table.rows.push_back(std::move(row));
}

void set_title_above(const Output& output, std::size_t top, bool markdown, Table& table) {
  if (top > 0 && may_be_title(output, top - 1)) {
    set_title(output, top - 1, table);
  } else if (markdown && output.heading) {
    const std::size_t first_line = table.first_line;
    set_title(output, *output.heading, table);
    // A second table under one heading (another device) has its name, not its line.
    if (*output.heading < output.free_from) table.line = table.first_line = first_line;
  }
}

}  // namespace

std::optional<TableReading> read_barred(const Output& output, std::size_t line) {
  const std::optional<Frame> frame = find_frame(output, line);
  if (!frame) return std::nullopt;
  BarredCells barred;
  split_bars(output.line(frame->header), frame->markdown, barred);
  if (barred.cells.size() < 2) return std::nullopt;
  TableReading reading;
  Table& table = reading.table;
  for (const Piece& piece : barred.cells) {
    table.columns.emplace_back();
    table.columns.back().header =
        barred_cell(output.lines[frame->header], piece, frame->markdown).text;
  }
  table.line = frame->header + 1;
  table.first_line = line + 1;
  set_title_above(output, line, frame->markdown, table);
  std::size_t next = frame->header + 1;
  for (; next < output.lines.size() && !output.conflict[next]; ++next) {
    const bool next_table = output.rule(next) == RuleKind::grid &&
                            output.rule(next - 1) == RuleKind::grid && !table.rows.empty();
    if (next_table) break;
    if (output.rule(next) != RuleKind::none) continue;
    if (!has_bar(output.line(next))) break;
    split_bars(output.line(next), frame->markdown, barred);
    if (!barred.cells.empty()) add_row(output, next, *frame, barred, reading);
  }
  reading.next = next;
  table.last_line = next;
  return reading;
}

}  // namespace daybook
