#include "formats/content.h"

#include <algorithm>
#include <iterator>

namespace daybook {

void Content::add(std::string_view bytes, std::size_t source) {
  pieces_.push_back({text.size(), source});
  text += bytes;
}

void Content::trim_end() { text.erase(text.find_last_not_of(" \t\n\r\f\v") + 1); }

std::size_t Content::source(std::size_t at) const {
  if (pieces_.empty()) return 0;
  const auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), at,
                       [](std::size_t value, const Piece& piece) { return value < piece.at; });
  const Piece& piece = after == pieces_.begin() ? pieces_.front() : *std::prev(after);
  return piece.source + (at - piece.at);
}

Span Content::span(std::size_t begin, std::size_t end) const {
  const std::size_t first = source(begin);
  return {first, end <= begin ? first : source(end - 1) + 1};
}

}  // namespace daybook
