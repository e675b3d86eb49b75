// What a reader reads besides the quotes: the plain text of each block, and the numbers in it that
// no quote stands behind.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "formats/byte_set.h"
#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

using Kind = Inline::Kind;

// A part of a leaf's text that is shown as something else.
struct Cut {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string with;
};

void sort_cuts(std::vector<Cut>& cuts) {
  std::stable_sort(cuts.begin(), cuts.end(),
                   [](const Cut& a, const Cut& b) { return a.begin < b.begin; });
}

bool is_plain(std::string_view text) {
  static const ByteSet kMarkup("\\`*_[]<>&$!\n");
  return kMarkup.find(text, 0) == text.size();
}

struct Entity {
  std::string text;
  std::size_t size = 0;  // 0: no entity
};

// "" for what is no character that can be shown.
std::string encode_utf8(unsigned code) {
  const auto byte = [](unsigned bits) { return static_cast<char>(bits); };
  if (code < 0x20 || code == 0x7F || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF)
    return {};
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | code >> 6), byte(0x80 | (code & 0x3F))};
  const char last = byte(0x80 | (code & 0x3F));
  const char before = byte(0x80 | (code >> 6 & 0x3F));
  if (code < 0x10000) return {byte(0xE0 | code >> 12), before, last};
  return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 0x3F)), before, last};
}

// "&#53;" and "&#x35;".
Entity read_reference(std::string_view text) {
  static constexpr std::size_t kLongest = 12;
  text = text.substr(0, kLongest);
  if (!text.starts_with("&#")) return {};
  const bool hex = text.substr(2, 1) == "x" || text.substr(2, 1) == "X";
  const std::size_t begin = std::min<std::size_t>(hex ? 3 : 2, text.size());
  const std::size_t end = std::min(text.find(';'), text.size());
  unsigned code = 0;
  const auto read = std::from_chars(text.data() + begin, text.data() + end, code, hex ? 16 : 10);
  if (end == text.size() || read.ec != std::errc() || read.ptr != text.data() + end) return {};
  const std::string character = encode_utf8(code);
  return {character, character.empty() ? 0 : end + 1};
}

// The entities that may stand next to a number. Others are no part of a measurement.
Entity read_entity(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kNamed = {{
      {"&nbsp;", "\u00A0"},
      {"&thinsp;", "\u2009"},
      {"&times;", "\u00D7"},
      {"&micro;", "\u00B5"},
      {"&mu;", "\u03BC"},
      {"&percnt;", "%"},
      {"&minus;", "\u2212"},
  }};
  for (const auto& [name, meaning] : kNamed) {
    if (text.starts_with(name)) return {std::string(meaning), name.size()};
  }
  return read_reference(text);
}

bool is_letter(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// A leaf's text as it reads, with the offset each byte comes from.
struct ReaderText {
  std::string text;
  std::vector<std::size_t> from;

  void add(std::string_view bytes, std::size_t at) {
    text += bytes;
    from.insert(from.end(), bytes.size(), at);
  }
};

// A run of emphasis marks. '_' is markup only beside a blank or punctuation; inside a word it is a
// letter.
struct EmphasisRun {
  std::size_t end = 0;
  bool markup = true;
};
EmphasisRun read_emphasis(std::string_view text, std::size_t at) {
  EmphasisRun run{std::min(text.find_first_not_of(text[at], at), text.size()), true};
  const bool before = at > 0 && is_letter(text[at - 1]);
  const bool after = run.end < text.size() && is_letter(text[run.end]);
  run.markup = text[at] == '*' || !(before && after);
  return run;
}

ReaderText read_as_text(std::string_view text, std::size_t from, std::vector<Cut> cuts) {
  sort_cuts(cuts);
  ReaderText shown;
  std::size_t next = 0;
  for (std::size_t at = from; at < text.size();) {
    while (next < cuts.size() && cuts[next].begin < at) ++next;
    if (next < cuts.size() && cuts[next].begin == at) {
      shown.add(cuts[next].with, at);
      at = std::max(at, cuts[next++].end);
      continue;
    }
    const Entity entity = text[at] == '&' ? read_entity(text.substr(at)) : Entity{};
    if (entity.size > 0) {
      shown.add(entity.text, at);
      at += entity.size;
    } else if (text[at] == '\\' && at + 1 < text.size() && is_punctuation(text[at + 1])) {
      shown.add(text.substr(at + 1, 1), at + 1);
      at += 2;
    } else if (text[at] == '*' || text[at] == '_') {
      const EmphasisRun run = read_emphasis(text, at);
      for (; at < run.end; ++at) {
        if (!run.markup) shown.add(text.substr(at, 1), at);
      }
    } else {
      shown.add(text[at] == '\n' ? " " : text.substr(at, 1), at);
      ++at;
    }
  }
  return shown;
}

// The leaf's text for naked numbers: code, math and quotes are one mark each.
std::vector<Cut> naked_cuts(const std::vector<Inline>& inlines,
                            const std::vector<std::size_t>& quote_of) {
  const std::string mark(1, kQuoteMark);
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < inlines.size(); ++i) {
    const Inline& item = inlines[i];
    const bool quote = i < quote_of.size() && quote_of[i] != kNone;
    const bool link = item.kind == Kind::link || item.kind == Kind::image;
    if (link && !quote) {
      cuts.push_back({item.begin, item.text.begin, ""});
      cuts.push_back({item.text.end, item.end, ""});
    } else {
      const bool tag = item.kind == Kind::html || item.kind == Kind::comment;
      cuts.push_back({item.begin, item.end, tag ? "" : mark});
    }
  }
  return cuts;
}

}  // namespace

