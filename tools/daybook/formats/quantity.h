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

// One unit is exactly 10^tens * 2^twos base units (seconds, bytes, flops, 1). That holds for every
// unit here, so a conversion never rounds (formats/rational.h).
struct Unit {
  std::string name;  // as written: "GB/s", "µs", "毫秒"; "" for a bare number
  Dimension dimension;
  int tens = 0;
  int twos = 0;
  bool ratio = false;         // ×, x, times, 倍, %: dimensionless by name
  long double scale() const;  // rounded; for drawing, never for a verdict
};

// ns µs us μs ms s; B kB KB MB GB TB PB KiB MiB GiB TiB PiB and their rates; Hz kHz MHz GHz; FLOP,
// FLOP/s and FLOPS with k M G T P; × x times 倍 %; 奈秒 納秒 微秒 毫秒 秒; spelled out, seconds
// (sec, msec), hertz, bytes per second, percent; another word with "/s" behind it (Gelem/s) is a
// rate that only matches itself. Nothing for a text that is no unit.
std::optional<Unit> find_unit(std::string_view text);
// Also as programs spell it and people do not: perf's `K/sec`, Nsight Compute's `Mbyte/second`.
std::optional<Unit> find_printed_unit(std::string_view text);

// A decimal as printed: value = sign * digits * 10^exponent. "0.0814" is 814 * 10^-4 with
// significant = 3; "1e-3" is read too. `special` is "nan", "inf" or "-inf".
struct Decimal {
  bool negative = false;
  std::string digits;  // without leading zeros; "0" for zero
  int exponent = 0;    // power of ten of the last digit written
  std::string special;
  std::string text;         // as written
  int significant() const;  // digits.size()
  long double value() const;
  long double last_digit() const;  // weight of the last digit written: 10^exponent
};

// The whole text must be one number: groups of three with ',' (or a no-break or thin space), a
// minus or a true minus, exponents, 0x…; nothing else. At most 400 digits and exponents to 4000:
// what is longer is no number that a program measured.
std::optional<Decimal> parse_decimal(std::string_view text);

enum class Hedge {
  none,
  about,
  under,
  over
};  // about/around/some/roughly/~/≈/約; nearly/almost/近; over/超過

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
// Number words ("twice", "half", "a seventh") are not numbers here, nor are digits that belong to a
// word (sm_90, day36, H200, x86-64, 3D, 13.0.88).
NumberSearch find_number(std::string_view text);

// A printed value: a transcript's cell, a fact, a constant.
struct Printed {
  Decimal number;
  std::optional<Unit> unit;
};
// Reads a cell: "12.5%", "14.6 us", "0.81 msec", "1,234", "0x1f", "nan"; of "34.3 ± 8.8 ms" the
// value; nothing when it is no number. `header_unit` counts when the cell has no unit of its own.
std::optional<Printed> parse_printed(std::string_view cell, const std::optional<Unit>& header_unit);
std::string show(const Printed& printed);  // "378.1 ms", "12.5 %"

// Why `written` does not quote `printed`; "" when it does. In words: "378.05 ms rounds to 378.1 ms,
// the lesson says 378.2 ms", "ms against GB/s", "81.40 µs has more digits than the printed …".
// Without a unit the number takes the cell's. Exact: nothing is rounded on the way.
std::string compare_number(const WrittenNumber& written, const Printed& printed);
// `text` with its number (and nothing else) replaced so that it quotes `printed`: as many
// significant digits, but no more than were printed; the same words, unit, grouping, exponent and
// minus style. A right number stays. "" when the text has no one number, its unit is of another
// kind, nan or inf was printed, or nothing that can stand there quotes it.
std::string rewrite_number(std::string_view text, const Printed& printed);

// Table cells compare as equal text or by compare_number, and values with a deviation in both
// parts.
bool same_cell(std::string_view written, std::string_view printed,
               const std::optional<Unit>& written_unit, const std::optional<Unit>& printed_unit);

// A number with a measured unit that stands free in prose (README, "Naked numbers").
struct NakedNumber {
  Span span;
  std::string text;
};
std::vector<NakedNumber> find_naked_numbers(std::string_view prose);

}  // namespace daybook
