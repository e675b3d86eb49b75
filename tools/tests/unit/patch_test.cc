#include "formats/patch.h"

#include <gtest/gtest.h>

#include <string>

namespace daybook {
namespace {

Parsed<Patch> parse(const std::string& bytes) { return parse_patch(Text("v.patch", bytes)); }

constexpr const char* kHead = "--- a/a.cu\n+++ b/a.cu\n";
const std::string kTen = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

Applied apply_to(const std::string& hunks, const std::string& source) {
  const auto patch = parse(kHead + hunks);
  EXPECT_TRUE(patch.findings.empty());
  return apply_patch(patch.value, source);
}

TEST(Patch, GitsHeadIsReadAndShownLinesAreTheHunksOwn) {
  const auto parsed = parse(
      "From: someone\n\ndiff --git a/src/a.cu b/src/a.cu\nindex 1..2 100644\n--- a/src/a.cu\n"
      "+++ b/src/a.cu\n@@ -1,2 +1,2 @@ int main() {\n-a\n+b\n c\n@@ -9 +9 @@\n-x\n+y\n-- \n2.39\n");
  ASSERT_TRUE(parsed.findings.empty());
  EXPECT_EQ(parsed.value.old_file, "src/a.cu");
  EXPECT_EQ(parsed.value.new_file, "src/a.cu");
  ASSERT_EQ(parsed.value.hunks.size(), 2u);
  EXPECT_EQ(parsed.value.hunks[1].line, 11u);
  EXPECT_EQ(parsed.value.hunks[1].old_start, 9u);
  const auto shown = parsed.value.shown();
  ASSERT_EQ(shown.size(), 5u);
  EXPECT_EQ(shown[0].text, "-a");
  EXPECT_EQ(shown[0].line, 8u);
  EXPECT_EQ(shown[4].text, "+y");
  EXPECT_EQ(shown[4].line, 13u);
}

TEST(Patch, DiffsTimeStampsAndQuotedNamesAreRead) {
  EXPECT_EQ(parse("--- a.cu\t2026-01-01\n+++ b c.cu\t2026\n@@ -1 +1 @@\n-a\n+b\n").value.new_file,
            "b c.cu");
  EXPECT_EQ(parse("--- \"a/\\303\\251.cu\"\n+++ \"b/\\303\\251.cu\"\n@@ -1 +1 @@\n-a\n+b\n")
                .value.old_file,
            "\xC3\xA9.cu");
}

TEST(Patch, WhatIsNoPatchIsAnError) {
  const std::string head = kHead;
  for (const std::string& bytes :
       {std::string(), std::string("hello\n"), head, head + "@@ -1,2 +1 @@\n-a\n+b\n",
        head + "@@ -1 +1 @@\n-a\n+b\n+c\n", head + "@@ nonsense @@\n",
        std::string("@@ -1 +1 @@\n-a\n+b\n"),
        head + "@@ -1 +1 @@\n-a\n+b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n",
        head + "@@ -1 +1 @@\n-a\n+b\ndiff --git a/b b/b\n", std::string("GIT binary patch\n"),
        head + "@@ -99999999999999999999 +1 @@\n-a\n+b\n"}) {
    const auto parsed = parse(bytes);
    ASSERT_EQ(parsed.findings.size(), 1u) << bytes;
    EXPECT_EQ(parsed.findings[0].id, "patch-syntax");
    EXPECT_FALSE(parsed.findings[0].mend.empty());
  }
}

TEST(Patch, ItAppliesAtItsLine) {
  const Applied applied = apply_to("@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4\n", kTen);
  EXPECT_TRUE(applied.ok);
  EXPECT_TRUE(applied.exact);
  EXPECT_EQ(applied.result, "1\n2\nx\n4\n5\n6\n7\n8\n9\n10\n");
}

TEST(Patch, HunksWithoutContextApply) {
  EXPECT_EQ(apply_to("@@ -0,0 +1 @@\n+x\n", "a\n").result, "x\na\n");
  EXPECT_EQ(apply_to("@@ -1,0 +2 @@\n+x\n", "a\nb\n").result, "a\nx\nb\n");
  EXPECT_EQ(apply_to("@@ -2 +1,0 @@\n-b\n", "a\nb\n").result, "a\n");
  EXPECT_EQ(apply_to("@@ -0,0 +1 @@\n+x\n", "").result, "x\n");
}

TEST(Patch, AnOffsetIsFoundAndSaid) {
  const std::string moved = "a\nb\nc\n" + kTen;
  const Applied applied = apply_to("@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4\n", moved);
  EXPECT_TRUE(applied.ok);
  EXPECT_FALSE(applied.exact);
  EXPECT_EQ(applied.result, "a\nb\nc\n1\n2\nx\n4\n5\n6\n7\n8\n9\n10\n");
  EXPECT_TRUE(apply_to("@@ -900000,3 +2,3 @@\n 2\n-3\n+x\n 4\n", kTen).ok);
}

TEST(Patch, FuzzLeavesOutUpToTwoOuterLines) {
  const std::string hunk = "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n";
  std::string source = kTen;
  source[2] = 'A';   // 2
  source[4] = 'B';   // 3
  source[14] = 'C';  // 8
  const Applied applied = apply_to(hunk, source);
  EXPECT_TRUE(applied.ok);
  EXPECT_FALSE(applied.exact);
  EXPECT_EQ(applied.result, "1\nA\nB\n4\nx\n6\n7\nC\n9\n10\n");
  source[6] = 'D';  // 4: a third line
  EXPECT_FALSE(apply_to(hunk, source).ok);
}

TEST(Patch, ARealConflictNamesItsHunk) {
  const Applied applied =
      apply_to("@@ -1,2 +1,2 @@\n 1\n-2\n+x\n@@ -5 +5 @@\n-nothing\n+y\n", kTen);
  EXPECT_FALSE(applied.ok);
  EXPECT_EQ(applied.failed_hunk, 1u);
}

TEST(Patch, LineEndsStayTheSources) {
  EXPECT_EQ(apply_to("@@ -1,2 +1,3 @@\n a\n-b\n+x\n+y\n", "a\r\nb\r\nc\r\n").result,
            "a\r\nx\r\ny\r\nc\r\n");
  EXPECT_EQ(apply_to("@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+x\r\n", "a\nb\n").result, "a\nx\n");
}

TEST(Patch, AMissingLastLineEndIsKeptToTheByte) {
  const std::string note = "\\ No newline at end of file\n";
  EXPECT_EQ(apply_to("@@ -1,2 +1,2 @@\n a\n-b\n" + note + "+x\n" + note, "a\nb").result, "a\nx");
  EXPECT_EQ(apply_to("@@ -1,2 +1,2 @@\n a\n-b\n" + note + "+x\n", "a\nb").result, "a\nx\n");
  EXPECT_EQ(apply_to("@@ -1,2 +1,2 @@\n a\n-b\n+x\n" + note, "a\nb\n").result, "a\nx");
  EXPECT_FALSE(apply_to("@@ -1,2 +1,2 @@\n a\n-b\n" + note + "+x\n", "a\nb\n").ok);
  EXPECT_EQ(parse(kHead + ("@@ -1 +1 @@\n-b\n" + note + "+x\n")).value.shown().size(), 3u);
}

TEST(Patch, ALastLineThatEndsInACarriageReturnAloneIsFound) {
  const std::string note = "\\ No newline at end of file\n";
  EXPECT_EQ(apply_to("@@ -1,2 +1,2 @@\n-a\n+x\n b\r\n" + note, "a\nb\r").result, "x\nb\r");
  EXPECT_EQ(apply_to("@@ -1 +1,2 @@\n-a\r\n" + note + "+x\n+y\n", "a\r").result, "x\ny\n");
}

TEST(Patch, ContextStrippedOfItsBlankStillCounts) {
  EXPECT_EQ(apply_to("@@ -1,3 +1,3 @@\n a\n\n-b\n+x\n", "a\n\nb\n").result, "a\n\nx\n");
}

TEST(Patch, WhatIsMadeAppliesExactly) {
  for (const auto& [before, after] : {std::pair<std::string, std::string>{kTen, "1\n2\nx\n" + kTen},
                                      {"a\r\nb\r\n", "a\r\nc\r\n"},
                                      {"a\nb", "a\nb\n"},
                                      {kTen + kTen + kTen, "0\n" + kTen + kTen + kTen + "z"}}) {
    const std::string patch = make_patch("src/a.cu", before, after);
    EXPECT_EQ(patch.substr(0, 28), "--- a/src/a.cu\n+++ b/src/a.c");
    const auto parsed = parse(patch);
    ASSERT_TRUE(parsed.findings.empty()) << patch;
    const Applied applied = apply_patch(parsed.value, before);
    EXPECT_TRUE(applied.ok);
    EXPECT_TRUE(applied.exact);
    EXPECT_EQ(applied.result, after);
  }
}

}  // namespace
}  // namespace daybook
