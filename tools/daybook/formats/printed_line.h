// Lines of output as a terminal would leave them, each byte still traceable to the transcript, and
// taken apart into the pieces that tables are made of.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

// A line without ANSI sequences (ECMA-48) and without what a CR overwrote.
class PrintedLine {
 public:
  std::string_view text;  // shown characters
  std::size_t number = 0;

  // The transcript's bytes that the shown bytes [begin, end) came from, dropped sequences between
  // them included.
  Span span(std::size_t begin, std::size_t end) const;

 private:
  friend class PrintedLines;
  std::size_t byte(std::size_t offset) const;
  struct Segment {
    std::size_t shown = 0;  // offset in `text`
    std::size_t byte = 0;   // offset in the transcript
  };
  std::size_t start_ = 0;          // transcript offset of text[0] when no segment is needed
  std::vector<Segment> segments_;  // where the distance between the two changes
};

// All lines of a transcript; keeps views into `text`, which must outlive it. Counts from 0.
class PrintedLines {
 public:
  explicit PrintedLines(const Text& text);
  std::size_t size() const { return lines_.size(); }
  const PrintedLine& operator[](std::size_t index) const { return lines_[index]; }

 private:
  std::vector<PrintedLine> lines_;
  std::deque<std::string> rewritten_;  // texts of lines that held sequences
};

// A piece of a line: bytes, and the terminal columns it covers (a tab goes to the next eighth).
struct Piece {
  std::size_t begin = 0, end = 0;   // bytes
  std::size_t left = 0, right = 0;  // columns, half open
};
// No table has more columns: what stands behind so many pieces belongs to the last, so that a line
// of hundreds of megabytes costs little more than its bytes.
inline constexpr std::size_t kMostPieces = 65536;
// Pieces between gaps of two or more blanks, or of a tab.
void split_chunks(std::string_view line, std::vector<Piece>& chunks);
// Pieces between blanks.
void split_words(std::string_view line, std::vector<Piece>& words);

inline std::string_view piece_text(std::string_view line, const Piece& piece) {
  return line.substr(piece.begin, piece.end - piece.begin);
}
bool is_blank_line(std::string_view line);

}  // namespace daybook
