#include "check/remote.h"

#include <gtest/gtest.h>

namespace daybook {
namespace {

constexpr char kResult[] =
    "banner of the box\n=== daybook results begin ===\n"
    "--- results/machine.txt\n"
    "aGVs\nbG8=\n"
    "--- results/empty\n"
    "=== daybook results end ===\nbye\n";

TEST(Remote, ResultsAreReadBetweenTheMarks) {
  const auto read = read_remote_output("ssh box", kResult);
  ASSERT_TRUE(read.findings.empty());
  ASSERT_EQ(read.value.size(), 2u);
  EXPECT_EQ(read.value[0].name, "results/machine.txt");
  EXPECT_EQ(read.value[0].bytes, "hello");
  EXPECT_EQ(read.value[1].bytes, "");
}

TEST(Remote, NoResultsAndHalfOfThemAreErrors) {
  const std::string whole = kResult;
  EXPECT_EQ(read_remote_output("ssh box", "banner\n").findings.at(0).message,
            "it printed no results");
  EXPECT_EQ(read_remote_output("ssh box", "").findings.at(0).message, "it printed no results");
  const auto cut =
      read_remote_output("ssh box", whole.substr(0, whole.find("=== daybook results e")));
  EXPECT_EQ(cut.findings.at(0).message, "its results are cut short");
  EXPECT_EQ(cut.findings.at(0).place.file, "ssh box");
  EXPECT_TRUE(cut.value.empty());
}

TEST(Remote, HostileResultsAreRefused) {
  const std::string begin = "=== daybook results begin ===\n";
  const std::string end = "=== daybook results end ===\n";
  EXPECT_EQ(read_remote_output("x", begin + "--- ../x\naGVs\n" + end).findings.at(0).id,
            "import-unsafe");
  EXPECT_EQ(read_remote_output("x", begin + "--- a\n!!!!\n" + end).findings.at(0).id,
            "import-format");
  EXPECT_EQ(read_remote_output("x", begin + "aGVs\n" + end).findings.at(0).id, "import-format");
  EXPECT_EQ(read_remote_output("x", begin + "--- results.tar\naGVs\n" + end).findings.at(0).id,
            "import-format");
}

TEST(Remote, OnlyAQueueTakesUnitsSideBySide) {
  EXPECT_TRUE(is_queue("srun --gres=gpu:1 --constraint=h200"));
  EXPECT_TRUE(is_queue("ssh login /usr/bin/srun --gres=gpu:1"));
  EXPECT_FALSE(is_queue("ssh box"));
  EXPECT_FALSE(is_queue("ssh srunner"));
  EXPECT_FALSE(is_queue(""));
}

TEST(Remote, ALauncherThatFailsSaysWhyAndLeavesTheOthersAlone) {
  const std::vector<NamedFile> small = {{"run.sh",
                                         "mkdir -p \"$2/results\"\n"
                                         "echo recorded >\"$2/results/note\"\n"}};
  const std::vector<NamedFile> broken = {{"run.sh", "echo 'no GPU here' >&2\nexit 2\n"}};
  for (const std::string launcher : {"env", "sh -c 'exec sh -s'"}) {
    std::vector<std::size_t> seen;
    const auto outcomes =
        record_remotely(launcher, {small, broken, small}, 2,
                        [&](std::size_t index, const RemoteOutcome&) { seen.push_back(index); });
    ASSERT_EQ(outcomes.size(), 3u);
    EXPECT_EQ(seen.size(), 3u);
    ASSERT_EQ(outcomes[0].results.size(), 1u) << launcher;
    EXPECT_EQ(outcomes[0].results[0].name, "results/note");
    EXPECT_EQ(outcomes[2].results.at(0).bytes, "recorded\n");
    ASSERT_EQ(outcomes[1].findings.size(), 1u);
    EXPECT_EQ(outcomes[1].findings[0].message,
              "the recording ended with exit status 2: no GPU here");
    EXPECT_TRUE(outcomes[1].results.empty());
  }
}

TEST(Remote, ALauncherThatIsNotThereOrReadsNothingIsAnError) {
  const std::vector<NamedFile> large = {{"run.sh", std::string(1 << 20, '#')}};
  for (const std::string launcher : {"no-such-launcher-here", "false", "true"}) {
    const auto outcomes = record_remotely(launcher, {large, large}, 2, [](auto, const auto&) {});
    for (const RemoteOutcome& outcome : outcomes) {
      ASSERT_EQ(outcome.findings.size(), 1u) << launcher;
      EXPECT_NE(outcome.findings[0].mend, "");
    }
  }
}

TEST(Remote, NamesWithBlanksAndQuotesTravel) {
  const std::vector<NamedFile> bundle = {
      {"run.sh",
       "mkdir -p \"$2/results\"\ncp \"$(dirname \"$0\")/u/it's a file.cu\" \"$2/results/\"\n"},
      {"u/it's a file.cu", std::string("bytes \0\xff\n$HOME `x` =END=\n", 24)}};
  const auto outcomes = record_remotely("env", {bundle}, 1, [](auto, const auto&) {});
  ASSERT_EQ(outcomes[0].results.size(), 1u)
      << (outcomes[0].findings.empty() ? "" : outcomes[0].findings[0].message);
  EXPECT_EQ(outcomes[0].results[0].name, "results/it's a file.cu");
  EXPECT_EQ(outcomes[0].results[0].bytes, bundle[1].bytes);
}

}  // namespace
}  // namespace daybook
