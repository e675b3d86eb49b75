#include "formats/cuda_tokens.h"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/cuda_scan.h"
#include "formats/cuda_words.h"

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Longest first.
constexpr std::array<std::string_view, 35> kPunctuation = {
    "%:%:", "<<<", ">>>", "<<=", ">>=", "...", "->*", "<=>", "<<", ">>", "<=", ">=",
    "==",   "!=",  "&&",  "||",  "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=",
    "|=",   "^=",  "->",  "::",  "##",  ".*",  "<:",  ":>",  "<%", "%>", "%:"};

std::string without_splices(std::string_view slice) {
  if (slice.find('\\') == kNone) return std::string(slice);
  std::string joined;
  joined.reserve(slice.size());
  for (std::size_t at = 0; at < slice.size();) {
    const std::size_t behind = skip_splices(slice, at);
    if (behind == at) joined += slice[at++];
    at = std::max(at, behind);
  }
  return joined;
}

// `literal` runs from its opening quote to its end, or its line's or the source's.
bool is_closed(std::string_view literal, bool raw) {
  if (literal.size() < 2 || literal.back() != literal.front()) return false;
  if (raw) {
    const std::string_view word = literal.substr(1, literal.find('(') - 1);
    const std::size_t close = literal.size() - word.size() - 2;
    return close > word.size() + 1 && literal[close] == ')' &&
           literal.substr(close + 1, word.size()) == word;
  }
  const std::size_t before = literal.find_last_not_of('\\', literal.size() - 2);
  return (literal.size() - 2 - before) % 2 == 0;
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {
    if (source.substr(0, kByteOrderMark.size()) == kByteOrderMark) at_ = kByteOrderMark.size();
  }

  std::vector<Token> run() {
    while (skip_layout(false)) {
      if (line_start_ && at_directive()) {
        read_directive();
        continue;
      }
      Token token = read_token();
      line_start_ = line_start_ && token.kind == TokenKind::comment;
      tokens_.push_back(std::move(token));
    }
    return std::move(tokens_);
  }

 private:
  // Moves to the next token; false at the source's end, or with `in_line` at a line's end.
  bool skip_layout(bool in_line) {
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == '\n') {
        if (in_line) return false;
        line_start_ = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
        ++at_;
      } else if (c == '\\' && skip_splices(source_, at_) != at_) {
        at_ = skip_splices(source_, at_);
      } else {
        return true;
      }
    }
    return false;
  }

  bool at_directive() const { return source_[at_] == '#' || source_.substr(at_, 2) == "%:"; }

  char peek(std::size_t offset) const {
    const std::size_t next = skip_splices(source_, offset);
    return next < source_.size() ? source_[next] : '\0';
  }

  std::size_t word_end(std::size_t offset) const {
    std::size_t end = offset;
    for (std::size_t at = offset; at < source_.size() && is_word(source_[at]);
         at = skip_splices(source_, end)) {
      end = at + 1;
    }
    return end;
  }

  Token take(TokenKind kind, std::size_t end) {
    Token token{kind, without_splices(source_.substr(at_, end - at_)), {at_, end}};
    at_ = end;
    return token;
  }

  Token read_token() {
    const char c = source_[at_];
    if (c == '/') {
      const std::size_t second = skip_splices(source_, at_ + 1);
      if (second < source_.size() && source_[second] == '/') {
        return take(TokenKind::comment, line_comment_end(source_, at_));
      }
      if (second < source_.size() && source_[second] == '*') {
        Token comment = take(TokenKind::comment, block_comment_end(source_, second + 1));
        comment.unclosed = comment.text.size() < 4 || !comment.text.ends_with("*/");
        return comment;
      }
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(at_ + 1)))) {
      return take(TokenKind::number, number_end(source_, at_));
    }
    if (c == '"' || c == '\'') return read_quoted(at_, false);
    if (is_word(c)) return read_word();
    return take(TokenKind::punctuation, punctuation_end());
  }

  // at_ is at the literal's first character, `quote` at its quote.
  Token read_quoted(std::size_t quote, bool raw) {
    const TokenKind kind = source_[quote] == '"' ? TokenKind::string : TokenKind::character;
    std::size_t end = raw ? raw_string_end(source_, quote) : kNone;
    raw = end != kNone;
    if (!raw) end = quoted_end(source_, quote);
    const std::size_t body_end = end;
    const std::size_t suffix = skip_splices(source_, end);
    const bool closed = is_closed(source_.substr(quote, end - quote), raw);
    if (closed && suffix < source_.size() && is_word(source_[suffix]) &&
        !is_digit(source_[suffix])) {
      end = word_end(suffix);
    }
    if (!raw) {
      Token token = take(kind, end);
      token.unclosed = !closed;
      return token;
    }
    // A raw string's own splices are part of its text.
    Token token{kind,
                without_splices(source_.substr(at_, quote - at_)) +
                    std::string(source_.substr(quote, body_end - quote)) +
                    without_splices(source_.substr(body_end, end - body_end)),
                {at_, end},
                !closed};
    at_ = end;
    return token;
  }

  Token read_word() {
    const std::size_t end = word_end(at_);
    const std::size_t next = skip_splices(source_, end);
    if (next < source_.size() && (source_[next] == '"' || source_[next] == '\'')) {
      const std::string prefix = without_splices(source_.substr(at_, end - at_));
      const bool raw = prefix.back() == 'R' && source_[next] == '"';
      const std::string_view encoding =
          std::string_view(prefix).substr(0, prefix.size() - (raw ? 1 : 0));
      if (encoding == "u8" || encoding == "u" || encoding == "U" || encoding == "L" ||
          encoding.empty()) {
        return read_quoted(next, raw);
      }
    }
    Token token = take(TokenKind::identifier, end);
    if (is_cpp_keyword(token.text)) token.kind = TokenKind::keyword;
    if (is_cuda_word(token.text)) token.kind = TokenKind::cuda_word;
    return token;
  }

  std::size_t punctuation_end() const {
    std::array<char, 4> text{};
    std::array<std::size_t, 5> ends{};
    std::size_t count = 0;
    for (std::size_t at = at_; count < text.size() && at < source_.size();
         at = skip_splices(source_, at + 1)) {
      text[count++] = source_[at];
      ends[count] = at + 1;
    }
    const std::string_view ahead(text.data(), count);
    for (const std::string_view mark : kPunctuation) {
      if (ahead.substr(0, mark.size()) != mark) continue;
      // `<::` is `<` and `::` unless `:` or `>` follows, [lex.pptoken].
      const bool scope = mark == "<:" && ahead.substr(0, 3) == "<::" &&
                         (count < 4 || (ahead[3] != ':' && ahead[3] != '>'));
      if (!scope) return ends[mark.size()];
    }
    return ends[1];
  }

  void read_directive() {
    Token directive{TokenKind::directive, "#", {at_, at_}};
    at_ += source_[at_] == '#' ? 1 : 2;
    directive.span.end = at_;
    std::vector<Token> comments;
    std::vector<Token> parts;
    while (skip_layout(true)) {
      const bool header = parts.size() == 1 && source_[at_] == '<' &&
                          (parts[0].text == "include" || parts[0].text == "include_next");
      Token token = header ? read_header_name() : read_token();
      if (token.kind == TokenKind::comment) {
        comments.push_back(std::move(token));
        continue;
      }
      directive.span.end = token.span.end;
      parts.push_back(std::move(token));
    }
    directive.text += join_directive(parts);
    tokens_.push_back(std::move(directive));
    for (Token& comment : comments) tokens_.push_back(std::move(comment));
  }

  Token read_header_name() {
    const std::size_t close = source_.find_first_of(">\n", at_);
    const bool closed = close != kNone && source_[close] == '>';
    return closed ? take(TokenKind::string, close + 1) : read_token();
  }

  static std::string join_directive(const std::vector<Token>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string& part = parts[i].text;
      const bool closes = part == ")" || part == "," || part == ";";
      const bool behind_open = i > 0 && parts[i - 1].text == "(";
      const bool macro_parameters = i == 2 && part == "(" && parts[0].text == "define" &&
                                    parts[1].span.end == parts[2].span.begin;
      if (i > 0 && !closes && !behind_open && !macro_parameters) text += ' ';
      text += part;
    }
    return text;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  bool line_start_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize_cuda(std::string_view source) { return Lexer(source).run(); }

std::vector<Token> strip_comments(std::vector<Token> tokens) {
  std::erase_if(tokens, [](const Token& token) { return token.kind == TokenKind::comment; });
  return tokens;
}

}  // namespace daybook
