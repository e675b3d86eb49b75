#include "formats/number_rewrite.h"

#include <algorithm>

#include "formats/number_scan.h"

namespace daybook {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How a number is dressed, read off one that stands there.
struct Style {
  std::string minus = "−";
  std::string separator;  // between groups of three
  std::string exponent;   // "e", "E-0": letter, sign and leading zero as written; "" for none
};

Style style_of(const std::string& text) {
  Style style;
  std::size_t at = 0;
  while (at < text.size() && !is_digit(text[at]) && text[at] != '.') ++at;
  if (at > 0) style.minus = text.substr(0, at);
  const std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  std::size_t next = at;
  while (next < text.size() && !is_digit(text[next])) ++next;
  const std::string between = text.substr(at, next - at);
  const bool group = at > first && next < text.size() && !between.empty() &&
                     between.find_first_of(".eExX") == std::string::npos;
  if (group) style.separator = between;
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string::npos && text.find_first_of("xX") == std::string::npos) {
    std::size_t end = exponent + 1;
    while (end < text.size() &&
           (!is_digit(text[end]) || (text[end] == '0' && end + 1 < text.size())))
      ++end;
    style.exponent = text.substr(exponent, end - exponent);
  }
  return style;
}

std::string group_thousands(const std::string& number, const std::string& separator) {
  if (separator.empty()) return number;
  const std::size_t whole = std::min(number.find('.'), number.size());
  std::string grouped;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) grouped += separator;
    grouped += number[i];
  }
  return grouped;
}

std::string scientific(const mpz_class& units, int exponent, const Style& style) {
  const int digits = static_cast<int>(units.get_str().size());
  const int power = exponent + digits - 1;
  const bool zero = style.exponent.find('0') != std::string::npos && power > -10 && power < 10;
  std::string sign = power < 0 ? "-" : "";
  if (power < 0 && style.exponent.find("−") != std::string::npos) sign = "−";
  if (power >= 0 && style.exponent.find('+') != std::string::npos) sign = "+";
  return plain_decimal(units, 1 - digits) + style.exponent.substr(0, 1) + sign + (zero ? "0" : "") +
         std::to_string(power < 0 ? -power : power);
}

std::string dress(const mpz_class& units, int exponent, const Style& style) {
  const mpz_class size = abs(units);
  std::string number = style.exponent.empty()
                           ? group_thousands(plain_decimal(size, exponent), style.separator)
                           : scientific(size, exponent, style);
  return sgn(units) < 0 ? style.minus + number : number;
}

// The power of ten to round at first.
int first_exponent(const WrittenNumber& old, const RewriteTarget& target) {
  const int digits = claimed_digits(old);
  int exponent = old.number.exponent;
  if (sgn(target.value) != 0) {
    exponent = leading_exponent(target.value) - digits + 1;
    const mpz_class units = abs(round_at(target.value, exponent));
    if (static_cast<int>(units.get_str().size()) > digits) ++exponent;  // 9.996 is 10.0
  }
  const bool zeros_count =
      old.hedge == Hedge::none && old.number.text.find_first_of("eE") == std::string::npos;
  if (zeros_count) exponent = std::min(exponent, 0);
  return target.finest ? std::max(exponent, *target.finest) : exponent;
}

}  // namespace

std::string rewrite_to(std::string_view text, const WrittenNumber& old,
                       const RewriteTarget& target) {
  static constexpr int kMostSteps = 24;
  const Style style = style_of(old.number.text);
  const std::string before(text.substr(0, old.number_span.begin));
  const std::string after(text.substr(old.number_span.end));
  const int first = first_exponent(old, target);
  const int last =
      target.finest ? std::max(*target.finest, first - kMostSteps) : first - kMostSteps;
  for (int exponent = first; exponent >= last; --exponent) {
    for (const Rounding rounding : {Rounding::nearest, Rounding::up, Rounding::down}) {
      const mpz_class units = round_at(target.value, exponent, rounding);
      const std::string candidate = before + dress(units, exponent, style) + after;
      const NumberSearch search = find_number(candidate);
      if (search.found && target.holds(*search.found)) return candidate;
    }
  }
  return "";
}

}  // namespace daybook
