// Lines that rule a table off: dashes, =, +--+--+, |---|, box-drawing characters.
#pragma once

#include <string_view>
#include <vector>

#include "formats/printed_line.h"

namespace daybook {

enum class RuleKind : unsigned char {
  none,
  spaced,  // runs of one character, blanks between them
  grid,    // runs joined by +, | or box corners
};

// At least one run of two, three rule characters in all (a grid without blanks may have runs of
// one).
RuleKind rule_kind(std::string_view line);
// The runs of a spaced rule, in terminal columns.
void split_rule(std::string_view line, std::vector<Piece>& runs);

// Cells between bars (|, │, ┃, ║), as Markdown, psql and box tables print them; outer bars are
// optional. In Markdown `\|` is no bar.
struct BarredCells {
  std::vector<Piece> cells;  // trimmed; only begin and end are set
  bool has_bar = false;
};
void split_bars(std::string_view line, bool backslash_escapes, BarredCells& result);

}  // namespace daybook
