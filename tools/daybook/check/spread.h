// Five runs of one program held against each other: what must be equal, what may move and by how
// much, and which run is shown.
#pragma once

#include <string>
#include <vector>

#include "formats/provenance.h"
#include "formats/transcript.h"

namespace daybook {

// True when a column's values are measurements: by its header, or by an entry "table/column" of
// the lesson's `measured:` (parts may be shortened as in paths).
bool is_measured_column(const Table& table, const Column& column,
                        const std::vector<std::string>& listed);

// Where two transcripts differ in what must be equal: tables, rows, exact columns. One line each,
// with the path and both values; empty when nothing differs. `of_first` and `of_second` name the
// two in the messages ("run 1").
std::vector<std::string> exact_differences(const Transcript& first, const std::string& of_first,
                                           const Transcript& second, const std::string& of_second,
                                           const std::vector<std::string>& listed);

struct Spread {
  std::vector<CellSpread> cells;  // of each measured cell that is a number in every run
  int published = 1;              // the run nearest to all medians: the smallest sum of
                                  // |x - median| / |median|; of equal ones the first
};

// The runs must not differ (exact_differences). Median, min and max stand as printed; of an even
// number of runs the median is the lower middle one.
Spread measure_spread(const std::vector<Transcript>& runs, const std::vector<std::string>& listed);

}  // namespace daybook
