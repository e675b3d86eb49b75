#include "formats/marker.h"

#include <gtest/gtest.h>

#include <string>

namespace daybook {
namespace {

using Verdict = MarkerText::Verdict;

Verdict verdict(const std::string& inside) { return read_marker(inside).verdict; }

TEST(Marker, AStartCarriesItsName) {
  const MarkerText marker = read_marker(" snippet: co-rank2");
  EXPECT_EQ(marker.verdict, Verdict::good);
  EXPECT_EQ(marker.kind, MarkerKind::start);
  EXPECT_EQ(marker.name, "co-rank2");
}

TEST(Marker, AnEndMayCarryAName) {
  EXPECT_EQ(read_marker(" end snippet").kind, MarkerKind::end);
  EXPECT_EQ(read_marker(" end snippet").verdict, Verdict::good);
  EXPECT_EQ(read_marker(" end snippet: a").name, "a");
  EXPECT_EQ(read_marker(" end snippet: a").verdict, Verdict::good);
}

TEST(Marker, RunsOfBlanksAreOneBlank) {
  EXPECT_EQ(verdict("snippet:   a  "), Verdict::good);
  EXPECT_EQ(verdict("\tend  snippet:\ta"), Verdict::good);
}

TEST(Marker, WithinTwoEditsIsANearMiss) {
  for (const char* text :
       {" snipet: x", "snippet x", " end-snippet", " snippet:x", " Snippet: x", "endsnippet",
        " end snippet foo", " end snippets", " snippet : x", " end snippet:x", " snippet",
        " snipet", " end snipet: x", " end of snippet", " snpipet: more than one word",
        "/ snippet: x", " snippet -x", " end snippet.", " sniippet: x"}) {
    EXPECT_EQ(verdict(text), Verdict::near_miss) << text;
  }
}

TEST(Marker, ANearMissSaysWhatWasMeant) {
  EXPECT_EQ(read_marker(" snipet: x").meant(), "snippet: x");
  EXPECT_EQ(read_marker("snippet x").meant(), "snippet: x");
  EXPECT_EQ(read_marker("snippet:x").meant(), "snippet: x");
  EXPECT_EQ(read_marker(" end-snippet").meant(), "end snippet");
  EXPECT_EQ(read_marker(" end snippet a").meant(), "end snippet: a");
  EXPECT_EQ(read_marker(" Snippet: Co.Rank").meant(), "snippet: co-rank");
}

TEST(Marker, OrdinaryCommentsAreText) {
  for (const char* text : {"",
                           " ",
                           " snippets are good",
                           " end of it",
                           " send: this",
                           " end",
                           " the snippet: foo",
                           " MY_snippet: x",
                           " a comment about a snippet",
                           " see snippet: x for more",
                           " end snippets of code",
                           " snippet of the day",
                           " snip",
                           " input: the keys",
                           " steps in pairs",
                           " inspect: x",
                           " end",
                           " ends it",
                           " pinned: x",
                           " insert: a",
                           " script: x",
                           " splits the range in two",
                           " printed: x"}) {
    EXPECT_EQ(verdict(text), Verdict::text) << text;
  }
}

TEST(Marker, AWrongNameIsNamed) {
  for (const char* text :
       {"snippet: Foo", "snippet: a.b", "snippet: #a", "snippet:", "snippet: A b",
        "end snippet:", "end snippet: Foo", "snippet: co_rank"}) {
    EXPECT_EQ(verdict(text), Verdict::bad_name) << text;
  }
  EXPECT_EQ(as_region_name("Co_Rank.2#"), "co-rank-2");
}

TEST(Marker, MoreTextBehindAMarkerIsTrailing) {
  EXPECT_EQ(verdict("snippet: a b"), Verdict::trailing_text);
  EXPECT_EQ(verdict("end snippet: a b"), Verdict::trailing_text);
  EXPECT_EQ(verdict("end snippet a b"), Verdict::trailing_text);
}

}  // namespace
}  // namespace daybook
