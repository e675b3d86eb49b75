// Paths to what a run printed: run:[<day>/][<unit>/]<table>/<row>/<column> (README, "Paths").
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "formats/transcript.h"

namespace daybook {

// The path, taken apart as far as its text alone tells. Day and unit are told by the caller's
// knowledge: `is_unit` says whether a name is a unit of the (given or own) day. Parts are
// percent-decoded. A unit's name with just two parts behind it is a table's name instead, for a
// unit and two parts lead nowhere, and programs are often named as their first table is.
struct RunPath {
  std::string card;  // of run@card:…
  std::string day;   // "" : the lesson's own
  std::string unit;  // "" : the day's first program
  enum class What { value, fact, ptxas, sass } what = What::value;
  std::vector<std::string> parts;  // table, row, column | fact name | kernel, figure | kernel
};

// `text` is what stands behind "run:" or "run@card:" (pass that too), or inside {…} of a formula.
RunPath parse_run_path(
    std::string_view text,
    const std::function<bool(const std::string& day, const std::string& part)>& is_unit);

// A part matches a slug when equal, or when it is a unique prefix that ends at a hyphen. Answers
// the index; or nothing, with `problem` naming the candidates or the nearest.
struct SlugMatch {
  std::optional<std::size_t> index;
  std::string problem;
  bool ambiguous = false;  // several fit
};
// Equal slugs carry "~2", "~3" from the second on, or are counted as if they did; a bare `part`
// that names the first of several equal ones is a problem that lists them: that one is "~1". `what`
// is the kind in the singular: "kernel".
SlugMatch match_slug(std::string_view part, const std::vector<std::string>& slugs,
                     std::string_view what);

// Where a path leads in a transcript. Column "" and row "" are for callers that quote whole tables.
struct CellPlace {
  const Table* table = nullptr;
  const Row* row = nullptr;
  const Column* column = nullptr;
  const Cell* cell = nullptr;
  std::size_t column_index = 0;
};
struct Located {
  std::vector<CellPlace> cells;  // one; several when a part is '*', in transcript order
  std::string problem;
  bool ambiguous = false;  // several fit
};
// `parts` is a table alone (cells stay empty but one with `table` set) or table, row and column.
Located locate(const Transcript& transcript, const std::vector<std::string>& parts);

}  // namespace daybook
