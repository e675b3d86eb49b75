#include "formats/number_scan.h"

#include <algorithm>

namespace daybook {

namespace {

constexpr std::string_view kTrueMinus = "−";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes of the character at `at` when a word may hold it, else 0. Latin, Greek and Cyrillic letters
// do; scripts that set no blanks between words (快3.6倍) do not, nor do × and ÷.
std::size_t word_character(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  const auto c = static_cast<unsigned char>(text[at]);
  if (is_digit(text[at]) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return 1;
  if (c < 0xC3 || c > 0xD4 || at + 1 >= text.size()) return 0;
  const auto next = static_cast<unsigned char>(text[at + 1]);
  if (c == 0xC3 && (next == 0x97 || next == 0xB7)) return 0;
  if (c >= 0xCB && c <= 0xCD) return 0;
  return 2;
}

// Behind the word at `at`; hyphens and points inside belong to it: x86-64, one-thread, v13.0.
std::size_t word_end(std::string_view text, std::size_t at) {
  while (true) {
    while (const std::size_t size = word_character(text, at)) at += size;
    if (at >= text.size() || (text[at] != '-' && text[at] != '.')) return at;
    if (word_character(text, at + 1) == 0) return at;
    ++at;
  }
}

// Bytes of a minus in front of `at` that is a sign: nothing that could be subtracted from, and no
// word's hyphen, stands right before it.
std::size_t minus_before(std::string_view text, std::size_t at) {
  std::size_t length = 0;
  if (at >= 1 && text[at - 1] == '-') length = 1;
  if (at >= 3 && text.substr(at - 3, 3) == kTrueMinus) length = 3;
  if (length == 0 || length == at) return length;
  const char before = text[at - length - 1];
  const bool glued = is_digit(before) || word_character(text, at - length - 1) == 1 ||
                     before == ')' || before == ']' || before == '-';
  return glued ? 0 : length;
}

bool is_version(std::string_view text, std::size_t end) {
  return end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]);
}

// A text with its full-width letters and signs as plain ones, and where each byte stood.
struct Narrowed {
  std::string text;
  std::vector<std::size_t> origin;  // one more than bytes
};

// U+FF10 … U+FF5A, and the point and the percent sign; the comma parts clauses.
bool is_full_width(std::string_view text, std::size_t at, char& plain) {
  if (at + 2 >= text.size() || text[at] != '\xEF') return false;
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const auto third = static_cast<unsigned char>(text[at + 2]);
  if ((second != 0xBC && second != 0xBD) || (third & 0xC0U) != 0x80U) return false;
  const unsigned offset = (second - 0xBCU) * 64 + (third - 0x80U);  // from U+FF00
  plain = static_cast<char>(offset + 0x20U);
  const bool letter = (plain >= 'a' && plain <= 'z') || (plain >= 'A' && plain <= 'Z');
  return letter || is_digit(plain) || plain == '.' || plain == '%' || plain == '/';
}

Narrowed narrow(std::string_view text) {
  Narrowed narrowed;
  for (std::size_t at = 0; at < text.size();) {
    char plain = 0;
    const bool wide = is_full_width(text, at, plain);
    narrowed.text += wide ? plain : text[at];
    narrowed.origin.push_back(at);
    at += wide ? 3 : 1;
  }
  narrowed.origin.push_back(text.size());
  return narrowed;
}

std::vector<ScannedNumber> scan_plain(std::string_view text) {
  std::vector<ScannedNumber> found;
  std::size_t at = 0;
  while (at < text.size()) {
    const bool point = text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]);
    if (!is_digit(text[at]) && !point) {
      at = word_character(text, at) > 0 ? word_end(text, at) : at + 1;
      continue;
    }
    ScannedNumber one;
    const std::size_t end = read_decimal(text, at, true, one.number);
    if (end == at || is_version(text, end)) {
      at = std::max(word_end(text, end + 1), end + 1);
      continue;
    }
    one.unit = match_unit(text, skip_blanks(text, end));
    if (word_character(text, end) > 0 && !(one.unit && one.unit->span.begin == end)) {
      at = word_end(text, end);  // 3D, 2nd, 4x4
      continue;
    }
    const std::size_t sign = minus_before(text, at);
    one.span = {at - sign, end};
    one.number.negative = sign > 0;
    one.number.text = std::string(text.substr(one.span.begin, end - one.span.begin));
    one.power = end < text.size() && text[end] == '^';
    at = one.unit ? one.unit->span.end : end;
    found.push_back(std::move(one));
  }
  return found;
}

}  // namespace

bool is_word_byte(std::string_view text, std::size_t at) { return word_character(text, at) > 0; }

std::vector<ScannedNumber> scan_numbers(std::string_view text) {
  if (text.find('\xEF') == std::string_view::npos) return scan_plain(text);
  const Narrowed narrowed = narrow(text);
  std::vector<ScannedNumber> found = scan_plain(narrowed.text);
  const auto widen = [&](Span& span) {
    span = {narrowed.origin[span.begin], narrowed.origin[span.end]};
  };
  for (ScannedNumber& one : found) {
    widen(one.span);
    if (one.unit) widen(one.unit->span);
  }
  return found;
}

}  // namespace daybook
