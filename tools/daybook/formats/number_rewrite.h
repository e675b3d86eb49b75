// What a written number claims, and how it is written anew. Shared by quotes of cells (quantity.cc)
// and of formulas (calc.cc).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "formats/rational.h"

namespace daybook {

// The values a written number may stand for, in its own unit; both ends belong to it.
struct WrittenRange {
  Rational low;
  Rational high;
};
WrittenRange written_range(const WrittenNumber& written);
// Power of ten of the last digit that claims something: zeros that only fill up to the units place
// (50, 4800) and those a hedge sets free do not.
int claimed_exponent(const WrittenNumber& written);
int claimed_digits(const WrittenNumber& written);  // digits down to that one, at least 1

std::string unit_words(const Unit& unit);  // its name, or "a number without a unit"
std::string with_unit(const std::string& number, const Unit& unit);
std::string shown(const WrittenNumber& written, const Unit& unit);
// What "the lesson says" once the value is known to lie outside: names the hedge's side when only
// that is wrong. `value` in the written unit.
std::string hedge_problem(const WrittenNumber& written, const Rational& value);

struct RewriteTarget {
  Rational value;             // in the written unit
  std::optional<int> finest;  // no digit below this power of ten
  std::function<bool(const WrittenNumber&)> holds;
};
// `text` with its number replaced by the roundest one of about as many significant digits that
// `holds`; the same grouping, exponent and minus style. "" when none does.
std::string rewrite_to(std::string_view text, const WrittenNumber& old,
                       const RewriteTarget& target);

}  // namespace daybook
