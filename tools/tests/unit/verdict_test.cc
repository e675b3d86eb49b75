// A verdict written by `weave` reads back as it was, and stands for its own lesson only.
#include "check/verdict.h"

#include <gtest/gtest.h>

namespace daybook {
namespace {

constexpr std::string_view kText = "# Title\n";
const LessonFile kFile = {"day01-a", "zh-TW", "lessons/day01-a/lesson.zh-TW.md", true};

Verdict verdict() {
  Verdict made;
  std::size_t next = 3;
  for (const auto count : Coverage::kCounts) made.coverage.*count = next++;
  Finding finding = make_finding("claim-false", {"lessons/day01-a/lesson.zh-TW.md", 12, 7},
                                 "'twice' 不成立", Severity::warning);
  finding.detail = "- a\n+ b\n";
  finding.cause = "the run is older";
  finding.mend = "daybook update day01-a";
  finding.related = Place{"evidence/day01-a/p/2026-12-01-cpu/run-1.txt", 4, 1};
  made.findings = {finding, make_finding("quote-differs", {"a.md", 1, 1}, "no more")};
  return made;
}

TEST(Verdict, ReadsBackAsItWasWritten) {
  const Verdict written = verdict();
  const auto read = read_verdict(write_verdict(written, kFile, kText), kFile, kText);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->coverage.words(), written.coverage.words());
  EXPECT_EQ(read->coverage.sketches, written.coverage.sketches);
  ASSERT_EQ(read->findings.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(format_text(read->findings[i]), format_text(written.findings[i]));
    EXPECT_EQ(read->findings[i].severity, written.findings[i].severity);
  }
  ASSERT_TRUE(read->findings[0].related.has_value());
  EXPECT_EQ(read->findings[0].related->file, written.findings[0].related->file);
  EXPECT_EQ(read->findings[0].related->line, 4u);
  EXPECT_FALSE(read->findings[1].related.has_value());
}

TEST(Verdict, OfAnotherLessonOrNoneSaysNothing) {
  const std::string written = write_verdict(verdict(), kFile, kText);
  LessonFile other = kFile;
  other.path = "lessons/day01-a/lesson.md";
  EXPECT_FALSE(read_verdict(written, other, kText).has_value());
  EXPECT_FALSE(read_verdict(written, kFile, "# Titles\n").has_value());
  EXPECT_FALSE(read_verdict("", kFile, kText).has_value());
  EXPECT_FALSE(read_verdict("[]", kFile, kText).has_value());
  EXPECT_FALSE(read_verdict(written.substr(0, written.size() / 2), kFile, kText).has_value());
  std::string fewer = written;
  fewer.replace(fewer.find("[3,4,"), 5, "[3,");
  EXPECT_FALSE(read_verdict(fewer, kFile, kText).has_value());
}

TEST(Verdict, TakesASeverityThatIsNoneForTheWorst) {
  std::string written = write_verdict(verdict(), kFile, kText);
  written.replace(written.find("\"severity\":1"), 12, "\"severity\":7");
  const auto read = read_verdict(written, kFile, kText);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->findings[0].severity, Severity::failure);
}

TEST(Verdict, HasAFileOfItsOwn) {
  EXPECT_EQ(verdict_file_name(kFile), "day01-a.zh-TW.verdict.json");
}

}  // namespace
}  // namespace daybook
