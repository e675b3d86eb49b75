#include "check/checked_course.h"

#include <utility>

#include "check/each_day.h"

namespace daybook {

namespace {

void check_one(Course& course, const LessonFile& file, CheckedCourse& checked) {
  const CheckedLesson lesson = check_lesson(course, file);
  checked.coverage.add(lesson);
  append(checked.findings, lesson.findings);
}

// In the course's order, whoever checked them.
CheckedCourse check_all(Course& course) {
  const std::vector<std::string>& names = course.day_names();
  std::vector<CheckedCourse> days(names.size());
  each_day(course, names, [&](Course& own, std::size_t day) {
    for (const LessonFile& file : own.lessons_of(names[day], days[day].findings)) {
      check_one(own, file, days[day]);
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

CheckedCourse check_course(Course& course, const std::vector<std::string>& names) {
  CheckedCourse checked;
  if (names.empty()) {
    checked = check_all(course);
    append(checked.findings, check_shared_pages(course));
  } else {
    for (const LessonFile& file : course.choose_lessons(names, checked.findings)) {
      check_one(course, file, checked);
    }
  }
  append(checked.findings, course.findings());
  return checked;
}

}  // namespace daybook
