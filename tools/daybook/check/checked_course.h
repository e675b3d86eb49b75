// All lessons held against the truth, on all cores.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "check/checked_lesson.h"
#include "check/course.h"

namespace daybook {

struct CheckedCourse {
  Findings findings;  // of the course too, in no order; the same may stand there more than once
  Coverage coverage;
};

// What `weave` left in the folder `woven` (verdict.h) stands for a check of its lesson; "" for
// none. `names` as Course::choose_lessons takes them; without one, the pages that are no lesson's
// are checked too, and the days are shared out among all cores (each_day).
CheckedCourse check_course(Course& course, const std::vector<std::string>& names,
                           const fs::path& woven = {});

}  // namespace daybook
