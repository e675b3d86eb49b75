#include "formats/bracket_pairs.h"

#include <algorithm>

namespace daybook {
namespace {

bool is_opener(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool is_closer(std::string_view text) { return text == ")" || text == "]" || text == "}"; }
char closer_of(char opener) { return opener == '(' ? ')' : opener == '[' ? ']' : '}'; }

}  // namespace

bool is_directive(const Token& token, std::string_view name) {
  return token.kind == TokenKind::directive &&
         std::string_view(token.text).substr(1).starts_with(name);
}

bool brackets_balance(const std::vector<Token>& tokens) {
  std::vector<char> open;
  for (const Token& token : tokens) {
    if (token.kind != TokenKind::punctuation) continue;
    if (is_opener(token.text)) {
      open.push_back(closer_of(token.text[0]));
    } else if (is_closer(token.text)) {
      if (open.empty() || open.back() != token.text[0]) return false;
      open.pop_back();
    }
  }
  return open.empty();
}

BracketPairs::BracketPairs(const std::vector<Token>& tokens) : partners_(tokens.size(), kNone) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::directive) {
      read_directive(token);
    } else if (token.kind != TokenKind::punctuation) {
      continue;
    } else if (is_opener(token.text)) {
      open_.push_back({i, token.text[0]});
    } else if (is_closer(token.text)) {
      close(i, token.text[0]);
    }
  }
}

void BracketPairs::read_directive(const Token& token) {
  if (is_directive(token, "if")) {
    bases_.push_back(open_.size());
  } else if (is_directive(token, "el") || is_directive(token, "endif")) {
    if (bases_.empty()) {
      distrust();
      return;
    }
    if (open_.size() != bases_.back()) {
      if (open_.size() > bases_.back()) open_.resize(bases_.back());
      distrust();
    }
    if (is_directive(token, "endif")) bases_.pop_back();
  }
}

void BracketPairs::close(std::size_t index, char mark) {
  if (open_.empty() || closer_of(open_.back().mark) != mark) {
    distrust();
    return;
  }
  const bool crosses = !bases_.empty() && open_.size() <= bases_.back();
  if (crosses) distrust();
  const Open open = open_.back();
  open_.pop_back();
  if (open_.size() >= trusted_from_) {
    partners_[open.index] = index;
    partners_[index] = open.index;
  }
  trusted_from_ = std::min(trusted_from_, open_.size());
  if (crosses) bases_.back() = std::min(bases_.back(), open_.size());
}

}  // namespace daybook
