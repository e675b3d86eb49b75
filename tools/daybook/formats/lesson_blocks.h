// The blocks of a lesson, each with its lines. cmark says which blocks there are and on which line
// each starts (its columns are never used); where a line's content begins is found here by taking
// the markers of the containers around it off. Source: CommonMark 0.29, GFM tables, cmark-gfm's
// footnotes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "formats/content.h"
#include "formats/line_cursor.h"
#include "formats/markdown.h"

namespace daybook {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// A block quote, list item or footnote around other blocks.
struct Container {
  enum class Kind { quote, item, footnote } kind = Kind::quote;
  std::size_t line = 0;          // where it opens
  std::size_t parent = kNone;    // index of the container around it
  std::size_t width = 0;         // item: columns its content is indented by
  std::size_t footnote = kNone;  // index into Blocks::footnotes when it is or stands in one
};

struct Footnote {
  std::string label;
  std::size_t line = 0;
};

struct Block {
  enum class Kind { paragraph, heading, fence, indented, html, table };
  Kind kind = Kind::paragraph;
  std::size_t first_line = 0;  // table: the header row
  std::size_t last_line = 0;
  std::size_t container = kNone;
  const cmark_node* node = nullptr;
  bool joined = false;  // paragraph and table without a blank line between them, either of the two
  int level = 0;        // heading
  bool setext = false;  // heading underlined by its last line
  char fence = '`';     // fence
  std::size_t length = 0;   // of the opening fence
  std::size_t columns = 0;  // table
};

struct ContentLine {
  std::size_t line = 0;
  LineCursor cursor;
  bool lazy = false;  // a marker of a container around is missing
};

class Blocks {
 public:
  // `first_line`: where Markdown begins, behind the front matter.
  Blocks(const Text& text, std::size_t first_line);

  std::vector<Block> blocks;  // in the order of their lines
  std::vector<Container> containers;
  std::vector<Footnote> footnotes;
  std::vector<std::size_t> misplaced_footnotes;  // lines; their blocks are left out
  std::size_t crowded_line = 0;  // a line that is given up (formats/lesson_feed.h); 0: none

  // The line with the markers of `container` and those around it taken off.
  ContentLine content_line(std::size_t container, std::size_t line) const;
  // Text of a paragraph, heading or HTML block, lines joined by LF.
  Content content(const Block& block) const;
  // What a new line inside `container` starts with, when `line` is one of its lines.
  std::string prefix(std::size_t container, std::size_t line) const;
  std::size_t footnote_of(const Block& block) const;
  // Lines that look like a footnote's start and are part of no block: a label's second use.
  std::vector<Footnote> lost_footnotes() const;

 private:
  void walk(cmark_node* root);
  std::size_t open_container(const cmark_node* node, std::size_t parent);
  void add_block(cmark_node* node, std::size_t container);
  void place_table(Block& table, cmark_node* node);
  void place_heading(Block& heading);
  std::size_t line_of(int cmark_line) const;
  std::vector<std::size_t> chain(std::size_t container) const;

  const Text* text_;
  std::size_t first_line_ = 1;
  std::size_t shift_ = 0;  // cmark's line + shift_ = the lesson's line
  Document document_;
};

}  // namespace daybook
