// The scanner of inlines against cmark itself, on text made of everything that matters to links.
#include "formats/lesson_inlines.h"

#include <gtest/gtest.h>

#include <random>

#include "formats/markdown.h"

namespace daybook {
namespace {

using Strings = std::vector<std::string>;

// URLs of cmark's links and images, in order.
Strings links_by_cmark(const std::string& markdown) {
  const Document document = parse_markdown(markdown, false);
  Strings urls;
  cmark_iter* walk = cmark_iter_new(document.get());
  for (auto event = cmark_iter_next(walk); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk)) {
    cmark_node* node = cmark_iter_get_node(walk);
    const auto type = cmark_node_get_type(node);
    if (event != CMARK_EVENT_ENTER) continue;
    if (type == CMARK_NODE_LINK) urls.push_back(cmark_node_get_url(node));
    if (type == CMARK_NODE_IMAGE) urls.push_back(std::string("!") + cmark_node_get_url(node));
  }
  cmark_iter_free(walk);
  return urls;
}

Strings links_by_scanner(const std::string& text) {
  const Labels labels{{{"x", 0}, {"y", 1}}, {}};
  const Strings urls = {"/x", "/y"};
  Strings found;
  for (const Inline& item : scan_inlines(text, 0, labels)) {
    const bool image = item.kind == Inline::Kind::image;
    if (item.kind != Inline::Kind::link && item.kind != Inline::Kind::autolink && !image) continue;
    const Span url = item.destination;
    found.push_back((image ? "!" : "") + (item.label.empty()
                                              ? text.substr(url.begin, url.end - url.begin)
                                              : urls[labels.definitions.at(item.label)]));
  }
  return found;
}

TEST(LessonInlines, AgreeWithCmarkOnEveryLink) {
  static const Strings kParts = {"[",  "]",          "(",       ")",          "a",
                                 " ",  "\nz ",       "`",       "``",         "\\",
                                 "<",  ">",          "!",       "[x]",        "[Y]",
                                 "](", "http://a.b", "\"",      "'",          "*",
                                 "_",  "run:a/b",    "<!--",    "-->",        "<br>",
                                 "/>", "[a](b)",     "![",      "][",         "calc: \"{x}\"",
                                 "é",  "[]",         ":",       "<http://x>", "{",
                                 "--", "<!A ",       "<a b=\"", "(<b c>)",    " 't'"};
  std::mt19937 random(36);
  for (int round = 0; round < 4000; ++round) {
    std::string text = "t ";
    const std::size_t count = random() % 20 + 1;
    for (std::size_t i = 0; i < count; ++i) text += kParts[random() % kParts.size()];
    text.erase(text.find_last_not_of(" \n") + 1);
    ASSERT_EQ(links_by_scanner(text), links_by_cmark(text + "\n\n[x]: /x\n[y]: /y\n")) << text;
  }
}

std::vector<std::string> math_of(const std::string& text) {
  std::vector<std::string> math;
  for (const Inline& item : scan_inlines(text, 0, {})) {
    if (item.kind == Inline::Kind::math)
      math.push_back(text.substr(item.begin, item.end - item.begin));
  }
  return math;
}

TEST(LessonInlines, MathIsWhatPandocReadsAsMath) {
  EXPECT_EQ(math_of("$x `a$ b`$"), Strings{"$x `a$"});
  EXPECT_EQ(math_of("\\$5 $5 and $6"), Strings{});
  EXPECT_EQ(math_of("${a$b}$"), Strings{"${a$b}$"});
  EXPECT_EQ(math_of("$$d$$e$$"), Strings{"$$d$$"});
  EXPECT_EQ(math_of("$a\nb$ $ c$ $d $"), Strings{"$a\nb$"});
  EXPECT_EQ(math_of("`$a$` $a\\$b$"), Strings{"$a\\$b$"});
}

}  // namespace
}  // namespace daybook
