// Where the pieces of a C++ source end: splices, comments, quoted text. The lexer and the outline
// share it. Source: ISO C++17 [lex.phases], [lex.comment], [lex.string]; like GCC and Clang, a
// backslash parted from its line end by blanks splices too.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace daybook {

// Behind the splices (backslash, blanks, line end) that begin at `offset`; `offset` when none does.
std::size_t skip_splices(std::string_view source, std::size_t offset);
// Before the splices that end at `offset`; `offset` when none does.
std::size_t skip_splices_back(std::string_view source, std::size_t offset);

// `offset` is at `//`: the line end that closes the comment, or the source's end.
std::size_t line_comment_end(std::string_view source, std::size_t offset);
// `inside` is behind the opening `/*`: behind the `*/`, or the source's end.
std::size_t block_comment_end(std::string_view source, std::size_t inside);
// `offset` is at an opening quote, ' or ": behind the closing one; unclosed, its line's end.
std::size_t quoted_end(std::string_view source, std::size_t offset);
// `offset` is at the quote of a raw string: behind its closing quote; unclosed, the source's end;
// npos when no valid delimiter follows.
std::size_t raw_string_end(std::string_view source, std::size_t offset);
// `offset` is at a pp-number's first character: behind its last.
std::size_t number_end(std::string_view source, std::size_t offset);

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Letters, digits, `_`, `$` and every byte of a non-ASCII character.
inline constexpr std::array<bool, 256> kWordBytes = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[static_cast<std::size_t>(c)] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                         (c >= '0' && c <= '9') || c == '_' || c == '$' ||
                                         c >= 0x80;
  }
  return table;
}();
inline bool is_word(char c) { return kWordBytes[static_cast<unsigned char>(c)]; }

}  // namespace daybook
