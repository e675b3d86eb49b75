// Numbers as people print and write them: exact decimals with a unit, and what it means that one
// quotes the other (README, "Numbers").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

// What a unit measures. Units convert within one dimension, never across.
struct Dimension {
  int time = 0;
  int bytes = 0;
  int flops = 0;
  std::string other;  // an unknown unit's own name: it only matches itself
  bool operator==(const Dimension&) const = default;
};

// `scale` is exact: numerator / denominator base units (seconds, bytes, flops, 1) per unit.
struct Unit {
  std::string name;  // as written: "GB/s", "µs", "毫秒"; "" for a bare number
  Dimension dimension;
  long double scale = 1.0L;
  bool ratio = false;  // ×, x, times, 倍, %: dimensionless by name
};

// ns µs us μs ms s; B kB KB MB GB TB KiB MiB GiB TiB and their rates; Hz kHz MHz GHz; FLOP/s families; × x times 倍 %;
// 奈秒 微秒 毫秒 秒. Nothing for a text that is no unit.
std::optional<Unit> find_unit(std::string_view text);

// A decimal as printed: value = sign * digits * 10^exponent. "0.0814" is 814 * 10^-4 with
// significant = 3; "1e-3" is read too. `special` is "nan", "inf" or "-inf".
struct Decimal {
  bool negative = false;
  std::string digits;  // without leading zeros; "0" for zero
  int exponent = 0;    // power of ten of the last digit written
  std::string special;
  std::string text;    // as written
  int significant() const;  // digits.size()
  long double value() const;
  long double last_digit() const;  // weight of the last digit written: 10^exponent
};

// The whole text must be one number: groups of three with ',' (or a no-break or thin space), a true
// minus, exponents, 0x…; nothing else.
std::optional<Decimal> parse_decimal(std::string_view text);

enum class Hedge { none, about, under, over };  // about/around/some/roughly/~/≈/約; nearly/almost/近; over/超過

// The one number in a link's text.
struct WrittenNumber {
  Decimal number;
  std::optional<Unit> unit;  // the unit right after it, when it has one
  Hedge hedge = Hedge::none;
  Span number_span;  // in the text given
  Span unit_span;
};

struct NumberSearch {
  std::optional<WrittenNumber> found;
  std::string problem;  // "no number in it", "two numbers in it: '3' and '4'", …
};
// Number words ("twice", "half", "a seventh") are not numbers here.
NumberSearch find_number(std::string_view text);

// A printed value: a transcript's cell, a fact, a constant.
struct Printed {
  Decimal number;
  std::optional<Unit> unit;
};
// Reads a cell: "12.5%", "14.6 us", "1,234", "0x1f", "nan"; nothing when it is no number. `header_unit` counts when the cell
// has no unit of its own.
std::optional<Printed> parse_printed(std::string_view cell, const std::optional<Unit>& header_unit);

// Why `written` does not quote `printed`; "" when it does. In words: "rounds to 378.1 ms, the lesson
// says 378.2 ms", "ms against GB/s", "6 digits written, 4 were printed".
std::string compare_number(const WrittenNumber& written, const Printed& printed);
// `text` with its number (and nothing else) replaced so that it quotes `printed`: as many
// significant digits, the same unit, grouping and minus style. "" when the text has no number.
std::string rewrite_number(std::string_view text, const Printed& printed);

// Table cells compare as equal text or by compare_number.
bool same_cell(std::string_view written, std::string_view printed,
               const std::optional<Unit>& written_unit, const std::optional<Unit>& printed_unit);

// A number with a measured unit that stands free in prose (README, "Naked numbers").
struct NakedNumber {
  Span span;
  std::string text;
};
std::vector<NakedNumber> find_naked_numbers(std::string_view prose);

}  // namespace daybook
