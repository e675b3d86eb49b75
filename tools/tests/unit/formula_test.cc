#include "formats/formula.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace daybook {
namespace {

struct Row {
  const char* key;
  const char* cell;
  const char* min = "";
  const char* max = "";
};

// A lesson's measured values: one table of slices, one thread, a copy, constants.
class Formulas : public ::testing::Test {
 protected:
  Formulas() {
    column("slices/*/time", "ms",
           {{"2", "0.1202"}, {"4", "0.0814"}, {"8", "0.0931"}, {"16", "0.1100"}});
    column("slices/*/rate", "GB/s", {{"2", "1776"}, {"4", "2623"}, {"8", "2293"}, {"16", "1940"}});
    column("tied/*/time", "ms", {{"4", "0.081"}, {"16", "0.081"}, {"64", "0.1"}});
    column("broken/*/time", "ms", {{"4", "nan"}, {"16", "0.081"}});
    column("rising/*/time", "ms", {{"1", "1.0"}, {"2", "1.0"}, {"4", "1.5"}, {"8", "2.0"}});
    column("spread/*/time", "ms",
           {{"4", "1.00", "0.98", "1.06"},
            {"16", "1.05", "1.02", "1.07"},
            {"64", "2.0", "1.9", "2.1"}});
    one("slices/4/time", "0.0814", "ms", 2, "4");
    one("best", "0.0814", "ms", 2, "4");
    one("one-thread", "378.1", "ms");
    one("rate", "2623.2", "GB/s");
    one("ratio", "1.97", "");
    one("half", "0.5", "");
    one("zero", "0.00", "ms");
    one("copy", "71.3", "µs");
    one("name", "copy", "");
    one("noisy", "1.00", "ms", 0, "", "0.90", "1.20");
    samples_["n"] = {make_sample("8,387,997", {}, Origin::counted)};
    samples_["given/h200-bandwidth"] = {make_sample("4.8 TB/s", {}, Origin::constant)};
    samples_["sass/merge"] = {
        make_sample("BRA `(.L_1)\n@P0 BRA.U x\nBRAX\nLDG.E.64 R2\nFFMA", {}, Origin::counted)};
  }

  void column(const std::string& path, std::string_view unit, const std::vector<Row>& rows) {
    std::size_t line = 1;
    for (const Row& row : rows) {
      Sample sample = make_sample(row.cell, find_unit(unit), Origin::measured, row.key,
                                  {path.substr(0, 4), line++, 20});
      set_spread(sample, row.min, row.max, find_unit(unit));
      samples_[path].push_back(sample);
    }
  }

  void one(const std::string& path, std::string_view cell, std::string_view unit,
           std::size_t line = 0, std::string key = "", std::string_view min = "",
           std::string_view max = "") {
    Sample sample = make_sample(cell, find_unit(unit), Origin::measured, key, {"slic", line, 20});
    set_spread(sample, min, max, find_unit(unit));
    samples_[path] = {sample};
  }

  Evaluation run(const std::string& text) {
    const ParsedFormula parsed = parse_formula(text);
    EXPECT_TRUE(parsed.formula) << text << ": " << parsed.problem.message;
    if (!parsed.formula) return {};
    return evaluate(*parsed.formula, [this](const std::string& reference) {
      Lookup lookup;
      const auto found = samples_.find(reference);
      if (found == samples_.end()) {
        lookup.problem = "'" + reference + "' matches nothing";
      } else {
        lookup.samples = found->second;
      }
      return lookup;
    });
  }

  std::string claim(const std::string& text) { return judge_claim(run(text)); }

  std::string value(const std::string& text) {
    const Evaluation evaluation = run(text);
    return evaluation.value ? show(*evaluation.value) : evaluation.problem;
  }

  std::string calc(std::string_view words, const std::string& text) {
    const NumberSearch search = find_number(words);
    return search.found ? compare_calc(*search.found, run(text)) : search.problem;
  }

