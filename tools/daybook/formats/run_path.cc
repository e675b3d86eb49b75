#include "formats/run_path.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "base/suggest.h"
#include "formats/table_naming.h"

namespace daybook {
namespace {

constexpr std::size_t kMostListed = 12;  // names shown in a message

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// RFC 3986, 2.1. A % that starts no code stands for itself.
std::string percent_decoded(std::string_view part) {
  std::string decoded;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const int high = part[i] == '%' && i + 2 < part.size() ? hex_digit(part[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(part[i + 2]) : -1;
    decoded += low >= 0 ? static_cast<char>(high * 16 + low) : part[i];
    if (low >= 0) i += 2;
  }
  return decoded;
}

bool is_day(std::string_view part) {
  if (!part.starts_with("day")) return false;
  const std::size_t end = part.find_first_not_of("0123456789", 3);
  return end != std::string_view::npos && end > 3 && part[end] == '-';
}

std::optional<RunPath::What> reserved(std::string_view part) {
  if (part == "fact") return RunPath::What::fact;
  if (part == "ptxas") return RunPath::What::ptxas;
  if (part == "sass") return RunPath::What::sass;
  return std::nullopt;
}

// 2 of "gb-s~2", which leaves "gb-s"; 0 without one.
std::size_t number_behind_tilde(std::string_view& part) {
  const std::size_t tilde = part.rfind('~');
  if (tilde == std::string_view::npos || tilde + 1 == part.size()) return 0;
  std::size_t number = 0;
  const char* end = part.data() + part.size();
  const auto [stop, error] = std::from_chars(part.data() + tilde + 1, end, number);
  if (error != std::errc() || stop != end) return 0;
  part = part.substr(0, tilde);
  return number;
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMostListed); ++i) {
    if (i > 0) list += ", ";
    list += names[i];
  }
  if (names.size() > kMostListed) {
    list += ", … (" + std::to_string(names.size()) + " in all)";
  }
  return list;
}

bool shortens(std::string_view part, std::string_view slug) {
  return !part.empty() && slug.size() > part.size() && slug.starts_with(part) &&
         slug[part.size()] == '-';
}

// What a match is sought among: `within` is " in table 'slices'" or "".
struct Sought {
  std::string_view part;
  std::string_view what;
  std::string within;
};

SlugMatch none(const Sought& sought, const std::vector<std::string>& slugs) {
  const std::string what(sought.what);
  SlugMatch match;
  match.problem = "no " + what + " '" + visible(sought.part, 60) + "'" + sought.within;
  if (slugs.empty()) {
    match.problem += "; there is no " + what + " at all";
  } else {
    match.problem += sought.within.empty() ? "; the " : "; its ";
    match.problem += what + "s: " + listed(slugs);
  }
  if (sought.part.size() > 2) match.problem += did_you_mean(sought.part, slugs);
  return match;
}

SlugMatch several(const Sought& sought, const std::vector<std::string>& names) {
  SlugMatch match;
  match.problem = "'" + visible(sought.part, 60) + "' could be any of " +
                  std::to_string(names.size()) + " " + std::string(sought.what) + "s" +
                  sought.within + ": " + listed(names);
  match.ambiguous = true;
  return match;
}

// The slugs that are `base` itself, or, when none is, those that it shortens; `~n` aside.
std::vector<std::size_t> candidates(std::string_view base, const std::vector<std::string>& slugs) {
  std::vector<std::size_t> equal, longer;
  for (std::size_t i = 0; i < slugs.size(); ++i) {
    std::string_view slug = slugs[i];
    number_behind_tilde(slug);
    if (slug == base) equal.push_back(i);
    if (equal.empty() && shortens(base, slug)) longer.push_back(i);
  }
  return equal.empty() ? longer : equal;
}

// The slugs found, in full: the first of equal ones is `key~1`.
std::vector<std::string> full_names(const std::vector<std::size_t>& found,
                                    const std::vector<std::string>& slugs) {
  std::unordered_set<std::string_view> all;
  for (const std::size_t index : found) all.insert(slugs[index]);
  std::vector<std::string> names;
  for (const std::size_t index : found) {
    names.push_back(slugs[index]);
    if (all.count(slugs[index] + "~2") > 0) names.back() += "~1";
  }
  return names;
}

SlugMatch find_slug(const Sought& sought, const std::vector<std::string>& slugs) {
  std::string_view base = sought.part;
  const std::size_t wanted = number_behind_tilde(base);
  std::vector<std::size_t> found = candidates(base, slugs);
  const std::vector<std::string> names = full_names(found, slugs);
  if (wanted > 0) {
    std::vector<std::size_t> numbered;
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::string_view name = names[i];
      if (number_behind_tilde(name) == wanted) numbered.push_back(found[i]);
    }
    if (numbered.size() == 1) return {numbered.front(), {}};
    return none(sought, found.empty() ? slugs : names);
  }
  if (found.size() == 1) return {found.front(), {}};
  return found.empty() ? none(sought, slugs) : several(sought, names);
}

