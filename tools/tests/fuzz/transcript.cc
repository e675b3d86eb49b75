// Tables in what a program printed, and the compiler's reports.
#include "formats/transcript.h"
#include "formats/device_report.h"
#include "formats/run_path.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  const Text text("run-1.txt", std::string(as_text(data, size)));
  const auto parsed = parse_transcript(text);
  require_sound(parsed.findings);
  for (const Table& table : parsed.value.tables) {
    require(table.first_line >= 1 && table.first_line <= table.last_line &&
                table.last_line <= text.line_count(),
            "a table lies inside its transcript");
    for (const Row& row : table.rows) {
      require(row.cells.size() == table.columns.size(), "a row has a cell for each column");
      require(row.line >= table.first_line && row.line <= table.last_line,
              "a row lies inside its table");
      for (const Cell& cell : row.cells) require_inside(cell.span, size);
    }
  }
  for (const Table& table : parsed.value.tables) {
    if (table.rows.empty() || table.columns.empty()) continue;
    locate(parsed.value, {table.path, "*", table.columns.back().path});
    locate(parsed.value, {table.path, table.rows.back().path, "*"});
  }
  for (std::size_t number = 1; number <= text.line_count(); ++number) plain_line(text.line(number));
  for (const auto& kernel : parse_ptxas(text)) {
    require(kernel.line >= 1 && kernel.line <= text.line_count(), "a figure has its line");
  }
  for (const auto& kernel : parse_sass(text)) {
    require(kernel.first_line <= kernel.last_line && kernel.last_line <= text.line_count(),
            "machine code lies inside its listing");
  }
  const std::string stripped = strip_sass(text.bytes());
  unmangle(text.bytes());
  return 0;
}
