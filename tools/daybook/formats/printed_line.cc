#include "formats/printed_line.h"

#include <algorithm>

#include "formats/transcript.h"

namespace daybook {
namespace {

constexpr char kEscape = '\x1b';

bool holds_control(std::string_view bytes) {
  return bytes.find(kEscape) != std::string_view::npos ||
         bytes.find('\r') != std::string_view::npos;
}

bool within(char c, char low, char high) { return c >= low && c <= high; }

// Offset just behind the escape sequence at `at`; only the ESC when it is none that ends. A string
// sequence (title, link) ends at BEL or ESC \ ; another ESC cuts it off, which keeps this linear.
std::size_t sequence_end(std::string_view line, std::size_t at) {
  std::size_t next = at + 1;
  if (next >= line.size()) return next;
  const char kind = line[next];
  if (kind == '[') {
    ++next;
    while (next < line.size() && within(line[next], 0x20, 0x3F)) ++next;
    return next < line.size() && within(line[next], 0x40, 0x7E) ? next + 1 : at + 1;
  }
  if (std::string_view("]PX^_").find(kind) != std::string_view::npos) {
    const std::size_t stop = line.find_first_of("\x07\x1b", next + 1);
    if (stop == std::string_view::npos) return at + 1;
    if (line[stop] == '\x07') return stop + 1;
    return stop + 1 < line.size() && line[stop + 1] == '\\' ? stop + 2 : at + 1;
  }
  while (next < line.size() && within(line[next], 0x20, 0x2F)) ++next;
  return next < line.size() && within(line[next], 0x30, 0x7E) ? next + 1 : at + 1;
}

// Calls keep(begin, end) for each run of bytes that is shown.
template <typename Keep>
void each_shown_run(std::string_view line, Keep keep) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t overwritten = line.rfind('\r');
  std::size_t at = overwritten == std::string_view::npos ? 0 : overwritten + 1;
  while (at < line.size()) {
    const std::size_t escape = std::min(line.find(kEscape, at), line.size());
    if (escape > at) keep(at, escape);
    if (escape == line.size()) return;
    at = sequence_end(line, escape);
  }
}

void split_at_gaps(std::string_view line, bool wide_gaps_only, std::vector<Piece>& pieces) {
  pieces.clear();
  std::size_t column = 0;
  std::size_t blanks = 2;  // the line's start parts as a gap does
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == ' ') {
      ++blanks;
      ++column;
    } else if (c == '\t') {
      blanks += 2;
      column = (column / 8 + 1) * 8;
    } else {
      const bool parted = blanks >= (wide_gaps_only ? 2u : 1u) && pieces.size() < kMostPieces;
      if (pieces.empty() || parted) {
        pieces.push_back({at, at, column, column});
      }
      blanks = 0;
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++column;
      pieces.back().end = at + 1;
      pieces.back().right = column;
    }
  }
}

}  // namespace

std::size_t PrintedLine::byte(std::size_t offset) const {
  if (segments_.empty()) return start_ + offset;
  const auto after =
      std::upper_bound(segments_.begin(), segments_.end(), offset,
                       [](std::size_t value, const Segment& s) { return value < s.shown; });
  const Segment& segment = after == segments_.begin() ? *after : *(after - 1);
  return segment.byte + (offset - segment.shown);
}

Span PrintedLine::span(std::size_t begin, std::size_t end) const {
  if (begin >= end) return {byte(begin), byte(begin)};
  return {byte(begin), byte(end - 1) + 1};
}

PrintedLines::PrintedLines(const Text& text) {
  lines_.resize(text.line_count());
  const bool plain = !holds_control(text.bytes());
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    PrintedLine& line = lines_[i];
    const Span span = text.line_span(i + 1);
    const std::string_view bytes = text.slice(span);
    line.number = i + 1;
    line.start_ = span.begin;
    line.text = bytes;
    if (plain || !holds_control(bytes)) continue;
    std::string shown;
    each_shown_run(bytes, [&](std::size_t begin, std::size_t end) {
      line.segments_.push_back({shown.size(), span.begin + begin});
      shown += bytes.substr(begin, end - begin);
    });
    rewritten_.push_back(std::move(shown));
    line.text = rewritten_.back();
  }
}

std::string plain_line(std::string_view line) {
  std::string shown;
  each_shown_run(
      line, [&](std::size_t begin, std::size_t end) { shown += line.substr(begin, end - begin); });
  return shown;
}

void split_chunks(std::string_view line, std::vector<Piece>& chunks) {
  split_at_gaps(line, true, chunks);
}

void split_words(std::string_view line, std::vector<Piece>& words) {
  split_at_gaps(line, false, words);
}

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace daybook
