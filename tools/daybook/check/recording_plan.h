// What there is to record: the course's programs and variants as a plan.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "check/bundle.h"
#include "check/course.h"

namespace daybook {

// The units of `day` named in `units`, all of the day's when none is. A unit whose source cannot be
// made (no program, a patch that does not apply) is a finding.
Parsed<RecordingPlan> plan_recording(Course& course, const std::string& day,
                                     const std::vector<std::string>& units);

// The course's own headers that a source of that day takes in, those they take in too.
std::vector<NamedFile> unit_headers(Course& course, const Day& day, std::string_view source);

// A unit's source as it would be recorded today: the program, its variant applied.
struct UnitSource {
  std::string text;     // "" when it cannot be made, and then …
  std::string problem;  // … why, with the file and the hunk, and
  std::string mend;     // what must be mended before anything can be recorded
};
UnitSource unit_source(Course& course, const Day& day, const Program& program,
                       const std::string& variant);

}  // namespace daybook
