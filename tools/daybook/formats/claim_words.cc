// "Every number in the text must stand in the formula": a claim's words against its formula.
#include <algorithm>
#include <set>

#include "formats/formula.h"
#include "formats/number_scan.h"
#include "formats/number_words.h"

namespace daybook {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

Rational size_of(const Decimal& number) {
  const Rational value = exact_value(number);
  return abs(value);
}

std::string key_of(const Rational& value, const Dimension& dimension) {
  return value.get_str() + "|" + std::to_string(dimension.time) + "|" +
         std::to_string(dimension.bytes) + "|" + std::to_string(dimension.flops) + "|" +
         dimension.other;
}

std::string key_of(const ScannedNumber& one) {
  const Unit unit = one.unit ? one.unit->unit : Unit{};
  const Rational value = size_of(one.number) * exact_scale(unit);
  return key_of(value, unit.dimension);
}

std::string digits_of(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (is_digit(c)) digits += c;
  }
  return digits;
}

// Every number a formula holds, signs aside. A literal counts by its value; where only one side
// says a unit, by its digits ("the 4 KiB tile" is row 4).
class KnownNumbers {
 public:
  explicit KnownNumbers(const Formula& formula) {
    for (const std::string& number : formula.numbers) add_text(number);
    for (const std::string& text : formula.strings) add_text(text);
    for (const std::string& reference : formula.references) add_path(reference);
  }

  bool has(const ScannedNumber& one) const {
    if (values_.count(key_of(one)) > 0) return true;
    if (in_paths_.count(digits_of(one.number.text)) > 0) return true;
    const std::string bare = size_of(one.number).get_str();
    return one.unit ? bare_.count(bare) > 0 : any_.count(bare) > 0;
  }

  bool has(const NumberWord& word) const {
    if (has_whole(word.over) && has_whole(word.under)) return true;
    const Rational value(word.over, word.under);
    for (const ScannedNumber& one : literals_) {
      const Unit unit = one.unit ? one.unit->unit : Unit{};
      if (unit.dimension != Dimension{}) continue;
      Rational distance = size_of(one.number) * exact_scale(unit) - value;
      distance = abs(distance);
      Rational half = ten_to(one.number.exponent) * exact_scale(unit);
      half /= 2;
      if (sgn(distance) == 0 || (one.number.significant() >= 2 && distance <= half)) return true;
    }
    return false;
  }

 private:
  bool has_whole(long number) const {
    const std::string text = std::to_string(number);
    return number == 1 || any_.count(text) > 0 || in_paths_.count(text) > 0;
  }

  void add_text(std::string_view text) {
    for (ScannedNumber& one : scan_numbers(text)) {
      values_.insert(key_of(one));
      const std::string bare = size_of(one.number).get_str();
      any_.insert(bare);
      if (!one.unit) bare_.insert(bare);
      literals_.push_back(std::move(one));
    }
  }

  // In a path 8,387,997 is "8-387-997" and 0.5 is "0-5": runs of digit groups count joined, and
  // each group by itself.
  void add_path(std::string_view path) {
    std::string joined;
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t end = std::min(path.find_first_of("/- ", at), path.size());
      const std::string_view part = path.substr(at, end - at);
      const bool number = !part.empty() && digits_of(part).size() == part.size();
      if (number) {
        in_paths_.insert(std::string(part));
        joined += part;
      }
      const bool goes_on = number && end < path.size() && path[end] == '-';
      if (!goes_on && !joined.empty()) {
        in_paths_.insert(joined);
        joined.clear();
      }
      at = end + 1;
    }
  }

  std::set<std::string> values_;    // with their units
  std::set<std::string> bare_;      // values of literals without a unit
  std::set<std::string> any_;       // values as written, units aside
  std::set<std::string> in_paths_;  // digits
  std::vector<ScannedNumber> literals_;
};

}  // namespace

std::vector<std::string> numbers_not_in_formula(std::string_view words, const Formula& formula) {
  const KnownNumbers known(formula);
  std::vector<std::string> missing;
  for (const ScannedNumber& one : scan_numbers(words)) {
    if (known.has(one)) continue;
    const std::size_t end = one.unit ? one.unit->span.end : one.span.end;
    missing.emplace_back(words.substr(one.span.begin, end - one.span.begin));
  }
  for (const NumberWord& word : find_number_words(words)) {
    if (!known.has(word)) missing.push_back(word.text);
  }
  return missing;
}

}  // namespace daybook
