// Exact places, whatever stands before a quote; and what hostile bytes do.
#include <gtest/gtest.h>

#include <chrono>

#include "formats/lesson.h"
#include "lesson_fixture.h"

namespace daybook {
namespace {

// "line:column bytes" of each quote.
Strings quotes_of(const std::string& bytes) {
  const Parsed<Lesson> parsed = read_lesson(bytes);
  Strings quotes;
  for (const Quote& quote : parsed.value.quotes) {
    quotes.push_back(at(quote.place) + " " + slice(parsed.value, quote.span));
  }
  return quotes;
}

TEST(LessonPositions, AreExactInListsBlockQuotesAndBehindTabs) {
  EXPECT_EQ(quotes_of("- a\n\n\t1. b [1](run:a/b/c)\n\t   c [2](run:a/b/d)\n"),
            (Strings{"3:7 [1](run:a/b/c)", "4:7 [2](run:a/b/d)"}));
  EXPECT_EQ(quotes_of("> > - x\n> >\t[1](run:a/b/c)\nlazy [2](run:a/b/d)\n"),
            (Strings{"2:5 [1](run:a/b/c)", "3:6 [2](run:a/b/d)"}));
  EXPECT_EQ(quotes_of("   é [1](run:a/b/c)\n  [2](run:a/b/d)\n"),
            (Strings{"1:6 [1](run:a/b/c)", "2:3 [2](run:a/b/d)"}));
}

TEST(LessonPositions, AreExactInCrlfFilesAndBehindAByteOrderMark) {
  EXPECT_EQ(quotes_of("\xEF\xBB\xBF---\r\ntitle: A\r\n---\r\n\r\na\r\n> b [1](run:a/b/c)\r\n"),
            (Strings{"6:5 [1](run:a/b/c)"}));
  EXPECT_EQ(quotes_of("\xEF\xBB\xBF[1](run:a/b/c) x"), (Strings{"1:1 [1](run:a/b/c)"}));
}

TEST(LessonPositions, ALinkOverTwoLinesShiftsNothingAfterIt) {
  EXPECT_EQ(quotes_of("a [ord\ninary](x.md) [1](run:a/b/c)\n[2](run:a/b/d)\n"),
            (Strings{"2:14 [1](run:a/b/c)", "3:1 [2](run:a/b/d)"}));
}

TEST(LessonPositions, ATitleOverTwoLinesShiftsNothingAfterIt) {
  EXPECT_EQ(quotes_of("a [x](x.md \"t\nu\") [1](run:a/b/c)\n[2](run:a/b/d)\n"),
            (Strings{"2:5 [1](run:a/b/c)", "3:1 [2](run:a/b/d)"}));
}

TEST(LessonPositions, AQuotingLinkOrTitleOverTwoLinesIsAnError) {
  EXPECT_EQ(places_of(read_lesson("a [4\nms](run:a/b/c)\n").findings),
            Strings{"1:3 quote-two-lines"});
  EXPECT_EQ(places_of(read_lesson("a [4](calc: \"1 +\n2\")\n").findings),
            Strings{"1:3 quote-two-lines"});
  EXPECT_EQ(places_of(read_lesson("[4][a]\n\n[a]: calc:\n  \"1\"\n").findings),
            Strings{"3:1 quote-two-lines"});
}

TEST(LessonPositions, AnEscapedPipeInACellShiftsNothingAfterIt) {
  EXPECT_EQ(quotes_of("| a | b |\n|---|---|\n| \\| `\\|` [1](run:a/b/c) | x\\|[2](run:a/b/d) |\n"),
            (Strings{"3:11 [1](run:a/b/c)", "3:31 [2](run:a/b/d)"}));
}

TEST(LessonPositions, ReferencesFootnotesMathAndDefinitionsShiftNothing) {
  EXPECT_EQ(
      quotes_of("[x]: y.md\n[z]: run:a/b/c\n$a_b$ [^n] [p][x] [1][z] \\$ [z]\n\n[^n]: é [2][z]\n"),
      (Strings{"3:19 [1][z]", "3:29 [z]", "5:9 [2][z]"}));
}

TEST(LessonPositions, EntitiesAndEscapesInADestinationAreResolved) {
  const Parsed<Lesson> parsed = read_lesson(
      "[1](run:a\\_b/c/d) [2](claim: \"1 &lt; 2\") [3][x]\n\n"
      "[x]: claim: \"{a} \\\" &gt; 'b'\"\n");
  ASSERT_EQ(parsed.value.quotes.size(), 3U);
  EXPECT_EQ(parsed.value.quotes[0].reference, "a_b/c/d");
  EXPECT_EQ(slice(parsed.value, parsed.value.quotes[0].target), "run:a\\_b/c/d");
  EXPECT_EQ(parsed.value.quotes[1].reference, "1 < 2");
  EXPECT_EQ(parsed.value.quotes[2].reference, "{a} \" > 'b'");
}

TEST(LessonPositions, FenceLinesLoseTheirContainersAndKeepTheirTabs) {
  const Parsed<Lesson> parsed =
      read_lesson("> - ```cuda from=#x\r\n>   int x;\r\n>\r\n>   \ty;\r\n>   ```\r\n");
  ASSERT_EQ(parsed.value.quotes.size(), 1U);
  const Quote& quote = parsed.value.quotes[0];
  EXPECT_EQ(at(quote.place), "1:5");
  EXPECT_EQ(quote.prefix, ">   ");
  ASSERT_EQ(quote.lines.size(), 3U);
  EXPECT_EQ(quote.lines[0].text, "int x;");
  EXPECT_EQ(quote.lines[1].text, "");
  EXPECT_EQ(quote.lines[2].text, "\ty;");
  EXPECT_EQ(slice(parsed.value, quote.lines[2].span), "\ty;");
  EXPECT_EQ(slice(parsed.value, quote.info), "cuda from=#x");
}

TEST(LessonPositions, LoneCarriageReturnsAndOtherSeparatorsEndNoLine) {
  const Parsed<Lesson> parsed =
      read_lesson("```cuda from=#x\na\rb\fc\u0085d\u2028e\n```\nx\u2028y \f [1](run:a/b/c)\n");
  ASSERT_EQ(parsed.value.quotes.size(), 2U);
  EXPECT_EQ(parsed.value.quotes[0].lines[0].text, "a\rb\fc\u0085d\u2028e");
  EXPECT_EQ(at(parsed.value.quotes[1].place), "4:7");
}

TEST(LessonHostile, BytesThatAreNoTextAreNamedByLineAndByte) {
  const Parsed<Lesson> invalid = read_lesson("a\nb\xff\n");
  EXPECT_EQ(places_of(invalid.findings), Strings{"2:2 not-text"});
  EXPECT_NE(invalid.findings[0].message.find("byte 4"), std::string::npos);
  EXPECT_EQ(places_of(read_lesson(std::string("a\0b", 3)).findings), Strings{"1:2 not-text"});
  EXPECT_EQ(places_of(read_lesson("a \x1f b\n").findings), Strings{"1:3 not-text"});
}

TEST(LessonHostile, AnEmptyLessonAndOneWithoutLineEndAreRead) {
  EXPECT_TRUE(read_lesson("").findings.empty());
  EXPECT_TRUE(read_lesson("\xEF\xBB\xBF").findings.empty());
  EXPECT_EQ(read_lesson("# A").value.headings.size(), 1U);
}

std::string repeat(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

TEST(LessonHostile, DeepNestingAndLongLinesAreLinear) {
  const Strings inputs = {
      repeat(">", 10000) + " x\n",  repeat("- ", 5000) + "x\n",
      repeat("[", 50000),           repeat("![", 30000),
      repeat("[a](", 20000),        repeat("<!--", 20000),
      repeat("${", 20000),          repeat("$a ", 20000),
      repeat("`a``b", 20000),       repeat("[^", 20000),
      repeat("]:", 50000),          repeat("[a](b)", 20000),
      repeat("<a b='", 20000),      repeat("|a", 20000) + "\n" + repeat("|-", 20000) + "\n|b\n",
      repeat("a ", 500000),         repeat("[1](run:a/b/c) ", 20000),
      repeat("*a_", 20000),         repeat("[a]: b \"\n", 10000),
      repeat("<details>", 20000),   repeat("\\", 100000),
      "5 " + repeat("_", 100000),   "x " + repeat("<?", 50000),
      "x " + repeat("<!A ", 30000), repeat("[x][nope] ", 5000),
      repeat("\x1f", 50000)};
  for (const std::string& input : inputs) {
    const auto start = std::chrono::steady_clock::now();
    const Parsed<Lesson> parsed = read_lesson(input);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 20.0) << input.substr(0, 20);
  }
}

}  // namespace
}  // namespace daybook
