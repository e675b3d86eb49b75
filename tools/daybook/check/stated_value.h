// What a page states of evidence beside its quotes, in elements with data-value: where the numbers
// come from, what a recorded run was, which claims hold. Internal to check/.
#pragma once

#include <string>
#include <vector>

#include "check/audit_page.h"
#include "check/checked_lesson.h"
#include "check/course.h"

namespace daybook {

struct StatedValue {
  std::string text;
  std::string href;  // of a link
};
using StatedValues = std::vector<StatedValue>;

// As a page must state them, in its order.
StatedValues run_values(Course& course, const RunRecord& run);
StatedValues origin_values(Course& course, const CheckedLesson& lesson);
// Of one lesson, on the claims page in `language`.
StatedValues claim_values(Course& course, const CheckedLesson& lesson, const std::string& language);

// `file`: where they come from.
void audit_values(PageAudit& audit, const PageText& page, const StatedValues& values,
                  const std::string& file);

// Which of a day's lessons a page in `language` of many lessons names: the one in that language,
// else the original, else any; drafts are none. Null when there is none.
const LessonFile* shown_lesson(Course& course, const std::string& day, const std::string& language);

}  // namespace daybook
