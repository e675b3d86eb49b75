// Reads one lesson: blocks first, then the definitions of named values, then each block in order.
// The class is declared here and its parts are in lesson_*.cc, one subject each.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "formats/front_matter.h"
#include "formats/heading_id.h"
#include "formats/lesson.h"
#include "formats/lesson_blocks.h"
#include "formats/lesson_inlines.h"
#include "formats/plain_texts.h"

namespace daybook {

// Stands in prose for an inline quote.
inline constexpr char kQuoteMark = '\x1f';
// In place of a quote's index: a link that was meant to quote and was reported.
inline constexpr std::size_t kRefused = kNone - 1;

// Places of ascending offsets, so that a long line is counted once and not once a link.
class Places {
 public:
  explicit Places(const Text& text) : text_(&text) {}
  Place at(std::size_t offset);

 private:
  const Text* text_;
  std::size_t offset_ = 0;
  std::size_t line_end_ = 0;
  Place last_;
};

// A link's destination and title, wherever they are written.
struct LinkTarget {
  std::string url;
  std::string title;
  bool titled = false;
  Span url_span;
  Span title_span;
};

// What a destination quotes, or why it quotes nothing.
struct Reading {
  enum class What { ordinary, quote, wrong } what = What::ordinary;
  QuoteKind kind = QuoteKind::number;
  std::string scheme, reference, chart;
  Span target;
  std::string id, message, mend;  // wrong
};
Reading read_target(const LinkTarget& target);
// True when a run: path names a table, so that its link is a caption: "[<day>/][<unit>/]<table>".
bool names_table(const std::string& reference);

// A fence's info string.
struct FenceInfo {
  std::string language, from, mark, since;  // as written
  bool sketch = false;
  Span from_span;  // in the info string
  struct Problem {
    std::string id, message, mend;
    std::size_t at = 0;  // in the info string
  };
  std::vector<Problem> problems;
};
FenceInfo read_fence_info(std::string_view info);
// Fills kind, scheme and reference from the value of from=; answers a problem or nothing.
std::optional<FenceInfo::Problem> read_from(const std::string& value, Quote& quote);

class LessonReader {
 public:
  LessonReader(Text text, bool translation, bool with_prose);
  Parsed<Lesson> read();

 private:
  // Text with inlines: of a paragraph, heading or cell.
  struct Leaf {
    const Block* block = nullptr;
    const cmark_node* node = nullptr;
    Content content;
    std::size_t from = 0;  // behind the definitions it begins with
    std::vector<Inline> inlines;
    std::vector<cmark_node*> decoded;   // for each inline: cmark's own, or null
    std::vector<std::size_t> quote_of;  // for each inline: its quote, kNone or kRefused
    Span span;                          // of a cell
  };
  struct DefinitionRecord {
    std::string label;
    LinkTarget target;
    Span span;
    Place place;
    Reading reading;
    std::size_t name = kNone;  // index into lesson.names
  };
  // An element of raw HTML that waits for its end.
  struct OpenTag {
    std::string name;
    Place place;
    const Block* block = nullptr;
  };
  struct ProseEntry {
    std::size_t footnote = kNone;
    std::string text;
    std::size_t plain = kNone;  // number in plain_, when the text is asked for there
  };

  // lesson.cc
  void report_not_text(std::size_t bad);
  void read_blocks();
  void read_block(std::size_t index);
  void read_paragraph(std::size_t index);
  void read_heading(const Block& block, Leaf leaf);
  void read_html(std::size_t index);
  void read_html_text(std::size_t index, Span part);
  void finish();
  void find(std::string id, const Place& place, std::string message, std::string mend = {},
            Severity severity = Severity::error);

  // lesson_definitions.cc
  void read_definitions();
  void read_leaf_definitions(std::size_t index);
  void resolve_definitions();
  void add_named_values();
  void report_lost_definitions(const Leaf& leaf);
  void report_lost_definition(const Leaf& leaf, std::size_t line, Span label);
  void mark_used_in_formulas();
  void report_unused();
  void report_footnotes();

  // lesson_links.cc
  void agree_with_cmark(Leaf& leaf);
  LinkTarget target_of(const Leaf& leaf, std::size_t index) const;
  void read_inlines(Leaf& leaf);
  void read_link(Leaf& leaf, std::size_t index, bool in_image);
  void read_image(Leaf& leaf, std::size_t index);
  void read_autolink(Leaf& leaf, std::size_t index);
  void use_footnote(const Leaf& leaf, const Inline& item);
  void add_link(Leaf& leaf, const Inline& item, const LinkTarget& target);
  // `name`: index into lesson.names, or kNone.
  std::size_t add_quote(Leaf& leaf, const Inline& item, const Reading& reading, std::size_t name);
  void report_unparsed(const Leaf& leaf, const Inline& item);
  void report_undefined(const Leaf& leaf, const Inline& item);
  void check_inside_course(const std::string& url, const Place& place);

  // lesson_tags.cc
  void read_tag(std::string_view tag, const Place& place, const Block& block);
  void close_tag(const std::string& name, const Place& place, const Block& block);
  void report_open_tags(std::size_t from);

  // lesson_fences.cc
  void read_fence(const Block& block);
  void add_fence(const Block& block, Quote quote, bool closed);
  void read_indented(const Block& block);

  // lesson_tables.cc
  bool read_caption(std::size_t index, Leaf& leaf);
  void read_table(std::size_t index);
  std::vector<Leaf> split_row(const Block& block, std::size_t line, const cmark_node* row) const;
  void check_shape(const Block& block, const std::vector<std::vector<Leaf>>& rows, bool bound);
  void read_bound_table(const Block& block, std::vector<std::vector<Leaf>>& rows,
                        std::size_t quote);
  void read_bound_cell(Leaf& leaf, TableCell& cell, bool may_be_key);
  void check_units(const std::vector<std::vector<Leaf>>& rows);
  std::size_t blank_lines_between(const Block& first, const Block& second) const;

  // lesson_prose.cc
  // How a piece is shown: with its quotes' words; with a mark for each quote; as what a heading's
  // fragment is made of, where images count by their words and a footnote leaves its blanks apart.
  enum class Shown { words, marks, fragment };
  std::string markdown(const Leaf& leaf, Span part, Shown shown);
  void ask_plain(const Leaf& leaf, Span part, Shown shown,
                 std::function<void(std::string)> receive);
  void add_prose(const Leaf& leaf);
  void add_prose(const Block& block, std::string_view text);
  static std::string reader_text(const Leaf& leaf);
  void check_naked(const Leaf& leaf);
  void order_prose();

  Lesson lesson_;
  Findings findings_;
  bool translation_;
  bool with_prose_;
  Places places_;
  std::optional<Blocks> blocks_;
  std::vector<Leaf> leaves_;  // one for each block; empty for those without text of their own
  std::vector<DefinitionRecord> definitions_;
  Labels labels_;
  Labels footnote_labels_;  // without the definitions: what cmark knows
  PlainTexts plain_;
  std::vector<std::pair<std::size_t, std::function<void(std::string)>>> asked_;
  std::vector<OpenTag> open_tags_;
  std::map<std::string, std::size_t> open_count_;  // of each element in open_tags_
  std::vector<ProseEntry> prose_;
  std::size_t undefined_ = 0;                 // "[…][…]" reported so far
  std::vector<std::size_t> footnote_uses_;    // in order
  std::vector<std::size_t> footnote_quotes_;  // how many quotes stand in each
  std::size_t table_quote_ = kNone;           // of the caption before the table that comes next
};

}  // namespace daybook
