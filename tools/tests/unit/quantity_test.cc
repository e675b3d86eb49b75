#include "formats/quantity.h"

#include <gtest/gtest.h>

#include <string>

#include "formats/rational.h"

namespace daybook {
namespace {

std::optional<Unit> unit(std::string_view name) { return find_unit(name); }

// Why the link text does not quote the cell; "" when it does.
std::string compare(std::string_view words, std::string_view cell, std::string_view header = "") {
  const NumberSearch search = find_number(words);
  if (!search.found) return search.problem;
  const std::optional<Printed> printed = parse_printed(cell, find_unit(header));
  return printed ? compare_number(*search.found, *printed) : "not a number";
}

std::string rewrite(std::string_view words, std::string_view cell, std::string_view header = "") {
  return rewrite_number(words, *parse_printed(cell, find_unit(header)));
}

std::string digits(std::string_view text) {
  const std::optional<Decimal> number = parse_decimal(text);
  if (!number) return "none";
  if (!number->special.empty()) return number->special;
  return (number->negative ? "-" : "") + number->digits + "e" + std::to_string(number->exponent);
}

TEST(Quantity, ADecimalKeepsItsDigitsAsPrinted) {
  EXPECT_EQ(digits("0.0814"), "814e-4");
  EXPECT_EQ(digits("1e-3"), "1e-3");
  EXPECT_EQ(digits("1.50E+3"), "150e1");
  EXPECT_EQ(digits("1,234"), "1234e0");
  EXPECT_EQ(digits("8,387,997"), "8387997e0");
  EXPECT_EQ(digits("8\u00a0387\u00a0997"), "8387997e0");
  EXPECT_EQ(digits("\u22123.2"), "-32e-1");
  EXPECT_EQ(digits("-3.2"), "-32e-1");
  EXPECT_EQ(digits("+3.2"), "32e-1");
  EXPECT_EQ(digits("0x1f"), "31e0");
  EXPECT_EQ(digits("0.00"), "0e-2");
  EXPECT_EQ(digits("007"), "7e0");
  EXPECT_EQ(digits("nan"), "nan");
  EXPECT_EQ(digits("-inf"), "-inf");
}

TEST(Quantity, WhatIsNoNumberIsNone) {
  for (const char* text : {"", "-", ".", "1,23", "12345,678", "0,123", "1.2.3", "4 threads", "1e",
                           "e5", "0x", "0xfffffffffffffffff", "1e99999", "1 234", "5.", "--1"}) {
    EXPECT_EQ(digits(text), "none") << text;
  }
  EXPECT_EQ(digits(std::string(70000, '7')), "none");
}

TEST(Quantity, EveryUnitOfTheReadmeIsFound) {
  for (const char* name :
       {"ns",  "us",    "µs",  "μs",  "ms",   "s",      "B",       "kB",      "KB",     "MB",
        "GB",  "TB",    "KiB", "MiB", "GiB",  "TiB",    "GB/s",    "GiB/s",   "MB/s",   "TB/s",
        "B/s", "Hz",    "kHz", "MHz", "GHz",  "FLOP/s", "GFLOP/s", "TFLOP/s", "GFLOPS", "×",
        "x",   "times", "倍",  "%",   "奈秒", "微秒",   "毫秒",    "秒"}) {
    ASSERT_TRUE(unit(name)) << name;
    EXPECT_EQ(unit(name)->name, name);
  }
  for (const char* name : {"", "SMs", "threads", "registers", "mss", "s^2", "B/", "ms GB"}) {
    EXPECT_FALSE(unit(name)) << name;
  }
  EXPECT_DOUBLE_EQ(static_cast<double>(unit("MiB")->scale()), 1048576.0);
}

TEST(Quantity, AnUnknownRateOnlyMatchesItself) {
  EXPECT_EQ(compare("12.3 Gelem/s", "12.34", "Gelem/s"), "");
  EXPECT_EQ(compare("12.3 Gkeys/s", "12.34", "Gelem/s"), "Gkeys/s against Gelem/s");
}

TEST(Quantity, ALinksOneNumberIsFoundAmongItsWords) {
  struct Case {
    const char *words, *number, *unit;
    Hedge hedge;
  };
  for (const Case& one : {Case{"some 11,600 times", "11,600", "times", Hedge::about},
                          Case{"378.1 ms", "378.1", "ms", Hedge::none},
                          Case{"132 SMs", "132", "", Hedge::none},
                          Case{"−3.2 %", "−3.2", "%", Hedge::none},
                          Case{"約 378 毫秒", "378", "毫秒", Hedge::about},
                          Case{"快了近3.6倍", "3.6", "倍", Hedge::under},
                          Case{"超過 4 秒", "4", "秒", Hedge::over},
                          Case{"4.8 TB/s", "4.8", "TB/s", Hedge::none},
                          Case{"1.97×", "1.97", "×", Hedge::none},
                          Case{"1.97x faster", "1.97", "x", Hedge::none},
                          Case{"24 registers", "24", "", Hedge::none},
                          Case{"8,387,997", "8,387,997", "", Hedge::none},
                          Case{"8\u202f387\u202f997 ms", "8\u202f387\u202f997", "ms", Hedge::none},
                          Case{"378.1\u00a0ms", "378.1", "ms", Hedge::none},
                          Case{"1e-5", "1e-5", "", Hedge::none},
                          Case{"a 32-bit word", "32", "", Hedge::none},
                          Case{"sm_90 and day36 on an H200, x86-64: 3 ms", "3", "ms", Hedge::none},
                          Case{"2D tiles and 3D ones take 5 s", "5", "s", Hedge::none},
                          Case{"CUDA 13.0.88 needs 5 s", "5", "s", Hedge::none},
                          Case{"Nearly 4 ms", "4", "ms", Hedge::under},
                          Case{"over 4 ms", "4", "ms", Hedge::over},
                          Case{"moreover 4 ms", "4", "ms", Hedge::none},
                          Case{"~4 ms", "4", "ms", Hedge::about},
                          Case{"≈ −4 ms", "−4", "ms", Hedge::about},
                          Case{"132 B/element", "132", "", Hedge::none},
                          Case{"32 倍數", "32", "", Hedge::none}}) {
    const NumberSearch search = find_number(one.words);
    ASSERT_TRUE(search.found) << one.words << ": " << search.problem;
    EXPECT_EQ(search.found->number.text, one.number) << one.words;
    EXPECT_EQ(search.found->unit.value_or(Unit{}).name, one.unit) << one.words;
    EXPECT_EQ(search.found->hedge, one.hedge) << one.words;
    const Span span = search.found->number_span;
    EXPECT_EQ(std::string(one.words).substr(span.begin, span.end - span.begin), one.number);
  }
}

TEST(Quantity, NoNumberOrSeveralIsAProblemInWords) {
  EXPECT_EQ(find_number("twice as fast").problem, "no number in it");
  EXPECT_EQ(find_number("on an H200").problem, "no number in it");
  EXPECT_EQ(find_number("3 to 4 ms").problem, "two numbers in it: '3' and '4'");
  EXPECT_EQ(find_number("1, 2, 3").problem, "3 numbers in it: '1', '2', …");
  EXPECT_EQ(find_number("2^24").problem, "'2^…' is a power, not one number; write its value");
}

TEST(Quantity, ANumberIsRightWhenTheCellRoundsToIt) {
  EXPECT_EQ(compare("0.08", "0.0814"), "");
  EXPECT_EQ(compare("0.081", "0.0814"), "");
  EXPECT_EQ(compare("0.0814", "0.0814"), "");
  EXPECT_EQ(compare("0.1", "0.0814"), "");
  EXPECT_EQ(compare("0.082", "0.0814"), "0.0814 rounds to 0.081, the lesson says 0.082");
  EXPECT_EQ(compare("378.2 ms", "378.1", "ms"), "the run says 378.1 ms, the lesson says 378.2 ms");
  EXPECT_EQ(compare("0.08140", "0.0814"), "0.08140 has more digits than the printed 0.0814");
}

TEST(Quantity, ExactlyHalfMayGoEitherWay) {
  EXPECT_EQ(compare("0.13", "0.125"), "");
  EXPECT_EQ(compare("0.12", "0.125"), "");
  EXPECT_EQ(compare("−0.13", "-0.125"), "");
  EXPECT_NE(compare("0.11", "0.125"), "");
  EXPECT_EQ(compare("0.99999999999999", "0.999999999999985"), "");
  EXPECT_NE(compare("0.99999999999999", "0.999999999999984"), "");
}

TEST(Quantity, UnitsConvertByTheirTrueFactor) {
  EXPECT_EQ(compare("81.4 µs", "0.0814", "ms"), "");
  EXPECT_EQ(compare("81.4 微秒", "0.0814", "ms"), "");
  EXPECT_EQ(compare("81.40 µs", "0.0814", "ms"),
            "81.40 µs has more digits than the printed 0.0814 ms");
  EXPECT_EQ(compare("2.6 TB/s", "2623.2", "GB/s"), "");
  EXPECT_EQ(compare("33.6 MB", "32", "MiB"), "");
  EXPECT_EQ(compare("1.07 GB", "1", "GiB"), "");
  EXPECT_EQ(compare("32 MB", "32", "MiB"), "32 MiB rounds to 34 MB, the lesson says 32 MB");
  EXPECT_EQ(compare("50 %", "0.5"), "");
  EXPECT_EQ(compare("0.5", "50 %"), "the run says 50 %, the lesson says 0.5 %");
  EXPECT_EQ(compare("0.125×", "12.5%"), "");
  EXPECT_EQ(compare("4800 GB/s", "4.8 TB/s"), "");
  EXPECT_EQ(compare("4801 GB/s", "4.8 TB/s"),
            "4.8 TB/s rounds to 4800 GB/s, the lesson says 4801 GB/s");
  EXPECT_EQ(compare("378.1 s", "378.1", "ms"), "378.1 ms rounds to 0.4 s, the lesson says 378.1 s");
}

TEST(Quantity, KindsNeverMix) {
  EXPECT_EQ(compare("2 ms", "2", "GB/s"), "ms against GB/s");
  EXPECT_EQ(compare("1.97 ms", "1.97"), "ms against a number without a unit");
  EXPECT_EQ(compare("1.97 times", "1.97", "ms"), "times against ms");
  EXPECT_EQ(compare("1.97 times", "1.97"), "");
  EXPECT_EQ(compare("1.97 倍", "1.97x"), "");
  EXPECT_EQ(compare("1.97", "1.97", "ms"), "");
  EXPECT_EQ(compare("8 B", "8", "FLOP"), "B against FLOP");
}

TEST(Quantity, TrailingZerosCountUnlessHedged) {
  EXPECT_NE(compare("1000 GB/s", "950", "GB/s"), "");
  EXPECT_EQ(compare("about 1000 GB/s", "1033", "GB/s"), "");
  EXPECT_EQ(compare("about 1000 GB/s", "950", "GB/s"), "");
  EXPECT_NE(compare("about 1000 GB/s", "1051", "GB/s"), "");
  EXPECT_EQ(compare("some 11,600 times", "11623"), "");
  EXPECT_NE(compare("some 11,600 times", "11651"), "");
  EXPECT_NE(compare("11,600 times", "11623"), "");
  EXPECT_NE(compare("about 1234 ms", "1235", "ms"), "");
}

TEST(Quantity, AHedgeMayFixTheSide) {
  EXPECT_EQ(compare("nearly 12,000", "11,980"), "");
  EXPECT_EQ(compare("nearly 12,000", "12,000"), "");
  EXPECT_EQ(compare("nearly 12,000", "12,020"),
            "12,020 against 12,000: the words before the number say it is less");
  EXPECT_EQ(compare("over 12,000", "12,020"), "");
  EXPECT_EQ(compare("超過 12,000", "11,980"),
            "11,980 against 12,000: the words before the number say it is more");
  EXPECT_NE(compare("近 12,000", "11,000"), "");
}

TEST(Quantity, ASpecialCellIsNoNumberToQuote) {
  EXPECT_EQ(compare("3 ms", "nan", "ms"), "the run printed nan, which is no number to quote");
  EXPECT_EQ(compare("3 ms", "inf", "ms"), "the run printed inf, which is no number to quote");
}

TEST(Quantity, CellsAreReadAsTheyArePrinted) {
  const auto read = [](std::string_view cell, std::string_view header = "") {
    const std::optional<Printed> printed = parse_printed(cell, find_unit(header));
    return printed ? show(*printed) : std::string("text");
  };
  EXPECT_EQ(read("12.5%"), "12.5 %");
  EXPECT_EQ(read("14.6 us"), "14.6 us");
  EXPECT_EQ(read("14.6 us", "ms"), "14.6 us");
  EXPECT_EQ(read("14.6", "ms"), "14.6 ms");
  EXPECT_EQ(read("1,234"), "1,234");
  EXPECT_EQ(read("0x1f"), "0x1f");
  EXPECT_EQ(read("nan"), "nan");
  EXPECT_EQ(read("+3.2%"), "3.2 %");
  EXPECT_EQ(read("-3.2%"), "-3.2 %");
  EXPECT_EQ(read("0.81 msec"), "0.81 msec");
  EXPECT_EQ(read("0.0318 seconds"), "0.0318 seconds");
  EXPECT_EQ(read("1.2 K/sec"), "1.2 K/s");
  EXPECT_EQ(read("0.000 /sec"), "0.000 /s");
  EXPECT_EQ(read("4,194.30 Mbyte"), "4,194.30 MB");
  EXPECT_EQ(read("2.5 Gbyte/second"), "2.5 GB/s");
  EXPECT_EQ(read("34.3 ± 8.8", "ms"), "34.3 ms");
  EXPECT_EQ(read("0.03144 +- 0.00536 seconds"), "0.03144 seconds");
  EXPECT_EQ(read("34.3 ± fast"), "text");
  EXPECT_EQ(read("34.3 ± 8.8 ± 1"), "text");
  EXPECT_EQ(read("0.81 of all"), "text");
  EXPECT_EQ(read("-"), "text");
  EXPECT_EQ(read(""), "text");
  EXPECT_EQ(read("4 threads"), "text");
  EXPECT_EQ(read("about 3 ms"), "text");
  EXPECT_EQ(read("skipped: needs 4 GiB"), "text");
}

TEST(Quantity, ARewriteKeepsWordsUnitStyleAndDigits) {
  EXPECT_EQ(rewrite("needs 378.1 ms here", "412.57", "ms"), "needs 412.6 ms here");
  EXPECT_EQ(rewrite("81.4 µs", "0.0923", "ms"), "92.3 µs");
  EXPECT_EQ(rewrite("81.4 µs", "0.09", "ms"), "90 µs");
  EXPECT_EQ(rewrite("some 11,600 times", "4712.3"), "some 4,710 times");
  EXPECT_EQ(rewrite("some 4,710 times", "11623"), "some 11,600 times");
  EXPECT_EQ(rewrite("95 GB/s", "1234.5", "GB/s"), "1235 GB/s");
  EXPECT_EQ(rewrite("9.99 ms", "10.04", "ms"), "10.0 ms");
  EXPECT_EQ(rewrite("1.23 ms", "9.996", "ms"), "10.0 ms");
  EXPECT_EQ(rewrite("−3.2 %", "-4.56%"), "−4.6 %");
  EXPECT_EQ(rewrite("-3.2 %", "4.56%"), "4.6 %");
  EXPECT_EQ(rewrite("3.2 %", "-4.56%"), "−4.6 %");
  EXPECT_EQ(rewrite("8\u202f387\u202f997", "9123456"), "9\u202f123\u202f456");
  EXPECT_EQ(rewrite("1e-5", "0.00234"), "2e-3");
  EXPECT_EQ(rewrite("1.5e-05", "0.00234"), "2.3e-03");
  EXPECT_EQ(rewrite("nearly 11,900", "11520"), "nearly 11,520");
  EXPECT_EQ(rewrite("33.6 MB", "64", "MiB"), "67.1 MB");
  EXPECT_EQ(rewrite("20 %", "0.5"), "50 %");
  EXPECT_EQ(rewrite("0.00 ms", "0.3", "ms"), "0.3 ms");
  EXPECT_EQ(rewrite("1.5 ms", "0", "ms"), "0 ms");
}

TEST(Quantity, ARewriteLeavesARightNumberAndRefusesAnotherKind) {
  EXPECT_EQ(rewrite("0.1", "0.0814"), "0.1");
  EXPECT_EQ(rewrite("no number", "3"), "");
  EXPECT_EQ(rewrite("3 ms", "3", "GB/s"), "");
  EXPECT_EQ(rewrite("3 ms", "nan", "ms"), "");
}

TEST(Quantity, ARewrittenNumberQuotesItsCell) {
  const char* words[] = {"1.2", "about 1,200", "nearly 3.60", "over 12",
                         "7e3", "0.001",       "−4.50",       "100"};
  const char* cells[] = {"0.0814", "11623", "3.5", "-0.5", "999.95", "0", "1e-7", "123456789.125"};
  for (const char* text : words) {
    for (const char* cell : cells) {
      const std::string written = rewrite(text, cell);
      EXPECT_EQ(compare(written, cell), "") << text << " for " << cell << " gives " << written;
      EXPECT_EQ(rewrite(written, cell), written);
    }
  }
}

TEST(Quantity, TableCellsCompareAsTextOrAsNumbers) {
  EXPECT_TRUE(same_cell("lane parity", "lane parity", {}, {}));
  EXPECT_FALSE(same_cell("lane parity", "warp parity", {}, {}));
  EXPECT_TRUE(same_cell("0.08", "0.0814", unit("ms"), unit("ms")));
  EXPECT_TRUE(same_cell("81.4", "0.0814", unit("µs"), unit("ms")));
  EXPECT_FALSE(same_cell("0.0814", "0.0814", unit("µs"), unit("ms")));
  EXPECT_TRUE(same_cell("−3.2", "-3.2", {}, {}));
  EXPECT_TRUE(same_cell("1,234", "1234", {}, {}));
  EXPECT_TRUE(same_cell("nan", "nan", {}, {}));
  EXPECT_FALSE(same_cell("nan", "3", {}, {}));
  EXPECT_FALSE(same_cell("3", "-", {}, {}));
  EXPECT_TRUE(same_cell("-", "-", {}, {}));
  EXPECT_TRUE(same_cell("", "", {}, {}));
  EXPECT_FALSE(same_cell("3", "", {}, {}));
}

TEST(Quantity, OfAValueWithADeviationBothPartsAreCompared) {
  EXPECT_TRUE(same_cell("34.3 ± 8.8", "34.3 ± 8.8", unit("ms"), unit("ms")));
  EXPECT_TRUE(same_cell("34 ± 9", "34.3 ± 8.8", unit("ms"), unit("ms")));
  EXPECT_TRUE(same_cell("31.4 ± 5.4 ms", "0.03144 +- 0.00536 seconds", {}, {}));
  EXPECT_FALSE(same_cell("34.3 ± 8.9", "34.3 ± 8.8", unit("ms"), unit("ms")));
  EXPECT_FALSE(same_cell("34.4 ± 8.8", "34.3 ± 8.8", unit("ms"), unit("ms")));
  EXPECT_FALSE(same_cell("34.3", "34.3 ± 8.8", unit("ms"), unit("ms")));
  EXPECT_FALSE(same_cell("34.3 ± 8.8", "34.3", unit("ms"), unit("ms")));
  EXPECT_TRUE(same_cell("a ± b", "a ± b", {}, {}));
}

std::string naked(std::string_view prose) {
  std::string all;
  for (const NakedNumber& one : find_naked_numbers(prose)) {
    EXPECT_EQ(one.text, prose.substr(one.span.begin, one.span.end - one.span.begin));
    all += (all.empty() ? "" : "|") + one.text;
  }
  return all;
}

TEST(Quantity, AMeasuredUnitInProseIsNaked) {
  EXPECT_EQ(naked("It needs 378.1 ms, or 3 µs, 4us, 5 ns and 6 s."), "378.1 ms|3 µs|4us|5 ns|6 s");
  EXPECT_EQ(naked("It moves 2,623 GB/s (55 %), 1.5 TFLOP/s"), "2,623 GB/s|55 %|1.5 TFLOP/s");
  EXPECT_EQ(naked("1.97× as slow, 1.97 × faster, 3.6x, 快 3.6 倍, 378 毫秒、4 微秒、5秒"),
            "1.97×|1.97 ×|3.6x|3.6 倍|378 毫秒|4 微秒|5秒");
  EXPECT_EQ(naked("4,700 times faster, 3 times as long, 2 times the time, 5 times that of a copy"),
            "4,700 times|3 times|2 times|5 times");
  EXPECT_EQ(
      naked("5 seconds, 3 milliseconds, 9 percent, 2 GB per second, a 3-ms step, ５ ms, ３.６倍"),
      "5 seconds|3 milliseconds|9 percent|2 GB per second|3-ms|５ ms|３.６倍");
  EXPECT_EQ(naked("the 5th second, 2-way, ５ 個, 3 per cent of"), "3 per cent");
  EXPECT_EQ(naked("378\nms"), "378\nms");
  EXPECT_EQ(naked("1.97× n"), "1.97×");
}

TEST(Quantity, CountsSizesAndProductsAreNotNaked) {
  for (const char* prose : {"256 threads",
                            "runs 32 times",
                            "runs 32 times.",
                            "16 KB of shared memory",
                            "32 lanes of 4 bytes",
                            "the 1980s",
                            "sm_90",
                            "16 × 16 tiles",
                            "4x4",
                            "2 × n",
                            "4 × (m + n)",
                            "7 % n",
                            "10 % 3",
                            "100%d",
                            "day36 ms",
                            "H200 ms",
                            "3s",
                            "4 的倍數",
                            "4 倍數",
                            "2 x 3",
                            "version 13.0.88 %"}) {
    EXPECT_EQ(naked(prose), "") << prose;
  }
}

TEST(Quantity, HostileTextIsReadInLinearTimeWithoutHarm) {
  const std::size_t size = 300000;
  std::string groups = "1";
  while (groups.size() < size) groups += ",234";
  std::string minus, dots, blanks = "1";
  while (minus.size() < size) minus += "-1";
  while (dots.size() < size) dots += "1.";
  blanks += std::string(size, ' ') + "ms";
  for (const std::string& text :
       {std::string(size, '9'), groups, minus, dots, blanks, std::string(size, '\xC3'),
        std::string(size, '\0'), std::string(size, '.'), "0x" + std::string(size, 'f')}) {
    find_number(text);
    parse_printed(text, {});
    find_naked_numbers(text);
  }
  SUCCEED();
}

TEST(Quantity, ExactNumbersShowShort) {
  EXPECT_EQ(show_rounded(Rational(1, 3)), "0.33333");
  EXPECT_EQ(show_rounded(Rational(16777216)), "16777216");
  EXPECT_EQ(show_rounded(Rational(1, 4)), "0.25");
  EXPECT_EQ(show_rounded(Rational(0)), "0");
  EXPECT_EQ(show_rounded(Rational(-5, 2)), "-2.5");
  EXPECT_EQ(leading_exponent(Rational(999, 100)), 0);
  EXPECT_EQ(leading_exponent(Rational(10)), 1);
  EXPECT_EQ(leading_exponent(Rational(1, 1000)), -3);
}

}  // namespace
}  // namespace daybook