template <typename Item>
std::vector<std::string> paths_of(const std::vector<Item>& items) {
  std::vector<std::string> paths;
  paths.reserve(items.size());
  for (const Item& item : items) paths.push_back(item.path);
  return paths;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string path;
  for (const std::string& part : parts) path += (path.empty() ? "" : "/") + part;
  return path;
}

Located problem(std::string text) {
  Located located;
  located.problem = std::move(text);
  return located;
}

Located problem(const SlugMatch& match) {
  Located located = problem(match.problem);
  located.ambiguous = match.ambiguous;
  return located;
}

// What a whole path looks like, with this table's own first names.
std::string example(const Table& table) {
  const std::string row = table.rows.empty() ? "row" : table.rows.front().path;
  const std::string column = table.columns.size() < 2 ? "column" : table.columns[1].path;
  return table.path + "/" + row + "/" + column;
}

CellPlace cell_place(const Table& table, const Row& row, std::size_t column) {
  return {&table, &row, &table.columns[column],
          column < row.cells.size() ? &row.cells[column] : nullptr, column};
}

}  // namespace

RunPath parse_run_path(
    std::string_view text,
    const std::function<bool(const std::string& day, const std::string& part)>& is_unit) {
  RunPath path;
  if (text.starts_with("run:")) text.remove_prefix(4);
  if (text.starts_with("run@") || text.starts_with('@')) {
    const std::size_t at = text.find('@') + 1;
    const std::size_t colon = std::min(text.find(':', at), text.size());
    path.card = percent_decoded(text.substr(at, colon - at));
    text.remove_prefix(std::min(colon + 1, text.size()));
  }
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size() && !text.empty();) {
    const std::size_t slash = std::min(text.find('/', at), text.size());
    parts.push_back(percent_decoded(text.substr(at, slash - at)));
    at = slash + 1;
  }
  std::size_t first = 0;
  if (!parts.empty() && is_day(parts.front())) path.day = parts[first++];
  if (first < parts.size() && is_unit && is_unit(path.day, parts[first])) {
    // Two parts behind it name nothing in a unit, yet a row and a column of a table of that name.
    const std::size_t behind = parts.size() - first - 1;
    if (behind != 2 || reserved(parts[first + 1])) path.unit = parts[first++];
  }
  if (first < parts.size()) {
    if (const std::optional<RunPath::What> what = reserved(parts[first])) {
      path.what = *what;
      ++first;
    }
  }
  path.parts.assign(parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end());
  return path;
}

SlugMatch match_slug(std::string_view part, const std::vector<std::string>& slugs,
                     std::string_view what) {
  std::vector<std::string> numbered = slugs;
  std::vector<std::string*> paths;
  for (std::string& slug : numbered) paths.push_back(&slug);
  number_repeated(paths);
  return find_slug({part, what, ""}, numbered);
}

Located locate(const Transcript& transcript, const std::vector<std::string>& parts) {
  if (parts.empty()) return problem("the path names no table");
  const SlugMatch table_match = find_slug({parts[0], "table", ""}, paths_of(transcript.tables));
  if (!table_match.index) return problem(table_match);
  const Table& table = transcript.tables[*table_match.index];
  Located located;
  if (parts.size() == 1) {
    located.cells.push_back({&table, nullptr, nullptr, nullptr, 0});
    return located;
  }
  if (parts.size() != 3) {
    return problem("'" + visible(joined(parts), 80) + "' has " + std::to_string(parts.size()) +
                   " parts; a table, a row and a column are needed, as in '" + example(table) +
                   "'");
  }
  const std::string within = " in table '" + table.path + "'";
  const SlugMatch column = find_slug({parts[2], "column", within}, paths_of(table.columns));
  if (parts[1] == "*") {
    if (!column.index) return problem(column);
    for (const Row& row : table.rows) {
      located.cells.push_back(cell_place(table, row, *column.index));
    }
    return located;
  }
  const SlugMatch row = find_slug({parts[1], "row", within}, paths_of(table.rows));
  if (!row.index) return problem(row);
  if (!column.index) return problem(column);
  located.cells.push_back(cell_place(table, table.rows[*row.index], *column.index));
  return located;
}

}  // namespace daybook
