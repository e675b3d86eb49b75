#include "check/quote_html.h"

#include "check/chart.h"
#include "check/page_text.h"
#include "site_fixture.h"

namespace daybook {
namespace {

class QuoteHtml : public SumCourse {
 protected:
  std::string html(std::size_t number) { return quote_html(course(), checked(), number - 1); }
  PageText page(std::size_t number) {
    return read_page("p", "<div data-lesson-body>" + html(number) + "</div>");
  }
};

TEST_F(QuoteHtml, TheCourseOfTheseTestsHolds) {
  for (const Finding& finding : checked().findings) ADD_FAILURE() << format_text(finding);
}

TEST_F(QuoteHtml, CodeIsTheRegionCharacterForCharacter) {
  const PageText shown = page(3);
  ASSERT_EQ(shown.quotes.size(), 1U);
  EXPECT_EQ(shown.quotes[0].text, "__global__ void add(int* out) {\n\tout[threadIdx.x] += 1;\n}");
  EXPECT_EQ(shown.quotes[0].name, "3");
}

TEST_F(QuoteHtml, CodeLinksToItsLineAndMarksWhatTheLessonMarks) {
  const std::string shown = html(3);
  EXPECT_NE(shown.find("<a href=\"sum.cu.html#L3\">sum.cu:3</a>"), std::string::npos) << shown;
  EXPECT_NE(shown.find("<span class=\"line marked\">"), std::string::npos) << shown;
  EXPECT_NE(shown.find("aria-label=\"Code 3: sum.cu, line 3\""), std::string::npos) << shown;
}

TEST_F(QuoteHtml, ANumberLinksToItsLineAndSaysItsSpread) {
  EXPECT_EQ(html(1),
            "<span class=\"number\" data-quote=\"1\"><a "
            "href=\"runs/sum/2026-12-01-h200/index.html#L6\" title=\"median 3.504 ms, smallest "
            "3.490 ms, largest 3.520 ms of 5 runs\">3.50 ms</a></span>");
  EXPECT_EQ(html(2),
            "<span class=\"number\" data-quote=\"2\"><a "
            "href=\"runs/sum/2026-12-01-h200/index.html#L1\">132 SMs</a></span>");
}

TEST_F(QuoteHtml, AClaimLinksToTheClaimsOfTheCourse) {
  EXPECT_EQ(html(8),
            "<span class=\"claim holds\" id=\"claim-8\" data-quote=\"8\"><a "
            "href=\"../claims.html#day01-sum-claim-8\" title=\"argmin({sums/*/time}) == 4\">no "
            "size beats 4</a></span>");
}

TEST_F(QuoteHtml, AClaimThatFailsSaysSo) {
  write("lessons/day01-sum/lesson.md", replaced(kSumLesson, "}) == 4", "}) == 16"));
  EXPECT_NE(html(8).find("class=\"claim fails\""), std::string::npos);
}

TEST_F(QuoteHtml, ATableShowsTheLessonsWordingAndEachCellsLine) {
  const PageText shown = page(4);
  ASSERT_EQ(shown.quotes.size(), 4U);
  const std::vector<std::vector<std::string>> rows = {{"Sums by size"},
                                                      {"n", "time (ms)", "against the first"},
                                                      {"4", "3.5", "1.00"},
                                                      {"16", "7.25", "2.07 times"},
                                                      {"64", "29.0", "8.3"}};
  EXPECT_EQ(shown.quotes[0].rows, rows);
  EXPECT_EQ(shown.quotes[2].name, "6");
  EXPECT_EQ(shown.quotes[2].text, "2.07");
  EXPECT_NE(html(4).find("#L7\">7.25</a></td>"), std::string::npos) << html(4);
  EXPECT_NE(html(4).find("<td class=\"n\">"), std::string::npos) << html(4);
}

TEST_F(QuoteHtml, AChartIsADecorationWithATitleAndADescription) {
  const std::string shown = html(4);
  EXPECT_NE(shown.find("<svg class=\"chart\" data-decoration"), std::string::npos);
  EXPECT_NE(shown.find("<title id=\"chart-4-title\">Chart: Sums by size</title>"),
            std::string::npos);
  EXPECT_NE(shown.find("3 points; smallest 3.504 at 4, largest 29.0 at 64."), std::string::npos)
      << shown;
}

TEST_F(QuoteHtml, AChartThatCannotBeDrawnIsAFindingOfTheLesson) {
  write("lessons/day01-sum/lesson.md", replaced(kSumLesson, "time by n", "tme by n"));
  const CheckedLesson lesson = checked();
  ASSERT_EQ(lesson.findings.size(), 1U);
  EXPECT_EQ(lesson.findings[0].id, "chart");
  EXPECT_NE(lesson.findings[0].message.find("did you mean 'time'?"), std::string::npos)
      << lesson.findings[0].message;
  EXPECT_EQ(html(4).find("<svg"), std::string::npos);
}

TEST_F(QuoteHtml, ADerivedNumberShowsItsFormulaAndValues) {
  const std::string shown = html(6);
  EXPECT_NE(shown.find("{sums/16/time} / {sums/4/time}, with 7.25 ms, 3.504 ms"), std::string::npos)
      << shown;
}

TEST_F(QuoteHtml, AQuoteWithoutASourceIsShownAsUnproved) {
  write("lessons/day01-sum/lesson.md",
        replaced(kSumLesson, "from=#add mark=#plus", "from=#ad mark=#plus"));
  EXPECT_NE(html(3).find("class=\"quote code unproved\""), std::string::npos);
  EXPECT_NE(html(3).find("Not proved: its source was not found."), std::string::npos);
}

TEST_F(QuoteHtml, TheTruthIsShownWhenTheLessonSaysSomethingElse) {
  write("lessons/day01-sum/lesson.md", replaced(kSumLesson, "+= 1;", "+= 2;"));
  EXPECT_NE(page(3).quotes.at(0).text.find("+= 1;"), std::string::npos);
}

TEST_F(QuoteHtml, TextThatLooksLikeMarkupOrATemplateStaysText) {
  const std::vector<std::string> lines = {"{{ a }} {% b %} {# c #}",
                                          "</script><b>&lt;</b>",
                                          "<<<grid, block>>> $x$",
                                          "\tlone\rreturn\f",
                                          "",
                                          "DBQ0123456789abcdef0001E"};
  const std::string html = listing_html(lines, "text", "x", "label \"quoted\"");
  const PageText page = read_page("p", html);
  ASSERT_EQ(page.quotes.size(), 1U);
  EXPECT_EQ(page.quotes[0].text, joined_lines(lines));
  EXPECT_EQ(page.quotes[0].anchors.size(), lines.size());
  EXPECT_EQ(page.quotes[0].anchors[1].id, "L2");
}

TEST_F(QuoteHtml, AnEmptyListingIsAnEmptyQuote) {
  const PageText page = read_page("p", listing_html({}, "text", "x", "y"));
  ASSERT_EQ(page.quotes.size(), 1U);
  EXPECT_EQ(page.quotes[0].text, "");
}

Table numbers(const std::vector<std::pair<std::string, std::string>>& rows) {
  Table table;
  table.columns.resize(2);
  table.columns[0].header = table.columns[0].path = "n";
  table.columns[1].header = table.columns[1].path = "time";
  std::size_t line = 1;
  for (const auto& [key, value] : rows) {
    Row row;
    row.key = key;
    row.line = line++;
    row.cells = {{key, {}}, {value, {}}};
    table.rows.push_back(row);
  }
  return table;
}

TEST(Chart, NamesItsColumnsAndAxes) {
  const Table table = numbers({{"1", "10"}, {"10", "20"}, {"100", "5"}});
  const ParsedChart parsed = parse_chart("time by n, log x", table);
  EXPECT_EQ(parsed.problem, "");
  EXPECT_TRUE(parsed.chart.log_x);
  EXPECT_FALSE(parsed.chart.log_y);
  EXPECT_EQ(parsed.chart.y, 1U);
  const PageWords& words = page_words("en");
  EXPECT_NE(draw_chart(parsed.chart, table, {1, 2, 3}, {"c", "t", &words}).svg.find("<polyline"),
            std::string::npos);
}

TEST(Chart, NamesAreDrawnAsBars) {
  const Table table = numbers({{"copy", "10"}, {"scan", "20"}});
  const ParsedChart parsed = parse_chart("time by n", table);
  EXPECT_EQ(parsed.problem, "");
  const PageWords& words = page_words("en");
  const DrawnChart drawn = draw_chart(parsed.chart, table, {1, 2}, {"c", "a < b", &words});
  EXPECT_NE(drawn.svg.find("<rect class=\"bar\""), std::string::npos);
  EXPECT_NE(drawn.svg.find("a &lt; b"), std::string::npos);
}

TEST(Chart, WhatCannotBeDrawnIsNamed) {
  const Table table = numbers({{"copy", "10"}, {"scan", "-1"}});
  EXPECT_NE(parse_chart("time by n, log y", table).problem, "");
  EXPECT_NE(parse_chart("time by n, log x", table).problem, "");
  EXPECT_NE(parse_chart("time by n, log z", table).problem, "");
  EXPECT_NE(parse_chart("tme by n", table).problem, "");
  EXPECT_NE(parse_chart("time", table).problem, "");
  EXPECT_NE(parse_chart("time by n", numbers({{"a", "nan"}, {"b", "-"}})).problem, "");
}

}  // namespace
}  // namespace daybook
