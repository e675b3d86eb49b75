#include "check/checked_course.h"

#include <utility>

#include "check/each_day.h"
#include "check/verdict.h"

namespace daybook {

namespace {

Verdict judge(Course& course, const LessonFile& file, const fs::path& woven) {
  if (!woven.empty()) {
    const FileResult known = read_file(woven / verdict_file_name(file));
    if (auto verdict = known.ok ? read_verdict(known.bytes, file) : std::nullopt) {
      return std::move(*verdict);
    }
  }
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
