#include "check/checked_course.h"

#include <algorithm>
#include <utility>

#include "check/each_day.h"
#include "check/verdict.h"

namespace daybook {

namespace {

// What weave said of a lesson counts where all holds. What it found wrong or could not prove may be
// another matter by now, with a tool installed since.
bool stands(const Verdict& verdict) {
  return std::all_of(verdict.findings.begin(), verdict.findings.end(),
                     [](const Finding& finding) { return finding.severity == Severity::warning; });
}

Verdict judge(Course& course, const LessonFile& file, const fs::path& woven) {
  const FileResult known =
      woven.empty() ? FileResult() : read_file(woven / verdict_file_name(file));
  const FileResult lesson = known.ok ? course.store().bytes(file.path) : FileResult();
  auto verdict = lesson.ok ? read_verdict(known.bytes, file, lesson.bytes) : std::nullopt;
  if (verdict && stands(*verdict)) return std::move(*verdict);
  return verdict_of(check_lesson(course, file));
}

void check_one(Course& course, const LessonFile& file, const fs::path& woven,
               CheckedCourse& checked) {
  Verdict verdict = judge(course, file, woven);
  checked.coverage.add(verdict.coverage);
  append(checked.findings, std::move(verdict.findings));
}

// In the course's order, whoever checked them.
CheckedCourse check_all(Course& course, const fs::path& woven) {
  const std::vector<std::string>& names = course.day_names();
  std::vector<CheckedCourse> days(names.size());
  each_day(course, names, [&](Course& own, std::size_t day) {
    for (const LessonFile& file : own.lessons_of(names[day], days[day].findings)) {
      check_one(own, file, woven, days[day]);
    }
  });
  CheckedCourse all;
  for (CheckedCourse& day : days) {
    append(all.findings, std::move(day.findings));
    all.coverage.add(day.coverage);
  }
  return all;
}

}  // namespace

CheckedCourse check_course(Course& course, const std::vector<std::string>& names,
                           const fs::path& woven) {
  CheckedCourse checked;
  if (names.empty()) {
    checked = check_all(course, woven);
    append(checked.findings, check_shared_pages(course));
  } else {
    for (const LessonFile& file : course.choose_lessons(names, checked.findings)) {
      check_one(course, file, woven, checked);
    }
  }
  append(checked.findings, course.findings());
  return checked;
}

}  // namespace daybook
