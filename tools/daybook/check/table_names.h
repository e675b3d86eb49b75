// How messages name the columns and rows of a recorded table.
#pragma once

#include <string>
#include <vector>

#include "formats/transcript.h"

namespace daybook {

std::string listed(const std::vector<std::string>& names);  // "'n', 'time (us)'"
// The header of the column with this path; the path itself when there is none.
std::string header_of(const Table& table, const std::string& path);
// The paths of columns with one slug: "steps~1, steps~2".
std::string numbered_columns(const Table& table, const std::string& slug);
// The transcript's lines of the rows with one key: "6, 9".
std::string lines_of_key(const Table& table, const std::string& key);

}  // namespace daybook
