#include "formats/cuda_scan.h"

#include <algorithm>

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kLongestDelimiter = 16;  // [lex.string]

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Behind one splice at `offset`, or `offset`.
std::size_t skip_splice(std::string_view source, std::size_t offset) {
  if (offset >= source.size() || source[offset] != '\\') return offset;
  std::size_t end = offset + 1;
  while (end < source.size() && is_blank(source[end])) ++end;
  if (end < source.size() && source[end] == '\n') return end + 1;
  if (end + 1 < source.size() && source[end] == '\r' && source[end + 1] == '\n') return end + 2;
  return offset;
}

bool is_delimiter_char(char c) {
  return c > ' ' && c != '(' && c != ')' && c != '\\' && c != '"' && c != 0x7f;
}

}  // namespace

std::size_t skip_splices(std::string_view source, std::size_t offset) {
  for (;;) {
    const std::size_t next = skip_splice(source, offset);
    if (next == offset) return offset;
    offset = next;
  }
}

std::size_t skip_splices_back(std::string_view source, std::size_t offset) {
  while (offset > 0 && source[offset - 1] == '\n') {
    std::size_t at = offset - 1;
    if (at > 0 && source[at - 1] == '\r') --at;
    while (at > 0 && is_blank(source[at - 1])) --at;
    if (at == 0 || source[at - 1] != '\\') break;
    offset = at - 1;
  }
  return offset;
}

std::size_t line_comment_end(std::string_view source, std::size_t offset) {
  std::size_t from = offset;
  for (;;) {
    const std::size_t line_end = source.find('\n', from);
    if (line_end == kNone) return source.size();
    if (skip_splices_back(source, line_end + 1) > line_end) {
      const bool crlf = line_end > offset && source[line_end - 1] == '\r';
      return crlf ? line_end - 1 : line_end;
    }
    from = line_end + 1;
  }
}

std::size_t block_comment_end(std::string_view source, std::size_t inside) {
  for (std::size_t star = source.find('*', inside); star != kNone;
       star = source.find('*', star + 1)) {
    const std::size_t next = skip_splices(source, star + 1);
    if (next < source.size() && source[next] == '/') return next + 1;
  }
  return source.size();
}

std::size_t quoted_end(std::string_view source, std::size_t offset) {
  const char quote = source[offset];
  std::size_t at = offset + 1;
  while (at < source.size()) {
    const char c = source[at];
    if (c == quote) return at + 1;
    if (c == '\n') return at > 0 && source[at - 1] == '\r' ? at - 1 : at;
    if (c != '\\') {
      ++at;
      continue;
    }
    const std::size_t behind = skip_splices(source, at);
    if (behind != at) {
      at = behind;
      continue;
    }
    at = skip_splices(source, at + 1);  // the escaped character may stand behind a splice
    if (at < source.size() && source[at] != '\n') ++at;
  }
  return source.size();
}

std::size_t raw_string_end(std::string_view source, std::size_t offset) {
  const std::size_t delimiter = offset + 1;
  std::size_t open = delimiter;
  while (open < source.size() && open - delimiter <= kLongestDelimiter &&
         is_delimiter_char(source[open])) {
    ++open;
  }
  if (open >= source.size() || source[open] != '(' || open - delimiter > kLongestDelimiter) {
    return kNone;
  }
  const std::string_view word = source.substr(delimiter, open - delimiter);
  for (std::size_t close = source.find(')', open + 1); close != kNone;
       close = source.find(')', close + 1)) {
    const std::size_t quote = close + 1 + word.size();
    if (quote < source.size() && source[quote] == '"' &&
        source.substr(close + 1, word.size()) == word) {
      return quote + 1;
    }
  }
  return source.size();
}

std::size_t number_end(std::string_view source, std::size_t offset) {
  std::size_t at = skip_splices(source, offset + 1);
  std::size_t end = offset + 1;
  char before = source[offset];
  while (at < source.size()) {
    const char c = source[at];
    const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
    if (c == '\'') {
      const std::size_t next = skip_splices(source, at + 1);
      if (next >= source.size() || !is_word(source[next])) break;
    } else if (!is_word(c) && c != '.' && !((c == '+' || c == '-') && exponent)) {
      break;
    }
    before = c;
    end = at + 1;
    at = skip_splices(source, end);
  }
  return end;
}

}  // namespace daybook
