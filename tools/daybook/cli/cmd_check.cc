// daybook check: every quote, number and claim against its source and its evidence.
#include <utility>

#include "check/checked_lesson.h"
#include "cli/output.h"

namespace daybook {

namespace {

Finding nothing_checked() {
  Finding finding =
      make_finding("nothing-checked", {}, "nothing was checked: no lesson quotes anything");
  finding.mend = "list lessons in course.yaml, and let them quote code or results";
  return finding;
}

}  // namespace

int run_check(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  Findings findings = course->findings();
  Coverage coverage;
  for (const LessonFile& file : course->choose_lessons(invocation.names, findings)) {
    const CheckedLesson lesson = check_lesson(*course, file);
    coverage.add(lesson);
    append(findings, lesson.findings);
  }
  if (invocation.names.empty()) append(findings, check_shared_pages(*course));
  if (coverage.total() == 0 && exit_status(findings, false) == kHolds) {
    findings.push_back(nothing_checked());
  }
  sort_findings(findings);
  drop_repeated(findings);
  const int status = exit_status(findings, invocation.strict);
  print_findings(findings, coverage.words() + ": " + verdict_words(findings),
                 invocation.get("--format", "text"), status);
  return status;
}

}  // namespace daybook
