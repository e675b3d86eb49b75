// Brackets of a token list and their partners, careful about conditional groups.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "formats/cuda_tokens.h"

namespace daybook {

// True for a directive whose text behind '#' begins so: "if" holds for #ifdef too.
bool is_directive(const Token& token, std::string_view name);

bool brackets_balance(const std::vector<Token>& tokens);

class BracketPairs {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit BracketPairs(const std::vector<Token>& tokens);
  // Index of the partner of the bracket at `index`; kNone for other tokens, where there is none,
  // and where a pair crosses an #if, #else or #endif or is not to be trusted for one that does.
  std::size_t partner(std::size_t index) const { return partners_[index]; }

 private:
  struct Open {
    std::size_t index;
    char mark;
  };

  void read_directive(const Token& token);
  void close(std::size_t index, char mark);
  // Whatever is open now may close at the wrong place.
  void distrust() { trusted_from_ = open_.size(); }

  std::vector<std::size_t> partners_;
  std::vector<Open> open_;
  std::vector<std::size_t> bases_;  // brackets open at each #if
  std::size_t trusted_from_ = 0;    // index into open_; those below are not trusted
};

}  // namespace daybook
