#include "check/translation.h"

#include <nlohmann/json.hpp>

#include "check/audit.h"
#include "check/update.h"
#include "site_fixture.h"

namespace daybook {
namespace {

Lesson lesson_of(const std::string& bytes) {
  return parse_lesson(Text("lessons/day01-sum/lesson.md", bytes)).value;
}
std::vector<std::string> digests_of(const std::string& bytes) {
  const Lesson lesson = lesson_of(bytes);
  return section_digests(lesson, sections_of(lesson));
}
std::string digest_of(const std::string& body) {
  return digests_of("---\ntitle: x\n---\n" + body)[0];
}

// `digests` of sections between A, B, …, each with its name for text.
std::string lesson_with(const std::string& names) {
  std::string bytes = "---\ntitle: x\n---\n\nText.\n";
  for (const char name : names) bytes += std::string("\n## ") + name + "\n\nSays " + name + ".\n";
  return bytes;
}
std::string marked(const std::string& original, std::string translation) {
  const auto edits = mark_translated(lesson_of(original), lesson_of(translation));
  return apply_edits(translation, edits);
}
// "A=A B=- -=C": how the original's headings are paired.
std::string pairs_of(const std::string& original, const std::string& translation) {
  const Lesson theirs = lesson_of(original), own = lesson_of(translation);
  std::string pairs;
  for (const TranslatedSection& section : compare_translation(theirs, own)) {
    const auto name = [](const Lesson& lesson, const std::optional<Section>& side) {
      if (!side) return std::string("-");
      return side->heading == 0 ? "0" : lesson.headings[side->heading - 1].text;
    };
    pairs += (pairs.empty() ? "" : " ") + name(theirs, section.original) + "=" +
             name(own, section.own) + (section.is_outdated() ? "!" : "");
  }
  return pairs;
}

TEST(Sections, StartAtHeadingsOfLevelTwoAndThreeAtTheirLinesStart) {
  const Lesson lesson = lesson_of(
      "# Title\n\n## A\n\n### B\n\n#### no\n\n> ## no\n\n- ## no\n\nC\n---\n\n```text\n## "
      "no\n```\n");
  std::string levels;
  for (const Section& section : sections_of(lesson)) levels += std::to_string(section.level);
  EXPECT_EQ(levels, "0232");
}

TEST(Sections, HoldTheQuotesThatStandInThem) {
  const Lesson lesson =
      lesson_of("[1 ms](run:a/b/c)\n\n## A\n\n## B\n\n[2 ms](run:a/b/d) [3 ms](run:a/b/e)\n");
  const std::vector<Section> sections = sections_of(lesson);
  ASSERT_EQ(sections.size(), 3U);
  EXPECT_EQ(sections[0].quotes, std::vector<std::size_t>({0}));
  EXPECT_TRUE(sections[1].quotes.empty());
  EXPECT_EQ(sections[2].quotes, std::vector<std::size_t>({1, 2}));
}

TEST(SectionDigest, IgnoresWhatUpdateWritesAndWhatNoReaderSees) {
  const std::string digest = digest_of("It takes [1 ms](run:a/b/c) here.\n");
  EXPECT_EQ(digest.size(), 12U);
  EXPECT_EQ(digest, digest_of("\nIt takes\n[1.5 ms](run:a/b/c)   here.\n\n"));
  EXPECT_EQ(digest, digest_of("<!-- note -->\nIt takes [1 ms][n] here.\n\n[n]: run:a/b/c\n"));
  EXPECT_EQ(digest, digest_of("It takes [1 ms](run:a/b/c) here.\r\n"));
  EXPECT_EQ(digest_of("```cuda from=#a\nint a;\n```\n"),
            digest_of("```cuda from=#a\nint b;\n```\n"));
  EXPECT_EQ(digest_of("[T](run:t)\n\n| n | m |\n|---|---|\n| 1 | 2 |\n"),
            digest_of("[T](run:t)\n\n| n | m |\n|---|---|\n| 1 | 3 |\n"));
}

TEST(SectionDigest, ChangesWithEveryWordOfTheAuthorAndEverySource) {
  const std::vector<std::string> bodies = {
      "It takes [1 ms](run:a/b/c) here.\n",
      "It took [1 ms](run:a/b/c) here.\n",
      "It takes [1 ms](run:a/b/d) here.\n",
      "It takes *[1 ms](run:a/b/c)* here.\n",
      "[no size beats 4](claim: \"{a/b/c} < 1\")\n",
      "[no size is near 4](claim: \"{a/b/c} < 1\")\n",
      "[no size beats 4](claim: \"{a/b/c} < 2\")\n",
      "[T](run:t)\n\n| n | m |\n|---|---|\n| 1 | 2 |\n",
      "[U](run:t)\n\n| n | m |\n|---|---|\n| 1 | 2 |\n",
      "[T](run:t \"chart: n by m\")\n\n| n | m |\n|---|---|\n| 1 | 2 |\n",
      "```cuda from=#a\nint a;\n```\n",
      "```cuda from=#a mark=#b\nint a;\n```\n",
      "```text\n<!-- shown -->\n```\n",
      "```text\n<!-- shown too -->\n```\n",
  };
  std::map<std::string, std::string> seen;
  for (const std::string& body : bodies) {
    const auto [known, added] = seen.emplace(digest_of(body), body);
    EXPECT_TRUE(added) << body << "has the digest of\n" << known->second;
  }
  EXPECT_NE(digests_of("---\ntitle: x\n---\n")[0], digests_of("---\ntitle: y\n---\n")[0]);
}

TEST(TranslatedSections, ArePairedByTheirOrder) {
  EXPECT_EQ(pairs_of(lesson_with("ABC"), lesson_with("XYZ")), "0=0 A=X B=Y C=Z");
  EXPECT_EQ(pairs_of(lesson_with("ABC"), lesson_with("XY")), "0=0 A=X B=Y C=-");
  EXPECT_EQ(pairs_of(lesson_with("A"), lesson_with("XY")), "0=0 A=X -=Y");
  EXPECT_EQ(pairs_of("## A\n\n### B\n\n## C\n", "## X\n\n## Y\n"), "0=0 A=X B=- C=Y");
  EXPECT_EQ(pairs_of("", ""), "0=0");
}

TEST(TranslatedSections, StayWithTheTextTheyTranslate) {
  const std::string translation = marked(lesson_with("ABCD"), lesson_with("WXYZ"));
  EXPECT_EQ(pairs_of(lesson_with("ABCD"), translation), "0=0 A=W B=X C=Y D=Z");
  EXPECT_EQ(pairs_of(lesson_with("ANBCD"), translation), "0=0 A=W N=- B=X C=Y D=Z");
  EXPECT_EQ(pairs_of(lesson_with("ACD"), translation), "0=0 A=W -=X C=Y D=Z");
  EXPECT_EQ(pairs_of(lesson_with("AbCD"), translation), "0=0 A=W b=X! C=Y D=Z");
  EXPECT_EQ(pairs_of(lesson_with("NAbCDO"), translation), "0=0 N=- A=W b=X! C=Y D=Z O=-");
  EXPECT_EQ(pairs_of(lesson_with("DABC"), translation), "0=0 D=- A=W B=X C=Y -=Z");
  EXPECT_EQ(pairs_of(lesson_with("AAAA"), translation), "0=0 A=W A=X! A=Y! A=Z!");
}

TEST(TranslatedSections, TakeTimeInLineWithTheirNumber) {
  std::string original, translation;
  for (int i = 0; i < 20000; ++i) {
    original += "## " + std::to_string(i) + "\n";
    translation += "## t\n";
  }
  translation = marked(original, translation);
  original = "## new\n" + original;
  const auto sections = compare_translation(lesson_of(original), lesson_of(translation));
  ASSERT_EQ(sections.size(), 20002U);
  EXPECT_FALSE(sections[1].own.has_value());
  for (std::size_t i = 2; i < sections.size(); ++i) ASSERT_FALSE(sections[i].is_outdated());
}

TEST(TranslationMark, IsWrittenOnceAndReadBehindBlankLines) {
  const std::string translation = marked(lesson_with("AB"), "## X\n\n## Y");
  EXPECT_EQ(translation.find("<!-- translates "), 0U);
  EXPECT_EQ(marked(lesson_with("AB"), translation), translation);
  const std::string apart = replaced(translation, "## X\n", "## X\n\n");
  EXPECT_EQ(marked(lesson_with("AB"), apart), apart);
  EXPECT_EQ(pairs_of(lesson_with("AB"), apart), "0=0 A=X B=Y");
}

TEST(TranslationMark, OfAnotherTextIsReplaced) {
  const std::string translation = marked(lesson_with("AB"), lesson_with("XY"));
  const std::string again = marked(lesson_with("Ab"), translation);
  EXPECT_NE(again, translation);
  EXPECT_EQ(again.size(), translation.size());
  EXPECT_EQ(pairs_of(lesson_with("Ab"), again), "0=0 A=X b=Y");
}

class Translation : public SumCourse {
 protected:
  static constexpr const char* kPath = "lessons/day01-sum/lesson.zh-TW.md";
  Findings findings() {
    Course& all = read_again();
    return check_lesson(all, all.find_day("day01-sum")->lessons.back()).findings;
  }
  std::vector<TranslationNote> notes() {
    Course& all = read_again();
    return translation_notes(all, all.find_day("day01-sum")->lessons.back());
  }
  // The original's own text in another language's file: it lacks nothing.
  void translate() {
    write(kPath, replaced(kSumLesson, "facts: {sms: '([0-9]+) SMs'}\n", ""));
    const Update update = plan_translated(root_, kPath);
    EXPECT_TRUE(update.findings.empty());
    EXPECT_TRUE(update.notes.empty());
    EXPECT_TRUE(write_update(root_, update).empty());
  }
};

TEST_F(Translation, ThatIsMarkedAndLacksNothingHasNoFinding) {
  translate();
  for (const Finding& finding : findings()) ADD_FAILURE() << format_text(finding);
  EXPECT_TRUE(notes().empty());
  EXPECT_TRUE(plan_translated(root_, kPath).files.empty());
}

TEST_F(Translation, WhoseOriginalChangedIsAWarningAtItsSectionThatNamesBothPlaces) {
  translate();
  write("lessons/day01-sum/lesson.md", replaced(kSumLesson, "So [no", "Thus [no"));
  const Findings found = findings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "translation-outdated");
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].place, (Place{kPath, 8, 1}));
  EXPECT_EQ(found[0].related, (Place{"lessons/day01-sum/lesson.md", 8, 1}));
}

