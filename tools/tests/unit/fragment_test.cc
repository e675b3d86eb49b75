#include "check/fragment.h"

#include <nlohmann/json.hpp>

#include "check/explorer_link.h"
#include "check/page_address.h"
#include "site_fixture.h"

namespace daybook {
namespace {

using nlohmann::json;

class WovenFragment : public SumCourse {};

TEST_F(WovenFragment, HoldsWhatThePagesNeed) {
  const json made = json::parse(fragment_json(fragment()));
  EXPECT_EQ(made["schema"], 1);
  EXPECT_EQ(made["day"], "day01-sum");
  EXPECT_EQ(made["number"], 1);
  EXPECT_EQ(made["title"], "Sums & differences");
  EXPECT_EQ(made["missing"], false);
  EXPECT_EQ(made["headings"],
            json::parse(R"([{"level":2,"id":"how-it-works","text":"How it works"}])"));
  EXPECT_EQ(made["substitutions"].size(), 7U);  // the quote in the table comes with the table
  ASSERT_EQ(made["programs"].size(), 1U);
  EXPECT_EQ(made["programs"][0]["text"], kSumSource);
  EXPECT_EQ(made["programs"][0]["build"], "nvcc -O3 -arch=native -o sum sum.cu");
  ASSERT_EQ(made["runs"].size(), 1U);
  EXPECT_EQ(made["runs"][0]["default"], true);
  EXPECT_EQ(made["runs"][0]["title"], "sum on NVIDIA H200");
  EXPECT_EQ(made["runs"][0]["files"].size(), 3U);
  EXPECT_EQ(made["runs"][0]["facts"][0], json::parse(R"(["GPU","NVIDIA H200"])"));
}

TEST_F(WovenFragment, NamesTheRunsTheLessonRestsOnOnce) {
  const json origins = json::parse(fragment_json(fragment()))["origins"];
  ASSERT_EQ(origins.size(), 1U);
  EXPECT_EQ(origins[0]["href"], "runs/sum/2026-12-01-h200/index.html");
  EXPECT_EQ(origins[0]["date"], "2026-12-01");
  EXPECT_EQ(origins[0]["freshness"], "this code");
  EXPECT_EQ(origins[0]["signed"], false);
}

TEST_F(WovenFragment, ARunOfAnotherSourceIsOfOlderCode) {
  write("src/day01-sum/sum.cu", replaced(kSumSource, "<<<1, 32>>>", "<<<1, 64>>>"));
  const json made = json::parse(fragment_json(fragment()));
  EXPECT_EQ(made["origins"][0]["freshness"], "older code");
  EXPECT_EQ(made["runs"][0]["freshness"], "older code");
}

TEST_F(WovenFragment, AClaimCarriesItsFormulaItsValuesAndItsSection) {
  const json claims = json::parse(fragment_json(fragment()))["claims"];
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0]["id"], "claim-8");
  EXPECT_EQ(claims[0]["words"], "no size beats 4");
  EXPECT_EQ(claims[0]["section"], "how-it-works");
  ASSERT_EQ(claims[0]["samples"].size(), 3U);
  EXPECT_EQ(claims[0]["samples"][0]["href"], "runs/sum/2026-12-01-h200/index.html#L6");
  ASSERT_EQ(claims[0]["cards"].size(), 1U);
  EXPECT_EQ(claims[0]["cards"][0]["card"], "h200");
  EXPECT_EQ(claims[0]["cards"][0]["holds"], true);
}

TEST_F(WovenFragment, TokensStandNowhereInTheLesson) {
  const Text plain("a.md", "text");
  const std::string token = Tokens(plain)(0);
  EXPECT_EQ(token.size(), 3U + 16 + 4 + 1);
  EXPECT_TRUE(token.starts_with("DBQ") && token.ends_with("0001E")) << token;
  EXPECT_EQ(token, Tokens(plain)(0));
  EXPECT_NE(token, Tokens(Text("b.md", "text"))(0));
  EXPECT_EQ(Tokens(plain)(12344).substr(19), "12345E");
}

TEST_F(WovenFragment, HeadingsThatPandocDoesNotHaveAreAProblem) {
  const CheckedLesson lesson = checked();
  const FinishedHtml finished =
      finish_pandoc_html("<p>none</p>", *lesson.lesson, {}, page_words("en"));
  EXPECT_EQ(finished.problem, "Pandoc found 0 headings, the lesson has 1");
}

TEST_F(WovenFragment, ASketchSaysThatItIsOneAndIsHighlighted) {
  const std::string html = fragment().html;
  EXPECT_NE(html.find("<figure class=\"sketch\"><pre class=\"sketch\">"), std::string::npos);
  EXPECT_NE(html.find("Sketch: not compiled"), std::string::npos);
  EXPECT_NE(html.find("id=\"how-it-works\""), std::string::npos);
}

TEST_F(WovenFragment, TheCourseItselfIsWovenToo) {
  const json made = json::parse(course_json(course(), "0.1.0"));
  EXPECT_EQ(made["title"], "Course");
  EXPECT_EQ(made["languages"], json::parse(R"(["en","zh-TW"])"));
  EXPECT_EQ(made["modules"][0]["days"], json::parse(R"(["day01-sum"])"));
  EXPECT_EQ(made["glossary"], false);
  EXPECT_EQ(made["version"], "0.1.0");
}

TEST(PageAddress, LinksAreRelativeAndEncoded) {
  EXPECT_EQ(link_between("day01/index.html", "day01/a b.cu.html"), "a%20b.cu.html");
  EXPECT_EQ(link_between("zh-TW/day01/index.html", "day01/runs/m+floor/r/index.html"),
            "../../day01/runs/m+floor/r/index.html");
  EXPECT_EQ(link_between("day01/index.html", "claims.html"), "../claims.html");
  EXPECT_EQ(line_link("day01/index.html", "day01/a.cu.html", 12), "a.cu.html#L12");
}

TEST(ExplorerLink, TakesTheNearestCompilerThatIsNotNewer) {
  EXPECT_EQ(explorer_compiler("13.0.88"), "nvcc130u1");
  EXPECT_EQ(explorer_compiler("13.0.48"), "nvcc130");
  EXPECT_EQ(explorer_compiler("12.6.85"), "nvcc126u2");
  EXPECT_EQ(explorer_compiler("11.8.89"), "nvcc120");
  EXPECT_EQ(explorer_compiler("14.1.0"), "nvcc133");
  EXPECT_EQ(explorer_compiler("unknown"), "nvcc133");
}

TEST(ExplorerLink, IsWhatTheSiteDecodes) {
  EXPECT_TRUE(
      explorer_link("int main() {}\n", "nvcc -O3 -arch={arch} -o {out} {in}", "sm_90", "13.0.88")
          .starts_with("https://godbolt.org/clientstate/eN"));
}

TEST(ExplorerLink, IsLeftOutForOtherCompilersAndForLongPrograms) {
  EXPECT_EQ(explorer_link("int main() {}\n", "g++ -o {out} {in}", "sm_90", "13.0.88"), "");
  std::string source;
  for (int i = 0; i < 20000; ++i) source += sha256_hex(std::to_string(i)).substr(0, 8);
  EXPECT_EQ(explorer_link(source, "nvcc -o {out} {in}", "sm_90", "13.0.88"), "");
}

}  // namespace
}  // namespace daybook
