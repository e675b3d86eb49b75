// A lexer for C++ and CUDA: enough to tell comments from code, compare two sources by tokens and say
// which function a token stands in. Source: ISO C++17 [lex], with the CUDA execution-space words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

enum class TokenKind {
  identifier,
  keyword,      // C++ keywords
  cuda_word,    // __global__, __shared__, threadIdx, …
  number,
  string,       // raw strings too, with prefix
  character,
  punctuation,  // longest match; <<< and >>> are one token each
  directive,    // one whole preprocessor line, splices joined; comments in it left out
  comment,
};

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string text;  // line splices removed; of a directive: blanks folded to one
  Span span;         // in the source's bytes
};

// Never fails: an unclosed comment or string runs to the end of its line or file. Layout makes no
// token. Comments are tokens here; strip_comments drops them.
std::vector<Token> tokenize_cuda(std::string_view source);
std::vector<Token> strip_comments(std::vector<Token> tokens);

// For each token: true when it stands inside the body or parameter list of a function that runs on the device
// only (`__global__`, or `__device__` without `__host__`), or is the message of a static_assert.
std::vector<bool> mark_device_only(const std::vector<Token>& tokens_without_comments);

}  // namespace daybook
