#include "formats/snippet.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/region_pairs.h"

namespace daybook {
namespace {

Parsed<Source> read(const std::string& bytes, const std::string& name = "a.cu") {
  return parse_regions(Text(name, bytes));
}

std::vector<std::string> ids(const Parsed<Source>& parsed) {
  std::vector<std::string> result;
  for (const Finding& finding : parsed.findings) {
    result.push_back(finding.id + "@" + std::to_string(finding.place.line));
  }
  return result;
}

std::vector<std::string> lines(const Parsed<Source>& parsed, const std::string& name) {
  std::vector<std::string> result;
  const Region* region = parsed.value.find(name);
  if (region == nullptr) return {"no region " + name};
  for (const QuotableLine& line : region->lines) result.push_back(line.text);
  return result;
}

std::vector<std::string> whole(const Parsed<Source>& parsed) {
  std::vector<std::string> result;
  for (const QuotableLine& line : parsed.value.whole) result.push_back(line.text);
  return result;
}

using Strings = std::vector<std::string>;

TEST(Regions, ARegionIsDedentedAndKnowsItsLines) {
  const auto parsed = read("int a;\n  // snippet: x\n    b;\n\n      c;\n  // end snippet\nd;\n");
  EXPECT_EQ(ids(parsed), Strings{});
  EXPECT_EQ(lines(parsed, "x"), (Strings{"b;", "", "  c;"}));
  EXPECT_EQ(parsed.value.find("x")->start_line, 2u);
  EXPECT_EQ(parsed.value.find("x")->end_line, 6u);
  EXPECT_EQ(parsed.value.find("x")->lines[2].line, 5u);
  EXPECT_EQ(parsed.value.find("y"), nullptr);
}

TEST(Regions, AWholeFileLeavesAllMarkerLinesOut) {
  const auto parsed = read("a\n// snippet: x\nb\n// end snippet\n  c\n");
  EXPECT_EQ(whole(parsed), (Strings{"a", "b", "  c"}));
  EXPECT_EQ(parsed.value.whole[2].line, 5u);
}

TEST(Regions, CrlfIsNoPartOfALine) {
  const auto parsed = read("// snippet: x\r\n  a;\r\n  b;\r\n// end snippet\r\n");
  EXPECT_EQ(ids(parsed), Strings{});
  EXPECT_EQ(lines(parsed, "x"), (Strings{"a;", "b;"}));
}

TEST(Regions, AByteOrderMarkHidesNoMarker) {
  for (const char* name : {"a.cu", "a.py", "a.sh"}) {
    const std::string mark = std::string(name) == "a.cu" ? "//" : "#";
    const auto parsed =
        read("\xEF\xBB\xBF" + mark + " snippet: x\na;\n" + mark + " end snippet\n", name);
    EXPECT_EQ(ids(parsed), Strings{}) << name;
    EXPECT_EQ(lines(parsed, "x"), Strings{"a;"}) << name;
  }
}

TEST(Regions, AnEndMarkerWithoutALineEndIsSeen) {
  EXPECT_EQ(lines(read("// snippet: x\na;\n// end snippet"), "x"), Strings{"a;"});
  EXPECT_EQ(lines(read("# snippet: x\na\n# end snippet", "a.sh"), "x"), Strings{"a"});
}

TEST(Regions, OddLineBreaksAreOrdinaryCharacters) {
  const auto parsed = read(
      "// snippet: x\na\rb\fc\xC2\x85"
      "d\xE2\x80\xA8"
      "e\nf\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{});
  ASSERT_EQ(lines(parsed, "x").size(), 2u);
  EXPECT_EQ(parsed.value.find("x")->lines[1].line, 3u);
}

TEST(Regions, ANulOrBadUtf8IsNotText) {
  EXPECT_EQ(ids(read(std::string("a\nb\0c\n", 6))), Strings{"not-text@2"});
  const auto parsed = read("a\nb\xFF\n");
  EXPECT_EQ(ids(parsed), Strings{"not-text@2"});
  EXPECT_NE(parsed.findings[0].message.find("byte 4"), std::string::npos);
}

TEST(Regions, AVeryLongLineIsRead) {
  const auto parsed = read("// snippet: x\n" + std::string(10'000'000, 'a') + "\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{});
  EXPECT_EQ(lines(parsed, "x")[0].size(), 10'000'000u);
}

TEST(Regions, AnUnclosedRegionIsNamedAtItsStart) {
  const auto parsed = read("// snippet: x\na;\n");
  EXPECT_EQ(ids(parsed), Strings{"region-unclosed@1"});
  EXPECT_EQ(parsed.value.find("x"), nullptr);
  EXPECT_EQ(parsed.findings[0].message,
            "region 'x' is never closed; no unmatched end stands in the file");
  EXPECT_EQ(parsed.findings[0].mend, "write '// end snippet: x' below the region's last line");
}

TEST(Regions, AnUnclosedRegionNamesTheNearestUnmatchedEnd) {
  const auto parsed = read("// end snippet\n\n\n// snippet: x\na;\n");
  EXPECT_EQ(ids(parsed), (Strings{"region-unopened@1", "region-unclosed@4"}));
  EXPECT_NE(parsed.findings[1].message.find("the nearest unmatched end is on line 1"),
            std::string::npos);
  EXPECT_EQ(parsed.findings[1].related->line, 1u);
}

TEST(Regions, AnEndWithoutAStartNamesWhatEndsBefore) {
  const auto parsed = read("// snippet: x\na;\n// end snippet\nb;\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{"region-unopened@5"});
  EXPECT_NE(parsed.findings[0].message.find("'x' before it already ends on line 3"),
            std::string::npos);
}

TEST(Regions, AnEndWithAnotherNameNamesBoth) {
  const auto parsed = read("// snippet: x\na;\n// end snippet: y\n");
  EXPECT_EQ(ids(parsed), Strings{"region-mismatched@3"});
  EXPECT_EQ(parsed.findings[0].message, "end of region 'y', yet the open one is 'x' (line 1)");
  EXPECT_EQ(parsed.findings[0].related->line, 1u);
  EXPECT_EQ(lines(parsed, "x"), Strings{"a;"});
}

TEST(Regions, AStrangeEndInsideNestedRegionsIsOneFinding) {
  const auto parsed = read(
      "// snippet: a\n1\n// snippet: b\n2\n// end snippet: c\n3\n// end snippet: b\n"
      "// end snippet: a\n");
  EXPECT_EQ(ids(parsed), Strings{"region-mismatched@5"});
}

TEST(Regions, AStartRepeatedWhereAnEndWasMeantIsOneFinding) {
  const auto parsed = read("// snippet: x\na;\n// snippet: x\nb;\n");
  EXPECT_EQ(ids(parsed), Strings{"region-duplicate@3"});
  EXPECT_EQ(parsed.findings[0].message,
            "region 'x' starts here again and is still open from line 1; was its end meant?");
  EXPECT_EQ(ids(read("// snippet: x\na;\n// snippet: x\nb;\n// end snippet\n")),
            Strings{"region-duplicate@3"});
}

TEST(Regions, TheSameNameTwiceNamesBothPlaces) {
  const auto parsed =
      read("// snippet: x\na;\n// end snippet\n// snippet: x\nb;\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{"region-duplicate@4"});
  EXPECT_NE(parsed.findings[0].message.find("line 1"), std::string::npos);
  EXPECT_EQ(parsed.findings[0].related->line, 1u);
  EXPECT_EQ(lines(parsed, "x"), Strings{"a;"});
}

TEST(Regions, AnEmptyRegionOrOneOfBlankLinesIsAnError) {
  const auto parsed = read("// snippet: x\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{"region-empty@1"});
  EXPECT_EQ(parsed.findings[0].related->line, 2u);
  EXPECT_EQ(ids(read("// snippet: x\n \n\t\n// end snippet\n")), Strings{"region-empty@1"});
}

TEST(Regions, NestedRegionsLeaveInnerMarkersOut) {
  const auto parsed =
      read("// snippet: a\n1\n  // snippet: b\n  2\n  // end snippet: b\n3\n// end snippet: a\n");
  EXPECT_EQ(ids(parsed), Strings{});
  EXPECT_EQ(lines(parsed, "a"), (Strings{"1", "  2", "3"}));
  EXPECT_EQ(lines(parsed, "b"), Strings{"2"});
  EXPECT_EQ(parsed.value.regions[0].name, "a");
}

TEST(Regions, OverlappingRegionsNeedNames) {
  const auto good =
      read("// snippet: a\n1\n// snippet: b\n2\n// end snippet: a\n3\n// end snippet: b\n");
  EXPECT_EQ(ids(good), Strings{});
  EXPECT_EQ(lines(good, "a"), (Strings{"1", "2"}));
  EXPECT_EQ(lines(good, "b"), (Strings{"2", "3"}));
  const auto bad = read("// snippet: a\n1\n// snippet: b\n2\n// end snippet\n3\n// end snippet\n");
  EXPECT_EQ(ids(bad), Strings{"region-mismatched@5"});
  EXPECT_EQ(bad.findings[0].message,
            "end without a name while several regions are open: 'a' (line 1), 'b' (line 3)");
}

TEST(Regions, AOneLineRegionIsDedented) {
  EXPECT_EQ(lines(read("\t// snippet: x\n\t  a;\n\t// end snippet\n"), "x"), Strings{"a;"});
}

TEST(Regions, AMarkerInsideAWordIsText) {
  EXPECT_EQ(ids(read("// MY_snippet: x\n// the snippet: foo\n// snippets are good\n")), Strings{});
}

TEST(Regions, NearMissesAreFoundWithASuggestion) {
  const auto parsed = read("//snippet x\na;\n// end-snippet\n");
  EXPECT_EQ(ids(parsed), (Strings{"region-near-miss@1", "region-near-miss@3"}));
  EXPECT_EQ(parsed.findings[0].message,
            "comment '//snippet x' is nearly a marker; did you mean '// snippet: x'?");
}

TEST(Regions, ANearMissBringsNoSecondFinding) {
  EXPECT_EQ(ids(read("// snipet: x\na;\n// end snippet\n")), Strings{"region-near-miss@1"});
  EXPECT_EQ(ids(read("// snippet: x\na;\n// end-snippet\n")), Strings{"region-near-miss@3"});
  EXPECT_EQ(ids(read("// snippet: x\na;\n// end snippet x\n")), Strings{"region-near-miss@3"});
  EXPECT_EQ(ids(read("// snippet of\n// snippet: x\na;\n// end snippet\n")),
            Strings{"region-near-miss@1"});
}

TEST(Regions, TextBehindTheMarkerIsAnError) {
  const auto parsed = read("// snippet: x (the core)\na;\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{"region-trailing-text@1"});
  EXPECT_EQ(ids(read("/* snippet: x */ b;\na;\n// end snippet\n")),
            Strings{"region-trailing-text@1"});
}

TEST(Regions, AMarkerBehindCodeIsAnError) {
  const auto parsed = read("a(); // snippet: x\nb;\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{"region-near-miss@1"});
  EXPECT_EQ(whole(parsed), (Strings{"a(); // snippet: x", "b;"}));
}

TEST(Regions, AWrongNameShowsTheAllowedForm) {
  const auto parsed = read("// snippet: Co.Rank\na;\n// end snippet\n");
  EXPECT_EQ(ids(parsed), Strings{"region-name@1"});
  EXPECT_EQ(parsed.findings[0].message,
            "region name 'Co.Rank'; expected lower-case letters, digits and '-'");
  EXPECT_EQ(parsed.findings[0].mend, "write '// snippet: co-rank'");
}

TEST(Regions, MarkersInStringsAndBlockCommentsAreText) {
  EXPECT_EQ(ids(read("const char* a = \"\\\n// snippet: x\\\n\";\n")), Strings{});
  EXPECT_EQ(ids(read("auto a = R\"(\n// snippet: x\n)\";\n")), Strings{});
  EXPECT_EQ(ids(read("auto a = u8R\"py(\n)\" // snippet: x\n// snippet: x\n)py\";\n")), Strings{});
  EXPECT_EQ(ids(read("/*\n// snippet: x\n snippet: x\n*/\n")), Strings{});
  EXPECT_EQ(ids(read("auto n = 1'000'000; char c = '\"';\n// snippet: x\na\n// end snippet\n")),
            Strings{});
  EXPECT_EQ(ids(read("int n = 0xFF'FF; auto s = u8\"'\"; char q = '\\'';\n// snippet: x\n")),
            Strings{"region-unclosed@2"});
}

TEST(Regions, AnIncludeOfAnOddPathOpensNoComment) {
  EXPECT_EQ(lines(read("#include <a/*b>\n// snippet: x\na\n// end snippet\n"), "x"), Strings{"a"});
}

TEST(Regions, OneLineBlockCommentsAreMarkers) {
  EXPECT_EQ(lines(read("/* snippet: x */\na\n/* end snippet */\n"), "x"), Strings{"a"});
}

TEST(Regions, AMarkerBetweenContinuedLinesBreaksTheMacro) {
  EXPECT_EQ(ids(read("#define F(x) \\\n  // snippet: a \\\n  foo(x)\n")),
            Strings{"region-in-macro@2"});
  EXPECT_EQ(ids(read("#define F(x) \\\n  /* snippet: a */ \\\n  foo(x) \\\n /* end snippet */\n")),
            (Strings{"region-in-macro@2", "region-in-macro@4"}));
  EXPECT_EQ(ids(read("// text \\\n// snippet: a\nb\n// end snippet\n")),
            Strings{"region-in-macro@2"});
  EXPECT_EQ(ids(read("nvcc a \\\n# snippet: a\n  b\n# end snippet\n", "a.sh")),
            Strings{"region-in-macro@2"});
}

TEST(Regions, CuttingAConditionalIsAWarningAtTheUnbalancedLine) {
  const auto parsed = read("// snippet: x\n#if A\na\n// end snippet\n#endif\n");
  ASSERT_EQ(ids(parsed), Strings{"region-cuts-conditional@2"});
  EXPECT_EQ(parsed.findings[0].severity, Severity::warning);
  EXPECT_EQ(ids(read("#if A\n// snippet: x\na\n  #  else\nb\n// end snippet\n#endif\n")),
            Strings{"region-cuts-conditional@4"});
  EXPECT_EQ(ids(read("// snippet: x\n#ifdef A\na\n#else\n#endif\n// end snippet\n")), Strings{});
  EXPECT_EQ(ids(read("// snippet: x\n/*\n#if A\n*/ a = R\"(\n#if\n)\";\n// end snippet\n")),
            Strings{});
}

TEST(Regions, ReIndentedMarkersStayMarkers) {
  EXPECT_EQ(lines(read("  // snippet: x\na\n\t\t// end snippet\n"), "x"), Strings{"a"});
}

TEST(Regions, AnElisionInARegionIsAnErrorOnce) {
  const auto parsed =
      read("// snippet: a\n// snippet: b\nx\n  // ...\ny\n// end snippet: b\n// end snippet: a\n");
  EXPECT_EQ(ids(parsed), Strings{"region-elision@4"});
  EXPECT_EQ(ids(read("// ...\n")), Strings{});
}

TEST(Dedent, BlankLinesDoNotCount) {
  EXPECT_EQ(lines(read("// snippet: x\n    a\n \n\n    b\n// end snippet\n"), "x"),
            (Strings{"a", "", "", "b"}));
}

TEST(Dedent, TabsAgainstSpacesShowBothLines) {
  const auto parsed = read("// snippet: x\n\ta\n  b\n// end snippet\n");
  ASSERT_EQ(ids(parsed), Strings{"region-indentation@3"});
  EXPECT_EQ(parsed.findings[0].detail, "2: →a\n3:   b\n");
  EXPECT_EQ(parsed.findings[0].related->line, 2u);
}

TEST(Dedent, ALineAtTheMarginLeavesNothingToDisagreeOn) {
  EXPECT_EQ(ids(read("// snippet: x\n\ta\n  b\nc\n// end snippet\n")), Strings{});
  EXPECT_EQ(ids(read("// snippet: x\nc\n\ta\n  b\n// end snippet\n")), Strings{});
}

TEST(Dedent, TrailingBlanksAndTabsStay) {
  EXPECT_EQ(lines(read("// snippet: x\n  a \t\n  b\tc\n// end snippet\n"), "x"),
            (Strings{"a \t", "b\tc"}));
}

TEST(Regions, EveryLanguageHasItsComment) {
  const std::vector<std::pair<std::string, std::pair<std::string, std::string>>> kCases = {
      {"a.py", {"#", ""}},          {"a.sh", {"#", ""}},        {"a.yaml", {"#", ""}},
      {"a.yml", {"#", ""}},         {"a.lua", {"--", ""}},      {"a.sql", {"--", ""}},
      {"a.lisp", {";", ""}},        {"b.lisp", {";;", ""}},     {"a.asm", {";", ""}},
      {"a.tex", {"%", ""}},         {"a.m", {"%", ""}},         {"a.css", {"/*", " */"}},
      {"a.html", {"<!--", " -->"}}, {"a.xml", {"<!--", "-->"}}, {"a.md", {"<!--", " -->"}},
      {"d/Makefile", {"#", ""}},    {"meson.build", {"#", ""}}, {"CMakeLists.txt", {"#", ""}},
      {"a.h", {"//", ""}},          {"a.unknown", {"//", ""}},  {"noending", {"/*", "*/"}}};
  for (const auto& [name, marks] : kCases) {
    const auto& [open, close] = marks;
    const auto parsed = read(
        "  " + open + " snippet: x" + close + "\n  a\n" + open + " end snippet: x" + close + "\n",
        name);
    EXPECT_EQ(ids(parsed), Strings{}) << name;
    EXPECT_EQ(lines(parsed, "x"), Strings{"a"}) << name;
  }
}

TEST(Regions, StringsOfOtherLanguagesAreText) {
  EXPECT_EQ(ids(read("\"\"\"\n# snippet: x\n\"\"\"\na = '#'\n'''\n# snippet: x\n'''\n", "a.py")),
            Strings{});
  EXPECT_EQ(ids(read("it's = \"a\" # it's\n# snippet: x\nb\n# end snippet\n", "a.py")), Strings{});
  EXPECT_EQ(ids(read("echo 'a\n# snippet: x\n'\n", "a.sh")), Strings{});
  EXPECT_EQ(ids(read("<!--\n<!-- snippet: x\n-->\n", "a.html")), Strings{});
  EXPECT_EQ(ids(read("--[[\n-- snippet: x\n]]\n", "a.lua")), Strings{});
}

TEST(Regions, AHereDocumentIsText) {
  EXPECT_EQ(
      ids(read("cat > a.py <<'EOF'\n# snippet: x\nit's\nEOF\n# snippet: y\na\n# end snippet\n",
               "a.sh")),
      Strings{});
  EXPECT_EQ(ids(read("a=$((1<<n))\n# snippet: y\na\n# end snippet\n", "a.sh")), Strings{});
}

TEST(Regions, TheMendIsWrittenInTheSourcesLanguage) {
  EXPECT_EQ(read("<!-- snippet: x -->\na\n", "a.html").findings[0].mend,
            "write '<!-- end snippet: x -->' below the region's last line");
}

TEST(Regions, AFloodOfOpenRegionsIsOneErrorAndReturns) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "//snippet: a" + std::to_string(i) + "\nx\n";
  const auto parsed = read(bytes);
  EXPECT_EQ(parsed.findings.size(), kMostOpenRegions + 1);
}

TEST(Elisions, OnlyACommentAndThreeDots) {
  const CommentSyntax c = comment_syntax("a.cu");
  EXPECT_TRUE(is_code_elision("   // ...", c));
  EXPECT_TRUE(is_code_elision("//...  ", c));
  EXPECT_TRUE(is_code_elision("/* ... */", c));
  EXPECT_FALSE(is_code_elision("// ....", c));
  EXPECT_FALSE(is_code_elision("// ... and so on", c));
  EXPECT_FALSE(is_code_elision("a; // ...", c));
  EXPECT_FALSE(is_code_elision("# ...", c));
  EXPECT_FALSE(is_code_elision("...", c));
  EXPECT_TRUE(is_code_elision("# ...", comment_syntax("a.py")));
  EXPECT_TRUE(is_code_elision("<!-- ... -->", comment_syntax("a.html")));
  EXPECT_TRUE(is_text_elision(" ... "));
  EXPECT_TRUE(is_text_elision("…"));
  EXPECT_FALSE(is_text_elision("...."));
}

}  // namespace
}  // namespace daybook
