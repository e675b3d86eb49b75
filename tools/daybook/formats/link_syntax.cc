#include "formats/link_syntax.h"

#include <cctype>

#include "formats/heading_id.h"

namespace daybook {

namespace {

constexpr std::size_t kLongestLabel = 1000;
constexpr int kDeepestParentheses = 32;
constexpr std::size_t kShortestScheme = 2;

std::optional<Destination> scan_pointed(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  while (i < text.size() && text[i] != '>') {
    if (text[i] == '\n' || text[i] == '<') return std::nullopt;
    i += text[i] == '\\' ? 2 : 1;
  }
  // cmark wants a byte behind the '>'.
  if (i + 1 >= text.size()) return std::nullopt;
  return Destination{{at + 1, i}, i + 1};
}

// cmark's own loop: text up to a blank or the closing parenthesis.
std::optional<Destination> scan_bare(std::string_view text, std::size_t at) {
  int depth = 0;
  std::size_t i = at;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && is_punctuation(text[i + 1])) {
      ++i;
    } else if (c == '(') {
      if (++depth > kDeepestParentheses) return std::nullopt;
    } else if (c == ')') {
      if (depth-- == 0) break;
    } else if (is_space(c)) {
      if (i == at) return std::nullopt;
      break;
    }
  }
  if (i >= text.size()) return std::nullopt;
  return Destination{{at, i}, i};
}

// Blanks with at most one line end among them.
std::size_t skip_to_next_line(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  if (at < text.size() && text[at] == '\n') ++at;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// The start of the next line when only blanks stand before it.
std::optional<std::size_t> end_line(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  if (at == text.size()) return at;
  if (text[at] == '\n') return at + 1;
  return std::nullopt;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool is_punctuation(char c) {
  return c > ' ' && c < '\x7f' && !std::isalnum(static_cast<unsigned char>(c));
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::optional<Span> scan_label(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return std::nullopt;
  const std::size_t begin = at + 1;
  for (std::size_t i = begin; i < text.size() && i - begin <= kLongestLabel; ++i) {
    if (text[i] == ']') return Span{begin, i};
    if (text[i] == '[') return std::nullopt;
    if (text[i] == '\\' && i + 1 < text.size() && is_punctuation(text[i + 1])) ++i;
  }
  return std::nullopt;
}

std::string match_label(std::string_view label) {
  std::string folded;
  bool blank = false;
  for (const char c : label) {
    if (is_space(c)) {
      blank = true;
      continue;
    }
    if (blank && !folded.empty()) folded += ' ';
    blank = false;
    folded += c;
  }
  return lower_case(folded);
}

std::optional<Destination> scan_destination(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == '<' ? scan_pointed(text, at) : scan_bare(text, at);
}

std::size_t scan_title(std::string_view text, std::size_t at) {
  if (at >= text.size()) return at;
  const char open = text[at];
  if (open != '"' && open != '\'' && open != '(') return at;
  const char close = open == '(' ? ')' : open;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == close) return i + 1;
    if (text[i] == '(' && open == '(') return at;
    if (text[i] == '\\' && i + 1 < text.size() && is_punctuation(text[i + 1])) ++i;
  }
  return at;
}

std::optional<LinkTail> scan_link_tail(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '(') return std::nullopt;
  const auto destination = scan_destination(text, skip_spaces(text, at + 1));
  if (!destination) return std::nullopt;
  LinkTail tail;
  tail.destination = destination->inside;
  const std::size_t title = skip_spaces(text, destination->end);
  std::size_t end = title;
  if (title != destination->end) end = scan_title(text, title);
  if (end != title) {
    tail.titled = true;
    tail.title = {title + 1, end - 1};
  }
  end = skip_spaces(text, end);
  if (end >= text.size() || text[end] != ')') return std::nullopt;
  tail.end = end + 1;
  return tail;
}

std::optional<Definition> scan_definition(std::string_view text, std::size_t at) {
  const auto label = scan_label(text, at);
  if (!label || skip_spaces(text, label->begin) >= label->end) return std::nullopt;
  if (label->end + 1 >= text.size() || text[label->end + 1] != ':') return std::nullopt;
  const std::size_t start = skip_to_next_line(text, label->end + 2);
  // At the text's end a destination may end too; scan_destination asks for one byte more.
  const std::string padded = std::string(text.substr(start, text.find('\n', start) - start)) + "\n";
  const auto destination = scan_destination(padded, 0);
  if (!destination) return std::nullopt;
  Definition found;
  found.label = *label;
  found.destination = {start + destination->inside.begin, start + destination->inside.end};
  const std::size_t end = start + destination->end;
  const std::size_t title = skip_to_next_line(text, end);
  const std::size_t title_end = title == end ? title : scan_title(text, title);
  if (title_end != title) {
    if (const auto next = end_line(text, title_end)) {
      found.titled = true;
      found.title = {title + 1, title_end - 1};
      found.span = {at, title_end};
      found.next = *next;
      return found;
    }
  }
  const auto next = end_line(text, end);
  if (!next) return std::nullopt;
  found.span = {at, end};
  found.next = *next;
  return found;
}

std::string_view scheme_of(std::string_view destination) {
  const std::size_t colon = destination.find_first_of(":/?#");
  if (colon == std::string_view::npos || destination[colon] != ':') return {};
  const std::string_view word = destination.substr(0, colon);
  if (word.size() < kShortestScheme || !std::isalpha(static_cast<unsigned char>(word[0])))
    return {};
  for (const char c : word) {
    const bool allowed = std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '.' ||
                         c == '-' || c == '_' || c == '@' || c == '~';
    if (!allowed) return {};
  }
  return word;
}

std::optional<std::string> percent_decode(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]);
    const int low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

}  // namespace daybook
