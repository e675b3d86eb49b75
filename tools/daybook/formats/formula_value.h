// Arithmetic and comparison of formula values: units, intervals, lists. Everything reports to one
// EvaluationState and goes on with some value; the caller looks at the state once.
#pragma once

#include <string>
#include <vector>

#include "formats/formula.h"
#include "formats/formula_node.h"

namespace daybook {

struct EvaluationState {
  std::string problem;  // the formula makes no sense
  std::string falsity;  // a tie, a nan: whatever is claimed of it is false
  std::size_t work = 0;

  bool stopped() const { return !problem.empty() || !falsity.empty(); }
  void fail(std::string message);  // the first one stays
  void falsify(std::string message);
  bool charge(std::size_t steps = 1);  // false, with a problem, when the formula costs too much
};

Value count_value(const Rational& count);
Value list_value(std::vector<Value> items);
// The value as a number: a text that is one counts (argmin's "4"). A problem otherwise.
Value as_number(const Value& value, EvaluationState& state);
// `value`'s unit in words: "ms", "a number without a unit".
std::string kind_words(const Value& value);
// "3 ms", with the runs' range behind it when there is one.
std::string show_spread(const Value& value);

// sign is one of + - * /. Lists go element by element, with a single value or an equally long list.
Value calculate(char sign, const Value& left, const Value& right, EvaluationState& state);
Value negate(const Value& value, EvaluationState& state);
Value raise(const Value& base, const Value& exponent, EvaluationState& state);
Value absolute(const Value& value, EvaluationState& state);

// The names stand for both sides in the truth's text.
struct SideNames {
  std::string left;  // "argmin({slices/*/time})"; "" for a literal
  std::string right;
};
Value compare(Comparison comparison, const Value& left, const Value& right, const SideNames& names,
              EvaluationState& state);

// `all`: true when every truth is, else when any is. Lists are looked into.
Value combine(bool all, const std::vector<Value>& truths, EvaluationState& state);
Value invert(const Value& truth, EvaluationState& state);

// function (formula_functions.cc)
Value call_function(const std::string& name, const std::vector<Value>& arguments,
                    const std::vector<std::string>& names, EvaluationState& state);

}  // namespace daybook
