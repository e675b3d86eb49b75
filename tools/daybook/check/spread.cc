#include "check/spread.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "formats/quantity.h"
#include "formats/run_path.h"

namespace daybook {

namespace {

constexpr std::size_t kShownDifferences = 20;

bool names(std::string_view part, const std::string& path) {
  return match_slug(part, {path}, "").index.has_value();
}

std::string cell_text(const Row& row, std::size_t column) {
  return column < row.cells.size() ? row.cells[column].text : "";
}

// Compares one pair of transcripts; stops collecting once enough is shown.
class Comparison {
 public:
  Comparison(const std::string& of_first, const std::string& of_second,
             const std::vector<std::string>& listed)
      : of_first_(of_first), of_second_(of_second), listed_(listed) {}

  std::vector<std::string> compare(const Transcript& first, const Transcript& second) {
    if (differ("number of tables", std::to_string(first.tables.size()),
               std::to_string(second.tables.size()))) {
      return std::move(differences_);
    }
    for (std::size_t i = 0; i < first.tables.size(); ++i) {
      compare_tables(first.tables[i], second.tables[i]);
    }
    return std::move(differences_);
  }

 private:
  bool differ(const std::string& what, const std::string& first, const std::string& second) {
    if (first == second) return false;
    if (differences_.size() < kShownDifferences) {
      differences_.push_back(what + ": '" + visible(first, 60) + "' in " + of_first_ + ", '" +
                             visible(second, 60) + "' in " + of_second_);
    }
    return true;
  }

  void compare_tables(const Table& first, const Table& second) {
    if (differ("title of " + first.path, first.path, second.path)) return;
    if (differ("number of columns of " + first.path, std::to_string(first.columns.size()),
               std::to_string(second.columns.size())) ||
        differ("number of rows of " + first.path, std::to_string(first.rows.size()),
               std::to_string(second.rows.size()))) {
      return;
    }
    for (std::size_t column = 0; column < first.columns.size(); ++column) {
      const Column& header = first.columns[column];
      if (differ("header of " + first.path, header.header, second.columns[column].header)) continue;
      if (is_measured_column(first, header, listed_)) continue;
      for (std::size_t row = 0; row < first.rows.size(); ++row) {
        differ(first.path + "/" + first.rows[row].path + "/" + header.path,
               cell_text(first.rows[row], column), cell_text(second.rows[row], column));
      }
    }
  }

  const std::string& of_first_;
  const std::string& of_second_;
  const std::vector<std::string>& listed_;
  std::vector<std::string> differences_;
};

struct Measurement {
  long double value = 0;
  std::string text;
};

std::optional<Measurement> read_measurement(const Transcript& run, std::size_t table,
                                            std::size_t row, std::size_t column) {
  if (table >= run.tables.size() || row >= run.tables[table].rows.size()) return std::nullopt;
  const Column& header = run.tables[table].columns[column];
  const std::string text = cell_text(run.tables[table].rows[row], column);
  const auto printed = parse_printed(text, header.unit);
  if (!printed || !printed->number.special.empty()) return std::nullopt;
  const long double scale = printed->unit ? printed->unit->scale() : 1.0L;
  return Measurement{printed->number.value() * scale, text};
}

// How far from the median, in parts of it. A median of zero has no parts: any other value counts 1.
long double distance(long double value, long double median) {
  if (value == median) return 0;
  return median == 0 ? 1 : std::fabs(value - median) / std::fabs(median);
}

}  // namespace

bool is_measured_column(const Table& table, const Column& column,
                        const std::vector<std::string>& listed) {
  if (column.measured) return true;
  return std::any_of(listed.begin(), listed.end(), [&](const std::string& entry) {
    const std::size_t slash = entry.rfind('/');
    if (slash == std::string::npos) return false;
    return names(std::string_view(entry).substr(0, slash), table.path) &&
           names(std::string_view(entry).substr(slash + 1), column.path);
  });
}

std::vector<std::string> exact_differences(const Transcript& first, const std::string& of_first,
                                           const Transcript& second, const std::string& of_second,
                                           const std::vector<std::string>& listed) {
  return Comparison(of_first, of_second, listed).compare(first, second);
}

Spread measure_spread(const std::vector<Transcript>& runs, const std::vector<std::string>& listed) {
  Spread spread;
  if (runs.empty()) return spread;
  std::vector<long double> distances(runs.size(), 0);
  for (std::size_t t = 0; t < runs.front().tables.size(); ++t) {
    const Table& table = runs.front().tables[t];
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (!is_measured_column(table, table.columns[c], listed)) continue;
      for (std::size_t r = 0; r < table.rows.size(); ++r) {
        std::vector<Measurement> values;
        for (const Transcript& run : runs) {
          if (const auto value = read_measurement(run, t, r, c)) values.push_back(*value);
        }
        if (values.size() != runs.size()) continue;
        std::vector<Measurement> ordered = values;
        std::stable_sort(
            ordered.begin(), ordered.end(),
            [](const Measurement& a, const Measurement& b) { return a.value < b.value; });
        const Measurement& median = ordered[(ordered.size() - 1) / 2];
        spread.cells.push_back({table.path + "/" + table.rows[r].path + "/" + table.columns[c].path,
                                median.text, ordered.front().text, ordered.back().text});
        for (std::size_t i = 0; i < runs.size(); ++i) {
          distances[i] += distance(values[i].value, median.value);
        }
      }
    }
  }
  // Sums that differ by rounding only are equal.
  constexpr long double kRounding = 1e-12L;
  std::size_t best = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (distances[i] < distances[best] - kRounding) best = i;
  }
  spread.published = static_cast<int>(best) + 1;
  return spread;
}

}  // namespace daybook
