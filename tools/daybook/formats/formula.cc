// Evaluates a parsed formula over what its references stand for.
#include "formats/formula.h"

#include <map>
#include <unordered_map>

#include "formats/formula_value.h"

namespace daybook {

namespace {

using Kind = FormulaNode::Kind;

class Evaluator {
 public:
  Evaluator(const Formula& formula, const Resolve& resolve)
      : formula_(formula), resolve_(resolve) {}

  Evaluation run() {
    Evaluation evaluation;
    evaluation.idle = formula_.idle;
    // Everything is read first, so that a false claim can show all its values.
    for (const std::string& reference : formula_.references) read(reference, evaluation.samples);
    if (!special_.empty()) state_.falsify(special_);
    Value value = state_.stopped() ? Value{} : evaluate(*formula_.root);
    if (!state_.problem.empty()) {
      evaluation.problem = state_.problem;
      return evaluation;
    }
    if (!state_.falsity.empty()) {
      evaluation.value = truth_value(false);
      evaluation.explanation = state_.falsity;
      return evaluation;
    }
    if (value.kind == Value::Kind::truth) {
      if (!value.truth) evaluation.explanation = explain(value);
      if (value.truth && value.may_fail) evaluation.could_flip = value.flip;
    }
    evaluation.value = std::move(value);
    return evaluation;
  }

 private:
  std::string explain(const Value& value) const {
    if (value.text.empty()) return "'" + visible(formula_.text, 80) + "' is false";
    return value.text;
  }

  void read(const std::string& reference, std::vector<Sample>& samples) {
    Lookup lookup = resolve_(reference);
    if (!lookup.problem.empty()) return state_.fail(std::move(lookup.problem));
    if (lookup.samples.empty()) return state_.fail("'" + reference + "' matches nothing");
    if (!state_.charge(lookup.samples.size())) return;
    std::vector<Value> items;
    for (Sample& sample : lookup.samples) {
      sample.value.source = source_of(sample, samples);
      check_special(reference, sample.value);
      items.push_back(std::move(sample.value));
    }
    values_[reference] = items.size() == 1 ? std::move(items[0]) : list_value(std::move(items));
  }

  // The same transcript cell read twice is one source and is listed once.
  std::size_t source_of(const Sample& sample, std::vector<Sample>& samples) {
    if (sample.place.line > 0) {
      const std::string cell = sample.place.file + ":" + std::to_string(sample.place.line) + ":" +
                               std::to_string(sample.place.column) + ":" + sample.shown;
      const auto [known, added] = sources_.emplace(cell, samples.size() + 1);
      if (!added) return known->second;
    }
    samples.push_back(sample);
    return samples.size();
  }

  void check_special(const std::string& reference, const Value& value) {
    if (value.kind != Value::Kind::number || value.special.empty() || !special_.empty()) return;
    special_ = "{" + reference + "} is " + value.special +
               (value.key.empty() ? "" : " in row '" + value.key + "'");
  }

  std::string written(const FormulaNode& node) const {
    if (node.kind == Kind::literal) return "";
    return visible(formula_.text.substr(node.span.begin, node.span.end - node.span.begin), 80);
  }

  std::vector<Value> evaluate_children(const FormulaNode& node) {
    std::vector<Value> values;
    for (const auto& child : node.children) {
      if (state_.stopped()) break;
      values.push_back(evaluate(*child));
    }
    return values;
  }

  // Values of all children, or a state that is stopped: callers look at the state first.
  Value evaluate(const FormulaNode& node) {
    if (!state_.charge()) return {};
    if (node.kind == Kind::literal) return node.literal;
    if (node.kind == Kind::reference) {
      const Value& value = values_[node.name];
      state_.charge(value.items.size());
      return value;
    }
    std::vector<Value> values = evaluate_children(node);
    if (state_.stopped()) return {};
    switch (node.kind) {
      case Kind::negate:
        return negate(values[0], state_);
      case Kind::power:
        return raise(values[0], values[1], state_);
      case Kind::compare:
        return compare(node.comparison, values[0], values[1],
                       {written(*node.children[0]), written(*node.children[1])}, state_);
      case Kind::both:
      case Kind::either:
        return combine(node.kind == Kind::both, values, state_);
      case Kind::negation:
        return invert(values[0], state_);
      case Kind::call:
        return call_function(node.name, values, names_of(node), state_);
      default:
        return chain(node, std::move(values));
    }
  }

  std::vector<std::string> names_of(const FormulaNode& node) const {
    std::vector<std::string> names;
    for (const auto& child : node.children) names.push_back(written(*child));
    return names;
  }

  Value chain(const FormulaNode& node, std::vector<Value> values) {
    Value result = std::move(values[0]);
    for (std::size_t i = 1; i < values.size() && !state_.stopped(); ++i) {
      result = calculate(node.signs[i], result, values[i], state_);
    }
    return result;
  }

  const Formula& formula_;
  const Resolve& resolve_;
  EvaluationState state_;
  std::string special_;  // the first nan or inf that was read
  std::map<std::string, Value> values_;
  std::unordered_map<std::string, std::size_t> sources_;
};

}  // namespace

Evaluation evaluate(const Formula& formula, const Resolve& resolve) {
  return Evaluator(formula, resolve).run();
}

}  // namespace daybook
