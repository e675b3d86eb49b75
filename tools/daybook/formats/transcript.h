// Tables in what a program printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/finding.h"
#include "base/text.h"
#include "formats/quantity.h"

namespace daybook {

struct Cell {
  std::string text;  // trimmed; "" when the row has none
  Span span;         // in the transcript's bytes; empty when the row has none
};

struct Column {
  std::string header;        // as printed: "time (ms)"
  std::string path;          // slug without the bracketed unit: "time"; a repeated one gets "~2"
  std::optional<Unit> unit;  // from the brackets, or of a header that is itself a unit ("GB/s")
  std::string unit_text;     // as printed, known or not
  bool measured = false;     // its header names a time, a rate, a ratio or a %
};

struct Row {
  std::string key;   // first cell
  std::string path;  // slug; "row-N" when empty; a repeated one gets "~2"
  std::size_t line = 0;
  std::vector<Cell> cells;  // as many as columns; cells[0] is the key
};

struct Table {
  std::string title;           // the whole title line, "" without one
  std::string path;            // slug up to the first ": " or ", "; "table-N" without a title
  std::size_t line = 0;        // of the title, else of the header
  std::size_t first_line = 0;  // title, the rule above the header, or header
  std::size_t last_line = 0;   // last row, or the rule that closes the table
  std::vector<Column> columns;
  std::vector<Row> rows;
};

struct Transcript {
  std::vector<Table> tables;
};

// Finds tables ruled with -, =, +--+ or box characters, Markdown tables, CSV and TSV, and what
// Google Benchmark, hyperfine, nvbench, ncu --csv, pytest-benchmark and perf stat print. Colours
// and progress (CR) are left out of cells, never out of the bytes. Findings: transcript-row,
// transcript-conflict-marker, not-text.
Parsed<Transcript> parse_transcript(const Text& text);

// True when the header's unit is a time, a rate, × or %; or when the header holds a %, is one
// quotient
// (`scan/atomic`), starts with `x ` or `×`, or has one of the words time, latency, duration,
// elapsed, rate, bandwidth, throughput, speed, speedup, ratio, percent, vs. Nothing else is
// measured: `threads`, `k range`, `x`, `times`, `size (MB)`. (parse_transcript adds columns whose
// cells carry a time or a rate themselves, and those that a known tool measures.)
bool is_measured_header(std::string_view header, const std::optional<Unit>& unit);

// A line of output as a page may show it: ANSI sequences dropped, text behind the last CR kept.
std::string plain_line(std::string_view line);

}  // namespace daybook
