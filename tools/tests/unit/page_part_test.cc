#include "check/page_part.h"

#include <gtest/gtest.h>

#include "check/quote_html.h"

namespace daybook {
namespace {

const std::vector<PagePart> kParts = {
    {"1", "<span data-quote=\"1\"><a href=\"x\">4 ms</a></span>", "a.txt", 3},
    {"2", "<pre data-quote=\"2\"><code>int x;</code></pre>", "a.cu", 1}};

std::string body(const std::string& text) { return "<div data-lesson-body>" + text + "</div>"; }

PageText read_reduced(const std::string& page) {
  const ReducedPage reduced = reduce(page, kParts);
  return read_page("p", reduced.html, reduced.cuts);
}

std::vector<std::string> prose(const PageText& page) {
  std::vector<std::string> texts;
  for (const PageBlock& block : page.prose) texts.push_back(block.text);
  return texts;
}

TEST(PageParts, WhatStandsAsItMustIsTakenOutAndKnown) {
  const std::string page = body("<p>It takes " + kParts[0].html + ".</p>" + kParts[1].html);
  EXPECT_EQ(reduce(page, kParts).html,
            body("<p>It takes <span data-quote=\"1\"></span>.</p><pre data-quote=\"2\"></pre>"));
  const PageText text = read_reduced(page);
  ASSERT_EQ(text.quotes.size(), 2U);
  EXPECT_TRUE(text.quotes[0].known && text.quotes[1].known);
  EXPECT_EQ(prose(text), prose(read_page("p", page)));
}

TEST(PageParts, WhatDiffersInOneByteStays) {
  const std::string page = body("<p><span data-quote=\"1\"><a href=\"y\">4 ms</a></span></p>");
  EXPECT_EQ(reduce(page, kParts).html, page);
  const std::string copied = body("<p><span data-quote=\"1\"></span></p>");
  EXPECT_FALSE(read_reduced(copied).quotes.front().known);
}

TEST(PageParts, ASecondOneStays) {
  const PageText text = read_reduced(body("<p>" + kParts[0].html + " " + kParts[0].html + "</p>"));
  ASSERT_EQ(text.quotes.size(), 2U);
  EXPECT_TRUE(text.quotes[0].known);
  EXPECT_FALSE(text.quotes[1].known);
}

TEST(PageParts, WhatAParserReadsOtherwiseIsNotKnown) {
  for (const char* around : {"del", "a", "button", "select", "s"}) {
    const std::string page =
        body("<" + std::string(around) + ">" + kParts[0].html + "</" + around + ">");
    EXPECT_FALSE(read_reduced(page).whole) << around;
  }
  EXPECT_FALSE(read_reduced(body("<!-- " + kParts[0].html + " -->")).whole);
  EXPECT_FALSE(read_reduced(body("<script>" + kParts[0].html + "</script>")).whole);
  EXPECT_FALSE(read_reduced(body("<img alt='" + kParts[0].html + "'>")).whole);
}

TEST(PageParts, LongTextsAreReadAsTheyWereOrTheReaderSaysSo) {
  const std::string words = "Each thread adds one number, and waits.";
  for (const std::string& page :
       {body("<p>" + words + "</p>"), body("\n <p>\n " + words + "\n</p>\n"),
        body("<p>" + words + " &amp; " + words + "</p>"), body("<pre>\n" + words + "</pre>"),
        body("<ul><li>" + words + "</ul>" + words), body("<table>" + words + "</table>"),
        body("<p title='> " + words + "<'>x</p>"), body("<!-- > " + words + " < --><p>x</p>"),
        body("<p>" + words + " > " + words + "</p>"), words + body(words), body("<p>x</p>"),
        std::string(), std::string("<"), std::string(">")}) {
    const PageText text = read_reduced(page);
    EXPECT_TRUE(!text.whole || prose(text) == prose(read_page("p", page))) << page;
  }
  const std::string simple = body("<p>" + words + "</p>");
  EXPECT_LT(reduce(simple, {}).html.size(), words.size() + 20);
  EXPECT_TRUE(read_reduced(simple).whole);
  EXPECT_FALSE(read_reduced(body("<p>a > " + words + "</p>")).whole);
}

TEST(PageParts, AListingIsKnownWhenItsTextIsTheFiles) {
  const std::vector<std::string> lines = {"int x; // <a> & \"b\" 'c'", "", "x\r"};
  const auto parts = listing_parts(lines, "cuda", "x.cu", "x.cu", "src/x.cu");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts.front().html, listing_html(lines, "cuda", "x.cu", "x.cu"));
  EXPECT_TRUE(listing_parts(lines, "cuda", "a\"b.cu", "x.cu", "src/x.cu").empty());
}

}  // namespace
}  // namespace daybook