  std::map<std::string, std::vector<Sample>> samples_;
};

std::string problem(std::string_view text) {
  const ParsedFormula parsed = parse_formula(text);
  return parsed.formula ? ""
                        : std::to_string(parsed.problem.offset) + ": " + parsed.problem.message;
}

TEST_F(Formulas, ArithmeticFollowsTheUsualOrder) {
  EXPECT_EQ(value("1 + 2 * 3 - 4 / 2"), "5");
  EXPECT_EQ(value("-2^2"), "-4");
  EXPECT_EQ(value("2^3^2"), "512");
  EXPECT_EQ(value("2^-1"), "0.5");
  EXPECT_EQ(value("(1 + 2) * 3"), "9");
  EXPECT_EQ(value("2 ^ 24"), "16777216");
  EXPECT_EQ(value("2 ^ 0.5"), "1.4142");
  EXPECT_EQ(value("5 %"), "5 %");
  EXPECT_EQ(value("10 - 3 - 2"), "5");
  EXPECT_EQ(value("- - 3"), "3");
  EXPECT_EQ(value("1e-3 + .5"), "0.501");
}

TEST_F(Formulas, DecimalsAreExact) {
  EXPECT_EQ(claim("0.1 + 0.2 == 0.3"), "");
  EXPECT_EQ(claim("0.3 - 0.1 == 0.2"), "");
  EXPECT_EQ(claim("1000000.001 - 1000000 == 0.001"), "");
  EXPECT_EQ(claim("0.1 ms == 100 µs"), "");
  EXPECT_EQ(claim("1 / 3 * 3 == 1"), "");
  EXPECT_EQ(claim("32 MiB == 33.554432 MB"), "");
}

TEST_F(Formulas, UnitsAreCarriedAndChecked) {
  EXPECT_EQ(value("{one-thread} + {rate}"), "ms against GB/s");
  EXPECT_EQ(claim("{one-thread} > 100"), "ms against a number without a unit");
  EXPECT_EQ(claim("{one-thread} > 100 ms"), "");
  EXPECT_EQ(claim("{rate} < {given/h200-bandwidth}"), "");
  EXPECT_EQ(value("{rate} / {given/h200-bandwidth}"), "0.5465");
  EXPECT_EQ(claim("{rate} / {given/h200-bandwidth} > 50 %"), "");
  EXPECT_EQ(claim("8 GB / 4 ms == 2 TB/s"), "");
  EXPECT_EQ(value("8 GB / 4 ms"), "2 TB/s");
  EXPECT_EQ(value("2 GHz * 3 ms"), "6000000");
  EXPECT_EQ(value("2 * {one-thread}"), "756.2 ms");
  EXPECT_EQ(value("(2 ms)^2"), "0.000004 s^2");
  EXPECT_EQ(value("ratio({one-thread}, {rate})"),
            "a ratio needs two values of one kind; this one would be in B^-1·s^2");
  EXPECT_EQ(claim("{ratio} == 1.97"), "");
  EXPECT_EQ(claim("{half} == 50 %"), "");
}

TEST_F(Formulas, AValueOverItselfIsOne) {
  EXPECT_EQ(calc("1", "{one-thread} / {one-thread}"), "");
  EXPECT_EQ(calc("1.00000", "ratio({slices/4/time}, {best})"), "");
  EXPECT_NE(calc("1.0001", "ratio({slices/4/time}, {best})"), "");
  EXPECT_EQ(calc("0", "{best} - {slices/4/time}"), "");
}

TEST_F(Formulas, DivisionByZeroIsAProblem) {
  EXPECT_EQ(value("{one-thread} / {zero}"), "division by zero");
  EXPECT_EQ(value("1 / 0"), "division by zero");
  EXPECT_EQ(value("0 ^ -1"), "division by zero");
  EXPECT_EQ(value("1 / ({slices/4/time} - 0.08142 ms)"),
            "division by -0.00002 ms, which is zero within its rounding");
}

TEST_F(Formulas, APathThatMatchesNothingIsAProblem) {
  EXPECT_EQ(value("{nope} + 1"), "'nope' matches nothing");
}

TEST_F(Formulas, ArgminGivesTheRowsKey) {
  EXPECT_EQ(value("argmin({slices/*/time})"), "'4'");
  EXPECT_EQ(claim("argmin({slices/*/time}) == 4"), "");
  EXPECT_EQ(claim("argmin({slices/*/time}) == '4'"), "");
  EXPECT_EQ(claim("argmax({slices/*/rate}) == argmin({slices/*/time})"), "");
  EXPECT_EQ(claim("argmin({slices/*/time}) == 16"), "argmin({slices/*/time}) is '4', not 16");
  EXPECT_EQ(claim("argmin({slices/*/time}) < 8"), "");
  EXPECT_EQ(claim("argmin({slices/*/time}) == 'copy'"),
            "argmin({slices/*/time}) is '4', not 'copy'");
  EXPECT_EQ(claim("argmin({slices/*/time} * 2 / {slices/*/rate}) == 4"), "");
  EXPECT_EQ(claim("'a' < 'b'"), "'a' is no number to order");
}

TEST_F(Formulas, ATieForBestIsFalseAndSaysSo) {
  EXPECT_EQ(claim("argmin({tied/*/time}) == 4"), "4 and 16 tie for the smallest");
  EXPECT_EQ(claim("not (argmin({tied/*/time}) == 64)"), "4 and 16 tie for the smallest");
  EXPECT_EQ(claim("argmax({tied/*/time}) == 64"), "");
}

TEST_F(Formulas, NanMakesAClaimFalseAndSaysSo) {
  EXPECT_EQ(claim("min({broken/*/time}) < 1 ms"), "{broken/*/time} is nan in row '4'");
  EXPECT_EQ(claim("not (max({broken/*/time}) > 1 ms)"), "{broken/*/time} is nan in row '4'");
  EXPECT_EQ(calc("3 ms", "sum({broken/*/time})"), "{broken/*/time} is nan in row '4'");
  EXPECT_EQ(run("min({broken/*/time}) < {one-thread}").samples.size(), 3u);
}

TEST_F(Formulas, FunctionsComputeOverLists) {
  EXPECT_EQ(value("min({slices/*/time})"), "0.0814 ms");
  EXPECT_EQ(value("max({slices/*/time}, 1 ms)"), "1 ms");
  EXPECT_EQ(value("sum({slices/*/time})"), "0.4047 ms");
  EXPECT_EQ(value("mean({rising/*/time})"), "1.375 ms");
  EXPECT_EQ(value("abs(3 - 5)"), "2");
  EXPECT_EQ(value("count({slices/*/time})"), "4");
  EXPECT_EQ(value("count({slices/*/time} < 0.1 ms)"), "2");
  EXPECT_EQ(value("count({sass/merge}, 'BRA')"), "2");
  EXPECT_EQ(value("count({sass/merge}, 'LDG.E')"), "1");
  EXPECT_EQ(value("min({name})"), "'copy' is no number");
  EXPECT_EQ(value("argmin({one-thread})"), "no rows to name; give a path with '*'");
  EXPECT_EQ(value("count({n}, 'BRA')"), "count looks for 'BRA' in text, and 8,387,997 is none");
}

TEST_F(Formulas, ListsGoElementByElement) {
  EXPECT_EQ(value("{slices/*/time} / {slices/4/time}"), "4 values: 1.4767, 1, 1.1437, 1.3514");
  EXPECT_EQ(value("{slices/*/time} + {tied/*/time}"), "4 values against 3");
  EXPECT_EQ(claim("all({slices/*/time} >= {slices/4/time})"), "");
  EXPECT_EQ(claim("any({slices/*/time} < 0.09 ms)"), "");
  EXPECT_EQ(claim("all({slices/*/time} < 0.1 ms)"),
            "row '2': 0.1202 ms, not < 0.1 ms; row '16': 0.1100 ms, not < 0.1 ms");
  EXPECT_EQ(claim("{slices/*/time} < 1 ms"),
            "the formula gives a condition for each row; put all(…) or any(…) around it");
  EXPECT_EQ(claim("all({slices/*/time})"), "0.1202 ms stands where a condition is needed");
}

TEST_F(Formulas, MonotoneNeverChangesDirection) {
  EXPECT_EQ(claim("monotone({rising/*/time})"), "");
  EXPECT_EQ(claim("monotone({rising/*/time}, 'rising')"), "");
  EXPECT_EQ(claim("monotone({rising/*/time}, 'falling')"),
            "{rising/*/time} is not monotone: 1.0 ms (row '2') is followed by 1.5 ms (row '4')");
  EXPECT_EQ(
      claim("monotone({slices/*/time})"),
      "{slices/*/time} is not monotone: 0.1202 ms (row '2') is followed by 0.0814 ms (row '4'), "
      "yet 0.0814 ms (row '4') is followed by 0.0931 ms (row '8')");
  EXPECT_EQ(claim("monotone({one-thread})"), "monotone needs two values or more");
  EXPECT_EQ(claim("monotone({rising/*/time}, 'up')"),
            "monotone's second argument is 'rising' or 'falling'");
}

TEST_F(Formulas, WithinTakesAPartOfItsSecondArgument) {
  EXPECT_EQ(claim("within({ratio}, 2, 5 %)"), "");
  EXPECT_EQ(claim("within({ratio}, 2, 0.05)"), "");
  EXPECT_EQ(claim("within({ratio}, 2, 1 %)"), "{ratio} is 1.97, not within 1 % of 2");
  EXPECT_EQ(claim("within({ratio}, 2, 5 ms)"), "within's third argument is a part of y: 5 %");
  EXPECT_EQ(claim("all(within({slices/*/time}, 0.1 ms, 21 %))"), "");
}

TEST_F(Formulas, ConditionsJoin) {
  EXPECT_EQ(claim("{ratio} > 1 and {ratio} < 2"), "");
  EXPECT_EQ(claim("{ratio} > 2 or {ratio} < 1"),
            "{ratio} is 1.97, not > 2; {ratio} is 1.97, not < 1");
  EXPECT_EQ(claim("not {ratio} > 2"), "");
  EXPECT_EQ(claim("not {ratio} < 2"), "it holds that {ratio} is 1.97, < 2");
  EXPECT_EQ(claim("{one-thread} < {copy}"), "{one-thread} is 378.1 ms, not < 71.3 µs ({copy})");
  EXPECT_EQ(claim("{ratio}"), "the formula gives 1.97, and a claim needs a condition");
  EXPECT_EQ(claim("{ratio} and 1 < 2"), "1.97 stands where a condition is needed");
  EXPECT_EQ(claim("(1 < 2) + 1 > 2"), "a condition stands where a number is needed");
}

TEST_F(Formulas, AClaimWarnsWhenTheRunsSpreadWouldFlipIt) {
  EXPECT_EQ(run("argmin({spread/*/time}) == 4").could_flip,
            "argmin({spread/*/time}) is '4' or '16' against 4");
  EXPECT_EQ(run("argmin({spread/*/time}) != 64").could_flip, "");
  EXPECT_EQ(run("argmax({spread/*/time}) == 64").could_flip, "");
  EXPECT_EQ(run("{noisy} < 1.1 ms").could_flip,
            "{noisy} is 1.00 ms (0.9 to 1.2 over the runs) against 1.1 ms");
  EXPECT_EQ(run("{noisy} < 1.3 ms").could_flip, "");
  EXPECT_EQ(run("not {noisy} > 1.1 ms").could_flip,
            "{noisy} is 1.00 ms (0.9 to 1.2 over the runs) against 1.1 ms");
  EXPECT_EQ(run("{noisy} < 1.1 ms or 1 < 2").could_flip, "");
  EXPECT_NE(run("{noisy} < 1.1 ms and 1 < 2").could_flip, "");
  EXPECT_NE(run("within({noisy}, 1 ms, 5 %)").could_flip, "");
  EXPECT_NE(run("monotone({spread/*/time})").could_flip, "");
  EXPECT_EQ(run("monotone({rising/*/time})").could_flip, "");
  EXPECT_NE(run("count({spread/*/time} < 1.06 ms) == 2").could_flip, "");
  EXPECT_NE(run("all({spread/*/time} >= 0.99 ms)").could_flip, "");
  EXPECT_NE(run("{noisy} / {one-thread} < 0.003").could_flip, "");
}

TEST_F(Formulas, ACalcHoldsWhenTheIntervalsMeet) {
  EXPECT_EQ(calc("some 4,650 times", "{one-thread} / {slices/4/time}"), "");
  EXPECT_EQ(calc("4645", "{one-thread} / {slices/4/time}"), "");
  EXPECT_EQ(calc("4650", "{one-thread} / {slices/4/time}"),
            "the formula gives 4645 (from 4641.5 to 4648.4), the lesson says 4650");
  EXPECT_EQ(calc("55 %", "{rate} / {given/h200-bandwidth}"), "");
  EXPECT_EQ(calc("56 %", "{rate} / {given/h200-bandwidth}"),
            "the formula gives 54.65 % (from 54.649 % to 54.651 %), the lesson says 56 %");
  EXPECT_EQ(calc("404.7 µs", "sum({slices/*/time})"), "");
  EXPECT_EQ(calc("4 ms", "{ratio} * 2"), "ms against 3.94");
  EXPECT_EQ(calc("756.2", "2 * {one-thread}"), "");
  EXPECT_EQ(calc("nearly 2", "{ratio}"), "");
  EXPECT_EQ(calc("nearly 1.9", "{ratio}"),
            "the formula gives 1.97 (from 1.965 to 1.975), the lesson says 1.9");
  EXPECT_EQ(calc("over 1.98", "{ratio} - 0"),
            "the formula gives 1.97 (from 1.965 to 1.975), the "
            "lesson says 1.98");
  EXPECT_EQ(calc("over 4", "3.8 + 0"),
            "the formula gives 3.8, the lesson says 4: the words before the number say it is more");
  EXPECT_EQ(calc("3", "{ratio} > 1"),
            "the formula is a condition, and a calc needs a number; write claim: for it");
  EXPECT_EQ(calc("3", "{nope}"), "'nope' matches nothing");
  EXPECT_EQ(calc("2", "count({sass/merge}, 'BRA')"), "");
  EXPECT_EQ(calc("3", "count({sass/merge}, 'BRA')"), "the formula gives 2, the lesson says 3");
}

TEST_F(Formulas, ACalcIsRewrittenToItsFormula) {
  EXPECT_EQ(rewrite_calc("some 11,600 times", run("{one-thread} / {slices/4/time}")),
            "some 4,640 times");
  EXPECT_EQ(rewrite_calc("56 % of it", run("{rate} / {given/h200-bandwidth}")), "55 % of it");
  EXPECT_EQ(rewrite_calc("2.0×", run("{ratio}")), "2.0×");
  EXPECT_EQ(rewrite_calc("3 ms", run("{ratio}")), "");
  EXPECT_EQ(rewrite_calc("3", run("{ratio} > 1")), "");
}

TEST_F(Formulas, EveryValueIsReadOnceInOrder) {
  const Evaluation evaluation = run("{slices/*/time} + {best} > {one-thread} + {slices/4/time}");
  ASSERT_EQ(evaluation.samples.size(), 5u);
  EXPECT_EQ(evaluation.samples[0].shown, "0.1202 ms");
  EXPECT_EQ(evaluation.samples[4].shown, "378.1 ms");
  int asked = 0;
  evaluate(*parse_formula("{a} + {a} * {a}").formula, [&asked](const std::string&) {
    ++asked;
    Lookup lookup;
    lookup.samples = {make_sample("3", {}, Origin::counted)};
    return lookup;
  });
  EXPECT_EQ(asked, 1);
}

TEST(FormulaParser, KeepsReferencesNumbersAndStrings) {
  const Formula formula =
      *parse_formula("{a/4/time} < 4.8 TB/s and {b} == 'x 3' or {b} > 5 %").formula;
  EXPECT_EQ(formula.references, (std::vector<std::string>{"a/4/time", "b"}));
  EXPECT_EQ(formula.numbers, (std::vector<std::string>{"4.8 TB/s", "5 %"}));
  EXPECT_EQ(formula.strings, (std::vector<std::string>{"x 3"}));
}

TEST(FormulaParser, AProblemSaysWhatAndWhere) {
  EXPECT_EQ(problem(""), "0: the formula is empty");
  EXPECT_EQ(problem("agrmin({a})"), "0: unknown function 'agrmin'; did you mean 'argmin'?");
  EXPECT_EQ(problem("{a} / "), "6: the formula ends where a value was expected");
  EXPECT_EQ(problem("({a}"), "4: a '(' is not closed");
  EXPECT_EQ(problem("{a}) + 1"), "3: unexpected ')'");
  EXPECT_EQ(problem("{a + 1"), "0: a '{' is not closed");
  EXPECT_EQ(problem("{} + 1"), "0: '{}' names nothing");
  EXPECT_EQ(problem("{a} = 4"), "4: unexpected '='; write ==");
  EXPECT_EQ(problem("{a} && {b}"), "4: unexpected '&&'; write and");
  EXPECT_EQ(problem("{a} ≥ 4"), "4: unexpected '≥'; write >=");
  EXPECT_EQ(problem("4,700 + 1"),
            "1: unexpected ','; a formula's numbers have no thousands separator");
  EXPECT_EQ(problem("slices/4/time"),
            "0: unexpected 'slices'; paths and names stand in {…}, strings in '…'");
  EXPECT_EQ(problem("1 < 2 < 3"), "6: comparisons do not chain; join two with 'and'");
  EXPECT_EQ(problem("ratio({a})"), "0: 1 arguments where the form is ratio(x, y)");
  EXPECT_EQ(problem("'abc"), "0: a string is not closed with '");
  EXPECT_EQ(problem("4 threads"), "2: unexpected 'threads'");
  EXPECT_EQ(problem("3 × 4"), "2: unexpected '×'; write *");
  EXPECT_EQ(problem("min()"), "0: 0 arguments where the form is min(values)");
}

TEST(FormulaParser, HostileTextGivesAProblemAndNoHarm) {
  const std::size_t size = 200000;
  EXPECT_EQ(problem(std::string(size, '(')), "100: the formula nests deeper than 100 levels");
  EXPECT_NE(problem(std::string(size, '-')), "");
  EXPECT_NE(problem(std::string(size, '{')), "");
  EXPECT_NE(problem(std::string(size, '9')), "");
  std::string nots, powers = "2", calls, sum = "1";
  while (nots.size() < size) nots += "not ";
  while (powers.size() < size) powers += "^2";
  while (calls.size() < size) calls += "abs(";
  while (sum.size() < size / 10) sum += " + 1";
  EXPECT_NE(problem(nots), "");
  EXPECT_NE(problem(powers), "");
  EXPECT_NE(problem(calls), "");
  EXPECT_EQ(problem(sum), "");
  EXPECT_NE(problem(std::string("1 + \0 2", 7)), "");
  EXPECT_NE(problem("\xff\xfe"), "");
  const auto none = [](const std::string&) { return Lookup{}; };
  EXPECT_EQ(show(*evaluate(*parse_formula(sum).formula, none).value), "5001");
  for (const char* text : {"9^64^2", "((9^64)^64)^64", "1e4000 * 1e4000 * 1e4000", "1e-4000 ^ 64",
                           "2 ^ 65", "(0 - 2) ^ 0.5", "1e300 ^ 20.5"}) {
    const Evaluation evaluation = evaluate(*parse_formula(text).formula, none);
    EXPECT_NE(evaluation.problem, "") << text;
  }
}

TEST(FormulaParser, AFormulaThatReadsTooMuchIsAProblem) {
  std::string text = "{a}";
  for (int i = 0; i < 200; ++i) text += " + {a}";
  const Evaluation evaluation =
      evaluate(*parse_formula("sum(" + text + ")").formula, [](const std::string&) {
        Lookup lookup;
        lookup.samples.assign(2000, make_sample("1.5", {}, Origin::measured));
        return lookup;
      });
  EXPECT_EQ(evaluation.problem, "the formula reads too many values to compute");
}

std::string missing(std::string_view words, std::string_view formula) {
  std::string all;
  for (const std::string& one : numbers_not_in_formula(words, *parse_formula(formula).formula)) {
    all += (all.empty() ? "" : "|") + one;
  }
  return all;
}

TEST(ClaimWords, EveryNumberMustStandInTheFormula) {
  EXPECT_EQ(missing("no slice size beats 4", "argmin({slices/*/time}) == 4"), "");
  EXPECT_EQ(missing("no slice size beats 8", "argmin({slices/*/time}) == 4"), "8");
  EXPECT_EQ(missing("4 beats 16", "{slices/4/time} < {slices/16/time}"), "");
  EXPECT_EQ(missing("8,387,997 elements", "{sizes/8-387-997/time} < 1 ms"), "");
  EXPECT_EQ(missing("8387997 elements, 8,387,996", "{sizes/8-387-997/time} < 1 ms"), "8,387,996");
  EXPECT_EQ(missing("at 0.5", "{sweep/0-5/time} < 1 ms"), "");
  EXPECT_EQ(missing("at 5, not at 15", "{sweep/1-5/time} < 1 ms"), "15");
  EXPECT_EQ(missing("at 1,234.50", "{sweep/1-234-50/time} < 1 ms"), "");
  EXPECT_EQ(missing("1.6, not 16", "{slices/16/time} > {slices/4/time}"), "1.6");
  EXPECT_EQ(missing("4 times as long, at 4 bytes, 4 times", "{slices/4/time} > {a}"), "4 times");
  EXPECT_EQ(missing("4倍久, 4× as long, 4×", "{slices/4/time} > {a}"), "4倍|4×");
  EXPECT_EQ(missing("1 of 32", "count({sass/loop<(Mode)1>}, 'R2') == 32"), "1");
  EXPECT_EQ(missing("under 10 ms", "{a} < 10 ms"), "");
  EXPECT_EQ(missing("under 10 ms", "{a} < 0.01 s"), "");
  EXPECT_EQ(missing("under 10 ms", "{a} < 10 µs"), "10 ms");
  EXPECT_EQ(missing("within 5 %", "within({a}, {b}, 0.05)"), "");
  EXPECT_EQ(missing("the 4 KiB tile", "argmin({tiles/*/time}) == '4'"), "");
  EXPECT_EQ(missing("about 4,700 times", "within({a} / {b}, 4700, 5 %)"), "");
  EXPECT_EQ(missing("on an H200 with sm_90", "{a} < {b}"), "");
  EXPECT_EQ(missing("3 of 4 rows, 5 times", "count({a}) == 4"), "3|5 times");
}

TEST(ClaimWords, NumberWordsThatCompareCountToo) {
  EXPECT_EQ(missing("twice as fast", "within({a} / {b}, 2, 5 %)"), "");
  EXPECT_EQ(missing("twice as fast", "within({a} / {b}, 3, 5 %)"), "twice");
  EXPECT_EQ(missing("half the time", "{a} < {b} / 2"), "");
  EXPECT_EQ(missing("half the time", "{a} < 0.5 * {b}"), "");
  EXPECT_EQ(missing("half the time", "{a} < 50 % * {b}"), "");
  EXPECT_EQ(missing("half the time", "{a} < {b}"), "half");
  EXPECT_EQ(missing("a seventh of the time", "within({b} / {a}, 7, 5 %)"), "");
  EXPECT_EQ(missing("a seventh of the time", "within({a} / {b}, 0.143, 5 %)"), "");
  EXPECT_EQ(missing("takes a seventh", "within({a} / {b}, 8, 5 %)"), "a seventh");
  EXPECT_EQ(missing("two thirds of it", "{a} < {b} * 2 / 3"), "");
  EXPECT_EQ(missing("two thirds of it", "{a} < {b} / 3"), "two thirds");
  EXPECT_EQ(missing("three times as long, tenfold", "{a} > 3 * {b}"), "tenfold");
  EXPECT_EQ(missing("快了兩倍，只要七分之一，省一半", "{a} > 3 * {b}"), "兩倍|七分之一|一半");
  EXPECT_EQ(missing("快了三百二十倍", "{a} > 320 * {b}"), "");
}

TEST(ClaimWords, PlainCountsInWordsAreFree) {
  for (const char* words :
       {"the two kernels tie", "the lower half of the lanes is as fast", "a third kernel is slower",
        "one thread loses", "half-warps and half precision", "多了一倍", "四的倍數",
        "the second row"}) {
    EXPECT_EQ(missing(words, "{a} < {b}"), "") << words;
  }
}

}  // namespace
}  // namespace daybook
