#include "formats/lesson.h"

#include <gtest/gtest.h>

#include "lesson_fixture.h"

namespace daybook {
namespace {

// The quotes of a lesson that has no findings.
Lesson clean(std::string bytes) {
  Parsed<Lesson> parsed = read_lesson(std::move(bytes));
  EXPECT_EQ(places_of(parsed.findings), Strings{})
      << (parsed.findings.empty() ? "" : format_text(parsed.findings[0]));
  return std::move(parsed.value);
}

Quote only_quote(std::string bytes) {
  const Lesson lesson = clean(std::move(bytes));
  EXPECT_EQ(lesson.quotes.size(), 1U);
  return lesson.quotes.empty() ? Quote{} : lesson.quotes[0];
}

Finding only_finding(std::string bytes) {
  const Parsed<Lesson> parsed = read_lesson(std::move(bytes));
  EXPECT_EQ(parsed.findings.size(), 1U) << testing::PrintToString(places_of(parsed.findings));
  return parsed.findings.empty() ? Finding{} : parsed.findings[0];
}

TEST(LessonLinks, EachKindOfInlineQuoteIsRead) {
  const Lesson lesson = clean(
      "[378.1 ms](run:one-thread/mergeonethread/time)\n\n"
      "so [1 ms](run@t4:a/b/c), [132 SMs](run:fact/sms), [24 registers](run:ptxas/k/registers),\n"
      "[4.8 TB/s](given:h200-bandwidth), [about 12](calc: \"{a/b/c} / {a/b/d}\"),\n"
      "[no size](claim: \"argmin({a/*/c}) == 4\"), [all](claim@all: \"1 < 2\").\n");
  ASSERT_EQ(lesson.quotes.size(), 8U);
  const auto says = [&](std::size_t i) {
    return lesson.quotes[i].scheme + " " + lesson.quotes[i].reference + " " +
           lesson.quotes[i].words;
  };
  EXPECT_EQ(says(0), "run one-thread/mergeonethread/time 378.1 ms");
  EXPECT_EQ(says(1), "run@t4 a/b/c 1 ms");
  EXPECT_EQ(says(2), "run fact/sms 132 SMs");
  EXPECT_EQ(says(3), "run ptxas/k/registers 24 registers");
  EXPECT_EQ(says(4), "given h200-bandwidth 4.8 TB/s");
  EXPECT_EQ(says(5), "calc {a/b/c} / {a/b/d} about 12");
  EXPECT_EQ(says(6), "claim argmin({a/*/c}) == 4 no size");
  EXPECT_EQ(says(7), "claim@all 1 < 2 all");
  EXPECT_EQ(lesson.quotes[0].kind, QuoteKind::number);
  EXPECT_EQ(lesson.quotes[5].kind, QuoteKind::calc);
  EXPECT_EQ(lesson.quotes[6].kind, QuoteKind::claim);
  EXPECT_EQ(slice(lesson, lesson.quotes[5].target), "{a/b/c} / {a/b/d}");
  EXPECT_EQ(slice(lesson, lesson.quotes[1].target), "run@t4:a/b/c");
  EXPECT_EQ(slice(lesson, lesson.quotes[1].text), "1 ms");
}

TEST(LessonLinks, NamesWorkInFullCollapsedAndShortcutForm) {
  const Lesson lesson = clean(
      "[378.1 ms][One  Thread] [one-thread][] [one-thread]\n\n"
      "[one thread]: run:a/b/c\n[one-thread]: <run:d/e/f>\n[best]: calc: \"{one thread} / 2\"\n"
      "[said]: claim: '{best} > 1'\n\n[so][said]\n");
  ASSERT_EQ(lesson.quotes.size(), 4U);
  EXPECT_EQ(lesson.quotes[0].name, "one thread");
  EXPECT_EQ(lesson.quotes[0].reference, "a/b/c");
  EXPECT_EQ(slice(lesson, lesson.quotes[0].span), "[378.1 ms][One  Thread]");
  EXPECT_EQ(slice(lesson, lesson.quotes[1].span), "[one-thread][]");
  EXPECT_EQ(slice(lesson, lesson.quotes[2].span), "[one-thread]");
  EXPECT_EQ(slice(lesson, lesson.quotes[2].target), "run:d/e/f");
  ASSERT_EQ(lesson.names.size(), 4U);
  EXPECT_EQ(slice(lesson, lesson.names[2].span), "[best]: calc: \"{one thread} / 2\"");
  EXPECT_EQ(slice(lesson, lesson.names[2].target), "{one thread} / 2");
  EXPECT_TRUE(lesson.names[2].used) << "a formula uses it";
}

TEST(LessonLinks, AnUnusedNameIsAWarningAndASecondDefinitionAnError) {
  const Parsed<Lesson> parsed =
      read_lesson("[x][a]\n\n[a]: run:a/b/c\n[A]: run:d/e/f\n[b]: run:a/b/c\n");
  EXPECT_EQ(places_of(parsed.findings), (Strings{"4:1 name-duplicate", "5:1 name-unused"}));
  EXPECT_EQ(parsed.findings[1].severity, Severity::warning);
  EXPECT_EQ(parsed.value.quotes[0].reference, "a/b/c") << "the first counts";
}

TEST(LessonLinks, DefinitionsAreFoundInListsAndQuotesAndNotInsideParagraphs) {
  const Lesson lesson = clean(
      "[1][a] [2][b] [3][c]\n\n- [a]: run:a/a/a\n\n> [b]: run:b/b/b\n> text\n\n"
      "1. > - [c]: run:c/c/c\n");
  EXPECT_EQ(lesson.names.size(), 3U);
  const Parsed<Lesson> inside = read_lesson("text\n[a]: run:a/b/c\n");
  EXPECT_EQ(places_of(inside.findings), Strings{"2:1 quote-unparsed-link"});
}

TEST(LessonLinks, CodeSpansCodeBlocksCommentsAndMathQuoteNothing) {
  const Lesson lesson = clean(
      "`[1 ms](run:a/b/c)` ``x` [1 ms](run:a/b/c)`` <!-- [1 ms](run:a/b/c) --> \\[1](run\n"
      "$a [x](run:a/b/c) b$ and $$\n[x](run:a/b/c) 5 ms$$\n\n    [1 ms](run:a/b/c)\n\n"
      "<!--\n[1 ms](run:a/b/c)\n\n```cuda from=#x\n```\n-->\n\n~~~text\n[1 ms](run:a/b/c)\n~~~\n");
  EXPECT_EQ(lesson.quotes.size(), 0U);
  EXPECT_EQ(lesson.unbound.size(), 2U) << "the indented block and the fence";
}

TEST(LessonLinks, WhatFailedToBeALinkIsAnErrorWithASuggestion) {
  const Finding blank = only_finding("x [12×](calc:\"{a}\")\n");
  EXPECT_EQ(blank.id, "quote-unparsed-link");
  EXPECT_EQ(blank.mend, "write (calc: \"{a}\")");
  const Finding formula = only_finding("x [12×](calc:\"{a} / {b}\")\n");
  EXPECT_EQ(formula.id, "quote-unparsed-link");
  EXPECT_NE(formula.mend.find("(calc: \"{a} / {b}\")"), std::string::npos);
  const Finding nope =
      only_finding("[4 ms][one-thraed] [x][one-thread]\n\n[one-thread]: run:a/b/c\n");
  EXPECT_EQ(nope.id, "quote-unparsed-link");
  EXPECT_NE(nope.message.find("did you mean 'one-thread'?"), std::string::npos);
  EXPECT_EQ(at(nope.place), "1:1");
  const Finding scheme = only_finding("[4](rnu:a/b/c)\n");
  EXPECT_EQ(scheme.id, "quote-scheme");
  EXPECT_NE(scheme.message.find("did you mean 'run'?"), std::string::npos);
  EXPECT_EQ(only_finding("é [a [b](x.md)](run:a/b/c)\n").id, "quote-unparsed-link");
  EXPECT_EQ(only_finding("[a]: calc:\"{x} / 2\"\n").id, "quote-unparsed-link");
  EXPECT_EQ(only_finding("a[i][j]\n").id, "quote-unparsed-link");
}

TEST(LessonLinks, EverySchemeSaysWhatItLacks) {
  for (const char* link : {"run:", "given:", "calc:", "claim:", "calc@t4: \"1\"", "run@: ",
                           "cmd:build", "ftp://x", "run:a/b/c \"a tooltip\"", "run:a%zz"}) {
    EXPECT_EQ(only_finding(std::string("x [4](") + link + ")\n").id, "quote-scheme") << link;
  }
  EXPECT_EQ(only_finding("x ![4](run:a/b/c)\n").id, "quote-scheme");
  EXPECT_EQ(only_finding("x std<std::pair>\n").id, "quote-scheme");
  EXPECT_EQ(only_finding("x [4](run:t \"chart: a by b\")\n").id, "quote-caption");
}

TEST(LessonLinks, OrdinaryLinksAreReturnedWithTheirTargets) {
  const Lesson lesson = clean(
      "See [*day* 11](../day11-coalescing/lesson.md#x), <https://a.b>, <a@b.c>, ![alt](p.svg "
      "\"t\"),\n"
      "[ref][r] and [mail](mailto:x@y).\n\n[r]: ../glossary.md#warp\n");
  ASSERT_EQ(lesson.links.size(), 6U);
  EXPECT_EQ(lesson.links[0].words, "day 11");
  EXPECT_EQ(slice(lesson, lesson.links[0].target_span), "../day11-coalescing/lesson.md#x");
  EXPECT_EQ(lesson.links[1].target, "https://a.b");
  EXPECT_TRUE(lesson.links[3].image);
  EXPECT_EQ(lesson.links[4].target, "../glossary.md#warp");
  EXPECT_EQ(slice(lesson, lesson.links[4].target_span), "../glossary.md#warp");
}

TEST(LessonLinks, ALinkThatLeavesTheCourseIsRefused) {
  EXPECT_EQ(only_finding("[x](../../README.md) [y](../../../x)\n").id, "outside-course");
  EXPECT_EQ(only_finding("[x](/etc/passwd)\n").id, "outside-course");
  EXPECT_EQ(only_finding("[x](a%2F..%2F..%2F..%2F../x)\n").id, "outside-course");
  EXPECT_EQ(only_finding("```cuda from=../x.cu\n```\n").id, "outside-course");
  EXPECT_EQ(only_finding("```cuda from=/x.cu#y\n```\n").id, "outside-course");
}

TEST(LessonTables, ACaptionOneBlankLineAndATableAreOneQuote) {
  const Lesson lesson = clean(
      "[Slices of 4](run:slices)\n\n| per thread | [時間 (µs)](run:slices/*/time) |\n|---|---:|\n"
      "| 4 \\| 5 | `a\\|b` [12](run:x/y/z) |\n| [四](run:slices/4) | … |\n\nafter\n");
  ASSERT_EQ(lesson.quotes.size(), 2U);
  const Quote& table = lesson.quotes[0];
  EXPECT_EQ(table.kind, QuoteKind::table);
  EXPECT_EQ(at(table.place), "1:1");
  EXPECT_EQ(table.words, "Slices of 4");
  EXPECT_TRUE(slice(lesson, table.span).ends_with("| … |"));
  EXPECT_EQ(slice(lesson, table.rule), "|---|---:|");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.header.cells[1].text, "時間 (µs)");
  EXPECT_EQ(table.header.cells[1].target, "run:slices/*/time");
  EXPECT_EQ(table.rows[0].line, 5U);
  EXPECT_EQ(table.rows[0].cells[0].text, "4 | 5");
  EXPECT_EQ(table.rows[0].cells[1].text, "a|b 12");
  EXPECT_EQ(table.rows[0].cells[1].quotes, std::vector<std::size_t>{1});
  EXPECT_EQ(slice(lesson, table.rows[0].cells[1].span), "`a\\|b` [12](run:x/y/z)");
  EXPECT_EQ(table.rows[1].cells[0].target, "run:slices/4");
  EXPECT_EQ(slice(lesson, lesson.quotes[1].span), "[12](run:x/y/z)");
  EXPECT_TRUE(lesson.unbound.empty());
}

TEST(LessonTables, AChartIsDrawnAboveItsTable) {
  const Quote chart = only_quote(
      "> [by slice](run:slices \"chart: time by per-thread, log x\")\n>\n> | a |\n> |---|\n> | 1 "
      "|\n");
  EXPECT_EQ(chart.kind, QuoteKind::chart);
  EXPECT_EQ(chart.chart, "time by per-thread, log x");
  EXPECT_EQ(chart.reference, "slices");
}

TEST(LessonTables, ACaptionWithoutOrWithTwoBlankLinesIsAnError) {
  const Finding none = only_finding("[Slices](run:slices)\n| a |\n|---|\n| 1 |\n");
  EXPECT_EQ(none.id, "quote-caption");
  EXPECT_NE(none.message.find("found none"), std::string::npos);
  EXPECT_EQ(only_finding("[Slices](run:slices)\n\n\n| a |\n|---|\n| 1 |\n").id, "quote-caption");
  EXPECT_EQ(only_finding("[Slices](run:slices)\n\ntext\n").id, "quote-caption");
  EXPECT_EQ(only_finding("[Slices](run:slices)\n").id, "quote-caption");
}

TEST(LessonTables, ANumberAloneInItsParagraphStaysANumber) {
  EXPECT_EQ(only_quote("[378.1 ms](run:a/b/c)\n\ntext\n").kind, QuoteKind::number);
  EXPECT_EQ(clean("[378.1 ms](run:a/b/c)\n\n| x |\n|---|\n| y |\n").quotes[0].kind,
            QuoteKind::number);
  EXPECT_EQ(only_quote("[132](run:fact/sms)\n").kind, QuoteKind::number);
  EXPECT_EQ(only_quote("[132](run:day09-timing/fact/sms)\n").kind, QuoteKind::number);
  EXPECT_EQ(only_quote("[T](run:day09-timing/unit/t)\n\n| x |\n|---|\n| y |\n").kind,
            QuoteKind::table);
}

TEST(LessonTables, ATableOfAHeaderAloneIsFoundBehindAnIndentedRule) {
  const Parsed<Lesson> parsed = read_lesson("text\n    ---\n| [1](run:a/b/c) |\n|---|\n");
  EXPECT_EQ(places_of(parsed.findings), Strings{"3:1 table-shape"});
  ASSERT_EQ(parsed.value.quotes.size(), 1U);
  EXPECT_EQ(at(parsed.value.quotes[0].place), "3:3");
}

TEST(LessonTables, RowsThatFitNoHeaderAndTablesThatJoinTextAreErrors) {
  const Parsed<Lesson> cells =
      read_lesson("[T](run:t)\n\n| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n");
  EXPECT_EQ(places_of(cells.findings), (Strings{"5:1 table-shape", "6:1 table-shape"}));
  EXPECT_EQ(only_finding("text\n| a |\n|---|\n| b |\n").id, "table-shape");
  EXPECT_EQ(only_finding("| a |\n|---|\n| b |\nafter\n").id, "table-shape");
  EXPECT_EQ(only_finding("[T](run:t)\n\n| a | b |\n|---|\n| 1 | 2 |\n").id, "table-shape");
}

TEST(LessonFences, EachKindIsToldByItsSource) {
  const Lesson lesson = clean(
      "```cuda from=#corank mark=#ceiling since=#v1\nint x;\n```\n\n"
      "```cuda from=day33-compaction/my%20file.cu#scatter\n```\n\n```cuda from=merge.cu\n```\n\n"
      "```text from=run:slices\n```\n\n```text from=run@t4:\n```\n\n```sh from=cmd:build\n```\n\n"
      "```diff from=variant:floor\n```\n");
  ASSERT_EQ(lesson.quotes.size(), 7U);
  EXPECT_EQ(lesson.quotes[0].kind, QuoteKind::code);
  EXPECT_EQ(lesson.quotes[0].mark, "#ceiling");
  EXPECT_EQ(lesson.quotes[0].since, "#v1");
  EXPECT_EQ(slice(lesson, lesson.quotes[0].target), "#corank");
  EXPECT_EQ(slice(lesson, lesson.quotes[0].text), "int x;");
  EXPECT_EQ(lesson.quotes[1].reference, "day33-compaction/my file.cu#scatter");
  EXPECT_EQ(lesson.quotes[2].reference, "merge.cu");
  EXPECT_EQ(lesson.quotes[3].kind, QuoteKind::output);
  EXPECT_EQ(lesson.quotes[4].scheme, "run@t4");
  EXPECT_EQ(lesson.quotes[5].kind, QuoteKind::command);
  EXPECT_EQ(lesson.quotes[6].kind, QuoteKind::variant);
  EXPECT_EQ(lesson.quotes[6].reference, "floor");
}

TEST(LessonFences, ATypoInTheInfoStringIsAnErrorWithASuggestion) {
  const auto suggestion = [](const std::string& info) {
    const Finding finding = only_finding("```" + info + "\n```\n");
    EXPECT_EQ(finding.id, "quote-info") << info;
    return finding.message + " / " + finding.mend;
  };
  EXPECT_NE(suggestion("cuda form=#x").find("write 'from=#x'"), std::string::npos);
  EXPECT_NE(suggestion("cuda from =#x").find("write 'from=#x'"), std::string::npos);
  EXPECT_NE(suggestion("cuda from=corank").find("from=#corank"), std::string::npos);
  EXPECT_NE(suggestion("cuda from= #x").find("no blank behind '='"), std::string::npos);
  EXPECT_NE(suggestion("cuda scetch").find("did you mean 'sketch'?"), std::string::npos);
  EXPECT_NE(suggestion("sh from=cmd:biuld").find("did you mean 'build'?"), std::string::npos);
  EXPECT_NE(suggestion("text from=rnu:x").find("did you mean 'run'?"), std::string::npos);
  EXPECT_NE(suggestion("from=#x").find("cuda from=#x"), std::string::npos);
  suggestion("cuda from=#x from=#y");
  suggestion("cuda from=#Big");
  suggestion("cuda from=a%zz.cu");
  suggestion("cuda mark=#x");
  suggestion("cuda from=#x mark=x");
  suggestion("cuda from=#x sketch");
  suggestion("text from=run:x mark=#y");
  suggestion("diff from=variant:");
}

TEST(LessonFences, CudaWithoutASourceMustSaySketchAndOthersAreCounted) {
  EXPECT_EQ(only_finding("```cuda\nint x;\n```\n").id, "quote-unbound-code");
  EXPECT_EQ(only_finding("```cu\n```\n").id, "quote-unbound-code");
  const Lesson lesson = clean("```cuda sketch\nx\n```\n\n```python\n```\n\n| a |\n|---|\n| b |\n");
  ASSERT_EQ(lesson.unbound.size(), 3U);
  EXPECT_EQ(lesson.unbound[0].what, Unbound::What::sketch);
  EXPECT_EQ(lesson.unbound[1].what, Unbound::What::fence);
  EXPECT_EQ(lesson.unbound[1].language, "python");
  EXPECT_EQ(lesson.unbound[2].what, Unbound::What::table);
  EXPECT_EQ(slice(lesson, lesson.unbound[2].span), "| a |\n|---|\n| b |");
}

TEST(LessonFences, AFenceThatIsNeverClosedIsNamedAtItsStart) {
  const Finding finding = only_finding("# A\n\n- ```text from=run:\n  x\n\n  y\n");
  EXPECT_EQ(finding.id, "quote-unclosed-fence");
  EXPECT_EQ(at(finding.place), "3:3");
  EXPECT_EQ(only_finding("> ```text\n\nafter\n").id, "quote-unclosed-fence");
}

TEST(LessonFences, AClosingFenceWithoutALineEndCloses) {
  EXPECT_EQ(only_quote("```text from=run:\nx\n```").lines.size(), 1U);
}

TEST(LessonHtml, OnlyAFewTagsAndCommentsMayStand) {
  clean(
      "<details open>\n<summary>Why?</summary>\n\nH<sub>2</sub>O<br>\nx<sup>2</sup> "
      "<kbd>a</kbd>\n\n"
      "</details>\n\n<!-- note -->\n");
  EXPECT_EQ(only_finding("a <b>x\n").id, "raw-html");
  EXPECT_EQ(places_of(read_lesson("<script>\nx\n</script>\n").findings),
            (Strings{"1:1 raw-html", "3:1 raw-html"}));
  EXPECT_EQ(only_finding("<details onclick=\"x\">\n</details>\n").id, "raw-html");
}

TEST(LessonHtml, AnElementEndsOnceAndWhereItBegan) {
  clean("- <details>\n  <summary>Why?</summary>\n\n  A <KBD>key</kbd>.\n\n  </details>\n");
  EXPECT_EQ(only_finding("Text.\n\n<details>\n\nText.\n").place.line, 3U);
  EXPECT_EQ(only_finding("<details>\n\n</details>\n\n</details>\n").place.line, 5U);
  EXPECT_EQ(only_finding("H<sub>2\n\nO</sub>\n").place.line, 3U);
  EXPECT_EQ(only_finding("- <details>\n\n  Text.\n\n</details>\n").place.line, 5U);
}

TEST(LessonHtml, AQuoteInRawHtmlIsAnErrorSinceNoPageReadsIt) {
  EXPECT_EQ(only_finding("<summary>[4 ms](run:a/b/c)</summary>\n").id, "quote-unparsed-link");
  EXPECT_EQ(only_finding("<!-- never closed\n").id, "raw-html");
}

TEST(LessonNaked, ANumberWithAMeasuredUnitInProseIsAFinding) {
  const Parsed<Lesson> parsed = read_lesson(
      "# Not 5 ms here\n\nBut **4** ms and 3\\.5&nbsp;ms, `5 ms`, $5 ms$, [6 ms](run:a/b/c), 256 "
      "threads.\n\n"
      "- item [7 ms slower](x.md)\n");
  EXPECT_EQ(places_of(parsed.findings),
            (Strings{"3:7 naked-number", "3:18 naked-number", "5:9 naked-number"}));
}

TEST(LessonNaked, AnUnboundTableWithAMeasuredColumnIsAFindingUnlessItsNumbersAreQuotes) {
  EXPECT_EQ(places_of(read_lesson("| n | time (ms) |\n|---|---|\n| 1 | 4 |\n| 2 | 5 |\n").findings),
            Strings{"1:7 naked-number"});
  EXPECT_EQ(places_of(read_lesson("| n | GB/s |\n|---|---|\n| 1 | 4 |\n").findings),
            Strings{"1:7 naked-number"});
  clean("| n | time (ms) |\n|---|---|\n| 1 | [4](run:a/b/c) |\n");
  clean("| n | size (MiB) | Event |\n|---|---|---|\n| 1 | 4 | 5 |\n");
}

TEST(LessonHeadings, TextAndSectionAreKept) {
  const Lesson lesson = clean(
      "[1](run:a/b/c)\n\n# A *b* `c d` [4](run:a/b/c)\n\nB\n===\n\n[1](run:a/b/c)\n\n## B ##\n");
  ASSERT_EQ(lesson.headings.size(), 3U);
  EXPECT_EQ(lesson.headings[0].text, "A b c d 4");
  EXPECT_EQ(lesson.headings[1].text, "B");
  EXPECT_EQ(lesson.headings[1].level, 1);
  EXPECT_EQ(lesson.headings[2].id, "b-1");
  EXPECT_EQ(slice(lesson, lesson.headings[1].span), "B\n===");
  ASSERT_EQ(lesson.quotes.size(), 3U);
  EXPECT_EQ(lesson.quotes[0].section, 0U);
  EXPECT_EQ(lesson.quotes[1].section, 1U);
  EXPECT_EQ(lesson.quotes[2].section, 2U);
}

TEST(LessonProse, HoldsEachBlockOutsideQuotesInOrder) {
  const Lesson lesson = clean(
      "---\ntitle: A\n---\n# T $O(n)$\n\nOne *two* [4](run:a/b/c)[^n] `x  y`\nthree&amp; "
      "![alt](p.svg).\n\n"
      "- [a](b.md) [c][d]\n\n```cuda from=#x\nint y;\n```\n\n[T](run:t)\n\n| a |\n|---|\n| 1 |\n\n"
      "| h | [i](run:a/b/c) |\n|---|---|\n| | z |\n\n```text\nplain\n```\n\n"
      "<details>\n<summary>Why &lt; x*?</summary>\n\nBecause.\n\n</details>\n\n"
      "[^n]: Note [5](run:a/b/c)\n\n[d]: e.md\n");
  EXPECT_EQ(parse_lesson(lesson.text, false, true).value.prose,
            (Strings{"T O(n)", "One two \x1f x y three& .", "a c", "h", "\x1f", "z", "plain",
                     "Why < x*?", "Because.", "Note \x1f"}));
}

TEST(LessonFootnotes, AnUnusedOneIsAWarningAndWhatPagesWouldLoseIsAnError) {
  EXPECT_EQ(only_finding("a\n\n[^n]: never [4](run:a/b/c)\n").id, "name-unused");
  EXPECT_EQ(only_finding("a[^n] b[^n]\n\n[^n]: [4](run:a/b/c)\n").id, "footnote");
  EXPECT_EQ(only_finding("a[^n]\n\n- [^n]: [4](run:a/b/c)\n").id, "footnote");
  EXPECT_EQ(only_finding("a[^n]\n\n[^n]: b[^m]\n\n[^m]: c\n").id, "footnote");
  EXPECT_EQ(only_finding("a[^n]\n\n[^n]: b\n\n[^n]: [4](run:a/b/c)\n").id, "name-duplicate");
}

TEST(LessonFrontMatter, EveryKeyIsRead) {
  const Lesson lesson = clean(
      "---\ntitle: Merge path\ndraft: true\nrun: 2026-12-01-h200\nmeasured: [sweep/out-of-order]\n"
      "facts: {sms: '^([0-9]+) SMs'}\nvariants:\n  floor: {hangs: 10}\n"
      "  origin: {exit: 1, stderr: 'order'}\n  warps32: {build-error: half}\n  fifth: {claim: '1 < "
      "2'}\n"
      "programs: [merge_path]\nproves: one line\nneeds: [day35-co-rank]\n---\ntext\n");
  EXPECT_EQ(lesson.front.title, "Merge path");
  EXPECT_TRUE(lesson.front.draft);
  EXPECT_EQ(lesson.front.run, "2026-12-01-h200");
  EXPECT_EQ(lesson.front.measured, Strings{"sweep/out-of-order"});
  ASSERT_EQ(lesson.front.facts.size(), 1U);
  EXPECT_EQ(at(lesson.front.facts[0].place), "6:9");
  ASSERT_EQ(lesson.front.variants.size(), 4U);
  EXPECT_EQ(lesson.front.variants[0].hangs, 10.0);
  EXPECT_EQ(lesson.front.variants[1].exit, 1);
  EXPECT_EQ(lesson.front.variants[1].stderr_text, "order");
  EXPECT_EQ(lesson.front.summary, "one line");
  EXPECT_EQ(lesson.front.needs, Strings{"day35-co-rank"});
  EXPECT_EQ(lesson.front.span, (Span{0, lesson.text.bytes().find("text")}));
}

TEST(LessonFrontMatter, WrongOnesAreErrorsAtTheirLine) {
  const auto found = [](const std::string& yaml, bool translation = false) {
    return places_of(read_lesson("---\n" + yaml + "\n---\n", translation).findings);
  };
  EXPECT_EQ(found("title: A\ntitel: B"), Strings{"3:1 front-matter"});
  EXPECT_EQ(found("facts: {a: '[', b: 'x', c: '(x)(y)'}"),
            (Strings{"2:9 front-matter", "2:17 front-matter", "2:25 front-matter"}));
  EXPECT_EQ(found("variants: {a: {hang: 1}}"), Strings{"2:16 front-matter"});
  EXPECT_EQ(found("variants: {a: {}}"), Strings{"2:12 front-matter"});
  EXPECT_EQ(found("draft: maybe"), Strings{"2:1 front-matter"});
  EXPECT_EQ(found("measured: one"), Strings{"2:1 front-matter"});
  EXPECT_EQ(found("a: [b"), Strings{"3:1 front-matter"});
  EXPECT_EQ(found("title: A\ntitle: B"), Strings{"3:1 front-matter"});
  EXPECT_EQ(found("title: A\nneeds: []", true), Strings{"3:1 front-matter"});
  EXPECT_EQ(found("title: A\ndraft: true", true), Strings{});
  EXPECT_EQ(places_of(read_lesson("---\ntitle: A\n").findings)[0], "1:1 front-matter");
}

}  // namespace
}  // namespace daybook