std::string LessonReader::reader_text(const Leaf& leaf) {
  return read_as_text(leaf.content.text, leaf.from, naked_cuts(leaf.inlines, leaf.quote_of)).text;
}

void LessonReader::check_naked(const Leaf& leaf) {
  // A digit, or the first byte of a full-width one.
  if (leaf.content.text.find_first_of("0123456789\xEF", leaf.from) == std::string::npos) return;
  const ReaderText shown =
      read_as_text(leaf.content.text, leaf.from, naked_cuts(leaf.inlines, leaf.quote_of));
  for (const NakedNumber& number : find_naked_numbers(shown.text)) {
    const std::size_t at = shown.from[number.span.begin];
    find("naked-number", places_.at(leaf.content.source(at)),
         "'" + number.text + "' is a measurement without a source",
         "quote it: [" + number.text + "](run:<table>/<row>/<column>), or `" + number.text +
             "` if nobody measured it");
  }
}

// Markdown that cmark reads as the page reads `part`: names resolved, math put aside, quotes as one
// mark each, or as their words.
std::string LessonReader::markdown(const Leaf& leaf, Span part, Shown shown) {
  const std::string_view text = leaf.content.text;
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < leaf.inlines.size(); ++i) {
    const Inline& item = leaf.inlines[i];
    if (item.begin < part.begin || item.end > part.end) continue;
    if (item.kind == Kind::math) {
      const std::size_t marks = text[item.begin + 1] == '$' ? 2 : 1;
      const std::string_view tex =
          text.substr(item.begin + marks, item.end - item.begin - 2 * marks);
      cuts.push_back({item.begin, item.end, plain_.math(tex)});
    } else if (item.kind == Kind::footnote) {
      cuts.push_back({item.begin, item.end, shown == Shown::fragment ? "\x1d" : ""});
    } else if (item.kind == Kind::link || item.kind == Kind::image) {
      const bool quote = i < leaf.quote_of.size() && leaf.quote_of[i] < lesson_.quotes.size();
      if (quote && shown == Shown::marks) {
        cuts.push_back({item.begin, item.end, std::string(1, kQuoteMark)});
      } else {
        const bool image = item.kind == Kind::image && shown == Shown::fragment;
        if (image) cuts.push_back({item.begin, item.text.begin, "["});
        cuts.push_back({item.text.end, item.end, "](x)"});
      }
    }
  }
  sort_cuts(cuts);
  std::string markdown;
  std::size_t at = part.begin;
  for (const Cut& cut : cuts) {
    if (cut.begin < at) continue;
    markdown += text.substr(at, cut.begin - at);
    markdown += cut.with;
    at = cut.end;
  }
  markdown += text.substr(at, part.end - at);
  return markdown;
}

void LessonReader::ask_plain(const Leaf& leaf, Span part, Shown shown,
                             std::function<void(std::string)> receive) {
  const std::string_view text =
      std::string_view(leaf.content.text).substr(part.begin, part.end - part.begin);
  if (is_plain(text)) {
    receive(fold_blanks(text));
    return;
  }
  asked_.emplace_back(plain_.add(markdown(leaf, part, shown)), std::move(receive));
}

void LessonReader::add_prose(const Leaf& leaf) {
  if (!with_prose_) return;
  ProseEntry entry;
  entry.footnote = blocks_->footnote_of(*leaf.block);
  const std::string_view text = std::string_view(leaf.content.text).substr(leaf.from);
  if (is_plain(text)) {
    entry.text = fold_blanks(text);
  } else {
    entry.plain = plain_.add(markdown(leaf, {leaf.from, leaf.content.text.size()}, Shown::marks));
  }
  prose_.push_back(std::move(entry));
}

void LessonReader::add_prose(const Block& block, std::string_view text) {
  if (!with_prose_) return;
  ProseEntry entry;
  entry.footnote = blocks_->footnote_of(block);
  entry.text = fold_blanks(text);
  prose_.push_back(std::move(entry));
}

// The body in order, then each footnote where it is first referred to, as pages have it.
void LessonReader::order_prose() {
  const std::size_t footnotes = blocks_->footnotes.size();
  std::vector<std::vector<std::string>> notes(footnotes);
  for (ProseEntry& entry : prose_) {
    std::string text = entry.plain == kNone ? std::move(entry.text) : plain_.text(entry.plain);
    if (text.empty()) continue;
    auto& into = entry.footnote == kNone ? lesson_.prose : notes[entry.footnote];
    into.push_back(std::move(text));
  }
  for (const std::size_t footnote : footnote_uses_) {
    lesson_.prose.insert(lesson_.prose.end(), notes[footnote].begin(), notes[footnote].end());
  }
}

}  // namespace daybook
