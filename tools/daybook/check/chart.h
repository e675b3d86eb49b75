// A chart of a recorded table, as inline SVG: a line over numbers, bars over names. It is drawn
// from the evidence, in classes and currentColor only; the table below it says the same in text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "check/page_words.h"
#include "formats/transcript.h"

namespace daybook {

// "time by per-thread, log x, log y": which columns, on which axes.
struct Chart {
  std::size_t y = 0, x = 0;  // columns of the table
  bool log_x = false, log_y = false;
};
struct ParsedChart {
  Chart chart;
  std::string problem;  // "there is no column 'tme' …; did you mean 'time'?", …
};
// Columns are named as in paths. A chart with nothing to draw is a problem too: no two numbers, or
// a logarithm of what is not positive.
ParsedChart parse_chart(std::string_view text, const Table& table);

struct ChartFrame {
  std::string id;       // of its title and description on the page
  std::string caption;  // its accessible name
  const PageWords* words = nullptr;
};
struct DrawnChart {
  std::string svg;  // "" with fewer than two points
  std::string problem;
};
// Draws the rows printed on these lines of the transcript.
DrawnChart draw_chart(const Chart& chart, const Table& table, const std::vector<std::size_t>& lines,
                      const ChartFrame& frame);

}  // namespace daybook
