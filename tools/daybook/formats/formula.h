// Formulas of calcs and claims: parsed once, evaluated over printed values with their units and
// last-digit intervals (README, "Formulas").
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "formats/quantity.h"
#include "formats/rational.h"

namespace daybook {

// A number as an interval in base units; or text; or a truth; or a list of such.
struct Value {
  enum class Kind { number, text, truth, list } kind = Kind::number;
  // Number, in base units of `dimension`: the printed value itself, what rounds to it (one point
  // when it is `exact`: a count, a constant or a literal), and what the runs gave (one point when
  // that is not known).
  Rational middle, low, high, spread_low, spread_high;
  Dimension dimension;
  std::optional<Unit> unit;  // to show it in
  std::string special;       // number: "nan", "inf" or "-inf"; the rest is empty then
  bool exact = false;
  std::string text;
  std::vector<std::string> others;  // text: what argmin would answer within the runs' spread
  // Truth. Its `text` says why it is what it is: "{a} is 3 ms, not < 2 ms ({b})".
  bool truth = false;
  bool may_hold = false;  // within the runs' spread it could be true, …
  bool may_fail = false;  // … it could be false
  std::string flip;       // when both: which values overlap
  std::vector<Value> items;
  std::string key;         // the row's key as printed, for argmin and argmax
  std::string shown;       // as printed, with its unit; "" when computed
  std::size_t source = 0;  // equal and not 0: the very same printed value
};

Value number_value(const Printed& printed, bool exact);
Value text_value(std::string text);
Value truth_value(bool truth);
// "378.1 ms", "'copy'", "true", "6 values: …"
std::string show(const Value& value, int digits = 5);

// One value a path stands for: its cell, for the message.
struct Sample {
  Value value;
  std::string shown;  // "378.1 ms"
  Place place;        // its transcript line
};
// How far a printed value may be from the true one.
enum class Origin {
  measured,  // half its last digit
  counted,   // a column that is not measured, a fact, a compiler's figure: a whole number is exact
  constant,  // exact as written
};
// The sample a cell is: a number, else its text. `key` is its row's key.
Sample make_sample(std::string_view cell, const std::optional<Unit>& header_unit, Origin origin,
                   std::string key = "", Place place = {});
// Sets the smallest and largest value of the runs; does nothing unless both are numbers of the
// sample's kind.
void set_spread(Sample& sample, std::string_view min, std::string_view max,
                const std::optional<Unit>& header_unit);

// "  row '4': 378.1 ms   evidence/…/run-3.txt:12", a line a value.
std::string sample_lines(const std::vector<Sample>& samples);

struct Lookup {
  std::vector<Sample> samples;  // one, or one a row for '*'; text of many lines may be one sample
  std::string problem;
};
// Answers what stands between { and }: a path, a name or given/… . Asked once a reference.
using Resolve = std::function<Lookup(const std::string& reference)>;

struct FormulaNode;  // formula_node.h
struct Formula {
  std::shared_ptr<const FormulaNode> root;
  std::string text;
  std::vector<std::string> references;  // what stands in {…}, each once, in order
  std::vector<std::string> numbers;     // literals as written, with their unit
  std::vector<std::string> strings;     // what stands in '…'
  // The first comparison of written numbers alone, or of a thing with itself; "" when there is
  // none.
  std::string idle;
};

struct FormulaProblem {
  std::string message;     // "unknown function 'agrmin'; did you mean 'argmin'?"
  std::size_t offset = 0;  // in the formula's text
};

struct ParsedFormula {
  std::optional<Formula> formula;
  FormulaProblem problem;  // when there is none
};
ParsedFormula parse_formula(std::string_view text);

struct Evaluation {
  std::optional<Value> value;
  std::string problem;  // "ms against GB/s", "division by zero", …: the formula makes no sense
  std::vector<Sample> samples;  // every value that was read, once, in order
  // Why a claim is false: the comparison with its values, "argmin({…}) is 4, not 16", or "4 and 16
  // tie for the smallest", "copy is nan".
  std::string explanation;
  // A true claim that values inside the runs' spread would make false; in words, else "".
  std::string could_flip;
  std::string idle;  // of the formula
};
// Comparisons use the printed (middle) values; arithmetic carries intervals too. A tie in argmin or
// argmax and any nan or inf make a claim false: value is false and `explanation` says so.
Evaluation evaluate(const Formula& formula, const Resolve& resolve);

// Why a claim with this evaluation does not hold (or makes no sense); "" when it holds.
std::string judge_claim(const Evaluation& evaluation);
// Why `written` is not what the formula gave; "" when it is: the intervals meet. Without a unit the
// number takes the value's.
std::string compare_calc(const WrittenNumber& written, const Evaluation& evaluation);
// As rewrite_number, for a formula's value. "" when there is none or its kind is another.
std::string rewrite_calc(std::string_view text, const Evaluation& evaluation);

// The numbers in a claim's words that do not stand in its formula: not as a literal, in a '…' or as
// a part of a path. Number words that compare (twice, half, a seventh, three times, 兩倍, 七分之一)
// count; plain ones (the two kernels) do not.
std::vector<std::string> numbers_not_in_formula(std::string_view words, const Formula& formula);

}  // namespace daybook
