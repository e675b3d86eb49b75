#include "formats/rational.h"

namespace daybook {

namespace {

mpz_class integer_power(unsigned long base, int exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), base, static_cast<unsigned long>(exponent));
  return power;
}

Rational power(unsigned long base, int exponent) {
  if (exponent >= 0) return Rational(integer_power(base, exponent));
  return Rational(mpz_class(1), integer_power(base, -exponent));
}

}  // namespace

Rational ten_to(int exponent) { return power(10, exponent); }

Rational two_to(int exponent) { return power(2, exponent); }

Rational exact_value(const Decimal& decimal) {
  Rational value(mpz_class(decimal.digits, 10));
  value *= ten_to(decimal.exponent);
  if (decimal.negative) value = -value;
  return value;
}

Rational exact_scale(const Unit& unit) {
  Rational scale = ten_to(unit.tens);
  scale *= two_to(unit.twos);
  return scale;
}

int leading_exponent(const Rational& value) {
  if (sgn(value) == 0) return 0;
  const Rational size = abs(value);
  // sizeinbase(…, 10) is exact or one too big, so the guess is at most one off on each side.
  int exponent = static_cast<int>(mpz_sizeinbase(size.get_num_mpz_t(), 10)) -
                 static_cast<int>(mpz_sizeinbase(size.get_den_mpz_t(), 10)) + 1;
  while (size < ten_to(exponent)) --exponent;
  return exponent;
}

mpz_class round_at(const Rational& value, int exponent, Rounding rounding) {
  Rational scaled = value;
  scaled *= ten_to(-exponent);
  mpz_class units;
  if (rounding == Rounding::up) {
    mpz_cdiv_q(units.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    return units;
  }
  if (rounding == Rounding::down) {
    mpz_fdiv_q(units.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    return units;
  }
  const bool negative = sgn(scaled) < 0;
  scaled = abs(scaled);
  scaled += Rational(1, 2);
  mpz_fdiv_q(units.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  if (negative) units = -units;
  return units;
}

std::string plain_decimal(const mpz_class& units, int exponent) {
  const bool negative = sgn(units) < 0;
  std::string digits = mpz_class(abs(units)).get_str();
  if (exponent > 0 && digits != "0") digits.append(static_cast<std::size_t>(exponent), '0');
  if (exponent < 0) {
    const auto behind = static_cast<std::size_t>(-exponent);
    if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
    digits.insert(digits.size() - behind, ".");
  }
  return negative ? "-" + digits : digits;
}

std::string show_rounded(const Rational& value, int digits) {
  const int leading = leading_exponent(value);
  if (leading > 20 || leading < -12) {
    const int exponent = leading - digits + 1;
    const mpz_class units = round_at(value, exponent);
    return plain_decimal(units, 1 - digits) + "e" + std::to_string(leading);
  }
  const bool whole = value.get_den() == 1;
  int exponent = leading - digits + 1;
  if (exponent > 0 || (whole && leading < 15)) exponent = 0;
  std::string text = plain_decimal(round_at(value, exponent), exponent);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

}  // namespace daybook
