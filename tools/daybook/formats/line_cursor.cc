#include "formats/line_cursor.h"

#include <algorithm>

namespace daybook {

namespace {

constexpr std::size_t kTabStop = 4;

std::size_t width_at(char byte, std::size_t column) {
  return byte == '\t' ? kTabStop - column % kTabStop : 1;
}

bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

}  // namespace

// Deep nesting asks for the same run of blanks at every level: it is measured once.
void LineCursor::look_ahead() {
  if (looked_ && next_ >= offset_) return;
  next_ = offset_;
  next_column_ = column_ + tab_rest_;
  while (next_ < line_.size() && is_blank(line_[next_])) {
    next_column_ += width_at(line_[next_], next_column_);
    ++next_;
  }
  looked_ = true;
}

std::size_t LineCursor::indent() {
  look_ahead();
  return next_column_ - column_;
}

std::size_t LineCursor::next_byte() {
  look_ahead();
  return next_;
}

char LineCursor::peek() {
  look_ahead();
  return next_ < line_.size() ? line_[next_] : '\0';
}

void LineCursor::skip_columns(std::size_t columns) {
  while (columns > 0) {
    if (tab_rest_ == 0) {
      if (offset_ == line_.size() || !is_blank(line_[offset_])) return;
      tab_rest_ = width_at(line_[offset_], column_);
      ++offset_;
    }
    const std::size_t taken = std::min(columns, tab_rest_);
    tab_rest_ -= taken;
    column_ += taken;
    columns -= taken;
  }
}

void LineCursor::skip_blanks() { skip_columns(indent()); }

void LineCursor::skip_bytes(std::size_t count) {
  column_ += tab_rest_;
  tab_rest_ = 0;
  for (; count > 0 && offset_ < line_.size(); --count, ++offset_) {
    column_ += width_at(line_[offset_], column_);
  }
}

std::string LineCursor::rest() const { return std::string(tab_rest_, ' ') + std::string(bytes()); }

}  // namespace daybook
