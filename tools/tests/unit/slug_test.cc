#include "formats/slug.h"

#include <gtest/gtest.h>

namespace daybook {
namespace {

TEST(Slug, LowersAndJoinsRunsOfOtherCharactersWithOneHyphen) {
  EXPECT_EQ(make_slug("Merge by co-rank, 256 threads"), "merge-by-co-rank-256-threads");
  EXPECT_EQ(make_slug("  GB/s "), "gb-s");
  EXPECT_EQ(make_slug("merge_slices<4>"), "merge-slices-4");
  EXPECT_EQ(make_slug("0.0814"), "0-0814");
  EXPECT_EQ(make_slug("1,234"), "1-234");
}

TEST(Slug, BothMicroSignsBecomeU) {
  EXPECT_EQ(make_slug("\u00b5s"), "us");
  EXPECT_EQ(make_slug("\u03bcs"), "us");
}

TEST(Slug, ALeadingMinusOfANumberIsWrittenOut) {
  EXPECT_EQ(make_slug("-5"), "neg-5");
  EXPECT_EQ(make_slug("\u22125.5"), "neg-5-5");
  EXPECT_EQ(make_slug(" -.5"), "neg-5");
  EXPECT_EQ(make_slug("-inf"), "neg-inf");
  EXPECT_EQ(make_slug("-O3"), "o3");
  EXPECT_EQ(make_slug("1e-3"), "1e-3");
}

TEST(Slug, LettersOfOtherScriptsStay) {
  EXPECT_EQ(make_slug("時間 (µs)"), "時間-us");
  EXPECT_EQ(make_slug("Größe ÄÖ"), "größe-äö");
  EXPECT_EQ(make_slug("ΣЖŁŽ"), "σжłž");
  EXPECT_EQ(make_slug("Μs"), make_slug(make_slug("Μs")));  // a capital mu
  EXPECT_EQ(make_slug("a × b — c"), "a-b-c");
}

TEST(Slug, MayBeEmptyAndSurvivesInvalidBytes) {
  EXPECT_EQ(make_slug(""), "");
  EXPECT_EQ(make_slug("%"), "");
  EXPECT_EQ(make_slug("---"), "");
  EXPECT_EQ(make_slug("a\xff\xc3"), "a");
  EXPECT_EQ(make_slug(std::string_view("a\0b", 3)), "a-b");
}

TEST(CardSlug, LeavesOutTheMakersWords) {
  EXPECT_EQ(card_slug("NVIDIA H200"), "h200");
  EXPECT_EQ(card_slug("Tesla T4"), "t4");
  EXPECT_EQ(card_slug("NVIDIA GeForce RTX 4090"), "4090");
  EXPECT_EQ(card_slug("NVIDIA A100-SXM4-80GB"), "a100-sxm4-80gb");
  EXPECT_EQ(card_slug(""), "cpu");
  EXPECT_EQ(card_slug("NVIDIA"), "cpu");
}

}  // namespace
}  // namespace daybook
