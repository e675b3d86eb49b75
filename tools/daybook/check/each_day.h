// Work on all days of a course, on all cores.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "check/course.h"

namespace daybook {

// Calls `work` once for each index of `days`, in any order. Many days are shared out among as many
// threads as there are cores; each thread has its own reading of the course from disk, which it
// hands to `work`, and what it read counts as read by `course`.
void each_day(Course& course, const std::vector<std::string>& days,
              const std::function<void(Course& own, std::size_t day)>& work);

}  // namespace daybook
