// Exact numbers. Every verdict on a quoted number is made on these, so none hangs on binary
// rounding. Library: GMP (mpq).
#pragma once

#include <gmpxx.h>

#include <string>

#include "formats/quantity.h"

namespace daybook {

using Rational = mpq_class;

Rational ten_to(int exponent);
Rational two_to(int exponent);
Rational exact_value(const Decimal& decimal);  // of a number that is not `special`
Rational exact_scale(const Unit& unit);        // base units in one unit

// Exponent of the leading decimal digit: 0 for 9.99, 1 for 10. Of zero: 0.
int leading_exponent(const Rational& value);

enum class Rounding { nearest, down, up };  // nearest: a half goes away from zero
// value / 10^exponent as a whole number.
mpz_class round_at(const Rational& value, int exponent, Rounding rounding = Rounding::nearest);
// units * 10^exponent without exponent: (-123, -1) is "-12.3", (5, 2) is "500".
std::string plain_decimal(const mpz_class& units, int exponent);
// `value` rounded to `digits` significant ones for messages; a whole number of up to 15 digits
// stays whole; no trailing zeros behind the point.
std::string show_rounded(const Rational& value, int digits = 5);

}  // namespace daybook
