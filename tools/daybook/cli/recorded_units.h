// What `record` and `import` do alike once results are there: keep what is accepted, put the rest
// aside with its reason, and say what it means for the lessons.
#pragma once

#include "check/import.h"
#include "cli/output.h"

namespace daybook {

// The units of the days named, of all days when none is. A day or unit that is unknown is a
// finding.
Parsed<RecordingPlan> plan_units(Course& course, const std::vector<std::string>& names);

struct Keeping {
  bool keep = true;      // false writes nothing and prints the tables
  fs::path signing_key;  // signs what is kept; empty: unsigned
};

// Writes accepted units below evidence/, rejected ones below build/rejected/; prints a line each,
// then the claims that the new runs make false.
int take_in(Course& course, Parsed<Import> imported, const Keeping& keeping);
Keeping keeping_of(const Invocation& invocation);

}  // namespace daybook
