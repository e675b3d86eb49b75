#include "check/each_day.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

namespace daybook {

namespace {

// So many days pay for a thread's own reading of the course's settings.
constexpr std::size_t kDaysAThread = 8;

}  // namespace

void each_day(Course& course, const std::vector<std::string>& days,
              const std::function<void(Course& own, std::size_t day)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto work_on = [&](Course& own) {
    for (std::size_t day = next++; day < days.size(); day = next++) work(own, day);
  };
  const std::size_t threads =
      std::min<std::size_t>(std::thread::hardware_concurrency(), days.size() / kDaysAThread);
  std::vector<std::future<Store::Reading>> others;
  for (std::size_t i = 1; i < threads; ++i) {
    others.push_back(std::async(std::launch::async, [&] {
      Course own(course.store().root());
      work_on(own);
      return own.store().reading();
    }));
  }
  work_on(course);
  for (auto& other : others) course.store().add_reading(other.get());
}

}  // namespace daybook
