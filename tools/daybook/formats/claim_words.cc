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

// As a path may hold it: "8,387,997" is "8387997", "1,234.50" is "1234.50".
std::string digits_of(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (is_digit(c) || c == '.') digits += c;
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

  // `is_factor`: "16 times as long" compares; no row's name says that.
  bool has(const ScannedNumber& one, bool is_factor) const {
    if (values_.count(key_of(one)) > 0) return true;
    if (!is_factor && in_paths_.count(digits_of(one.number.text)) > 0) return true;
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

  // In a path 8,387,997 is "8-387-997" and 0.5 is "0-5". A run of digit groups counts as both that
  // it may be, and each group by itself.
  void add_path(std::string_view path) {
    std::vector<std::string> groups;
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t end = std::min(path.find_first_of("/- ", at), path.size());
      const std::string_view part = path.substr(at, end - at);
      const bool number = !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
      if (number) groups.emplace_back(part);
      if (!number || end == path.size() || path[end] != '-') {
        add_groups(groups);
        groups.clear();
      }
      at = end + 1;
    }
  }

  void add_groups(const std::vector<std::string>& groups) {
    std::string joined;
    bool thousands = true;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      in_paths_.insert(groups[i]);
      if (i > 0 && i + 1 == groups.size() && thousands) in_paths_.insert(joined + "." + groups[i]);
      thousands = thousands && (i == 0 || groups[i].size() == 3);
      joined += groups[i];
    }
    if (thousands && groups.size() > 1) in_paths_.insert(joined);
  }

  std::set<std::string> values_;    // with their units
  std::set<std::string> bare_;      // values of literals without a unit
  std::set<std::string> any_;       // values as written, units aside
  std::set<std::string> in_paths_;  // as digits_of writes them
  std::vector<ScannedNumber> literals_;
};

}  // namespace

std::vector<std::string> numbers_not_in_formula(std::string_view words, const Formula& formula) {
  const KnownNumbers known(formula);
  std::vector<std::string> missing;
  for (const ScannedNumber& one : scan_numbers(words)) {
    if (known.has(one, is_factor(words, one))) continue;
    const std::size_t end = one.unit ? one.unit->span.end : one.span.end;
    missing.emplace_back(words.substr(one.span.begin, end - one.span.begin));
  }
  for (const NumberWord& word : find_number_words(words)) {
    if (!known.has(word)) missing.push_back(word.text);
  }
  return missing;
}

}  // namespace daybook
