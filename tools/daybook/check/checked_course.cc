#include "check/checked_course.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <set>
#include <thread>
#include <utility>

namespace daybook {

namespace {

// As many lessons pay for a thread's own reading of the course's settings.
constexpr std::size_t kLessonsAThread = 16;

void check_one(Course& course, const LessonFile& file, CheckedCourse& checked) {
  const CheckedLesson lesson = check_lesson(course, file);
  checked.coverage.add(lesson);
  append(checked.findings, lesson.findings);
}

// The days of a course, handed out one by one to whoever asks next.
class Days {
 public:
  explicit Days(const std::vector<std::string>& names) : names_(names), checked_(names.size()) {}

  // Checks days as long as there are some.
  void work(Course& course) {
    for (std::size_t day = next_++; day < names_.size(); day = next_++) {
      for (const LessonFile& file : course.lessons_of(names_[day], checked_[day].findings)) {
        check_one(course, file, checked_[day]);
      }
    }
  }

  // In the course's order, whoever checked them.
  CheckedCourse gather() {
    CheckedCourse all;
    for (CheckedCourse& day : checked_) {
      append(all.findings, std::move(day.findings));
      all.coverage.add(day.coverage);
    }
    return all;
  }

 private:
  const std::vector<std::string>& names_;
  std::vector<CheckedCourse> checked_;  // of each day
  std::atomic<std::size_t> next_ = 0;
};

CheckedCourse check_all(Course& course) {
  Days days(course.day_names());
  const std::size_t threads = std::min<std::size_t>(std::thread::hardware_concurrency(),
                                                    course.day_names().size() / kLessonsAThread);
  std::vector<std::future<std::set<std::string>>> others;
  for (std::size_t i = 1; i < threads; ++i) {
    others.push_back(std::async(std::launch::async, [&] {
      Course own(course.store().root());
      days.work(own);
      return own.store().inputs();
    }));
  }
  days.work(course);
  for (auto& other : others) course.store().add_inputs(other.get());
  return days.gather();
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
