// Measurements that stand free in prose, without a receipt.
#include <algorithm>

#include "formats/number_scan.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

// What follows "times" when a measurement is compared, not a count of doings.
constexpr std::string_view kComparisons[] = {
    "as",      "better", "bigger",  "cheaper", "deeper", "faster", "fewer",    "greater",
    "higher",  "larger", "less",    "longer",  "lower",  "more",   "narrower", "quicker",
    "shorter", "slower", "smaller", "the",     "wider",  "worse"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at < 16 && is_letter(text[end])) ++end;
  return text.substr(at, end - at);
}

bool is_variable(std::string_view text, std::size_t at) {
  const std::string_view word = word_at(text, at);
  return word.size() == 1 && word != "a" && word != "I";
}

// "×", "x" and "%" also multiply and divide: 16 × 16, 2 × n, 4 × (m + n), 7 % n. A variable counts
// only with the same blank on both sides, so that "1.97× n" stays a measurement.
bool is_operator(std::string_view text, const ScannedNumber& one) {
  const std::size_t end = one.unit->span.end;
  const std::size_t next = skip_blanks(text, end);
  if (next >= text.size()) return false;
  const char c = text[next];
  if ((c >= '0' && c <= '9') || c == '_') return true;
  const bool even = (next > end) == (one.unit->span.begin > one.span.end);
  if (!even) return false;
  const bool bracket = c == '(' && one.unit->unit.name != "%";
  return is_variable(text, bracket ? next + 1 : next);
}

bool compares(std::string_view text, std::size_t end) {
  const std::size_t next = skip_blanks(text, end);
  const std::string_view word = word_at(text, next);
  if (word == "that") return word_at(text, skip_blanks(text, next + 4)) == "of";
  return std::find(std::begin(kComparisons), std::end(kComparisons), word) !=
         std::end(kComparisons);
}

bool is_measured(std::string_view text, const ScannedNumber& one) {
  if (!one.unit || one.power) return false;
  const Unit& unit = one.unit->unit;
  const bool glued = one.unit->span.begin == one.span.end;
  if (unit.name == "times") return compares(text, one.unit->span.end);
  if (unit.name == "x") return glued && !is_operator(text, one);
  if (unit.name == "×" || unit.name == "%") return !is_operator(text, one);
  if (unit.name == "s") return !glued;
  return unit.ratio || unit.dimension.time != 0;
}

// "a 5-second run", "3-ms steps".
std::optional<UnitMatch> hyphened_unit(std::string_view prose, const ScannedNumber& one) {
  if (one.unit || one.power || prose.substr(one.span.end, 1) != "-") return {};
  std::optional<UnitMatch> unit = match_unit(prose, one.span.end + 1);
  const bool measured = unit && unit->unit.name.size() > 1 && unit->unit.dimension.time != 0;
  return measured ? unit : std::nullopt;
}

}  // namespace

bool is_factor(std::string_view text, const ScannedNumber& one) {
  if (!one.unit || !one.unit->unit.ratio || one.unit->unit.tens != 0) return false;
  return one.unit->unit.name == "倍" || compares(text, one.unit->span.end);
}

std::vector<NakedNumber> find_naked_numbers(std::string_view prose) {
  std::vector<NakedNumber> found;
  for (ScannedNumber& one : scan_numbers(prose)) {
    if (const auto unit = hyphened_unit(prose, one)) {
      one.unit = unit;
    } else if (!is_measured(prose, one)) {
      continue;
    }
    const Span span{one.span.begin, one.unit->span.end};
    found.push_back({span, std::string(prose.substr(span.begin, span.end - span.begin))});
  }
  return found;
}

}  // namespace daybook
