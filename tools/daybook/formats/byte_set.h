// The first of several bytes in a text, by a table: std::string_view::find_first_of asks the C
// library once a byte.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace daybook {

class ByteSet {
 public:
  explicit ByteSet(std::string_view bytes) {
    for (const char c : bytes) has_[static_cast<unsigned char>(c)] = true;
  }
  // Offset of the first of them at or behind `at`; the text's size when there is none.
  std::size_t find(std::string_view text, std::size_t at) const {
    while (at < text.size() && !has_[static_cast<unsigned char>(text[at])]) ++at;
    return at < text.size() ? at : text.size();
  }

 private:
  std::array<bool, 256> has_{};
};

}  // namespace daybook
