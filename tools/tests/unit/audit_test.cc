#include "check/audit.h"

#include <algorithm>

#include "check/page_text.h"
#include "site_fixture.h"

namespace daybook {
namespace {

class SiteAudit : public SumCourse {
 protected:
  void SetUp() override {
    SumCourse::SetUp();
    build_site();
  }
  Audit audit(const std::vector<std::string>& days = {}) {
    return audit_site(read_again(), root_ / "site", days);
  }
  std::string ids(const std::vector<std::string>& days = {}) {
    std::string all;
    for (const Finding& finding : audit(days).findings) {
      all += (all.empty() ? "" : " ") + finding.id;
    }
    return all;
  }
};

TEST_F(SiteAudit, APageThatSaysTheTruthHolds) {
  const Audit result = audit();
  for (const Finding& finding : result.findings) ADD_FAILURE() << format_text(finding);
  EXPECT_EQ(result.words(), "1 lesson page with 10 quotes, 1 program, 1 run");
}

TEST_F(SiteAudit, OneChangedCharacterOfCodeIsFoundWithBothSides) {
  edit_page("+= ", "-= ");
  const Audit result = audit();
  ASSERT_EQ(result.findings.size(), 1U);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.id, "audit-quote-differs");
  EXPECT_TRUE(finding.place.file.ends_with("site/day01-sum/index.html"));
  EXPECT_GT(finding.place.line, 0U);
  EXPECT_NE(finding.message.find("quote 3 (lessons/day01-sum/lesson.md:10) differs from "
                                 "src/day01-sum/sum.cu"),
            std::string::npos)
      << finding.message;
  EXPECT_NE(finding.detail.find("-= 1;"), std::string::npos) << finding.detail;
  EXPECT_NE(finding.detail.find("+= 1;"), std::string::npos) << finding.detail;
  EXPECT_EQ(finding.mend, "build the site again");
}

TEST_F(SiteAudit, ATabThatBecameBlanksInCodeIsFound) {
  edit_page("\tout", "        out");
  EXPECT_EQ(ids(), "audit-quote-differs");
}

TEST_F(SiteAudit, AChangedCellIsFound) {
  edit_page(">7.25</a>", ">7.26</a>");
  EXPECT_EQ(ids(), "audit-quote-differs");
}

TEST_F(SiteAudit, AChangedCaptionHeaderOrOwnCellIsFound) {
  edit_page("<caption>Sums by size", "<caption>Sums by sizes");
  EXPECT_EQ(ids(), "audit-quote-differs");
  build_site();
  edit_page(">against the first<", ">against the last<");
  EXPECT_EQ(ids(), "audit-quote-differs");
  build_site();
  edit_page("</span> times</td>", "</span> time</td>");
  EXPECT_EQ(ids(), "audit-quote-differs");
}

TEST_F(SiteAudit, AChangedNumberOrClaimIsFound) {
  edit_page(">3.50 ms<", ">3.51 ms<");
  EXPECT_EQ(ids(), "audit-quote-differs");
  build_site();
  edit_page(">no size beats 4<", ">no size beats 16<");
  EXPECT_EQ(ids(), "audit-quote-differs");
}

TEST_F(SiteAudit, AChangedNumberInsideACellIsFoundThereAndInItsTable) {
  edit_page(">2.07<", ">2.7<");
  EXPECT_EQ(ids(), "audit-quote-differs audit-quote-differs");
}

TEST_F(SiteAudit, AQuoteLeftOutIsMissing) {
  edit_page(" data-quote=\"2\"", "");
  EXPECT_EQ(ids(), "audit-quote-missing audit-prose-differs");
}

TEST_F(SiteAudit, AQuoteShownTwiceOrInventedIsExtra) {
  edit_page("<p>So ", "<pre data-quote=\"3\">x</pre><p>So ");
  EXPECT_EQ(ids(), "audit-quote-extra");
  build_site();
  edit_page("<p>So ", "<pre data-quote=\"11\">x</pre><p>So ");
  EXPECT_EQ(ids(), "audit-quote-extra");
  build_site();
  edit_page("<pre>chrome</pre>", "<pre data-quote=\"3\">chrome</pre>");
  EXPECT_EQ(ids(), "audit-quote-extra");
}

TEST_F(SiteAudit, QuotesInAnotherOrderAreFound) {
  std::string page = read("site/day01-sum/index.html");
  page = replaced(page, "data-quote=\"1\"", "data-quote=\"X\"");
  page = replaced(page, "data-quote=\"2\"", "data-quote=\"1\"");
  write("site/day01-sum/index.html", replaced(page, "data-quote=\"X\"", "data-quote=\"2\""));
  EXPECT_NE(ids().find("audit-quote-order"), std::string::npos);
}

TEST_F(SiteAudit, CodeThatClaimsNothingMustBeTheLessons) {
  edit_page("grid, block", "block, grid");
  // The words are the lesson's prose too.
  const std::string found = ids();
  EXPECT_NE(found.find("audit-code-differs"), std::string::npos) << found;
}

TEST_F(SiteAudit, AnotherTableIsFound) {
  edit_page("<p>So ", "<table><tbody><tr><td>9 ms</td></tr></tbody></table><p>So ");
  EXPECT_EQ(ids(), "audit-table-extra audit-prose-differs");
}

TEST_F(SiteAudit, ProseTitleAndHeadingsMustBeTheLessons) {
  edit_page("One takes", "One took");
  EXPECT_EQ(ids(), "audit-prose-differs");
  build_site();
  edit_page("<h1>Sums", "<h1>Some sums");
  EXPECT_EQ(ids(), "audit-title-differs");
  build_site();
  edit_page("<title>Sums", "<title>Sum");
  EXPECT_EQ(ids(), "audit-title-differs");
  build_site();
  edit_page("id=\"how-it-works\"", "id=\"how\"");
  EXPECT_EQ(ids(), "audit-heading-differs");
  build_site();
  edit_page("<h2 id=\"how-it-works\">How it works</h2>",
            "<h3 id=\"how-it-works\">How it works</h3>");
  EXPECT_EQ(ids(), "audit-heading-differs");
}

TEST_F(SiteAudit, WhatRunsLoadsFromElsewhereOrHidesAQuoteIsFoundOnEveryPage) {
  edit_page("</body>", "<script>x()</script></body>");
  EXPECT_EQ(ids(), "audit-active");
  build_site();
  edit_page("<pre data-quote=\"3\"", "<pre hidden data-quote=\"3\"");
  EXPECT_EQ(ids(), "audit-active");
  build_site();
  edit_page("</body>", "<iframe src=\"x.html\"></iframe></body>", "sum.cu.html");
  EXPECT_EQ(ids(), "audit-active");
}

TEST_F(SiteAudit, AChangedFormulaIsFound) {
  edit_page("n &lt; 4</annotation>", "n &lt; 5</annotation>");
  EXPECT_EQ(ids(), "audit-prose-differs");
}

TEST_F(SiteAudit, TextMovedFromProseIntoADecorationIsFound) {
  edit_page("One takes", "<span data-decoration>One takes</span>");
  EXPECT_EQ(ids(), "audit-prose-differs audit-prose-differs");
}

TEST_F(SiteAudit, AListingOrItsAnchorsThatDifferAreFound) {
  edit_page("&lt;numbers&gt;", "numbers", "sum.cu.html");
  EXPECT_EQ(ids(), "audit-quote-differs");
  build_site();
  edit_page("id=\"L3\"", "id=\"L33\"", "sum.cu.html");
  EXPECT_EQ(ids(), "audit-anchor-differs");
}

TEST_F(SiteAudit, ATranscriptThatDiffersIsFound) {
  edit_page("3.504", "3.404", "runs/sum/2026-12-01-h200/index.html");
  EXPECT_EQ(ids(), "audit-quote-differs");
}

TEST_F(SiteAudit, ADownloadIsComparedByteForByte) {
  edit_page("}\n", "}\r\n", "sum.cu");
  EXPECT_EQ(ids(), "audit-download-differs");
}

TEST_F(SiteAudit, PagesThatAreMissingOrTooManyAreFound) {
  fs::remove(root_ / "site/day01-sum/sum.cu.html");
  EXPECT_EQ(ids(), "audit-page-missing");
  build_site();
  write("site/day02-gone/index.html", "<p>old</p>");
  write("site/day01-sum/old.cu.html", "<p>old</p>");
  EXPECT_EQ(ids(), "audit-page-extra audit-page-extra");
  EXPECT_EQ(ids({"day01-sum"}), "audit-page-extra");
}

TEST_F(SiteAudit, WhatNoLessonSaysIsProvedByItsDigest) {
  write("site/index.html", "<title>Course</title>");
  EXPECT_EQ(ids(), "audit-page-extra");
  list_files_of_site();
  EXPECT_EQ(ids(), "");
  write("site/index.html", "<title>Coarse</title>");
  EXPECT_EQ(ids(), "audit-file-differs");
  EXPECT_EQ(ids({"day01-sum"}), "");
  fs::remove(root_ / "site/index.html");
  EXPECT_EQ(ids(), "audit-page-missing");
  fs::remove(root_ / "site/SHA256SUMS");
  EXPECT_EQ(ids(), "audit-page-missing");
}

TEST_F(SiteAudit, ATranslationsPageWithoutItsTranslationIsTooMany) {
  write("site/zh-TW/day01-sum/index.html", "<p>old</p>");
  EXPECT_EQ(ids(), "audit-page-extra");
}

TEST_F(SiteAudit, APageWithoutALessonBodyCannotBeRead) {
  edit_page(" data-lesson-body", "");
  EXPECT_EQ(ids(), "audit-page-unreadable");
}

TEST_F(SiteAudit, AQuoteWithoutASourceIsNeverProved) {
  write("lessons/day01-sum/lesson.md",
        replaced(kSumLesson, "from=#add mark=#plus", "from=#ad mark=#plus"));
  EXPECT_NE(ids().find("audit-no-truth"), std::string::npos);
}

TEST_F(SiteAudit, ASiteWithNothingToProveIsAnError) {
  write("lessons/day01-sum/lesson.md", replaced(kSumLesson, "facts:", "draft: true\nfacts:"));
  EXPECT_EQ(ids(), "audit-nothing");
}

TEST_F(SiteAudit, AFolderThatIsNotThereOrAnUnknownDayCannotBeChecked) {
  const Audit nowhere = audit_site(course(), root_ / "nowhere", {});
  ASSERT_EQ(nowhere.findings.size(), 1U);
  EXPECT_EQ(nowhere.findings[0].severity, Severity::failure);
  EXPECT_EQ(ids({"day01-sun"}), "lesson-unknown");
}

TEST(PageText, ElementsThatNestThousandsDeepAreRefused) {
  std::string html;
  for (int i = 0; i < 200000; ++i) html += "<div>";
  EXPECT_NE(read_page("p", html).problem.find("deep"), std::string::npos);
  html.clear();
  for (int i = 0; i < 5000; ++i) html += "<p><b class=\"a" + std::to_string(i) + "\"></p>";
  EXPECT_NE(read_page("p", html).problem.find("deep"), std::string::npos);
}

TEST(PageText, ManyOpeningsWithoutAnEndAreReadInLinearTime) {
  std::string html = "<div data-lesson-body>";
  for (int i = 0; i < 300000; ++i) html += "<!a";
  EXPECT_EQ(read_page("p", html).problem, "");
}

TEST(PageText, InvalidBytesAreNamed) {
  EXPECT_NE(read_page("p", "<p>\xff").problem.find("byte 4"), std::string::npos);
}

TEST(PageText, AFormulaIsItsTexAndBreaksNoParagraph) {
  const PageText page = read_page(
      "p",
      "<div data-lesson-body><p>a <math display=\"inline\"><semantics><mi>x</mi><annotation "
      "encoding=\"application/x-tex\"> \\frac{x}{2} </annotation></semantics></math> b</p></div>");
  ASSERT_EQ(page.prose.size(), 1U);
  EXPECT_EQ(page.prose[0].text, "a \\frac{x}{2} b");
}

TEST(PageText, OnlyDollarsAreTakenOffAFormulaThatStayedTex) {
  const PageText page =
      read_page("p", "<div data-lesson-body><span class=\"math inline\">0\\x$</span></div>");
  ASSERT_EQ(page.prose.size(), 1U);
  EXPECT_EQ(page.prose[0].text, "0\\x$");
}

TEST(PageText, ScriptsNotesMarksAndDecorationsAreNoText) {
  const PageText page = read_page(
      "p",
      "<div data-lesson-body><p>a<script>b</script><a class=\"footnote-ref\">1</a><br>c "
      "<span data-decoration>d</span><img src=x alt=\"e\"> <span class=\"math inline\">$\\x{1}$"
      "</span></p><div>f<p>g</p>h</div></div>");
  std::string text;
  for (const PageBlock& block : page.prose) text += block.text + "|";
  EXPECT_EQ(text, "a c \\x{1}|f|g|h|");
  ASSERT_EQ(page.images.size(), 1U);
  EXPECT_EQ(page.images[0].text, "e");
}

}  // namespace
}  // namespace daybook