TEST_F(Translation, TellsItsReadersAtTheSection) {
  translate();
  write("lessons/day01-sum/lesson.md",
        replaced(kSumLesson, "So [no", "Thus [no") + "\n## And more\n\nText.\n");
  const auto found = notes();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].section, "how-it-works");
  EXPECT_EQ(found[0].text, "這一節的原文在翻譯之後改過。");
  EXPECT_EQ(found[0].original, "how-it-works");
  EXPECT_EQ(found[1].section, "how-it-works");
  EXPECT_EQ(found[1].text, "原文在這之後還有一節〈And more〉，尚未翻譯。");
  EXPECT_EQ(found[1].original, "and-more");
}

TEST_F(Translation, ItsFragmentHasTheNotesWithLinksToTheOriginal) {
  translate();
  write("lessons/day01-sum/lesson.md",
        replaced(replaced(kSumLesson, "So [no", "Thus [no"), "One takes", "Just one takes"));
  Course& all = read_again();
  const CheckedLesson lesson = check_lesson(all, all.find_day("day01-sum")->lessons.back());
  const auto made = nlohmann::json::parse(fragment_json(make_fragment(all, lesson)));
  ASSERT_EQ(made["notes"].size(), 2U);
  EXPECT_EQ(made["notes"][0]["section"], "");
  EXPECT_EQ(made["notes"][0]["href"], "../../day01-sum/index.html");
  EXPECT_EQ(made["notes"][1]["section"], "how-it-works");
  EXPECT_EQ(made["notes"][1]["href"], "../../day01-sum/index.html#how-it-works");
  EXPECT_TRUE(made["warnings"].empty());
}

TEST_F(Translation, AnAuditFindsANoteThatNobodyMade) {
  build_site();
  edit_page("</h2>\n<",
            "</h2>\n<p class=\"notes\" role=\"note\" data-decoration>原文改過。 "
            "<a href=\"../../day01-sum/index.html\">閱讀原文</a></p><");
  const Audit result = audit_site(read_again(), root_ / "site", {});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].id, "audit-prose-differs");
}

TEST_F(Translation, CommentsReachNoPage) {
  const Lesson lesson = lesson_of("## A\n<!-- translates 0123456789ab -->\n");
  const FinishedHtml finished = finish_pandoc_html("<h2>A</h2>\n<!-- translates 0123456789ab -->\n",
                                                   lesson, {}, page_words("en"));
  EXPECT_EQ(finished.html, "<h2 id=\"a\">A</h2>\n\n");
}

}  // namespace
}  // namespace daybook
