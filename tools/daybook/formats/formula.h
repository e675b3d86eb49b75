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

namespace daybook {

// A value as an interval in base units; or text; or a truth.
struct Value {
  enum class Kind { number, text, truth, list } kind = Kind::number;
  long double low = 0, high = 0;  // number, base units of `dimension`
  long double middle = 0;         // the printed value itself
  Dimension dimension;
  std::string text;
  bool truth = false;
  std::vector<Value> items;  // list
  std::string key;           // the row's key as printed, for argmin and argmax
  bool exact = false;        // a count or a literal: an interval of one point
};

// One value a path stands for: its cell, for the message.
struct Sample {
  Value value;
  std::string shown;  // "378.1 ms"
  Place place;        // its transcript line
};

struct Lookup {
  std::vector<Sample> samples;  // one, or a row's worth for '*'
  std::string problem;
};
// Answers what stands between { and }: a path, a name or given/… .
using Resolve = std::function<Lookup(const std::string& reference)>;

struct FormulaNode;  // formula.cc
struct Formula {
  std::shared_ptr<const FormulaNode> root;
  std::vector<std::string> references;  // what stands in {…}, in order
  std::vector<std::string> numbers;     // literals as written
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
  std::string problem;          // "ms against GB/s", "division by zero", "4 and 16 tie for the smallest", …
  std::vector<Sample> samples;  // every value that was read, once, in order
  std::string explanation;      // for a false claim: the comparison with its values, "argmin is 4, not 16"
};
// Comparisons use the printed (middle) values; arithmetic carries intervals too. A tie in argmin or
// argmax and any nan make a claim false: value is false and `explanation` says so.
Evaluation evaluate(const Formula& formula, const Resolve& resolve);

}  // namespace daybook
