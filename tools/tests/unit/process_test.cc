// Other programs: what they are given, and children that do not take it.
#include "base/process.h"

#include <gtest/gtest.h>

#include <thread>

namespace daybook {
namespace {

Command command(std::vector<std::string> arguments) {
  Command made;
  made.arguments = std::move(arguments);
  return made;
}

TEST(Process, TakesItsInputOnceItRuns) {
  Command cat = command({"cat"});
  int asked = 0;
  cat.input = "not this";
  cat.late_input = [&] {
    ++asked;
    return std::string("late\n");
  };
  const ProcessResult result = run_process(cat);
  EXPECT_EQ(result.output, "late\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(asked, 1);
}

TEST(Process, ThatIsNotThereAsksForNoInput) {
  Command none = command({"/no/such/program"});
  none.late_input = [] {
    ADD_FAILURE() << "asked";
    return std::string();
  };
  EXPECT_FALSE(run_process(none).started);
}

// Each child ends without reading what it is given. A pipe that breaks in one thread concerns no
// other, whichever ends first.
TEST(Process, ThatReadsNothingEndsNobodyElse) {
  const std::string much(1 << 20, 'x');
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 25; ++round) {
        Command deaf = command({"true"});
        deaf.input = much;
        EXPECT_EQ(run_process(deaf).status, 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace daybook
