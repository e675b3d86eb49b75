// What the readers of each kind of table share. A reader looks at one line and answers the table
// that starts there, or nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "formats/printed_line.h"
#include "formats/rule_line.h"
#include "formats/transcript.h"

namespace daybook {

// Lines count from 0 here.
struct Output {
  const Text& text;
  PrintedLines lines;
  std::vector<RuleKind> rules;  // of each line
  std::vector<bool> conflict;   // lines of a conflict marker
  std::size_t free_from = 0;    // lines before this one belong to tables already found
  // The last Markdown heading passed, for nvbench, which leaves a blank line below it.
  std::optional<std::size_t> heading;

  explicit Output(const Text& transcript);
  std::string_view line(std::size_t index) const { return lines[index].text; }
  bool is_blank(std::size_t index) const { return is_blank_line(lines[index].text); }
  // A line of text: it is there, is not blank, no rule and no conflict marker.
  bool is_text(std::size_t index) const;
  RuleKind rule(std::size_t index) const;  // none behind the end
};

// A table without rows is none: only `next` counts then.
struct TableReading {
  Table table;           // title, headers, cells and lines; names come later (table_naming.h)
  std::size_t next = 0;  // the first line not read
  Findings findings;
};
using Reader = std::optional<TableReading> (*)(const Output&, std::size_t line);

std::optional<TableReading> read_performance_counters(const Output& output, std::size_t line);
std::optional<TableReading> read_benchmark(const Output& output, std::size_t line);
std::optional<TableReading> read_barred(const Output& output, std::size_t line);
std::optional<TableReading> read_ruled(const Output& output, std::size_t line);
std::optional<TableReading> read_delimited(const Output& output, std::size_t line);

Cell make_cell(const PrintedLine& line, const Piece& piece);
// A value whose unit stands in a piece of its own behind it: "0.81 msec".
Cell joined_cell(const PrintedLine& line, const Piece& value, const Piece& unit);
// The words [first, last) and what stands between them.
Piece span_of(const std::vector<Piece>& words, std::size_t first, std::size_t last);
Column plain_column(std::string header);
Column measured_column(std::string header, std::string unit = {});
// Sets the title from the line at `line`, and the table's first line.
void set_title(const Output& output, std::size_t line, Table& table);
// May the line stand as a title: text that belongs to no table and is no remark of a profiler.
bool may_be_title(const Output& output, std::size_t line);
// What the tools of FORMATS.md are known to print: units that stand elsewhere than in the header,
// columns that change from run to run.
void apply_known_tool(Table& table);
// The finding about one row. `row` is its key, `problem` what is unclear.
Finding row_finding(const Output& output, std::size_t line, const Table& table,
                    std::string_view row, const std::string& problem);

}  // namespace daybook
