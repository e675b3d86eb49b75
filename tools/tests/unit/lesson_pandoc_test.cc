// What Pandoc makes of a lesson with tokens: each comes out once, and fragments are as predicted.
#include <gtest/gtest.h>

#include "base/process.h"
#include "formats/heading_id.h"
#include "formats/lesson.h"
#include "lesson_fixture.h"

namespace daybook {
namespace {

std::string by_pandoc(const std::string& markdown) {
  Command command;
  command.arguments = {
      "pandoc", "-f",   "commonmark+pipe_tables+footnotes+tex_math_dollars+gfm_auto_identifiers",
      "-t",     "html", "--wrap=none"};
  command.input = markdown;
  const ProcessResult result = run_process(command);
  EXPECT_EQ(result.status, 0) << result.errors;
  return result.output;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

constexpr char kLesson[] =
    "---\ntitle: A\n---\n# Title\n\n- one [4 ms](run:a/b/c)\n- two **[5 ms](run:a/b/d)** "
    "_[x](calc: \"1\")_\n"
    "- [a]: run:q/r/s\n  text [u][a]\n\n1. loose\n\n   ```cuda from=#x\n\n   int a;\n   ```\n\n"
    "2. > [caption](run:t)\n   >\n   > | a | b |\n   > |---|---|\n   > | 1 | [2](run:x/y/z) |\n\n  "
    " after\n\n"
    "> ~~~text from=run:all\n> ~~~\n\n[cap](run:t \"chart: a by b\")\n\n| a | b |\n|--|--|\n| 1 | "
    "2 |\n\n"
    "| un | b [h](run:h/h/h) |\n|--|--|\n| \\| [1](run:o/p/q) | 2 `x` |\n\n"
    "Foot[^a] and [4 s](run:k/k/k).\n\n[^a]: note [9 %](run:l/l/l)\n\n    ```sh from=cmd:build\n   "
    " nvcc\n"
    "    ```\n\n<details>\n<summary>Q</summary>\n\nAnswer [1 ms](run:n/n/n)\n\n</details>\n\n"
    "```cuda from=a.cu\n{{ x }} <<<1>>>\n```";

class LessonTokens : public testing::TestWithParam<std::string> {};

TEST_P(LessonTokens, ComeOutOfPandocOnceEach) {
  if (find_program("pandoc").empty()) GTEST_SKIP() << "no pandoc here";
  std::string bytes;
  for (const char c : std::string(kLesson)) bytes += c == '\n' ? GetParam() : std::string(1, c);
  const Parsed<Lesson> parsed = read_lesson(bytes);
  ASSERT_EQ(places_of(parsed.findings), Strings{});
  const Lesson& lesson = parsed.value;
  Strings tokens;
  for (std::size_t i = 0; i < lesson.quotes.size(); ++i) {
    tokens.push_back("DAYBOOKQUOTE" + std::to_string(i) + "X");
  }
  const std::string markdown = lesson.with_tokens(tokens);
  EXPECT_EQ(markdown.find("run:"), std::string::npos) << markdown;
  EXPECT_EQ(markdown.find("from="), std::string::npos);
  const std::string html = by_pandoc(markdown);
  std::size_t table_end = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Quote& quote = lesson.quotes[i];
    const bool inside = quote.span.begin < table_end;
    EXPECT_EQ(count(html, tokens[i]), inside ? 0U : 1U) << tokens[i] << "\n" << html;
    if (quote.kind == QuoteKind::table || quote.kind == QuoteKind::chart) {
      table_end = quote.span.end;
      EXPECT_EQ(count(html, "<p>" + tokens[i] + "</p>"), 1U);
    } else if (is_block(quote.kind)) {
      EXPECT_EQ(count(html, "<pre><code>" + tokens[i]), 1U);
    }
  }
  EXPECT_EQ(count(html, "<table>"), 1U) << "the unbound one";
  EXPECT_EQ(count(html, "[-]"), 0U);
}

INSTANTIATE_TEST_SUITE_P(LineEnds, LessonTokens, testing::Values("\n", "\r\n"));

TEST(LessonTokens, AreTheOnlyChange) {
  const Lesson lesson = read_lesson("a  [4](run:a/b/c)\t*b*\r\n\r\n[x](y)\r\n").value;
  EXPECT_EQ(lesson.with_tokens({"TOKEN"}), "a  TOKEN\t*b*\r\n\r\n[x](y)\r\n");
}

TEST(LessonHeadingIds, AreThoseOfPandoc) {
  if (find_program("pandoc").empty()) GTEST_SKIP() << "no pandoc here";
  const std::string markdown =
      "# A $O(n)$ *b* _c_ `d_e` [l](x.md) 1.5 (µs)!\n\n## 問：為什麼？\n\n## 問：為什麼？\n\n## 3 "
      "is -- it\n\n"
      "## É_x.y-Z  q\n\n## Über Größe ½ ² Ⅷ\n\n## a [^1] b\n\n## ![alt](x.svg) \"q\"\n\n## 第 9 "
      "天：計時，再計時\n\n"
      "## __global__ and snake_case\n\nTwo\nlines\n===\n\n## 10 × \u00a0 faster — why\n\n[^1]: x\n";
  const std::string html = by_pandoc(markdown);
  std::size_t at = 0;
  for (const Heading& heading : read_lesson(markdown).value.headings) {
    at = html.find("<h" + std::to_string(heading.level) + " id=\"", at);
    ASSERT_NE(at, std::string::npos);
    at += 8;
    EXPECT_EQ(heading.id, html.substr(at, html.find('"', at) - at));
  }
}

TEST(LessonHeadingIds, AreNeverEmptyAndNeverTwice) {
  HeadingIds ids;
  EXPECT_EQ(ids.next("!!!"), "section");
  EXPECT_EQ(ids.next(""), "section-1");
  EXPECT_EQ(ids.next("a"), "a");
  EXPECT_EQ(ids.next("a"), "a-1");
  EXPECT_EQ(ids.next("a-1"), "a-1-1");
}

}  // namespace
}  // namespace daybook
