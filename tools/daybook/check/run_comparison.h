// Two recorded runs of one unit held against each other: what must be equal, what got faster or
// slower, and which claims would change.
#pragma once

#include <string>
#include <vector>

#include "check/course.h"

namespace daybook {

// FASTER and SLOWER for times and rates; HIGHER and LOWER for what has no better side.
enum class Verdict { same, faster, slower, higher, lower, ambiguous };
std::string_view verdict_word(Verdict verdict);  // "SAME", …

struct ComparedCell {
  std::string path;
  std::string before, after;  // medians as printed
  Verdict verdict = Verdict::same;
  long double change = 0;  // (after - before) / before
};

struct ChangedClaim {
  Place place;
  std::string words;
  bool held = false;   // with the first run
  bool holds = false;  // with the second
};

struct RunComparison {
  bool comparable = false;
  std::string why_not;                   // NOT-COMPARABLE: another unit or card, edited
  std::string mend;                      // of that, "" when `why_not` says it all
  std::vector<std::string> differences;  // in what must be equal
  std::vector<ComparedCell> cells;       // measured ones, in transcript order
  std::vector<ChangedClaim> claims;      // of every lesson of the day
};

// Intervals are [smallest, third quartile] around the medians over each run's repetitions. They
// decide when they lie at least 0.5 % apart; SAME needs medians within 0.5 % and an overlap of half
// the narrower one; else AMBIGUOUS. Source: nvbench's robust comparison rule.
// `across_cards`: compare runs of different cards too.
RunComparison compare_runs(Course& course, const RunRecord& before, const RunRecord& after,
                           bool across_cards);

}  // namespace daybook
