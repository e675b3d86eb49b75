// Quotes that leave lines out: a written block with elision lines against the whole truth.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace daybook {

using IsElision = std::function<bool(const std::string& line)>;

// One line of what the quote should be: a line of the truth, or an elision as it was written.
struct ExpectedLine {
  std::string text;
  std::size_t truth_index = 0;  // index into the truth; of an elision: of its first left-out line
  bool elision = false;
};

struct ElidedMatch {
  bool holds = false;
  // What a mended quote says: elisions whose neighbours occur once and in order are kept, others
  // written in full.
  std::vector<ExpectedLine> expected;
  std::size_t written_in_full = 0;  // elisions that could not be kept
};

// An elision stands for one or more left-out lines; the first match wins. Quadratic at worst in the
// number of written lines times truth lines.
ElidedMatch match_elided(const std::vector<std::string>& written,
                         const std::vector<std::string>& truth, const IsElision& is_elision);

}  // namespace daybook
