#include "formats/table_naming.h"

#include <algorithm>
#include <array>

#include "formats/slug.h"

namespace daybook {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_letter_or_digit(char c) { return is_letter(c) || (c >= '0' && c <= '9') || (c & 0x80); }

bool is_unit_text(std::string_view text) {
  if (text.empty()) return false;
  if (find_printed_unit(text)) return true;
  if (text.find_first_of(" \t") != std::string_view::npos) return false;
  if (text.find('/') != std::string_view::npos) return true;
  return text.size() <= 2 && std::all_of(text.begin(), text.end(), is_letter);
}

// `a/b` stands in the name as a whole word: text on both sides, one slash.
bool has_quotient(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || name.find('/', slash + 1) != std::string_view::npos) {
    return false;
  }
  const std::string_view left = trim(name.substr(0, slash));
  const std::string_view right = trim(name.substr(slash + 1));
  return !left.empty() && !right.empty() && is_letter_or_digit(left.back()) &&
         is_letter_or_digit(right.front());
}

bool names_measurement(const std::string& slug) {
  static constexpr std::array<std::string_view, 12> kWords = {
      "time",       "latency", "duration", "elapsed", "rate",    "bandwidth",
      "throughput", "speed",   "speedup",  "ratio",   "percent", "vs"};
  for (std::size_t at = 0; at < slug.size();) {
    const std::size_t end = std::min(slug.find('-', at), slug.size());
    const std::string_view word = std::string_view(slug).substr(at, end - at);
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return true;
    at = end + 1;
  }
  return false;
}

// `x slower`, `× copy`, and × alone; x alone is a coordinate.
bool starts_with_times(std::string_view name) {
  if (name == "×") return true;
  return name.starts_with("x ") || name.starts_with("X ") || name.starts_with("× ");
}

bool measures(const Unit& unit) { return unit.dimension.time != 0 || unit.ratio; }

bool is_per_second(std::string_view text) {
  return text.ends_with("/s") || text.ends_with("/sec") || text.ends_with("/second");
}

// Whether `a/b` in a unit has a time on one side: `ns/iter`, `elem/s`.
bool has_time_side(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const std::optional<Unit> over = find_unit(trim(text.substr(0, slash)));
  return is_per_second(text) || (over && over->dimension.time != 0);
}

std::string numbered(std::string path, std::string_view otherwise, std::size_t position) {
  if (!path.empty()) return path;
  return std::string(otherwise) + "-" + std::to_string(position);
}

void name_column(Column& column, std::size_t position) {
  const HeaderParts parts = split_header(column.header);
  column.path = numbered(make_slug(parts.name), "column", position);
  if (column.unit_text.empty()) column.unit_text = std::string(parts.unit);
  if (!column.unit) column.unit = find_printed_unit(column.unit_text);
  column.measured = column.measured || is_measured_header(column.header, column.unit);
}

std::string title_path(const std::string& title) {
  const std::size_t end = std::min(title.find(": "), title.find(", "));
  return make_slug(std::string_view(title).substr(0, end));
}

}  // namespace

HeaderParts split_header(std::string_view header) {
  header = trim(header);
  // Of a header that is a unit, a bare x or B is more likely a name, and so is a word ("times").
  const std::optional<Unit> whole = find_unit(header);
  if (whole &&
      (header == "%" || header == "×" || (!whole->ratio && header.size() > 1) || header == "s")) {
    return {header, header};
  }
  if (header.empty() || (header.back() != ')' && header.back() != ']')) return {header, {}};
  const std::size_t open = header.rfind(header.back() == ')' ? '(' : '[');
  if (open == std::string_view::npos) return {header, {}};
  const std::string_view inner = trim(header.substr(open + 1, header.size() - open - 2));
  if (!is_unit_text(inner)) return {header, {}};
  return {trim(header.substr(0, open)), inner};
}

bool is_measured_header(std::string_view header, const std::optional<Unit>& unit) {
  if (unit && measures(*unit)) return true;
  if (header.find('%') != std::string_view::npos) return true;
  const HeaderParts parts = split_header(header);
  if (has_time_side(parts.unit)) return true;
  if (starts_with_times(parts.name) || has_quotient(parts.name)) return true;
  return names_measurement(make_slug(parts.name));
}

void number_repeated(std::vector<std::string*>& paths) {
  std::stable_sort(paths.begin(), paths.end(),
                   [](const std::string* a, const std::string* b) { return *a < *b; });
  for (std::size_t first = 0; first < paths.size();) {
    std::size_t next = first + 1;
    while (next < paths.size() && *paths[next] == *paths[first]) {
      ++next;
    }
    for (std::size_t i = first + 1; i < next; ++i) {
      *paths[i] += "~" + std::to_string(i - first + 1);
    }
    first = next;
  }
}

void name_table(Table& table, std::size_t position) {
  table.path = numbered(title_path(table.title), "table", position);
  std::vector<std::string*> paths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    name_column(table.columns[i], i + 1);
    paths.push_back(&table.columns[i].path);
  }
  number_repeated(paths);
  paths.clear();
  paths.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    Row& row = table.rows[i];
    row.key = row.cells.front().text;
    row.path = numbered(make_slug(row.key), "row", i + 1);
    paths.push_back(&row.path);
  }
  number_repeated(paths);
}

}  // namespace daybook
