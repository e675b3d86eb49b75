#include "formats/lesson_blocks.h"

#include <cmark-gfm-core-extensions.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "formats/lesson_feed.h"

namespace daybook {

namespace {

constexpr std::size_t kFootnoteIndent = 4;
constexpr std::size_t kCodeIndent = 4;
constexpr std::size_t kWidestPadding = 5;

bool has_type(const cmark_node* node, const char* name) {
  return std::strcmp(cmark_node_get_type_string(const_cast<cmark_node*>(node)), name) == 0;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes of "- ", "12. " and the like without their blanks; 0 when there is none.
std::size_t marker_size(std::string_view bytes) {
  if (bytes.empty()) return 0;
  if (bytes[0] == '-' || bytes[0] == '+' || bytes[0] == '*') return 1;
  std::size_t digits = 0;
  while (digits < bytes.size() && is_digit(bytes[digits])) ++digits;
  return digits > 0 && digits < bytes.size() ? digits + 1 : 0;
}

// Takes a list marker off and says how far the item's content is indented.
std::size_t open_item(LineCursor& cursor) {
  const std::size_t before = cursor.indent();
  cursor.skip_blanks();
  const std::size_t marker = marker_size(cursor.bytes());
  cursor.skip_bytes(marker);
  const std::size_t blanks = cursor.indent();
  if (blanks >= kWidestPadding || blanks == 0 || cursor.blank()) {
    cursor.skip_columns(1);
    return before + marker + 1;
  }
  cursor.skip_columns(blanks);
  return before + marker + blanks;
}

// Takes "[^label]:" off; answers the label.
std::string open_footnote(LineCursor& cursor) {
  cursor.skip_blanks();
  const std::string_view bytes = cursor.bytes();
  const std::size_t end = bytes.find("]:");
  if (!bytes.starts_with("[^") || end == std::string_view::npos) return {};
  std::string label(bytes.substr(2, end - 2));
  cursor.skip_bytes(end + 2);
  cursor.skip_blanks();
  return label;
}

bool continue_quote(LineCursor& cursor) {
  if (cursor.indent() >= kCodeIndent || cursor.peek() != '>') return false;
  cursor.skip_blanks();
  cursor.skip_bytes(1);
  cursor.skip_columns(1);
  return true;
}

bool continue_indented(LineCursor& cursor, std::size_t columns) {
  if (cursor.indent() >= columns) {
    cursor.skip_columns(columns);
    return true;
  }
  if (!cursor.blank()) return false;
  cursor.skip_blanks();
  return true;
}

// Takes one container's marker off `cursor`; false when it is missing.
bool enter(const Container& container, std::size_t line, LineCursor& cursor) {
  switch (container.kind) {
    case Container::Kind::quote:
      return continue_quote(cursor);
    case Container::Kind::item:
      if (line == container.line) return open_item(cursor) > 0;
      return continue_indented(cursor, container.width);
    case Container::Kind::footnote:
      if (line == container.line) return !open_footnote(cursor).empty();
      return continue_indented(cursor, kFootnoteIndent);
  }
  return false;
}

bool is_underline(std::string_view bytes) {
  const std::size_t end = bytes.find_last_not_of(" \t");
  if (end == std::string_view::npos || (bytes[0] != '=' && bytes[0] != '-')) return false;
  return bytes.substr(0, end + 1).find_first_not_of(bytes[0]) == std::string_view::npos;
}

// "## Text ##" → "Text" as a range of `line`.
Span atx_text(std::string_view line) {
  std::size_t begin = line.find_first_not_of('#');
  if (begin == std::string_view::npos) return {line.size(), line.size()};
  begin = std::min(line.find_first_not_of(" \t", begin), line.size());
  std::size_t end = line.find_last_not_of(" \t") + 1;
  if (end <= begin) return {begin, begin};
  const std::size_t hashes = line.find_last_not_of('#', end - 1);
  if (hashes == std::string_view::npos || hashes < begin) return {begin, begin};
  if (hashes + 1 < end && (line[hashes] == ' ' || line[hashes] == '\t')) {
    end = line.find_last_not_of(" \t", hashes) + 1;
  }
  return {begin, std::max(begin, end)};
}

}  // namespace

Blocks::Blocks(const Text& text, std::size_t first_line) : text_(&text), first_line_(first_line) {
  const Feed feed = make_feed(text, first_line);
  crowded_line = feed.crowded_line;
  document_ = parse_markdown(feed.markdown, true);
  shift_ = first_line - 1 - feed.head_lines;
  if (feed.head_lines > 0) cmark_node_free(cmark_node_first_child(document_.get()));
  walk(document_.get());
  std::stable_sort(blocks.begin(), blocks.end(),
                   [](const Block& a, const Block& b) { return a.first_line < b.first_line; });
}

std::size_t Blocks::line_of(int cmark_line) const {
  return static_cast<std::size_t>(cmark_line) + shift_;
}

// Preorder over block nodes, without recursion: hostile input nests as deep as it likes.
void Blocks::walk(cmark_node* root) {
  std::size_t container = kNone;
  cmark_node* node = cmark_node_first_child(root);
  while (node != nullptr) {
    const cmark_node_type type = cmark_node_get_type(node);
    const bool opens = type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_ITEM ||
                       type == CMARK_NODE_FOOTNOTE_DEFINITION;
    if (!opens && type != CMARK_NODE_LIST) add_block(node, container);
    cmark_node* child = opens || type == CMARK_NODE_LIST ? cmark_node_first_child(node) : nullptr;
    if (opens && child != nullptr) {
      const std::size_t opened = open_container(node, container);
      if (opened == kNone) child = nullptr;
      if (opened != kNone) container = opened;
    }
    if (child != nullptr) {
      node = child;
      continue;
    }
    while (node != root && cmark_node_next(node) == nullptr) {
      node = cmark_node_parent(node);
      if (node == root) return;
      if (cmark_node_get_type(node) != CMARK_NODE_LIST) container = containers[container].parent;
    }
    node = cmark_node_next(node);
  }
}

std::size_t Blocks::open_container(const cmark_node* node, std::size_t parent) {
  auto* mutable_node = const_cast<cmark_node*>(node);
  Container container;
  container.line = line_of(cmark_node_get_start_line(mutable_node));
  container.parent = parent;
  if (parent != kNone) container.footnote = containers[parent].footnote;
  const cmark_node_type type = cmark_node_get_type(mutable_node);
  if (type == CMARK_NODE_ITEM) {
    container.kind = Container::Kind::item;
    LineCursor cursor = content_line(parent, container.line).cursor;
    container.width = open_item(cursor);
  } else if (type == CMARK_NODE_FOOTNOTE_DEFINITION) {
    container.kind = Container::Kind::footnote;
    LineCursor cursor = content_line(parent, container.line).cursor;
    const std::string label = open_footnote(cursor);
    // cmark takes a footnote out of the list or quote it stands in, with the way to its bytes.
    if (label.empty()) {
      misplaced_footnotes.push_back(container.line);
      return kNone;
    }
    container.footnote = footnotes.size();
    footnotes.push_back({label, container.line});
  }
  containers.push_back(container);
  return containers.size() - 1;
}

void Blocks::add_block(cmark_node* node, std::size_t container) {
  Block block;
  block.node = node;
  block.container = container;
  block.first_line = line_of(cmark_node_get_start_line(node));
  block.last_line = std::min(line_of(cmark_node_get_end_line(node)), text_->line_count());
  const cmark_node_type type = cmark_node_get_type(node);
  if (type == CMARK_NODE_PARAGRAPH) {
    // Text right before a table's header is given no lines of its own; place_table sets them.
    block.joined = cmark_node_get_start_line(node) == 0;
  } else if (type == CMARK_NODE_HEADING) {
    block.kind = Block::Kind::heading;
    block.level = cmark_node_get_heading_level(node);
    place_heading(block);
  } else if (type == CMARK_NODE_CODE_BLOCK) {
    int length = 0, offset = 0;
    block.kind = cmark_node_get_fenced(node, &length, &offset, &block.fence) != 0
                     ? Block::Kind::fence
                     : Block::Kind::indented;
    block.length = static_cast<std::size_t>(length);
  } else if (type == CMARK_NODE_HTML_BLOCK) {
    block.kind = Block::Kind::html;
    // cmark's end line leaves the line out that closes a comment.
    const std::string_view literal = cmark_node_get_literal(node);
    const auto lines = static_cast<std::size_t>(std::count(literal.begin(), literal.end(), '\n'));
    block.last_line = std::min(block.first_line + lines - 1, text_->line_count());
  } else if (has_type(node, "table")) {
    block.kind = Block::Kind::table;
    place_table(block, node);
  } else {
    return;
  }
  blocks.push_back(block);
}

// cmark starts a table at the paragraph its header row ended; the rows below the rule are right.
void Blocks::place_table(Block& table, cmark_node* node) {
  const std::size_t start = table.first_line;
  table.columns = cmark_gfm_extensions_get_table_columns(node);
  cmark_node* header = cmark_node_first_child(node);
  cmark_node* row = header == nullptr ? nullptr : cmark_node_next(header);
  cmark_node* last = cmark_node_last_child(node);
  table.joined = !blocks.empty() && blocks.back().joined && blocks.back().first_line <= shift_ &&
                 cmark_node_previous(node) == blocks.back().node;
  if (row != nullptr) {
    table.first_line = line_of(cmark_node_get_start_line(row)) - 2;
    table.last_line = line_of(cmark_node_get_start_line(last));
  } else {
    table.first_line = table.last_line - 1;
  }
  if (table.joined) {
    blocks.back().first_line = start;
    blocks.back().last_line = table.first_line - 1;
  }
}

// Underlined headings end where their underline stands; cmark's end line is later.
void Blocks::place_heading(Block& heading) {
  LineCursor first = content_line(heading.container, heading.first_line).cursor;
  if (first.indent() < kCodeIndent && first.peek() == '#') {
    first.skip_blanks();
    const std::size_t level = first.bytes().find_first_not_of('#');
    const std::size_t hashes = level == std::string_view::npos ? first.bytes().size() : level;
    if (hashes <= 6 && (level == std::string_view::npos || first.bytes()[level] == ' ' ||
                        first.bytes()[level] == '\t')) {
      heading.last_line = heading.first_line;
      return;
    }
  }
  heading.setext = true;
  for (std::size_t line = heading.first_line + 1; line <= text_->line_count(); ++line) {
    ContentLine content = content_line(heading.container, line);
    if (content.lazy || content.cursor.indent() >= kCodeIndent) continue;
    content.cursor.skip_blanks();
    if (content.cursor.bytes().empty() || !is_underline(content.cursor.bytes())) continue;
    heading.last_line = line;
    return;
  }
}

std::vector<std::size_t> Blocks::chain(std::size_t container) const {
  std::vector<std::size_t> outer;
  for (; container != kNone; container = containers[container].parent) outer.push_back(container);
  std::reverse(outer.begin(), outer.end());
  return outer;
}

ContentLine Blocks::content_line(std::size_t container, std::size_t line) const {
  ContentLine content{line, LineCursor(text_->line(line)), false};
  for (const std::size_t index : chain(container)) {
    if (!enter(containers[index], line, content.cursor)) {
      content.lazy = true;
      break;
    }
  }
  return content;
}

Content Blocks::content(const Block& block) const {
  Content content;
  const std::size_t last = block.setext ? block.last_line - 1 : block.last_line;
  for (std::size_t line = block.first_line; line <= last; ++line) {
    LineCursor cursor = content_line(block.container, line).cursor;
    if (block.kind != Block::Kind::html) cursor.skip_blanks();
    std::string bytes(cursor.bytes());
    std::replace(bytes.begin(), bytes.end(), '\r', ' ');
    const std::size_t source = text_->line_span(line).begin + cursor.offset();
    if (block.kind == Block::Kind::heading && !block.setext) {
      const Span inside = atx_text(bytes);
      content.add(std::string_view(bytes).substr(inside.begin, inside.end - inside.begin),
                  source + inside.begin);
      continue;
    }
    if (line != block.first_line) content.add("\n", text_->line_span(line - 1).end);
    content.add(bytes, source);
  }
  content.trim_end();
  return content;
}

std::string Blocks::prefix(std::size_t container, std::size_t line) const {
  std::string made;
  LineCursor cursor(text_->line(line));
  for (const std::size_t index : chain(container)) {
    const Container& level = containers[index];
    const std::size_t begin = cursor.offset();
    if (!enter(level, line, cursor)) break;
    if (level.kind == Container::Kind::quote) {
      made += std::string(text_->line(line).substr(begin, cursor.offset() - begin));
      if (made.back() != ' ' && made.back() != '\t') made += ' ';
    } else if (level.kind == Container::Kind::item) {
      made += std::string(level.width, ' ');
    } else {
      made += std::string(kFootnoteIndent, ' ');
    }
  }
  return made;
}

std::size_t Blocks::footnote_of(const Block& block) const {
  return block.container == kNone ? kNone : containers[block.container].footnote;
}

std::vector<Footnote> Blocks::lost_footnotes() const {
  std::vector<Footnote> lost;
  std::unordered_set<std::size_t> known;
  for (const Footnote& footnote : footnotes) known.insert(footnote.line);
  std::size_t next = 0, covered = 0;
  for (std::size_t line = first_line_; line <= text_->line_count(); ++line) {
    while (next < blocks.size() && blocks[next].first_line <= line) {
      covered = std::max(covered, blocks[next++].last_line);
    }
    if (line <= covered) continue;
    const std::string_view bytes = text_->line(line);
    const std::size_t begin = std::min(bytes.find_first_not_of(" \t>"), bytes.size());
    LineCursor cursor(bytes.substr(begin));
    const std::string label = bytes.substr(begin, 2) == "[^" ? open_footnote(cursor) : "";
    if (!label.empty() && !known.contains(line)) lost.push_back({label, line});
  }
  return lost;
}

}  // namespace daybook
