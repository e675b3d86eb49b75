// A place within one Markdown line while its container markers are taken off: tabs are columns of
// four, and a tab may be used up in part. Source: CommonMark 0.29, "Tabs".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace daybook {

class LineCursor {
 public:
  explicit LineCursor(std::string_view line) : line_(line) {}

  std::size_t offset() const { return offset_; }
  std::size_t column() const { return column_; }
  // Columns of blanks between here and the next other byte.
  std::size_t indent();
  // Offset of the next byte that is no blank; the line's size when there is none.
  std::size_t next_byte();
  bool blank() { return next_byte() == line_.size(); }
  // The byte at `next_byte`, NUL at the line's end.
  char peek();

  // Takes off at most `columns` columns of blanks.
  void skip_columns(std::size_t columns);
  void skip_blanks();
  // Takes off `count` bytes, blanks or not; a tab counts whole.
  void skip_bytes(std::size_t count);

  // What is left, with the rest of a tab that was used up in part as blanks.
  std::string rest() const;
  std::string_view bytes() const { return line_.substr(offset_); }

 private:
  void look_ahead();

  std::string_view line_;
  std::size_t offset_ = 0;
  std::size_t column_ = 0;
  std::size_t tab_rest_ = 0;  // columns left of a tab whose byte is behind `offset_`
  std::size_t next_ = 0;      // valid while `looked_` and not behind `offset_`
  std::size_t next_column_ = 0;
  bool looked_ = false;
};

}  // namespace daybook
