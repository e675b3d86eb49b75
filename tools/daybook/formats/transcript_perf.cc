// What perf stat prints: for people, with a title and a remark behind each count, and for programs
// (-x,), fields without a header.
#include <algorithm>
#include <tuple>
#include <utility>

#include "formats/column_grid.h"
#include "formats/transcript_reader.h"

namespace daybook {
namespace {

constexpr std::string_view kTitle = "Performance counter stats for";

bool is_event_unit(std::string_view word) {
  return word == "Joules" || find_printed_unit(word).has_value();
}

bool is_missing(std::string_view text) {
  return text == "<not supported>" || text == "<not counted>";
}

// `1.243 K/sec` is one value; of `0.51  insn per cycle` the words are another cell.
std::pair<Cell, Cell> rate_cells(const PrintedLine& line, const Piece& value, const Piece& unit) {
  const std::string_view name = piece_text(line.text, unit);
  if (!find_printed_unit(name)) return {make_cell(line, value), make_cell(line, unit)};
  return {joined_cell(line, value, unit), {}};
}

// A column that no row fills is left out.
void drop_empty_columns(Table& table) {
  for (std::size_t i = table.columns.size(); i-- > 1;) {
    const bool filled = std::any_of(table.rows.begin(), table.rows.end(),
                                    [&](const Row& row) { return !row.cells[i].text.empty(); });
    if (filled) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    table.columns.erase(table.columns.begin() + at);
    for (Row& row : table.rows) row.cells.erase(row.cells.begin() + at);
  }
}

// ---- for people ----
//     1.23 msec task-clock      #    0.812 CPUs utilized    ( +-  0.53% )  (83.33%)
//  0.03144 +- 0.00536 seconds time elapsed  ( +- 17.06% )

// Index of the first word behind the count and its unit; 0 when the line starts with none.
std::size_t count_end(std::string_view line, const std::vector<Piece>& words) {
  const auto word = [&](std::size_t i) {
    return i < words.size() ? piece_text(line, words[i]) : std::string_view();
  };
  const bool missing = word(0) == "<not";
  if (!missing && !parse_decimal(word(0))) return 0;
  std::size_t end = missing ? 2 : 1;
  if (word(end) == "+-") end += 2;
  return is_event_unit(word(end)) ? end + 1 : end;
}

// The two remarks in brackets: how much the count varies from run to run, and for how much of the
// time it was counted.
void set_remarks(const PrintedLine& line, const std::vector<Piece>& words, std::size_t at,
                 Cell& variation, Cell& running) {
  for (; at < words.size(); ++at) {
    const std::string_view word = piece_text(line.text, words[at]);
    if (word == "+-" && at + 1 < words.size()) variation = make_cell(line, words[at + 1]);
    if (!word.starts_with('(') || !word.ends_with("%)")) continue;
    Piece inner = words[at];
    ++inner.begin;
    --inner.end;
    running = make_cell(line, inner);
  }
}

std::optional<Row> row_for_people(const PrintedLine& line, std::vector<Piece>& words) {
  split_words(line.text, words);
  if (words.empty()) return std::nullopt;
  const std::size_t event = count_end(line.text, words);
  if (event == 0) return std::nullopt;
  const auto find = [&](std::size_t from, auto&& holds) {
    while (from < words.size() && !holds(piece_text(line.text, words[from]))) ++from;
    return from;
  };
  const auto is_bracket = [](std::string_view word) { return word.starts_with('('); };
  const std::size_t remarks = find(event, is_bracket);
  const std::size_t hash =
      std::min(remarks, find(event, [](std::string_view word) { return word == "#"; }));
  if (hash <= event) return std::nullopt;
  Row row;
  row.line = line.number;
  row.cells.resize(6);
  row.cells[0] = make_cell(line, span_of(words, event, hash));
  row.cells[1] = make_cell(line, span_of(words, 0, event));
  if (hash + 1 < remarks) {
    std::tie(row.cells[2], row.cells[3]) =
        rate_cells(line, words[hash + 1], span_of(words, hash + 2, remarks));
  }
  set_remarks(line, words, remarks, row.cells[4], row.cells[5]);
  return row;
}

bool is_time_of_all(const Row& row) {
  const std::string& event = row.cells[0].text;
  return event == "time elapsed" || event == "user" || event == "sys";
}

// Behind the counts, and a blank line, only the seconds follow.
TableReading read_for_people(const Output& output, std::size_t line) {
  TableReading reading;
  Table& table = reading.table;
  set_title(output, line, table);
  table.columns = {plain_column("event"),        measured_column("count"),
                   measured_column("rate"),      plain_column("rate of"),
                   measured_column("variation"), measured_column("running")};
  std::vector<Piece> words;
  bool counts_over = false;
  reading.next = line + 1;
  for (std::size_t i = line + 1; i < output.lines.size(); ++i) {
    if (output.is_blank(i)) {
      counts_over = counts_over || !table.rows.empty();
      continue;
    }
    std::optional<Row> row =
        output.is_text(i) ? row_for_people(output.lines[i], words) : std::nullopt;
    if (!row || (counts_over && !is_time_of_all(*row))) break;
    table.rows.push_back(std::move(*row));
    reading.next = i + 1;
  }
  table.last_line = reading.next;
  return reading;
}

// ---- for programs ----
// 0.81,msec,task-clock,0.62%,808350,100.00,0.020,CPUs utilized
// is count, unit, event, variation (only with -r), nanoseconds counted, percentage of the time,
// rate and its unit: perf-stat(1), "CSV FORMAT".

constexpr std::size_t kMostFields = 16;

// The fields of a line that starts as a count does; none of another.
void split_fields(std::string_view line, char separator, std::vector<Piece>& fields) {
  fields.clear();
  if (line.empty() || (line.front() != '<' && (line.front() < '0' || line.front() > '9'))) return;
  for (std::size_t begin = 0; begin <= line.size();) {
    if (fields.size() == kMostFields) return fields.clear();
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    fields.push_back({begin, end, 0, 0});
    begin = end + 1;
  }
}

std::optional<Row> row_for_programs(const PrintedLine& line, char separator,
                                    std::vector<Piece>& fields) {
  split_fields(line.text, separator, fields);
  const auto text = [&](std::size_t i) {
    return i < fields.size() ? piece_text(line.text, fields[i]) : std::string_view();
  };
  const std::string_view count = text(0), unit = text(1), event = text(2);
  if (!is_missing(count) && !parse_decimal(count)) return std::nullopt;
  if (!unit.empty() && !is_event_unit(unit)) return std::nullopt;
  if (event.empty() || looks_numeric(event)) return std::nullopt;
  const bool varies = text(3).ends_with('%');
  const std::size_t time = varies ? 4 : 3;
  const bool counted =
      !text(time).empty() && text(time).find_first_not_of("0123456789") == std::string_view::npos;
  if (!counted || text(time + 1).find('.') == std::string_view::npos) return std::nullopt;
  if (!parse_decimal(text(time + 1))) return std::nullopt;
  Row row;
  row.line = line.number;
  row.cells.resize(7);
  row.cells[0] = make_cell(line, fields[2]);
  row.cells[1] =
      unit.empty() ? make_cell(line, fields[0]) : joined_cell(line, fields[0], fields[1]);
  if (time + 2 < fields.size()) {
    const Piece behind = time + 3 < fields.size() ? fields[time + 3] : Piece{};
    std::tie(row.cells[2], row.cells[3]) = rate_cells(line, fields[time + 2], behind);
  }
  if (varies) row.cells[4] = make_cell(line, fields[3]);
  row.cells[5] = make_cell(line, fields[time + 1]);
  row.cells[6] = make_cell(line, fields[time]);
  return row;
}

std::optional<TableReading> read_for_programs(const Output& output, std::size_t line) {
  TableReading reading;
  Table& table = reading.table;
  std::vector<Piece> fields;
  for (const char separator : {',', ';', '\t'}) {
    for (reading.next = line; output.is_text(reading.next); ++reading.next) {
      auto row = row_for_programs(output.lines[reading.next], separator, fields);
      if (!row) break;
      table.rows.push_back(std::move(*row));
    }
    if (!table.rows.empty()) break;
  }
  if (table.rows.empty()) return std::nullopt;
  table.columns = {plain_column("event"),
                   measured_column("count"),
                   measured_column("rate"),
                   plain_column("rate of"),
                   measured_column("variation"),
                   measured_column("running", "%"),
                   measured_column("run time", "ns")};
  table.line = table.first_line = line + 1;
  table.last_line = reading.next;
  return reading;
}

}  // namespace

std::optional<TableReading> read_performance_counters(const Output& output, std::size_t line) {
  std::optional<TableReading> reading;
  if (trim(output.line(line)).starts_with(kTitle)) {
    reading = read_for_people(output, line);
  } else {
    reading = read_for_programs(output, line);
  }
  if (reading) drop_empty_columns(reading->table);
  return reading;
}

}  // namespace daybook
