// Text taken from several places of a file, with the way back to each byte.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

class Content {
 public:
  std::string text;

  // Appends bytes that stand at `source` in the lesson.
  void add(std::string_view bytes, std::size_t source);
  void trim_end();
  std::size_t source(std::size_t at) const;
  // The lesson's bytes behind text[begin, end).
  Span span(std::size_t begin, std::size_t end) const;

 private:
  struct Piece {
    std::size_t at;
    std::size_t source;
  };
  std::vector<Piece> pieces_;
};

}  // namespace daybook
