#include "check/spread.h"

#include <gtest/gtest.h>

namespace daybook {
namespace {

Transcript read(const std::string& rows, const std::string& header = "time (ms)") {
  return parse_transcript(Text("run.txt",
                               "sweep: survivors\n"
                               "kept    out of order    " +
                                   header +
                                   "\n"
                                   "----    ------------    ---------\n" +
                                   rows))
      .value;
}

std::string row(const std::string& key, const std::string& count, const std::string& time) {
  return key + std::string(8 - key.size(), ' ') + count + std::string(16 - count.size(), ' ') +
         time + "\n";
}

TEST(Spread, MedianMinAndMaxStandAsPrinted) {
  std::vector<Transcript> runs;
  for (const std::string time : {"2.50", "2.40", "2.70", "2.45", "2.60"}) {
    runs.push_back(read(row("a", "7", time)));
  }
  const Spread spread = measure_spread(runs, {});
  ASSERT_EQ(spread.cells.size(), 1u);
  EXPECT_EQ(spread.cells[0].path, "sweep/a/time");
  EXPECT_EQ(spread.cells[0].median, "2.50");
  EXPECT_EQ(spread.cells[0].min, "2.40");
  EXPECT_EQ(spread.cells[0].max, "2.70");
  EXPECT_EQ(spread.published, 1);
}

TEST(Spread, TheRunNearestToAllMediansIsPublished) {
  // Medians are 10 and 100. Run 3 is off by 10 % and 0; run 4 by 0 and 2 %.
  const std::vector<std::pair<std::string, std::string>> times = {
      {"12.0", "100"}, {"8.0", "130"}, {"11.0", "100"}, {"10.0", "102"}, {"9.0", "90"}};
  std::vector<Transcript> runs;
  for (const auto& [a, b] : times) runs.push_back(read(row("a", "7", a) + row("b", "7", b)));
  EXPECT_EQ(measure_spread(runs, {}).published, 4);
}

TEST(Spread, OfEqualRunsTheFirstIsPublished) {
  std::vector<Transcript> runs(5, read(row("a", "7", "0.30")));
  EXPECT_EQ(measure_spread(runs, {}).published, 1);
  runs = {read(row("a", "7", "0.1")), read(row("a", "7", "0.3")), read(row("a", "7", "0.2")),
          read(row("a", "7", "0.2")), read(row("a", "7", "0.2"))};
  EXPECT_EQ(measure_spread(runs, {}).published, 3);
}

TEST(Spread, ZerosWordsAndNotNumbersDoNotBreakIt) {
  std::vector<Transcript> runs;
  for (const std::string time : {"0.0", "0.0", "0.1", "0.0", "0.2"}) {
    runs.push_back(read(row("a", "7", time) + row("b", "7", "nan") + row("c", "7", "skipped")));
  }
  const Spread spread = measure_spread(runs, {});
  ASSERT_EQ(spread.cells.size(), 1u);
  EXPECT_EQ(spread.published, 1);
  EXPECT_TRUE(measure_spread({}, {}).cells.empty());
  EXPECT_EQ(measure_spread({Transcript()}, {}).published, 1);
}

TEST(ExactColumns, AnEqualCountAndAnotherTimeAreNoDifference) {
  EXPECT_TRUE(exact_differences(read(row("a", "7", "2.5")), "run 1", read(row("a", "7", "2.6")),
                                "run 2", {})
                  .empty());
}

TEST(ExactColumns, AnotherCountIsADifferenceUnlessItIsListedAsMeasured) {
  const Transcript first = read(row("a", "7", "2.5"));
  const Transcript second = read(row("a", "8", "2.5"));
  const auto differences = exact_differences(first, "run 1", second, "run 2", {});
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0], "sweep/a/out-of-order: '7' in run 1, '8' in run 2");
  EXPECT_TRUE(exact_differences(first, "run 1", second, "run 2", {"sweep/out-of-order"}).empty());
  EXPECT_TRUE(exact_differences(first, "run 1", second, "run 2", {"sweep/out"}).empty());
  EXPECT_FALSE(exact_differences(first, "run 1", second, "run 2", {"other/out-of-order"}).empty());
}

TEST(ExactColumns, AMissingRowAnotherKeyAndAMissingTableAreDifferences) {
  const Transcript first = read(row("a", "7", "2.5") + row("b", "7", "2.5"));
  EXPECT_FALSE(exact_differences(first, "run 1", read(row("a", "7", "2.5")), "run 2", {}).empty());
  EXPECT_FALSE(exact_differences(first, "run 1", read(row("a", "7", "2.5") + row("c", "7", "2.5")),
                                 "run 2", {})
                   .empty());
  EXPECT_FALSE(exact_differences(first, "run 1", Transcript(), "run 2", {}).empty());
  EXPECT_FALSE(exact_differences(first, "run 1",
                                 read(row("a", "7", "2.5") + row("b", "7", "2.5"), "time (us)"),
                                 "run 2", {})
                   .empty());
}

}  // namespace
}  // namespace daybook
