// A lexer for C++ and CUDA: enough to tell comments from code, compare two sources by tokens and
// say which function a token stands in. Source: ISO C++17 [lex], with the CUDA execution-space
// words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

enum class TokenKind {
  identifier,
  keyword,    // C++ keywords
  cuda_word,  // __global__, __shared__, threadIdx, …
  number,
  string,  // raw strings too, with prefix and suffix
  character,
  punctuation,  // longest match; <<< and >>> are one token each
  directive,    // one whole preprocessor line, splices joined; comments in it left out
  comment,
};

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string text;  // line splices removed; of a directive: its tokens with blanks by rule, so
                     // that layout never counts (`#define F(x)` and `#define F (x)` still differ)
  Span span;         // in the source's bytes
  bool unclosed = false;  // a comment, string or character that never ends: no compiler takes it
};

// Never fails: an unclosed comment or string runs to the end of its line or file. Layout makes no
// token. Comments are tokens here, those in a directive right after it; strip_comments drops them.
std::vector<Token> tokenize_cuda(std::string_view source);
std::vector<Token> strip_comments(std::vector<Token> tokens);

// For each token: true when it stands inside the body (a constructor's initialisers too) or the
// parameter list of a function that runs on the device only (`__global__`, or `__device__` without
// `__host__`), or is the message of a static_assert. False where in doubt, and for what reaches the
// host all the same: a kernel's default arguments, a #define or #include inside a body.
std::vector<bool> mark_device_only(const std::vector<Token>& tokens_without_comments);

// A directive that opens, divides or closes a conditional group.
struct Conditional {
  enum class Kind { open, middle, close } kind = Kind::open;
  std::size_t offset = 0;  // of its '#'
};
// Comments and conditional directives only, found many times faster than by tokens.
struct CodeOutline {
  std::vector<Span> comments;  // with their delimiters
  std::vector<Conditional> conditionals;
};
CodeOutline outline_code(std::string_view source);

}  // namespace daybook
