#include "check/table_names.h"

#include <algorithm>

namespace daybook {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

std::string header_of(const Table& table, const std::string& path) {
  const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                   [&](const Column& each) { return each.path == path; });
  return column == table.columns.end() ? path : column->header;
}

std::string numbered_columns(const Table& table, const std::string& slug) {
  std::string names = slug + "~1";
  for (const Column& column : table.columns) {
    if (column.path.starts_with(slug + "~")) names += ", " + column.path;
  }
  return names;
}

std::string lines_of_key(const Table& table, const std::string& key) {
  std::string lines;
  for (const Row& row : table.rows) {
    if (row.key == key) lines += (lines.empty() ? "" : ", ") + std::to_string(row.line);
  }
  return lines;
}

}  // namespace daybook
