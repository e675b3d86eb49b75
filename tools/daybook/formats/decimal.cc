// Numbers as printed, and numbers in running text.
#include <algorithm>
#include <cmath>

#include "formats/number_scan.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

constexpr std::size_t kMostDigits = 400;
constexpr int kWidestExponent = 4000;
constexpr std::string_view kTrueMinus = "−";
// No-break space, narrow no-break space, thin space.
constexpr std::string_view kThinSpaces[] = {"\u00a0", "\u202f", "\u2009"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool has_at(std::string_view text, std::size_t at, std::string_view what) {
  return at <= text.size() && text.compare(at, what.size(), what) == 0;
}

std::size_t digits_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// Exactly three digits at `at`.
bool is_group(std::string_view text, std::size_t at) {
  return at < text.size() && digits_end(text.substr(0, at + 4), at) == at + 3;
}

// Length of the separator at `at` that a group of three follows, else 0.
std::size_t group_separator(std::string_view text, std::size_t at) {
  if (has_at(text, at, ",")) return is_group(text, at + 1) ? 1 : 0;
  for (const std::string_view space : kThinSpaces) {
    if (has_at(text, at, space)) return is_group(text, at + space.size()) ? space.size() : 0;
  }
  return 0;
}

// The end of the whole part; its digits go to `digits`.
std::size_t read_whole_part(std::string_view text, std::size_t at, bool groups,
                            std::string& digits) {
  std::size_t end = digits_end(text, at);
  digits.assign(text.substr(at, end - at));
  if (!groups || end == at || end - at > 3 || text[at] == '0') return end;
  std::size_t length = group_separator(text, end);
  const std::string_view separator = text.substr(end, length);
  while (length > 0 && has_at(text, end, separator) && digits.size() <= kMostDigits) {
    digits += text.substr(end + length, 3);
    end += length + 3;
    if (group_separator(text, end) != length) break;
  }
  return end;
}

// Behind "e-3" at `at`; `at` when that is no exponent.
std::size_t read_exponent(std::string_view text, std::size_t at, int& exponent) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return at;
  std::size_t begin = at + 1;
  bool negative = false;
  if (has_at(text, begin, "+") || has_at(text, begin, "-")) {
    negative = text[begin] == '-';
    ++begin;
  } else if (has_at(text, begin, kTrueMinus)) {
    negative = true;
    begin += kTrueMinus.size();
  }
  const std::size_t end = digits_end(text, begin);
  if (end == begin || is_word_byte(text, end)) return at;
  long value = 0;
  for (std::size_t i = begin; i < end; ++i) {
    value = std::min<long>(value * 10 + (text[i] - '0'), 10L * kWidestExponent);
  }
  exponent += static_cast<int>(negative ? -value : value);
  return end;
}

std::size_t read_hexadecimal(std::string_view text, std::size_t at, Decimal& number) {
  std::size_t end = at + 2;
  unsigned long long value = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    int digit = 0;
    if (is_digit(c)) {
      digit = c - '0';
    } else if (is_letter(c) && (c | 32) <= 'f') {
      digit = (c | 32) - 'a' + 10;
    } else {
      break;
    }
    if (end - at >= 18) return at;  // more than 64 bits
    value = value * 16 + static_cast<unsigned>(digit);
  }
  if (end == at + 2) return at;
  number = Decimal{};
  number.digits = std::to_string(value);
  number.text = std::string(text.substr(at, end - at));
  return end;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 32);
  }
  return result;
}

// "nan", "-nan", "nan(ind)", "inf", "-infinity", …
std::string special_name(std::string_view text) {
  if (text.size() > 12) return "";
  std::string name = lower(text);
  const bool negative = !name.empty() && name[0] == '-';
  if (negative || (!name.empty() && name[0] == '+')) name.erase(0, 1);
  if (name == "nan" || name == "nan(ind)" || name == "nan(snan)") return "nan";
  if (name == "inf" || name == "infinity") return negative ? "-inf" : "inf";
  return "";
}

std::size_t sign_length(std::string_view text) {
  if (has_at(text, 0, "-") || has_at(text, 0, "+")) return 1;
  return has_at(text, 0, kTrueMinus) ? kTrueMinus.size() : 0;
}

}  // namespace

int Decimal::significant() const { return static_cast<int>(digits.size()); }

long double Decimal::last_digit() const {
  return std::pow(10.0L, static_cast<long double>(exponent));
}

long double Decimal::value() const {
  if (special == "nan") return std::nanl("");
  if (!special.empty()) return special[0] == '-' ? -HUGE_VALL : HUGE_VALL;
  const std::string shown = (negative ? "-" : "") + digits + "e" + std::to_string(exponent);
  return std::strtold(shown.c_str(), nullptr);
}

std::size_t read_decimal(std::string_view text, std::size_t at, bool groups, Decimal& number) {
  if (has_at(text, at, "0x") || has_at(text, at, "0X")) {
    const std::size_t end = read_hexadecimal(text, at, number);
    if (end != at) return end;
  }
  std::string digits;
  int exponent = 0;
  std::size_t end = read_whole_part(text, at, groups, digits);
  if (has_at(text, end, ".")) {
    const std::size_t fraction = digits_end(text, end + 1);
    if (fraction - end - 1 > kMostDigits) return at;
    if (fraction > end + 1) {
      digits += text.substr(end + 1, fraction - end - 1);
      exponent = -static_cast<int>(fraction - end - 1);
      end = fraction;
    }
  }
  if (digits.empty() || digits.size() > kMostDigits) return at;
  end = read_exponent(text, end, exponent);
  if (exponent > kWidestExponent || exponent < -kWidestExponent) return at;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  number = Decimal{};
  number.digits = digits;
  number.exponent = exponent;
  number.text = std::string(text.substr(at, end - at));
  return end;
}

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal number;
  number.special = special_name(text);
  if (!number.special.empty()) {
    number.text = std::string(text);
    number.digits = "0";
    return number;
  }
  const std::size_t sign = sign_length(text);
  const std::size_t end = read_decimal(text, sign, true, number);
  if (end == sign || end != text.size()) return {};
  number.negative = sign > 0 && text[0] != '+';
  number.text = std::string(text);
  return number;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
      continue;
    }
    const auto* space = std::find_if(std::begin(kThinSpaces), std::end(kThinSpaces),
                                     [&](std::string_view one) { return has_at(text, at, one); });
    if (space == std::end(kThinSpaces)) break;
    at += space->size();
  }
  return at;
}

}  // namespace daybook
