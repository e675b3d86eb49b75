// What other tools print that no general rule reads: Google Benchmark's console; and what is known
// of the columns of Google Benchmark's CSV, hyperfine, nvbench, pytest-benchmark and Nsight
// Compute.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "formats/column_grid.h"
#include "formats/transcript_reader.h"

namespace daybook {
namespace {

// ---- Google Benchmark ----
// Name, then two times with their units, then iterations and counters (`items_per_second=1.2M/s`,
// or columns of their own).

constexpr std::size_t kMostCounters = 16;  // a bound: each row pays for every counter of any row

struct BenchmarkRow {
  Row row;
  std::vector<std::pair<std::string, Cell>> counters;
};

// Index of the word that starts the two times; words.size() when there are none.
std::size_t find_times(std::string_view line, const std::vector<Piece>& words) {
  for (std::size_t i = 1; i + 3 < words.size(); ++i) {
    const auto text = [&](std::size_t word) { return piece_text(line, words[word]); };
    if (looks_numeric(text(i)) && !looks_numeric(text(i + 1)) && looks_numeric(text(i + 2)) &&
        !looks_numeric(text(i + 3))) {
      return i;
    }
  }
  return words.size();
}

bool has_times_or_error(std::string_view line, std::vector<Piece>& words) {
  split_words(line, words);
  return find_times(line, words) < words.size() || line.find("ERROR") != std::string_view::npos;
}

BenchmarkRow benchmark_row(const PrintedLine& line, std::size_t columns) {
  std::vector<Piece> words;
  split_words(line.text, words);
  BenchmarkRow result;
  result.row.line = line.number;
  const std::size_t times = find_times(line.text, words);
  if (times == words.size()) {  // `BM_x   ERROR OCCURRED: 'why'`
    std::vector<Piece> chunks;
    split_chunks(line.text, chunks);
    const Piece rest{chunks.size() > 1 ? chunks[1].begin : 0,
                     chunks.size() > 1 ? chunks.back().end : 0, 0, 0};
    result.row.cells = {make_cell(line, chunks.front()), make_cell(line, rest)};
    return result;
  }
  result.row.cells = {make_cell(line, span_of(words, 0, times)),
                      make_cell(line, span_of(words, times, times + 2)),
                      make_cell(line, span_of(words, times + 2, times + 4))};
  for (std::size_t i = times + 4; i < words.size(); ++i) {
    const std::string_view word = piece_text(line.text, words[i]);
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      if (result.row.cells.size() < columns) {
        result.row.cells.push_back(make_cell(line, words[i]));
      }
      continue;
    }
    Piece value = words[i];
    value.begin += equals + 1;
    result.counters.emplace_back(word.substr(0, equals), make_cell(line, value));
  }
  return result;
}

void add_counters(const std::vector<BenchmarkRow>& rows, Table& table) {
  std::map<std::string, std::size_t> places;
  for (const BenchmarkRow& row : rows) {
    for (const auto& [name, cell] : row.counters) {
      if (places.size() < kMostCounters && places.try_emplace(name, table.columns.size()).second) {
        table.columns.push_back(measured_column(name));
      }
    }
  }
  for (const BenchmarkRow& row : rows) {
    table.rows.push_back(row.row);
    table.rows.back().cells.resize(table.columns.size());
    for (const auto& [name, cell] : row.counters) {
      if (const auto place = places.find(name); place != places.end()) {
        table.rows.back().cells[place->second] = cell;
      }
    }
  }
}

// ---- known columns ----

bool has_headers(const Table& table, std::initializer_list<std::string_view> headers) {
  return std::all_of(headers.begin(), headers.end(), [&](std::string_view header) {
    return std::any_of(table.columns.begin(), table.columns.end(),
                       [&](const Column& column) { return column.header == header; });
  });
}

void measure(Table& table, std::initializer_list<std::string_view> headers,
             std::string_view unit = {}) {
  for (Column& column : table.columns) {
    if (std::find(headers.begin(), headers.end(), column.header) == headers.end()) continue;
    column.measured = true;
    column.unit_text = std::string(unit);
  }
}

// pytest-benchmark writes each value with its ratio to the best, `51.4 (1.0)`: two columns.
void split_ratios(Table& table) {
  for (std::size_t i = table.columns.size(); i-- > 1;) {
    const bool all = std::all_of(table.rows.begin(), table.rows.end(), [&](const Row& row) {
      const std::string& text = row.cells[i].text;
      const std::size_t open = text.find(" (");
      return open != std::string::npos && open > 0 && text.back() == ')';
    });
    if (!all) continue;
    const auto at = static_cast<std::ptrdiff_t>(i) + 1;
    table.columns.insert(table.columns.begin() + at,
                         measured_column(table.columns[i].header + " ratio"));
    for (Row& row : table.rows) {
      Cell& cell = row.cells[i];
      const std::size_t open = cell.text.find(" (");
      Cell ratio{cell.text.substr(open + 2, cell.text.size() - open - 3), cell.span};
      ratio.span = {cell.span.end - 1 - ratio.text.size(), cell.span.end - 1};
      cell.text.resize(open);
      cell.span.end = cell.span.begin + open;
      row.cells.insert(row.cells.begin() + at, std::move(ratio));
    }
  }
}

void apply_pytest(Table& table) {
  static constexpr std::string_view kLead = "Name (time in ";
  const std::string_view first = table.columns.front().header;
  if (!first.starts_with(kLead) || first.back() != ')') return;
  const std::string unit(first.substr(kLead.size(), first.size() - kLead.size() - 1));
  measure(table, {"Min", "Max", "Mean", "StdDev", "Median", "IQR"}, unit);
  measure(table, {"Outliers", "OPS", "Rounds", "Iterations"});
  table.columns.front().header = "Name";
  split_ratios(table);
}

// Units that stand in a column of their own go behind the numbers, so that these can be quoted.
void take_unit_column(Table& table, std::string_view unit_header,
                      std::initializer_list<std::string_view> headers) {
  const auto find = [&](std::string_view header) {
    return static_cast<std::size_t>(
        std::find_if(table.columns.begin(), table.columns.end(),
                     [&](const Column& column) { return column.header == header; }) -
        table.columns.begin());
  };
  const std::size_t units = find(unit_header);
  for (const std::string_view header : headers) {
    const std::size_t values = find(header);
    for (Row& row : table.rows) {
      const std::string& unit = row.cells[units].text;
      std::string& value = row.cells[values].text;
      if (find_printed_unit(unit) && parse_decimal(value)) value.append(" ").append(unit);
    }
  }
}

// Google Benchmark's CSV has no title; what stands right above its header are its own remarks.
void apply_benchmark(Table& table) {
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    const std::string& header = table.columns[i].header;
    table.columns[i].measured = header != "label" && !header.starts_with("error_");
  }
  take_unit_column(table, "time_unit", {"real_time", "cpu_time"});
  if (table.title.empty() || table.rows.front().line != table.line + 2) return;
  table.title.clear();
  table.first_line = ++table.line;
}

