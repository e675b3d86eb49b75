// A file's bytes with its line table. Lines end at LF or CRLF only: a lone CR, form feed, U+0085
// and U+2028 are ordinary characters, so line numbers agree with editors and with git.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace daybook {

// A half-open byte range of a Text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Span&) const = default;
};

// A place a person can go to. Line and column count from 1, columns in Unicode code points;
// 0 means "the whole file" (line) or "the whole line" (column).
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  bool operator==(const Place&) const = default;
};

class Text {
 public:
  Text() = default;
  // `name` is the path shown in messages (relative to the course root, with forward slashes).
  Text(std::string name, std::string bytes);

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }
  // A last line without a line end counts; an empty file has no lines.
  std::size_t line_count() const { return starts_.size(); }
  // Line `number` (from 1) without its line end; of line 1 also without a byte order mark.
  std::string_view line(std::size_t number) const;
  // The bytes line(number) covers.
  Span line_span(std::size_t number) const;
  // Byte offset just behind the line's end (the next line's start, or the file's end).
  std::size_t line_end(std::size_t number) const;
  // Offset may be bytes().size().
  Place place(std::size_t offset) const;
  Place line_place(std::size_t number) const { return {name_, number, 1}; }
  std::string_view slice(Span span) const;
  // "\r\n" when the file's first line end is one, else "\n".
  std::string_view line_ending() const;

 private:
  std::string name_;
  std::string bytes_;
  std::vector<std::size_t> starts_;
};

// Splits at LF or CRLF; a final line end opens no further line.
std::vector<std::string> split_lines(std::string_view bytes);
std::string join_lines(const std::vector<std::string>& lines, std::string_view ending = "\n");

std::string_view trim(std::string_view text);  // blanks and tabs at both ends
// Runs of blanks and line ends as one blank, none at the ends.
std::string fold_blanks(std::string_view text);

// The longest common whitespace prefix of the non-blank lines.
struct Dedent {
  std::size_t width = 0;        // bytes to take off each non-blank line
  std::size_t clash_first = 0;  // two lines (indexes) that share no prefix, when `clash`
  std::size_t clash_second = 0;
  bool clash = false;  // both lines are indented, yet with tabs against spaces
};
Dedent measure_dedent(const std::vector<std::string_view>& lines);
// Takes `width` bytes off each line; whitespace-only lines lose at most what they have.
std::vector<std::string> dedent(const std::vector<std::string_view>& lines, std::size_t width);

// UTF-8. `invalid_utf8` gives the offset of the first byte that is a NUL or not valid UTF-8
// (RFC 3629), npos when there is none.
std::size_t invalid_utf8(std::string_view bytes);
std::size_t count_code_points(std::string_view bytes);
// Makes the invisible visible for messages: tabs, trailing blanks, no-break and zero-width
// characters, controls, bytes that are no UTF-8. `cut` limits the shown length in code points (0:
// none) and adds "…".
std::string visible(std::string_view line, std::size_t cut = 200);

}  // namespace daybook
