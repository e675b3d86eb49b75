// The parsed formula: what the parser builds and the evaluator walks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/formula.h"

namespace daybook {

enum class Comparison { equal, unequal, less, less_equal, greater, greater_equal };
std::string_view symbol(Comparison comparison);

// Chains (a + b - c, a and b and c) are one node with many children, so that the tree is never
// deeper than the parser's own bound.
struct FormulaNode {
  enum class Kind {
    literal,
    reference,
    negate,
    sum,
    product,
    power,
    compare,
    both,
    either,
    negation,
    call
  };
  Kind kind = Kind::literal;
  Span span;         // in the formula's text
  Value literal;     // a number or text
  std::string name;  // what a reference names; a function
  std::vector<std::unique_ptr<FormulaNode>> children;
  std::vector<char> signs;  // of sum and product: '+', '-', '*' or '/' in front of each child
  Comparison comparison = Comparison::equal;
};

// Functions by name; the parser checks the number of arguments with it (formula_functions.cc).
struct FunctionShape {
  std::string_view name;
  std::size_t least = 1;
  std::size_t most = 1;
  std::string_view form;  // "within(x, y, p %)"
};
const FunctionShape* find_function(std::string_view name);
std::vector<std::string> function_names();

}  // namespace daybook
