// Names for what a reader of tables found: paths, keys, units and kinds of columns (README,
// "Paths").
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/transcript.h"

namespace daybook {

// A header taken apart. Brackets at its end hold a unit when they hold one that is known, a word
// with a '/' (`ns/iter`), or at most two letters (`J`, `kW`); other brackets belong to the name.
struct HeaderParts {
  std::string_view name;  // without the bracketed unit
  std::string_view unit;  // "" when the header has none
};
HeaderParts split_header(std::string_view header);

// Expects titles, headers and cells; fills in every path, key, unit and kind. A column whose unit
// or kind its reader already knew keeps it. `position` counts the transcript's tables from 1.
void name_table(Table& table, std::size_t position);
// The second of equal paths gets "~2", the third "~3".
void number_repeated(std::vector<std::string*>& paths);

}  // namespace daybook