// `ncu --page raw --csv` gives the units in a row of their own, below the header.
void take_unit_row(Table& table) {
  const Row& row = table.rows.front();
  if (table.rows.size() < 2) return;
  if (table.columns.front().header != "ID" || !row.cells.front().text.empty()) return;
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    table.columns[i].unit_text = row.cells[i].text;
    table.columns[i].measured = table.columns[i].measured || !row.cells[i].text.empty();
  }
  table.rows.erase(table.rows.begin());
}

// A cell that carries a time or a rate itself (`14.6 us`) was measured, whatever its header.
void apply_cell_units(Table& table) {
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    for (const Row& row : table.rows) {
      const std::string& text = row.cells[i].text;
      if (text.empty()) continue;
      const bool bare = text.find_first_not_of("0123456789.,+-eE") == std::string::npos;
      const std::optional<Printed> printed =
          bare ? std::nullopt : parse_printed(text, std::nullopt);
      if (printed && printed->unit && printed->unit->dimension.time != 0) {
        table.columns[i].measured = true;
      }
      break;
    }
  }
}

}  // namespace

std::optional<TableReading> read_benchmark(const Output& output, std::size_t line) {
  if (output.rule(line) != RuleKind::spaced || output.rule(line + 2) != RuleKind::spaced) {
    return std::nullopt;
  }
  std::vector<Piece> words;
  const std::string_view header = output.line(line + 1);
  split_words(header, words);
  static constexpr std::array<std::string_view, 4> kLead = {"Benchmark", "Time", "CPU",
                                                            "Iterations"};
  if (words.size() < kLead.size()) return std::nullopt;
  for (std::size_t i = 0; i < kLead.size(); ++i) {
    if (piece_text(header, words[i]) != kLead[i]) return std::nullopt;
  }
  TableReading reading;
  Table& table = reading.table;
  table.columns = {plain_column("Benchmark")};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string name(piece_text(header, words[i]));
    if (name != "UserCounters...") table.columns.push_back(measured_column(name));
  }
  table.line = line + 2;
  table.first_line = line + 1;
  std::vector<BenchmarkRow> rows;
  std::size_t next = line + 3;
  for (; output.is_text(next); ++next) {
    if (!has_times_or_error(output.line(next), words)) break;
    rows.push_back(benchmark_row(output.lines[next], table.columns.size()));
  }
  add_counters(rows, table);
  reading.next = next;
  table.last_line = next;
  return reading;
}

void apply_known_tool(Table& table) {
  if (has_headers(table, {"command", "mean", "stddev", "median", "user", "system"})) {
    measure(table, {"mean", "stddev", "median", "user", "system", "min", "max"}, "s");
  } else if (has_headers(table, {"name", "iterations", "real_time", "cpu_time", "time_unit"})) {
    apply_benchmark(table);
  } else if (has_headers(table, {"Command", "Relative"})) {
    measure(table, {"Relative"});
  } else if (has_headers(table, {"Samples", "CPU Time", "Noise", "GPU Time"})) {
    measure(table, {"Samples", "CPU Time", "Noise", "GPU Time", "Elem/s", "GlobalMem BW", "BWUtil",
                    "Batch GPU", "Batch", "Cold GPU"});
  } else if (has_headers(table, {"ID", "Process ID", "Kernel Name"})) {
    measure(table, {"Process ID", "Metric Value"});
    take_unit_row(table);
    if (has_headers(table, {"Metric Unit", "Metric Value"})) {
      take_unit_column(table, "Metric Unit", {"Metric Value"});
    }
  } else {
    apply_pytest(table);
  }
  apply_cell_units(table);
}

}  // namespace daybook
