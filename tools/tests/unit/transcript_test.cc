#include "formats/transcript.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace daybook {
namespace {

Parsed<Transcript> parse(const std::string& bytes) {
  return parse_transcript(Text("run-1.txt", bytes));
}

// One line a row, cells between bars: what a test compares.
std::vector<std::string> rows(const Table& table) {
  std::vector<std::string> lines;
  for (const Row& row : table.rows) {
    std::string line;
    for (const Cell& cell : row.cells) line += "|" + cell.text;
    lines.push_back(line.substr(1));
  }
  return lines;
}

std::string headers(const Table& table) {
  std::string line;
  for (const Column& column : table.columns) line += "|" + column.header;
  return line.substr(1);
}

std::string paths(const Table& table) {
  std::string line;
  for (const Column& column : table.columns) line += (line.empty() ? "" : " ") + column.path;
  return line;
}

Table only_table(const std::string& bytes) {
  const Parsed<Transcript> parsed = parse(bytes);
  EXPECT_EQ(parsed.findings.size(), 0u);
  EXPECT_EQ(parsed.value.tables.size(), 1u);
  return parsed.value.tables.empty() ? Table{} : parsed.value.tables.front();
}

std::size_t table_count(const std::string& bytes) { return parse(bytes).value.tables.size(); }

using Lines = std::vector<std::string>;

const char kTwoTables[] =
    "NVIDIA H200, compute capability 9.0\n"
    "\n"
    "one-thread: merge by one thread\n"
    "kernel              time (ms)    GB/s\n"
    "------------------  ---------  ------\n"
    "mergeOneThread          378.1    0.35\n"
    "\n"
    "slices: merge by co-rank, 256 threads per block\n"
    "per thread  time (ms)    GB/s  survivors\n"
    "----------  ---------  ------  ---------\n"
    "         1     0.1023  1312.2      1,234\n"
    "         4     0.0326  4120.0      1,234\n"
    "Every element was compared with std::merge: 2 rows.\n"
    "\n";

TEST(Transcript, FindsTheProgramsOwnTables) {
  const Parsed<Transcript> parsed = parse(kTwoTables);
  ASSERT_EQ(parsed.findings.size(), 0u);
  ASSERT_EQ(parsed.value.tables.size(), 2u);
  const Table& first = parsed.value.tables[0];
  EXPECT_EQ(first.title, "one-thread: merge by one thread");
  EXPECT_EQ(first.path, "one-thread");
  EXPECT_EQ(first.line, 3u);
  EXPECT_EQ(first.first_line, 3u);
  EXPECT_EQ(first.last_line, 6u);
  EXPECT_EQ(rows(first), (Lines{"mergeOneThread|378.1|0.35"}));
  EXPECT_EQ(first.rows[0].path, "mergeonethread");
  EXPECT_EQ(first.rows[0].line, 6u);
  const Table& second = parsed.value.tables[1];
  EXPECT_EQ(second.path, "slices");
  EXPECT_EQ(headers(second), "per thread|time (ms)|GB/s|survivors");
  EXPECT_EQ(paths(second), "per-thread time gb-s survivors");
  EXPECT_EQ(rows(second), (Lines{"1|0.1023|1312.2|1,234", "4|0.0326|4120.0|1,234"}));
  EXPECT_EQ(second.last_line, 12u);
}

TEST(Transcript, ACellsSpanIsItsBytes) {
  const Text text("run-1.txt", kTwoTables);
  const Parsed<Transcript> parsed = parse_transcript(text);
  for (const Table& table : parsed.value.tables) {
    for (const Row& row : table.rows) {
      for (const Cell& cell : row.cells) EXPECT_EQ(text.slice(cell.span), cell.text);
    }
  }
}

TEST(Transcript, UnitsComeFromBracketsAndFromHeadersThatAreUnits) {
  const Table table = parse(kTwoTables).value.tables[1];
  ASSERT_TRUE(table.columns[1].unit.has_value());
  EXPECT_EQ(table.columns[1].unit->name, "ms");
  EXPECT_EQ(table.columns[1].unit_text, "ms");
  ASSERT_TRUE(table.columns[2].unit.has_value());
  EXPECT_EQ(table.columns[2].unit->name, "GB/s");
  EXPECT_FALSE(table.columns[0].unit.has_value());
  EXPECT_FALSE(table.columns[0].measured);
  EXPECT_TRUE(table.columns[1].measured);
  EXPECT_TRUE(table.columns[2].measured);
  EXPECT_FALSE(table.columns[3].measured);
}

// ---- EDGE-CASES: rules, headers, labels ----

TEST(Transcript, ARuleMayBeNarrowerThanItsColumn) {
  const Table table = only_table(
      "what               time   warps\n"
      "----               --     --\n"
      "a long label, odd  12.25  1024\n"
      "short              3.5    8\n");
  EXPECT_EQ(headers(table), "what|time|warps");
  EXPECT_EQ(rows(table), (Lines{"a long label, odd|12.25|1024", "short|3.5|8"}));
}

TEST(Transcript, ARuleMayBeNarrowerAndStandElsewhere) {
  const Table table = only_table(
      "what                 time   warps\n"
      "----  ----  -----\n"
      "a long label, odd   12.25    1024\n"
      "short                 3.5       8\n");
  EXPECT_EQ(rows(table), (Lines{"a long label, odd|12.25|1024", "short|3.5|8"}));
}

TEST(Transcript, ARuleMayBeWiderThanItsColumn) {
  const Table table = only_table(
      "n               time\n"
      "--------------  --------------\n"
      "1                          2.5\n"
      "16                        12.5\n");
  EXPECT_EQ(rows(table), (Lines{"1|2.5", "16|12.5"}));
}

TEST(Transcript, ARuleMayRunUnbrokenAcrossAllColumns) {
  const Table table = only_table(
      "n        label with blanks    time (ms)\n"
      "---------------------------------------\n"
      "1        the first one              2.5\n"
      "1000000  second                    12.5\n"
      "---------------------------------------\n");
  EXPECT_EQ(headers(table), "n|label with blanks|time (ms)");
  EXPECT_EQ(rows(table), (Lines{"1|the first one|2.5", "1000000|second|12.5"}));
  EXPECT_EQ(table.last_line, 5u);
}

TEST(Transcript, HeaderWordsMayStandASingleBlankApart) {
  const Table table = only_table(
      "elements time (ms) rate (GB/s)\n"
      "-------- --------- -----------\n"
      "      16    0.0814       123.4\n"
      "     256    0.1000      2623.2\n");
  EXPECT_EQ(headers(table), "elements|time (ms)|rate (GB/s)");
  EXPECT_EQ(rows(table), (Lines{"16|0.0814|123.4", "256|0.1000|2623.2"}));
}

TEST(Transcript, HeaderWordsOfOneColumnStayTogetherBesideAnotherASingleBlankAway) {
  const Table table = only_table(
      "k range   time per row GB/s\n"
      "--------  ------------ ----\n"
      "0 to 4          0.0814 12.4\n");
  EXPECT_EQ(headers(table), "k range|time per row|GB/s");
  EXPECT_EQ(rows(table), (Lines{"0 to 4|0.0814|12.4"}));
}

TEST(Transcript, HeadersMayBeRightAlignedAndLabelsHoldBlanksAndCommas) {
  const Table table = only_table(
      "                     predicate    warps split    time (ms)\n"
      "------------------------------  -------------  -----------\n"
      "lane parity, both paths, 8 of 8              8       1.2345\n"
      "warp parity                                  0       0.6543\n");
  EXPECT_EQ(headers(table), "predicate|warps split|time (ms)");
  EXPECT_EQ(rows(table),
            (Lines{"lane parity, both paths, 8 of 8|8|1.2345", "warp parity|0|0.6543"}));
}

TEST(Transcript, RuleCharactersMayBeEqualsSignsOrBoxLines) {
  for (const std::string line : {"====  ====", "────  ────", "━━━━  ━━━━", "════  ════"}) {
    const Table table = only_table("size  time\n" + line + "\n16     2.5\n");
    EXPECT_EQ(rows(table), (Lines{"16|2.5"})) << line;
  }
}

TEST(Transcript, TabsPartCellsToo) {
  const Table table = only_table("n\ttime\n---\t----\n16\t2.5\n1000\t12.5\n");
  EXPECT_EQ(rows(table), (Lines{"16|2.5", "1000|12.5"}));
}

TEST(Transcript, CharactersOfSeveralBytesCountOnce) {
  const Table table = only_table(
      "what        time (µs)  ratio\n"
      "----------  ---------  -----\n"
      "größe µ          12.5   1.00\n"
      "plain             2.5       \n");
  EXPECT_EQ(rows(table), (Lines{"größe µ|12.5|1.00", "plain|2.5|"}));
}

TEST(Transcript, LabelsPaddedByBytesStillFindTheirCells) {
  const Table table = only_table(
      "what              time  ratio\n"
      "----------------  ----  -----\n"
      "合併排序    12.5   1.00\n"
      "plain              2.5   5.00\n");
  EXPECT_EQ(rows(table), (Lines{"合併排序|12.5|1.00", "plain|2.5|5.00"}));
}

// ---- EDGE-CASES: prose, missing cells, grown and touching numbers ----

TEST(Transcript, ProseRightAfterTheLastRowIsNoRow) {
  for (const std::string prose :
       {"Every row was checked, all 16777216 elements.", "Checked.", "All rows hold",
        "Checked 5 rows against std::merge.  The rest was not.",
        "The table above holds 5 rows and 3 columns",
        "Done.  All 3 rows were checked against the host.", "5 rows, 3 columns, all right."}) {
    const Table table = only_table(
        "slices: by size\n"
        "per thread  time (ms)    GB/s\n"
        "----------  ---------  ------\n"
        "         1     0.1023  1312.2\n"
        "         4     0.0326  4120.0\n" +
        prose + "\n");
    EXPECT_EQ(rows(table).size(), 2u) << prose;
    EXPECT_EQ(table.last_line, 5u) << prose;
  }
}

TEST(Transcript, ProseOfSeveralLinesAfterTheRowsIsNoRow) {
  const Table table = only_table(
      "n   time (ms)\n"
      "--  ---------\n"
      "1      0.1023\n"
      "Each row was checked against the host,\n"
      "all 8 Mi elements, before it was timed;\n"
      "2 warps of 32 lanes did it\n");
  EXPECT_EQ(rows(table), (Lines{"1|0.1023"}));
}

TEST(Transcript, AMissingCellIsLeftEmptyWhereThePlacesSayWhichItIs) {
  const Table table = only_table(
      "n     time (ms)    GB/s  note\n"
      "----  ---------  ------  ------\n"
      "1        0.1023  1312.2  first\n"
      "4                4120.0  second\n"
      "16       0.0326          third\n"
      "         0.0400  5000.0  fourth\n"
      "64       0.0500  6000.0\n");
  EXPECT_EQ(rows(table), (Lines{"1|0.1023|1312.2|first", "4||4120.0|second", "16|0.0326||third",
                                "|0.0400|5000.0|fourth", "64|0.0500|6000.0|"}));
  EXPECT_EQ(table.rows[3].path, "row-4");
  EXPECT_EQ(table.rows[1].cells[1].span, (Span{}));
}

TEST(Transcript, ANumberWiderThanItsColumnPushesTheOthersAlong) {
  const Table table = only_table(
      "n     time    GB/s\n"
      "--  ------  ------\n"
      " 1  0.1023  1312.2\n"
      "123456789  0.0326  4120.0\n"
      "16  123456789.0326  4120.0\n");
  EXPECT_EQ(rows(table),
            (Lines{"1|0.1023|1312.2", "123456789|0.0326|4120.0", "16|123456789.0326|4120.0"}));
}

TEST(Transcript, AGrownLabelPushesTheNumbersAlong) {
  const Table table = only_table(
      "what      time    GB/s\n"
      "------  ------  ------\n"
      "short   0.1023  1312.2\n"
      "a label that was longer than thought 0.0326 4120.0\n");
  EXPECT_EQ(rows(table),
            (Lines{"short|0.1023|1312.2", "a label that was longer than thought|0.0326|4120.0"}));
}

TEST(Transcript, FullNumbersASingleBlankApartAreParted) {
  const Table table = only_table(
      "what     time   GB/s\n"
      "------ ------ ------\n"
      "a b    0.1023 1312.2\n"
      "c 16          4120.0\n"
      "long 1 0.1023 1312.2\n");
  EXPECT_EQ(rows(table), (Lines{"a b|0.1023|1312.2", "c 16||4120.0", "long 1|0.1023|1312.2"}));
}

TEST(Transcript, ACellThatTouchesTheNextIsAFindingAtItsRow) {
  const Parsed<Transcript> parsed = parse(
      "slices: by size\n"
      "what      time    GB/s\n"
      "------  ------  ------\n"
      "short   0.1023  1312.2\n"
      "twice   12345678.91312.2\n"
      "other   0.1023  1312.2\n");
  ASSERT_EQ(parsed.findings.size(), 1u);
  EXPECT_EQ(parsed.findings[0].id, "transcript-row");
  EXPECT_EQ(parsed.findings[0].place, (Place{"run-1.txt", 5, 1}));
  EXPECT_EQ(parsed.findings[0].message,
            "row 'twice' of table 'slices: by size': '12345678.91312.2' stands under the columns "
            "'time' to 'GB/s'");
  ASSERT_EQ(parsed.value.tables.size(), 1u);
  EXPECT_EQ(parsed.value.tables[0].rows.size(), 3u);
  EXPECT_EQ(parsed.value.tables[0].rows[1].key, "twice");
}

TEST(Transcript, ALabelThatTouchesItsNumberIsAFindingEvenInTheLastRow) {
  const Parsed<Transcript> parsed = parse(
      "what      time\n"
      "------  ------\n"
      "short   0.1023\n"
      "mergeone378.11\n");
  ASSERT_EQ(parsed.findings.size(), 1u);
  EXPECT_EQ(parsed.findings[0].place.line, 4u);
}

TEST(Transcript, ALineWithoutCellsBetweenRowsIsAFinding) {
  const Parsed<Transcript> parsed = parse(
      "n   time (ms)\n"
      "--  ---------\n"
      "1      0.1023\n"
      "warning: the clock was throttled\n"
      "4      0.0326\n");
  ASSERT_EQ(parsed.findings.size(), 1u);
  EXPECT_EQ(parsed.findings[0].place.line, 4u);
  EXPECT_EQ(rows(parsed.value.tables[0]).back(), "4|0.0326");
}

TEST(Transcript, ARemarkInPlaceOfNumbersIsOneCell) {
  const Table table = only_table(
      "   elements  time (ms)    GB/s\n"
      "-----------  ---------  ------\n"
      "       1024     0.1023  1312.2\n"
      " 8589934592  skipped: needs 96 GiB\n"
      "17179869184 skipped: needs 192 GiB\n");
  EXPECT_EQ(rows(table), (Lines{"1024|0.1023|1312.2", "8589934592|skipped: needs 96 GiB|",
                                "17179869184|skipped: needs 192 GiB|"}));
}

TEST(Transcript, TypedWordsStandWhereNumbersDo) {
  const Table table = only_table(
      "n    time (ms)   GB/s\n"
      "---  ---------  -----\n"
      "1         1e-3    nan\n"
      "2        1,234    inf\n"
      "4        12.5%      -\n"
      "8         0x1f  -0.50\n");
  EXPECT_EQ(rows(table), (Lines{"1|1e-3|nan", "2|1,234|inf", "4|12.5%|-", "8|0x1f|-0.50"}));
}

TEST(Transcript, ARuleBetweenRowsSetsAGroupOff) {
  const Table table = only_table(
      "n      time\n"
      "---  ------\n"
      "1      0.10\n"
      "2      0.20\n"
      "---  ------\n"
      "all    0.30\n"
      "---  ------\n");
  EXPECT_EQ(rows(table), (Lines{"1|0.10", "2|0.20", "all|0.30"}));
}

TEST(Transcript, TheRuleAboveATotalMayBeOfAnotherKind) {
  const Table table = only_table(
      "part     bytes\n"
      "-----  -------\n"
      "a          100\n"
      "b          200\n"
      "=====  =======\n"
      "total      300\n");
  EXPECT_EQ(rows(table), (Lines{"a|100", "b|200", "total|300"}));
}

TEST(Transcript, HeadersMayBeNumbers) {
  const Table table = only_table(
      "per thread      1      2\n"
      "----------  -----  -----\n"
      "copy         1.00   2.00\n");
  EXPECT_EQ(paths(table), "per-thread 1 2");
}

TEST(Transcript, TablesOfTextAloneAreRead) {
  const Table table = only_table(
      "thread  reads A  why\n"
      "------  -------  ----------\n"
      "first   A[0]     a[2] > b[0], so 2 fewer of A are taken.\n"
      "second  none     nothing to compare\n");
  EXPECT_EQ(rows(table), (Lines{"first|A[0]|a[2] > b[0], so 2 fewer of A are taken.",
                                "second|none|nothing to compare"}));
}

TEST(Transcript, TablesMayFollowEachOtherWithoutABlankLine) {
  const Parsed<Transcript> parsed = parse(
      "one: first\n"
      "n      time\n"
      "---  ------\n"
      "1      0.10\n"
      "two: second\n"
      "k      rate\n"
      "---  ------\n"
      "7      0.20\n");
  ASSERT_EQ(parsed.value.tables.size(), 2u);
  EXPECT_EQ(parsed.findings.size(), 0u);
  EXPECT_EQ(parsed.value.tables[0].path, "one");
  EXPECT_EQ(rows(parsed.value.tables[0]), (Lines{"1|0.10"}));
  EXPECT_EQ(parsed.value.tables[1].path, "two");
  EXPECT_EQ(parsed.value.tables[1].line, 5u);
}

// ---- titles ----

TEST(Transcript, ATitleStandsDirectlyAboveTheHeader) {
  const std::string body = "n   time\n--  ----\n1    2.5\n";
  EXPECT_EQ(only_table("16 elements:\n" + body).path, "16-elements");
  EXPECT_EQ(only_table("slices, in order\n" + body).path, "slices");
  EXPECT_EQ(only_table("== slices ==\n" + body).title, "slices");
  EXPECT_EQ(only_table("slices: with two  blanks\n" + body).path, "slices");
  const Table apart = only_table("slices: far\n\n" + body);
  EXPECT_EQ(apart.title, "");
  EXPECT_EQ(apart.path, "table-1");
  EXPECT_EQ(apart.line, 3u);
}

TEST(Transcript, AHeaderOfTwoLinesIsNoTitle) {
  const Table table = only_table(
      "        time    rate\n"
      "n       (ms)  (GB/s)\n"
      "----  ------  ------\n"
      "1       0.10    1.00\n");
  EXPECT_EQ(table.title, "");
}

TEST(Transcript, ATitleMayStandAboveTheRuleAboveTheHeader) {
  const Table table = only_table(
      "results: of the day\n"
      "===================\n"
      "n    time\n"
      "---  ----\n"
      "1    0.10\n");
  EXPECT_EQ(table.path, "results");
  EXPECT_EQ(table.first_line, 1u);
}

TEST(Transcript, TwoEqualTitlesKeysOrHeadersAreNumbered) {
  const std::string body =
      "slices: x\nn   time  time\n--  ----  ----\n1    2.5   3.5\n1    2.6   3.6\n1    2 3\n\n";
  const Parsed<Transcript> parsed = parse(body + body);
  ASSERT_EQ(parsed.value.tables.size(), 2u);
  EXPECT_EQ(parsed.findings.size(), 0u);
  EXPECT_EQ(parsed.value.tables[0].path, "slices");
  EXPECT_EQ(parsed.value.tables[1].path, "slices~2");
  EXPECT_EQ(paths(parsed.value.tables[0]), "n time time~2");
  EXPECT_EQ(parsed.value.tables[0].rows[1].path, "1~2");
  EXPECT_EQ(parsed.value.tables[0].rows[2].path, "1~3");
}

TEST(Transcript, AColumnWithoutAHeaderIsNumbered) {
  const Table table = only_table("      time\n----  ----\n16     2.5\n");
  EXPECT_EQ(paths(table), "column-1 time");
}

TEST(Transcript, BracketsThatHoldNoUnitBelongToTheName) {
  const Table table = only_table(
      "registers (per thread)  time (min)  energy (J)  cost (ns/iter)\n"
      "----------------------  ----------  ----------  --------------\n"
      "12                            0.10         2.5             3.5\n");
  EXPECT_EQ(paths(table), "registers-per-thread time-min energy cost");
  EXPECT_EQ(table.columns[2].unit_text, "J");
  EXPECT_FALSE(table.columns[2].unit.has_value());
}

// ---- what is no table ----

TEST(Transcript, UnderlinedHeadingsListsAndProseAreNoTables) {
  EXPECT_EQ(table_count("Results\n-------\nEverything went well.\n"), 0u);
  EXPECT_EQ(table_count("First, we sort, then merge\nnext, we scan, then stop\n"), 0u);
  EXPECT_EQ(table_count("about 1,234 elements\nabout 5,678 elements\n"), 0u);
  EXPECT_EQ(table_count("NVIDIA H200, sm_90\n132 SMs, 60 MB\n"), 0u);
  EXPECT_EQ(table_count("f(x,y)=3\nf(a,b)=4\n"), 0u);
  EXPECT_EQ(table_count("a\n---\n---\n---\n"), 0u);
  EXPECT_EQ(table_count("n   time\n--  ----\n\n"), 0u);
  EXPECT_EQ(table_count(""), 0u);
  EXPECT_EQ(table_count("45%|####      | 45/100\n"), 0u);
}

// ---- foreign formats ----

TEST(Transcript, ReadsMarkdownTables) {
  const Table table = only_table(
      "slices: by size\n"
      "| n | time (ms) | cmd |\n"
      "|--:|:---------:|---|\n"
      "| 1 | 0.10 | a \\| b |\n"
      "| 2 | 0.20 |\n"
      "text\n");
  EXPECT_EQ(table.path, "slices");
  EXPECT_EQ(headers(table), "n|time (ms)|cmd");
  EXPECT_EQ(rows(table), (Lines{"1|0.10|a | b", "2|0.20|"}));
  EXPECT_EQ(table.last_line, 5u);
}

TEST(Transcript, ARowWithMoreCellsThanTheHeaderIsAFinding) {
  const Parsed<Transcript> parsed = parse("| n | time |\n|---|---|\n| 1 | 2 | 3 |\n");
  ASSERT_EQ(parsed.findings.size(), 1u);
  EXPECT_EQ(parsed.findings[0].message, "row '1': it has 3 cells, the header has 2");
  EXPECT_EQ(parsed.findings[0].place.line, 3u);
}

TEST(Transcript, ReadsTablesOfPlusSignsBoxesAndBars) {
  const Lines expected{"1|0.10", "2|0.20"};
  EXPECT_EQ(rows(only_table("t: x\n+---+------+\n| n | time |\n+---+------+\n| 1 | 0.10 |\n"
                            "| 2 | 0.20 |\n+---+------+\n")),
            expected);
  EXPECT_EQ(rows(only_table("+---+------+\n| n | time |\n+===+======+\n| 1 | 0.10 |\n"
                            "+---+------+\n| 2 | 0.20 |\n+---+------+\n")),
            expected);
  EXPECT_EQ(rows(only_table("┌───┬──────┐\n│ n │ time │\n├───┼──────┤\n│ 1 │ 0.10 │\n"
                            "│ 2 │ 0.20 │\n└───┴──────┘\n")),
            expected);
  EXPECT_EQ(rows(only_table("╔═══╦══════╗\n║ n ║ time ║\n╠═══╬══════╣\n║ 1 ║ 0.10 ║\n"
                            "║ 2 ║ 0.20 ║\n╚═══╩══════╝\n")),
            expected);
  EXPECT_EQ(rows(only_table(" n | time \n---+------\n 1 | 0.10\n 2 | 0.20\n(2 rows)\n")), expected);
  EXPECT_EQ(rows(only_table("n | time\n--------\n1 | 0.10\n2 | 0.20\n")), expected);
}

TEST(Transcript, ATableInAFrameIsQuotedWithItsFrame) {
  const Table table =
      only_table("t: x\n+---+------+\n| n | time |\n+---+------+\n| 1 | 0.10 |\n+---+------+\n");
  EXPECT_EQ(table.path, "t");
  EXPECT_EQ(table.first_line, 1u);
  EXPECT_EQ(table.last_line, 6u);
}

TEST(Transcript, ReadsCsvAndTsv) {
  const Table csv = only_table("name,time (ms),note\nscan,0.10,\"a, \"\"b\"\"\"\nsort,0.20,\n");
  EXPECT_EQ(headers(csv), "name|time (ms)|note");
  EXPECT_EQ(rows(csv), (Lines{"scan|0.10|a, \"b\"", "sort|0.20|"}));
  const Table tsv = only_table("name\ttime\nscan\t0.10\nsort\t0.20\n");
  EXPECT_EQ(rows(tsv), (Lines{"scan|0.10", "sort|0.20"}));
  const Table blanks = only_table("n, time, rate\n16, 0.10, 3\n64, 0.20, 4\nDone, all, right\n");
  EXPECT_EQ(rows(blanks), (Lines{"16|0.10|3", "64|0.20|4"}));
}

TEST(Transcript, ReadsGoogleBenchmark) {
  const Table table = only_table(
      "2026-11-30T04:57:48+00:00\n"
      "Running ./bench\n"
      "Run on (8 X 2400 MHz CPU s)\n"
      "CPU Caches:\n"
      "  L1 Data 32 KiB (x4)\n"
      "Load Average: 0.10, 0.20, 0.30\n"
      "-----------------------------------------------------------------------------\n"
      "Benchmark                   Time             CPU   Iterations UserCounters...\n"
      "-----------------------------------------------------------------------------\n"
      "BM_copy/8                11.0 ns         10.9 ns     63635230 bytes_per_second=696.2Mi/s\n"
      "BM_copy<int, 4>/64        123 us          122 us         5712\n"
      "BM_copy/8_mean           11.0 ns         10.9 ns            3 bytes_per_second=696.2Mi/s\n"
      "BM_copy/8_cv             0.53 %          0.51 %             3 bytes_per_second=0.5%\n"
      "BM_sort_BigO             3.02 NlgN       3.01 NlgN\n"
      "BM_bad                ERROR OCCURRED: 'no device'\n");
  EXPECT_EQ(table.path, "table-1");
  EXPECT_EQ(table.first_line, 7u);
  EXPECT_EQ(headers(table), "Benchmark|Time|CPU|Iterations|bytes_per_second");
  EXPECT_EQ(
      rows(table),
      (Lines{"BM_copy/8|11.0 ns|10.9 ns|63635230|696.2Mi/s",
             "BM_copy<int, 4>/64|123 us|122 us|5712|", "BM_copy/8_mean|11.0 ns|10.9 ns|3|696.2Mi/s",
             "BM_copy/8_cv|0.53 %|0.51 %|3|0.5%", "BM_sort_BigO|3.02 NlgN|3.01 NlgN||",
             "BM_bad|ERROR OCCURRED: 'no device'|||"}));
  EXPECT_EQ(table.rows[2].path, "bm-copy-8-mean");
  for (std::size_t i = 1; i < table.columns.size(); ++i) EXPECT_TRUE(table.columns[i].measured);
}

TEST(Transcript, ReadsGoogleBenchmarkWithCountersInColumns) {
  const Parsed<Transcript> parsed = parse(
      "-----------------------------------------------------------------\n"
      "Benchmark         Time           CPU Iterations   Bar items_per_second\n"
      "-----------------------------------------------------------------\n"
      "BM_a/1           10 ns         10 ns   63635230    16          4.5M/s\n"
      "-----------------------------------------------------------------\n"
      "Benchmark         Time           CPU Iterations   Foo\n"
      "-----------------------------------------------------------------\n"
      "BM_b/1           10 ns         10 ns   63635230    16\n");
  ASSERT_EQ(parsed.value.tables.size(), 2u);
  EXPECT_EQ(headers(parsed.value.tables[0]), "Benchmark|Time|CPU|Iterations|Bar|items_per_second");
  EXPECT_EQ(rows(parsed.value.tables[0]), (Lines{"BM_a/1|10 ns|10 ns|63635230|16|4.5M/s"}));
  EXPECT_EQ(rows(parsed.value.tables[1]), (Lines{"BM_b/1|10 ns|10 ns|63635230|16"}));
}

TEST(Transcript, ReadsGoogleBenchmarkCsvWithUnitsInAColumn) {
  const Table table = only_table(
      "Load Average: 5.70, 2.60, 3.47\n"
      "***WARNING*** Library was built as DEBUG. Timings may be affected.\n"
      "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,label,\"width\"\n"
      "\"BM_sum/8\",1533,35027.3,18328.3,ns,1.43e+10,,4\n"
      "\"BM_bad\",,,,us,,,\n"
      "\"BM_sum_BigO\",,0.74,0.38,NlgN,,\"n = 8\",\n");
  EXPECT_EQ(table.title, "");
  EXPECT_EQ(table.first_line, 3u);
  EXPECT_EQ(rows(table), (Lines{"BM_sum/8|1533|35027.3 ns|18328.3 ns|ns|1.43e+10||4",
                                "BM_bad||||us|||", "BM_sum_BigO||0.74|0.38|NlgN||n = 8|"}));
  EXPECT_FALSE(table.columns[6].measured);
  for (const std::size_t values : {1u, 2u, 3u, 5u, 7u}) {
    EXPECT_TRUE(table.columns[values].measured);
  }
}

TEST(Transcript, ReadsHyperfine) {
  const Table markdown = only_table(
      "| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n"
      "|:---|---:|---:|---:|---:|\n"
      "| `sleep 0.3` | 301.5 ± 0.2 | 301.1 | 301.9 | 1.00 |\n");
  EXPECT_EQ(paths(markdown), "command mean min max relative");
  EXPECT_EQ(markdown.columns[1].unit_text, "ms");
  EXPECT_EQ(markdown.rows[0].key, "sleep 0.3");
  EXPECT_EQ(markdown.rows[0].path, "sleep-0-3");
  for (std::size_t i = 1; i < 5; ++i) EXPECT_TRUE(markdown.columns[i].measured);
  const Table csv = only_table(
      "command,mean,stddev,median,user,system,min,max\n"
      "\"sort a, b\",0.301,0.0002,0.3,0.001,0.002,0.3011,0.3019\n");
  EXPECT_EQ(csv.rows[0].key, "sort a, b");
  ASSERT_TRUE(csv.columns[1].unit.has_value());
  EXPECT_EQ(csv.columns[1].unit->name, "s");
}

TEST(Transcript, ReadsNvbench) {
  const Parsed<Transcript> parsed = parse(
      "# Devices\n\n## [0] `NVIDIA H200`\n* SM Version: 900 (PTX Version: 900)\n\n"
      "# Benchmark Results\n\n## throughput_bench\n\n### [0] NVIDIA H200\n\n"
      "|  T  | Samples |  CPU Time  | Noise | GPU Time  | Noise | GlobalMem BW | BWUtil |\n"
      "|-----|---------|------------|-------|-----------|-------|--------------|--------|\n"
      "| F32 |   1000x |  14.6 us   | 3.57% | 11.2 us   | 1.20% |   2.563 TB/s | 53.39% |\n"
      "| F64 |   1000x |  24.6 us   | 3.57% | 21.2 us   | 1.20% |   2.563 TB/s | 53.39% |\n\n"
      "### [1] NVIDIA T4\n\n"
      "|  T  | Samples |  CPU Time  | Noise | GPU Time  | Noise | GlobalMem BW | BWUtil |\n"
      "|-----|---------|------------|-------|-----------|-------|--------------|--------|\n"
      "| F32 |   1000x |  14.6 us   | 3.57% | 11.2 us   | 1.20% |   2.563 TB/s | 53.39% |\n");
  ASSERT_EQ(parsed.value.tables.size(), 2u);
  const Table& table = parsed.value.tables[0];
  EXPECT_EQ(table.title, "throughput_bench");
  EXPECT_EQ(table.path, "throughput-bench");
  EXPECT_EQ(parsed.value.tables[1].path, "throughput-bench~2");
  EXPECT_EQ(parsed.value.tables[1].first_line, 19u);
  EXPECT_EQ(paths(table), "t samples cpu-time noise gpu-time noise~2 globalmem-bw bwutil");
  EXPECT_EQ(table.rows[0].cells[2].text, "14.6 us");
  EXPECT_FALSE(table.columns[0].measured);
  for (std::size_t i = 1; i < table.columns.size(); ++i) EXPECT_TRUE(table.columns[i].measured);
}

TEST(Transcript, ReadsNsightComputeCsv) {
  const Table table = only_table(
      "==PROF== Connected to process 1234 (/tmp/a.out)\n"
      "==PROF== Profiling \"add\" - 0: 0%....50%....100% - 8 passes\n"
      "==PROF== Disconnected from process 1234\n"
      "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"1234\",\"add(float *, int)\",\"Duration\",\"us\",\"1,234.5\"\n"
      "\"0\",\"1234\",\"add(float *, int)\",\"Registers Per Thread\",\"register/thread\",\"16\"\n");
  EXPECT_EQ(table.title, "");
  EXPECT_EQ(headers(table), "ID|Process ID|Kernel Name|Metric Name|Metric Unit|Metric Value");
  EXPECT_EQ(table.rows[0].cells[2].text, "add(float *, int)");
  EXPECT_EQ(table.rows[0].cells[5].text, "1,234.5 us");
  EXPECT_EQ(table.rows[1].cells[5].text, "16");
  EXPECT_EQ(table.rows[1].path, "0~2");
  EXPECT_TRUE(table.columns[5].measured);
}

TEST(Transcript, ReadsTheUnitRowOfNsightComputesRawPage) {
  const Table table = only_table(
      "\"ID\",\"Process ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n"
      "\"\",\"\",\"\",\"us\"\n"
      "\"0\",\"1234\",\"add\",\"12.5\"\n");
  EXPECT_EQ(rows(table), (Lines{"0|1234|add|12.5"}));
  EXPECT_EQ(table.columns[3].unit_text, "us");
  EXPECT_TRUE(table.columns[3].unit.has_value());
}

TEST(Transcript, ReadsPytestBenchmark) {
  const Table table = only_table(
      "\n"
      "------------------------------ benchmark: 2 tests ------------------------------\n"
      "Name (time in us)         Min                Max               Mean      Outliers  Rounds\n"
      "---------------------------------------------------------------------------------\n"
      "test_fast             51.4000 (1.0)     612.2000 (1.0)     55.1000 (1.0)    10;20   10000\n"
      "test_slow            151.4000 (2.95)  1,612.2000 (2.63)   155.1000 (2.81)   10;20    5000\n"
      "---------------------------------------------------------------------------------\n"
      "\n"
      "Legend:\n");
  EXPECT_EQ(table.title, "benchmark: 2 tests");
  EXPECT_EQ(table.path, "benchmark");
  EXPECT_EQ(paths(table), "name min min-ratio max max-ratio mean mean-ratio outliers rounds");
  EXPECT_EQ(rows(table),
            (Lines{"test_fast|51.4000|1.0|612.2000|1.0|55.1000|1.0|10;20|10000",
                   "test_slow|151.4000|2.95|1,612.2000|2.63|155.1000|2.81|10;20|5000"}));
  ASSERT_TRUE(table.columns[1].unit.has_value());
  EXPECT_EQ(table.columns[1].unit->name, "us");
}

TEST(Transcript, ReadsPerfStat) {
  const Table table = only_table(
      "\n"
      " Performance counter stats for './a.out':\n"
      "\n"
      "              1.23 msec task-clock                #    0.812 CPUs utilized   ( +-  0.53% )\n"
      "                 0      context-switches          #    0.000 /sec\n"
      "         1,234,567      cycles                    #    3.456 GHz             (83.33%)\n"
      "           629,000      instructions              #    0.51  insn per cycle  (83.30%)\n"
      "   <not supported>      branches\n"
      "\n"
      "       0.001512345 seconds time elapsed\n"
      "\n"
      "       0.001200000 seconds user\n"
      "\n"
      "3 errors found\n");
  EXPECT_EQ(table.path, "performance-counter-stats-for-a-out");
  EXPECT_EQ(headers(table), "event|count|rate|rate of|variation|running");
  EXPECT_EQ(
      rows(table),
      (Lines{"task-clock|1.23 msec|0.812|CPUs utilized|0.53%|", "context-switches|0|0.000 /sec|||",
             "cycles|1,234,567|3.456 GHz|||83.33%",
             "instructions|629,000|0.51|insn per cycle||83.30%", "branches|<not supported>||||",
             "time elapsed|0.001512345 seconds||||", "user|0.001200000 seconds||||"}));
  EXPECT_TRUE(table.columns[1].measured);
  EXPECT_EQ(table.last_line, 12u);
}

TEST(Transcript, ReadsTheElapsedTimeOfSeveralRunsOfPerfStat) {
  const Table table = only_table(
      " Performance counter stats for './a.out' (3 runs):\n"
      "\n"
      "           0.03144 +- 0.00536 seconds time elapsed  ( +- 17.06% )\n");
  EXPECT_EQ(headers(table), "event|count|variation");
  EXPECT_EQ(rows(table), (Lines{"time elapsed|0.03144 +- 0.00536 seconds|17.06%"}));
}

TEST(Transcript, ReadsTheFieldsOfPerfStat) {
  const Table table = only_table(
      "working on it, 3 times\n"
      "0.81,msec,task-clock,808350,100.00,0.020,CPUs utilized\n"
      "1234,,instructions,808350,83.33,0.51,insn per cycle\n"
      "<not supported>,,cycles,0,100.00,,\n"
      "done, 3 times\n");
  EXPECT_EQ(headers(table), "event|count|rate|rate of|running|run time");
  EXPECT_EQ(rows(table), (Lines{"task-clock|0.81 msec|0.020|CPUs utilized|100.00|808350",
                                "instructions|1234|0.51|insn per cycle|83.33|808350",
                                "cycles|<not supported>|||100.00|0"}));
  EXPECT_EQ(table.path, "table-1");
  EXPECT_EQ(table.line, 2u);
  EXPECT_EQ(table.last_line, 4u);
  const Table other = only_table("5;;page-faults;0.62%;808350;100.00;1.2;K/sec\n");
  EXPECT_EQ(rows(other), (Lines{"page-faults|5|1.2 K/sec|0.62%|100.00|808350"}));
  EXPECT_TRUE(parse("1,2,3,4,5\n6,,x,7,8\n").value.tables.empty());
}

// ---- bytes ----

TEST(Transcript, LineEndsDoNotMatter) {
  std::string crlf;
  for (const char c : std::string(kTwoTables)) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  const Parsed<Transcript> parsed = parse("\xEF\xBB\xBF" + crlf);
  ASSERT_EQ(parsed.value.tables.size(), 2u);
  EXPECT_EQ(rows(parsed.value.tables[0]), (Lines{"mergeOneThread|378.1|0.35"}));
}

TEST(Transcript, ALastRowWithoutALineEndIsSeen) {
  EXPECT_EQ(rows(only_table("n   time\n--  ----\n1    2.5")), (Lines{"1|2.5"}));
}

TEST(Transcript, ColoursAndProgressAreLeftOutOfCellsAndKeptInTheBytes) {
  const std::string bytes =
      "\x1b[1mn\x1b[0m   time\n"
      "--  ----\n"
      " 10% done\r100% done\r1    \x1b[32m2\x1b[1m.5\x1b[0m\n"
      "\x1b]8;;http://x\x1b\\2\x1b]8;;\x07    3.5\r\n";
  const Text text("run-1.txt", bytes);
  const Parsed<Transcript> parsed = parse_transcript(text);
  ASSERT_EQ(parsed.value.tables.size(), 1u);
  const Table& table = parsed.value.tables[0];
  EXPECT_EQ(headers(table), "n|time");
  EXPECT_EQ(rows(table), (Lines{"1|2.5", "2|3.5"}));
  EXPECT_EQ(text.slice(table.rows[0].cells[1].span), "2\x1b[1m.5");
}

TEST(PlainLine, ShowsWhatATerminalWouldLeave) {
  EXPECT_EQ(plain_line("\x1b[31mred\x1b[0m and \x1b[1;4mbold\x1b[m"), "red and bold");
  EXPECT_EQ(plain_line("10%\r20%\rdone\r"), "done");
  EXPECT_EQ(plain_line("\x1b]0;title\x07text"), "text");
  EXPECT_EQ(plain_line("\x1b]0;never ended"), "]0;never ended");
  EXPECT_EQ(plain_line("\x1b"), "");
  EXPECT_EQ(plain_line("plain"), "plain");
}

TEST(Transcript, BytesThatAreNoTextAreNamedWithTheirLine) {
  const Parsed<Transcript> parsed = parse("n   time\n--  ----\n1    2.5\nbad \xff here\n");
  ASSERT_EQ(parsed.findings.size(), 1u);
  EXPECT_EQ(parsed.findings[0].id, "not-text");
  EXPECT_EQ(parsed.findings[0].place, (Place{"run-1.txt", 4, 5}));
  EXPECT_EQ(parsed.findings[0].message, "expected UTF-8 text, found byte 0xff at offset 31");
  EXPECT_EQ(parsed.value.tables.size(), 1u);
  const Parsed<Transcript> nul = parse(std::string("a\0b\n", 4));
  ASSERT_EQ(nul.findings.size(), 1u);
  EXPECT_EQ(nul.findings[0].message, "expected UTF-8 text, found byte 0x00 at offset 1");
}

TEST(Transcript, ConflictMarkersAreAnErrorEach) {
  const Parsed<Transcript> parsed = parse(
      "n   time\n"
      "--  ----\n"
      "<<<<<<< HEAD\n"
      "1    2.5\n"
      "=======\n"
      "1    2.6\n"
      ">>>>>>> other\n");
  ASSERT_EQ(parsed.findings.size(), 1u);
  EXPECT_EQ(parsed.findings[0].id, "transcript-conflict-marker");
  EXPECT_EQ(parsed.findings[0].place.line, 3u);
  ASSERT_TRUE(parsed.findings[0].related.has_value());
  EXPECT_EQ(parsed.findings[0].related->line, 7u);
  EXPECT_EQ(parse(">>>>>>> other\n").findings.size(), 1u);
  EXPECT_EQ(parse("Results\n=======\n").findings.size(), 0u);
}

TEST(Transcript, ALongLineAndManyOddLinesAreReadInLinearTime) {
  const std::size_t size = 1u << 20;
  std::string words, escapes, rules, alternating, wide;
  while (words.size() < size) words += "word 12 ";
  while (escapes.size() < size) escapes += "\x1b]x\x1b[3";
  while (rules.size() < size) rules += "x y\n---\n";
  while (alternating.size() < size) alternating += "x  y\n--  --\nprose and more\n";
  for (int i = 0; i < 5000; ++i) wide += "--  ";
  std::string rows_below;
  while (rows_below.size() < size / 4) rows_below += "a  1\n";
  EXPECT_EQ(table_count(std::string(10u << 20, 'x') + "\n"), 0u);
  EXPECT_EQ(table_count(words), 0u);
  EXPECT_EQ(table_count("n  time\n" + std::string(size, '-') + "\n" + words), 0u);
  parse(escapes);
  parse(rules);
  parse(alternating);
  parse("n  time\n" + wide + "\n" + rows_below);
  EXPECT_EQ(table_count("a,b\n" + std::string(size, ',') + "\n"), 0u);
}

// ---- measured columns ----

TEST(MeasuredHeader, NamesATimeARateARatioOrAPercentage) {
  const auto measured = [](std::string_view header, const char* unit = "") {
    return is_measured_header(header, find_unit(unit));
  };
  EXPECT_TRUE(measured("time"));
  EXPECT_TRUE(measured("GPU time per element"));
  EXPECT_TRUE(measured("mean (ms)", "ms"));
  EXPECT_TRUE(measured("GB/s", "GB/s"));
  EXPECT_TRUE(measured("keys (Mkeys/s)"));
  EXPECT_TRUE(measured("cost (ns/iter)"));
  EXPECT_TRUE(measured("ratio"));
  EXPECT_TRUE(measured("ratio to copy"));
  EXPECT_TRUE(measured("vs copy"));
  EXPECT_TRUE(measured("x slower"));
  EXPECT_TRUE(measured("scan/atomic"));
  EXPECT_TRUE(measured("% of peak"));
  EXPECT_TRUE(measured("share (%)", "%"));
  EXPECT_TRUE(measured("speedup"));
  EXPECT_FALSE(measured("threads"));
  EXPECT_FALSE(measured("survivors"));
  EXPECT_FALSE(measured("k range"));
  EXPECT_FALSE(measured("x"));
  EXPECT_FALSE(measured("times"));
  EXPECT_FALSE(measured("size (MB)", "MB"));
  EXPECT_FALSE(measured("timestep"));
  EXPECT_FALSE(measured(""));
}

TEST(MeasuredHeader, ACellThatCarriesATimeMakesItsColumnMeasured) {
  const Table table =
      only_table("size    how long  kept\n------  --------  ----\n10 us    14.6 us    12\n");
  EXPECT_FALSE(table.columns[0].measured);
  EXPECT_TRUE(table.columns[1].measured);
  EXPECT_FALSE(table.columns[2].measured);
}

}  // namespace
}  // namespace daybook
