// What a finished page says, read from its HTML alone: title, headings, prose, and every element
// that claims to be a quote (`data-quote`), without what is marked `data-decoration`; and what in
// it could run, load from elsewhere or keep a quote from being seen. Source: HTML Living Standard,
// by the gumbo parser.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

inline constexpr char kPageQuoteMark = '\x1f';  // an inline quote, in prose

struct PageHeading {
  int level = 1;
  std::string text, id;  // text: blanks folded
  bool in_body = false;
  Place place;
};

// A line of a listing that can be linked to: where in the quote's text its element begins.
struct PageAnchor {
  std::string id;
  std::size_t offset = 0;
};

struct PageQuote {
  std::string name;  // the value of data-quote
  std::string text;  // exact
  bool in_body = false;
  std::size_t footnote = 0;  // 0: the page's own text; else the footnote's number on the page
  bool known = false;        // its HTML was taken out, since it is as it must be
  bool table = false;
  std::vector<std::vector<std::string>> rows;  // table: its caption, then its rows' cells, exact
  std::vector<PageAnchor> anchors;
  Place place;
};

struct PageBlock {
  std::string text;
  Place place;
};

// Of an element with data-value.
struct PageValue {
  std::string text, href;
  Place place;
};

struct PageRisk {
  std::string what;  // "'<iframe>'", "the attribute 'onclick'"
  Place place;
};

struct PageText {
  std::string title;                  // of <title>
  std::vector<PageHeading> headings;  // in page order
  bool has_body = false;              // an element with data-lesson-body
  std::vector<PageQuote> quotes;      // in page order, a table's before those in its cells
  std::vector<PageBlock> prose;       // in the body, outside quotes: blanks folded, none empty
  std::vector<PageBlock> code;        // <pre> in the body that claims nothing, exact
  std::vector<PageBlock> images;      // in the body: what stands for each in words
  std::vector<Place> tables;          // <table> in the body that claims nothing
  std::vector<Place> details;         // <details> in the body
  std::vector<PageValue> values;      // in the whole page
  std::vector<PageRisk> risks;        // in the whole page
  std::size_t decorations = 0;        // elements so marked, in the whole page
  bool whole = true;                  // every cut stands where it was made
  std::string problem;                // why nothing could be read; "" when it was
};

// What was taken out of a page's HTML, by the offset of what stands there instead.
struct PageCuts {
  std::set<std::size_t> quotes;                   // an empty element, its data-quote kept
  std::map<std::size_t, std::string_view> texts;  // its first blanks and kCutText
};
inline constexpr char kCutText = 'x';

// `name` stands in the places. Never fails on broken HTML; what nests thousands deep is refused.
PageText read_page(const std::string& name, std::string_view html, const PageCuts& cuts = {});

}  // namespace daybook
