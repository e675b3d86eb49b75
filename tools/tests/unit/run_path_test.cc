#include "formats/run_path.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace daybook {
namespace {

using Parts = std::vector<std::string>;

RunPath path_of(std::string_view text) {
  return parse_run_path(text, [](const std::string& day, const std::string& part) {
    if (day.empty()) return part == "merge_path" || part == "merge_path+floor" || part == "scan";
    return day == "day33-compaction" && part == "compaction";
  });
}

Transcript transcript() {
  return parse_transcript(Text("run-1.txt",
                               "one-thread: merge by one thread\n"
                               "kernel          time (ms)    GB/s\n"
                               "--------------  ---------  ------\n"
                               "mergeOneThread      378.1    0.35\n"
                               "\n"
                               "slices: merge by co-rank\n"
                               "per thread  time (ms)    GB/s  block size\n"
                               "----------  ---------  ------  ----------\n"
                               "         1     0.1023  1312.2         256\n"
                               "         4     0.0326  4120.0         256\n"
                               "        16     0.0814  2623.2         256\n"
                               "        64     0.1000  1000.0         256\n"
                               "        64     0.2000  2000.0         512\n"
                               "\n"
                               "slices-large: the same\n"
                               "kind          time   time\n"
                               "------------  ----  -----\n"
                               "one pass copy  1.5    2.5\n"
                               "three levels   2.5    3.5\n"))
      .value;
}

std::string cell(const Parts& parts) {
  const Transcript all = transcript();
  const Located located = locate(all, parts);
  if (!located.problem.empty()) return located.problem;
  std::string text;
  for (const CellPlace& place : located.cells) text += (text.empty() ? "" : " ") + place.cell->text;
  return text;
}

TEST(RunPath, OfThreePartsIsTableRowAndColumn) {
  const RunPath path = path_of("slices/4/time");
  EXPECT_EQ(path.parts, (Parts{"slices", "4", "time"}));
  EXPECT_EQ(path.day, "");
  EXPECT_EQ(path.unit, "");
  EXPECT_EQ(path.card, "");
  EXPECT_EQ(path.what, RunPath::What::value);
}

TEST(RunPath, MayNameCardDayAndUnit) {
  const RunPath path = path_of("run@t4:day33-compaction/compaction/sweep/26/time");
  EXPECT_EQ(path.card, "t4");
  EXPECT_EQ(path.day, "day33-compaction");
  EXPECT_EQ(path.unit, "compaction");
  EXPECT_EQ(path.parts, (Parts{"sweep", "26", "time"}));
  EXPECT_EQ(path_of("run:slices").parts, (Parts{"slices"}));
  EXPECT_EQ(path_of("merge_path+floor/slices/4/time").unit, "merge_path+floor");
}

TEST(RunPath, WithoutPartsIsAllOfTheOutput) {
  EXPECT_TRUE(path_of("run:").parts.empty());
  EXPECT_TRUE(path_of("").parts.empty());
  EXPECT_TRUE(path_of("merge_path").parts.empty());
  EXPECT_EQ(path_of("merge_path").unit, "merge_path");
}

TEST(RunPath, AUnitsNameWithTwoPartsBehindItIsATable) {
  EXPECT_EQ(path_of("scan/copy/time").parts, (Parts{"scan", "copy", "time"}));
  EXPECT_EQ(path_of("scan/copy/time").unit, "");
  EXPECT_EQ(path_of("scan/scan/copy/time").unit, "scan");
  EXPECT_EQ(path_of("scan/fact/sms").unit, "scan");
  EXPECT_EQ(path_of("scan/slices").unit, "scan");
}

TEST(RunPath, ReservedWordsTellWhatItLeadsTo) {
  EXPECT_EQ(path_of("fact/sms").what, RunPath::What::fact);
  EXPECT_EQ(path_of("fact/sms").parts, (Parts{"sms"}));
  const RunPath figure = path_of("day33-compaction/ptxas/scatter/registers");
  EXPECT_EQ(figure.what, RunPath::What::ptxas);
  EXPECT_EQ(figure.parts, (Parts{"scatter", "registers"}));
  EXPECT_EQ(path_of("sass/scatter").what, RunPath::What::sass);
  EXPECT_EQ(path_of("merge_path/sass/scatter").what, RunPath::What::sass);
}

TEST(RunPath, OnlyDayNumberHyphenIsADay) {
  EXPECT_EQ(path_of("day-by-day/1/time").day, "");
  EXPECT_EQ(path_of("day3/1/time").day, "");
  EXPECT_EQ(path_of("daytime/1/time").day, "");
}

TEST(RunPath, PartsArePercentDecoded) {
  EXPECT_EQ(path_of("slices/a%2Fb/%e6%99%82").parts, (Parts{"slices", "a/b", "時"}));
  EXPECT_EQ(path_of("slices/100%/%zz").parts, (Parts{"slices", "100%", "%zz"}));
  EXPECT_EQ(path_of("slices//time").parts, (Parts{"slices", "", "time"}));
}

TEST(MatchSlug, TakesTheEqualOneElseAUniquePrefixThatEndsAtAHyphen) {
  const Parts slugs{"copy", "copy-back", "one-pass", "one-pass-large", "three-levels"};
  EXPECT_EQ(match_slug("copy", slugs, "row").index, 0u);
  EXPECT_EQ(match_slug("three", slugs, "row").index, 4u);
  EXPECT_EQ(match_slug("one-pass", slugs, "row").index, 2u);
  EXPECT_FALSE(match_slug("thre", slugs, "row").index.has_value());
  EXPECT_FALSE(match_slug("", slugs, "row").index.has_value());
  const SlugMatch match = match_slug("one", slugs, "row");
  EXPECT_FALSE(match.index.has_value());
  EXPECT_EQ(match.problem, "'one' could be any of 2 rows: one-pass, one-pass-large");
}

TEST(MatchSlug, EqualOnesAreToldApartByTheirNumber) {
  for (const Parts& slugs : {Parts{"a", "b", "b~2", "b~3"}, Parts{"a", "b", "b", "b"}}) {
    EXPECT_EQ(match_slug("a", slugs, "row").index, 0u);
    EXPECT_EQ(match_slug("b", slugs, "row").problem, "'b' could be any of 3 rows: b~1, b~2, b~3");
    EXPECT_EQ(match_slug("b~1", slugs, "row").index, 1u);
    EXPECT_EQ(match_slug("b~2", slugs, "row").index, 2u);
    EXPECT_EQ(match_slug("b~3", slugs, "row").index, 3u);
    EXPECT_EQ(match_slug("b~4", slugs, "row").problem,
              "no row 'b~4'; the rows: b~1, b~2, b~3; did you mean 'b~1'?");
  }
  EXPECT_EQ(match_slug("long~2", {"long-name", "long-name~2"}, "row").index, 1u);
}

TEST(Locate, FindsACell) {
  EXPECT_EQ(cell({"one-thread", "mergeonethread", "time"}), "378.1");
  EXPECT_EQ(cell({"slices", "4", "gb-s"}), "4120.0");
  EXPECT_EQ(cell({"slices", "4", "block"}), "256");
  EXPECT_EQ(cell({"slices-large", "one", "time~2"}), "2.5");
  const Transcript all = transcript();
  const Located located = locate(all, {"slices", "4", "time"});
  ASSERT_EQ(located.cells.size(), 1u);
  EXPECT_EQ(located.cells[0].table->path, "slices");
  EXPECT_EQ(located.cells[0].row->line, 10u);
  EXPECT_EQ(located.cells[0].column->header, "time (ms)");
  EXPECT_EQ(located.cells[0].column_index, 1u);
}

TEST(Locate, AStarIsEveryRowInTheTranscriptsOrder) {
  EXPECT_EQ(cell({"slices", "*", "time"}), "0.1023 0.0326 0.0814 0.1000 0.2000");
}

TEST(Locate, ATableAloneHasNoCells) {
  const Transcript all = transcript();
  const Located located = locate(all, {"slices"});
  ASSERT_EQ(located.cells.size(), 1u);
  EXPECT_EQ(located.cells[0].table->path, "slices");
  EXPECT_EQ(located.cells[0].cell, nullptr);
}

TEST(Locate, SaysWhatThereIsWhenAPathMatchesNothing) {
  EXPECT_EQ(cell({"slices", "5", "time"}),
            "no row '5' in table 'slices'; its rows: 1, 4, 16, 64, 64~2");
  EXPECT_EQ(cell({"slices", "4", "tme"}),
            "no column 'tme' in table 'slices'; its columns: per-thread, time, gb-s, block-size; "
            "did you mean 'time'?");
  EXPECT_EQ(cell({"slcies", "4", "time"}),
            "no table 'slcies'; the tables: one-thread, slices, slices-large; did you mean "
            "'slices'?");
  EXPECT_EQ(locate(Transcript{}, {"slices", "4", "time"}).problem,
            "no table 'slices'; there is no table at all");
}

TEST(Locate, TwoPartsWhereThreeAreNeededShowAWholePath) {
  EXPECT_EQ(cell({"slices", "4"}),
            "'slices/4' has 2 parts; a table, a row and a column are needed, as in "
            "'slices/1/time'");
  EXPECT_EQ(cell({"slices", "4", "time", "ms"}),
            "'slices/4/time/ms' has 4 parts; a table, a row and a column are needed, as in "
            "'slices/1/time'");
  EXPECT_EQ(cell({}), "the path names no table");
}

TEST(Locate, EqualRowsAndColumnsAreAProblemOnlyWhereNamed) {
  EXPECT_EQ(cell({"slices", "64", "time"}),
            "'64' could be any of 2 rows in table 'slices': 64~1, 64~2");
  EXPECT_EQ(cell({"slices", "64~1", "time"}), "0.1000");
  EXPECT_EQ(cell({"slices", "64~2", "time"}), "0.2000");
  EXPECT_EQ(cell({"slices-large", "one", "time"}),
            "'time' could be any of 2 columns in table 'slices-large': time~1, time~2");
}

TEST(Locate, ManyEqualRowsAreListedShort) {
  std::string bytes = "a    time\n---  ----\n";
  for (int i = 0; i < 50000; ++i) bytes += "1       2\n";
  const Transcript all = parse_transcript(Text("run-1.txt", bytes)).value;
  EXPECT_EQ(locate(all, {"table-1", "1", "time"}).problem,
            "'1' could be any of 50000 rows in table 'table-1': 1~1, 1~2, 1~3, 1~4, 1~5, 1~6, 1~7, "
            "1~8, 1~9, 1~10, 1~11, 1~12, … (50000 in all)");
}

}  // namespace
}  // namespace daybook
