// When a written number quotes a printed one.
#include "formats/quantity.h"

#include <algorithm>

#include "formats/number_rewrite.h"
#include "formats/number_scan.h"

namespace daybook {

namespace {

// How the printed number stands to the written one's unit.
struct Conversion {
  Unit written_unit;
  Unit printed_unit;
  Rational value;       // the printed value in the written unit
  bool decimal = true;  // the factor is a power of ten
  int last_digit = 0;   // power of ten of the printed last digit, when decimal
};

Conversion convert(const WrittenNumber& written, const Printed& printed) {
  Conversion conversion;
  conversion.printed_unit = printed.unit.value_or(Unit{});
  conversion.written_unit = written.unit.value_or(conversion.printed_unit);
  const int tens = conversion.printed_unit.tens - conversion.written_unit.tens;
  const int twos = conversion.printed_unit.twos - conversion.written_unit.twos;
  conversion.value = exact_value(printed.number);
  conversion.value *= ten_to(tens);
  conversion.value *= two_to(twos);
  conversion.decimal = twos == 0;
  conversion.last_digit = printed.number.exponent + tens;
  return conversion;
}

// The finest power of ten a number may be written to. A factor that is no power of ten moves what
// the last digit weighs: one significant digit more is fair then, and a whole number of KiB, MiB or
// GiB is a count of bytes, exact to the last.
std::optional<int> finest_exponent(const Conversion& conversion, const Decimal& printed) {
  if (conversion.decimal) return conversion.last_digit;
  if (printed.exponent >= 0) return {};
  return leading_exponent(conversion.value) - printed.significant();
}

// The printed value at the written number's precision: "2.6 TB/s".
std::string rounded(const WrittenNumber& written, const Conversion& conversion,
                    const std::optional<int>& finest) {
  int exponent = std::min(claimed_exponent(written), 0);
  if (written.hedge != Hedge::none) exponent = claimed_exponent(written);
  if (finest) exponent = std::max(exponent, *finest);
  const mpz_class units = round_at(conversion.value, exponent);
  return with_unit(plain_decimal(units, exponent), conversion.written_unit);
}

std::string special_problem(const Decimal& number) {
  return "the run printed " + number.special + ", which is no number to quote";
}

std::string kind_problem(const Conversion& conversion) {
  return unit_words(conversion.written_unit) + " against " + unit_words(conversion.printed_unit);
}

bool same_kind(const Conversion& conversion) {
  return conversion.written_unit.dimension == conversion.printed_unit.dimension;
}

constexpr std::size_t kLongestCell = 512;  // bytes; what is longer is no number

// hyperfine's "34.3 ± 8.8", perf's "0.03144 +- 0.00536 seconds": a value and how far it deviates.
struct Deviating {
  std::string_view value;
  std::string_view deviation;  // the unit of both stands behind it, if anywhere
};

std::optional<Deviating> split_deviation(std::string_view text) {
  for (const std::string_view sign : {" ± ", " +- ", " +/- "}) {
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) continue;
    return Deviating{trim(text.substr(0, at)), trim(text.substr(at + sign.size()))};
  }
  return std::nullopt;
}

// One number with its unit as the tail: the number in front of it must be one by itself.
std::optional<Printed> read_single(std::string_view text, const std::optional<Unit>& otherwise) {
  if (const std::optional<Decimal> whole = parse_decimal(text)) return Printed{*whole, otherwise};
  const std::vector<ScannedNumber> numbers = scan_numbers(text);
  if (numbers.size() != 1 || numbers[0].power) return {};
  const ScannedNumber& one = numbers[0];
  const bool plus = one.span.begin == 1 && text[0] == '+';
  if (one.span.begin != 0 && !plus) return {};
  if (one.unit && one.unit->span.end == text.size()) return Printed{one.number, one.unit->unit};
  const std::optional<Unit> unit = find_printed_unit(text.substr(one.span.end));
  return unit ? std::optional(Printed{one.number, unit}) : std::nullopt;
}

// The unit a deviation brings, which is the value's too.
std::optional<Unit> unit_of(std::string_view deviation, const std::optional<Unit>& otherwise) {
  const std::optional<Printed> printed = read_single(deviation, otherwise);
  return printed ? printed->unit : otherwise;
}

}  // namespace

std::string show(const Printed& printed) {
  return with_unit(printed.number.text, printed.unit.value_or(Unit{}));
}

std::string compare_number(const WrittenNumber& written, const Printed& printed) {
  if (!printed.number.special.empty()) return special_problem(printed.number);
  if (!written.number.special.empty()) return written.number.special + " is no number to quote";
  const Conversion conversion = convert(written, printed);
  if (!same_kind(conversion)) return kind_problem(conversion);
  const std::optional<int> finest = finest_exponent(conversion, printed.number);
  const std::string says = shown(written, conversion.written_unit);
  const WrittenRange range = written_range(written);
  if (conversion.value < range.low || conversion.value > range.high) {
    const std::string side = hedge_problem(written, conversion.value);
    if (!side.empty()) return show(printed) + " against " + says + ": " + side;
    const std::string right = rounded(written, conversion, finest);
    const bool same = right == show(printed);
    return (same ? "the run says " + right : show(printed) + " rounds to " + right) +
           ", the lesson says " + says;
  }
  if (finest && claimed_exponent(written) < *finest) {
    return says + " has more digits than the printed " + show(printed);
  }
  return "";
}

std::optional<Printed> parse_printed(std::string_view cell,
                                     const std::optional<Unit>& header_unit) {
  const std::string_view text = trim(cell);
  if (const std::optional<Decimal> whole = parse_decimal(text)) return Printed{*whole, header_unit};
  if (text.size() > kLongestCell) return {};
  if (const std::optional<Deviating> parts = split_deviation(text)) {
    const std::optional<Printed> deviation = read_single(parts->deviation, header_unit);
    return deviation ? read_single(parts->value, deviation->unit) : std::nullopt;
  }
  return read_single(text, header_unit);
}

std::string rewrite_number(std::string_view text, const Printed& printed) {
  const NumberSearch search = find_number(text);
  if (!search.found || !printed.number.special.empty()) return "";
  const Conversion conversion = convert(*search.found, printed);
  if (!same_kind(conversion)) return "";
  if (compare_number(*search.found, printed).empty()) return std::string(text);
  RewriteTarget target;
  target.value = conversion.value;
  target.finest = finest_exponent(conversion, printed.number);
  target.holds = [&printed](const WrittenNumber& written) {
    return compare_number(written, printed).empty();
  };
  return rewrite_to(text, *search.found, target);
}

bool same_cell(std::string_view written, std::string_view printed,
               const std::optional<Unit>& written_unit, const std::optional<Unit>& printed_unit) {
  const std::optional<Deviating> says = split_deviation(written), ran = split_deviation(printed);
  if (says && ran && written.size() <= kLongestCell) {
    return same_cell(says->value, ran->value, unit_of(says->deviation, written_unit),
                     unit_of(ran->deviation, printed_unit)) &&
           same_cell(says->deviation, ran->deviation, written_unit, printed_unit);
  }
  if (says || ran) return trim(written) == trim(printed);
  const std::optional<Printed> left = parse_printed(written, written_unit);
  const std::optional<Printed> right = parse_printed(printed, printed_unit);
  if (!left || !right) return trim(written) == trim(printed);
  if (!left->number.special.empty() || !right->number.special.empty()) {
    return left->number.special == right->number.special;
  }
  WrittenNumber number;
  number.number = left->number;
  number.unit = left->unit;
  return compare_number(number, *right).empty();
}

}  // namespace daybook
