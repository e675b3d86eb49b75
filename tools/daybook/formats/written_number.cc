// The one number in a link's text: what it says and what range it claims.
#include <algorithm>

#include "formats/number_rewrite.h"
#include "formats/number_scan.h"

namespace daybook {

namespace {

struct HedgeWord {
  std::string_view text;
  Hedge hedge;
};
constexpr HedgeWord kHedges[] = {
    {"about", Hedge::about},   {"around", Hedge::about}, {"some", Hedge::about},
    {"roughly", Hedge::about}, {"~", Hedge::about},      {"≈", Hedge::about},
    {"約", Hedge::about},      {"nearly", Hedge::under}, {"almost", Hedge::under},
    {"近", Hedge::under},      {"over", Hedge::over},    {"超過", Hedge::over}};

std::string_view drop_trailing_blanks(std::string_view text) {
  static constexpr std::string_view kBlanks[] = {" ",      "\t",     "\n",    "\r",
                                                 "\u00a0", "\u202f", "\u2009"};
  bool again = true;
  while (again) {
    again = false;
    for (const std::string_view blank : kBlanks) {
      if (text.size() < blank.size()) continue;
      if (text.substr(text.size() - blank.size()) != blank) continue;
      text.remove_suffix(blank.size());
      again = true;
    }
  }
  return text;
}

bool same_letters(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && static_cast<char>(a | 32) == b);
  });
}

Hedge hedge_before(std::string_view text, std::size_t number) {
  const std::string_view before = drop_trailing_blanks(text.substr(0, number));
  for (const HedgeWord& word : kHedges) {
    if (before.size() < word.text.size()) continue;
    const std::size_t at = before.size() - word.text.size();
    if (!same_letters(before.substr(at), word.text)) continue;
    const bool letters = word.text[0] >= 'a' && word.text[0] <= 'z';
    if (letters && at > 0 && is_word_byte(before, at - 1)) continue;
    return word.hedge;
  }
  return Hedge::none;
}

std::string count_problem(const std::vector<ScannedNumber>& numbers) {
  if (numbers.empty()) return "no number in it";
  for (const ScannedNumber& one : numbers) {
    if (one.power) return "'" + one.number.text + "^…' is a power, not one number; write its value";
  }
  if (numbers.size() == 2) {
    return "two numbers in it: '" + numbers[0].number.text + "' and '" + numbers[1].number.text +
           "'";
  }
  return std::to_string(numbers.size()) + " numbers in it: '" + numbers[0].number.text + "', '" +
         numbers[1].number.text + "', …";
}

std::size_t trailing_zeros(const std::string& digits) {
  const std::size_t last = digits.find_last_not_of('0');
  return last == std::string::npos ? 0 : digits.size() - 1 - last;
}

// Power of ten of the last digit the range rests on. A hedge sets trailing zeros free beyond two
// significant digits.
int range_exponent(const WrittenNumber& written) {
  const Decimal& number = written.number;
  if (written.hedge == Hedge::none || number.digits.size() <= 2) return number.exponent;
  const std::size_t free = std::min(trailing_zeros(number.digits), number.digits.size() - 2);
  return number.exponent + static_cast<int>(free);
}

}  // namespace

NumberSearch find_number(std::string_view text) {
  NumberSearch search;
  const std::vector<ScannedNumber> numbers = scan_numbers(text);
  if (numbers.size() != 1 || numbers[0].power) {
    search.problem = count_problem(numbers);
    return search;
  }
  const ScannedNumber& one = numbers[0];
  WrittenNumber written;
  written.number = one.number;
  written.number_span = one.span;
  if (one.unit) {
    written.unit = one.unit->unit;
    written.unit_span = one.unit->span;
  }
  written.hedge = hedge_before(text, one.span.begin);
  search.found = std::move(written);
  return search;
}

WrittenRange written_range(const WrittenNumber& written) {
  const Rational value = exact_value(written.number);
  Rational half = ten_to(range_exponent(written));
  half /= 2;
  WrittenRange range{value - half, value + half};
  if (written.hedge == Hedge::under) range.high = value;
  if (written.hedge == Hedge::over) range.low = value;
  return range;
}

int claimed_exponent(const WrittenNumber& written) {
  const Decimal& number = written.number;
  int exponent = range_exponent(written);
  if (number.text.find_first_of(".eE") == std::string::npos) {
    exponent =
        std::max(exponent, number.exponent + static_cast<int>(trailing_zeros(number.digits)));
  }
  return exponent;
}

int claimed_digits(const WrittenNumber& written) {
  return std::max(
      1, written.number.significant() - (range_exponent(written) - written.number.exponent));
}

std::string unit_words(const Unit& unit) {
  return unit.name.empty() ? "a number without a unit" : unit.name;
}

std::string with_unit(const std::string& number, const Unit& unit) {
  if (unit.name.empty()) return number;
  return number + " " + unit.name;
}

std::string shown(const WrittenNumber& written, const Unit& unit) {
  return with_unit(written.number.text, unit);
}

std::string hedge_problem(const WrittenNumber& written, const Rational& value) {
  WrittenNumber both = written;
  both.hedge = written.hedge == Hedge::none ? Hedge::none : Hedge::about;
  const WrittenRange range = written_range(both);
  if (value < range.low || value > range.high) return "";
  if (written.hedge == Hedge::under) return "the words before the number say it is less";
  return written.hedge == Hedge::over ? "the words before the number say it is more" : "";
}

}  // namespace daybook
