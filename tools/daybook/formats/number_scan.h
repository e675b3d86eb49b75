// Finds numbers and units inside running text. Shared by everything that reads words: link texts,
// cells, prose and formulas.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/quantity.h"

namespace daybook {

// Reads an unsigned number that starts at `at`. Answers the offset behind it, `at` when there is
// none (or one beyond parse_decimal's bounds). `groups`: read groups of three.
std::size_t read_decimal(std::string_view text, std::size_t at, bool groups, Decimal& number);

// The offset behind blanks, tabs, line ends and no-break, thin and narrow spaces.
std::size_t skip_blanks(std::string_view text, std::size_t at);
bool is_word_byte(std::string_view text, std::size_t at);  // a letter, digit or '_' starts here

struct UnitMatch {
  Unit unit;
  Span span;
};
// The longest unit that starts at `at` (no blanks skipped) and ends there as a word does.
std::optional<UnitMatch> match_unit(std::string_view text, std::size_t at);

struct ScannedNumber {
  Decimal number;
  Span span;                      // with its minus
  std::optional<UnitMatch> unit;  // behind it, blanks between or not
  bool power = false;             // a '^' follows
};
// Every number that is not part of a word, in order. Full-width digits and letters (５ ｍｓ) are
// read as the plain ones.
std::vector<ScannedNumber> scan_numbers(std::string_view text);
// Whether a number of `text` says how many times as much: "16 times as long", "1.9× faster", 3 倍.
bool is_factor(std::string_view text, const ScannedNumber& one);

}  // namespace daybook
