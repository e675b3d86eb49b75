// What a formula's result means for the claim or the number that stands in the lesson.
#include <algorithm>

#include "formats/formula.h"
#include "formats/number_rewrite.h"

namespace daybook {

namespace {

// Why there is no number to compare with; "" when there is one.
std::string no_number(const Evaluation& evaluation) {
  if (!evaluation.problem.empty()) return evaluation.problem;
  if (!evaluation.value) return "the formula gives nothing";
  switch (evaluation.value->kind) {
    case Value::Kind::number:
      return "";
    case Value::Kind::truth:
      if (!evaluation.explanation.empty()) return evaluation.explanation;
      return "the formula is a condition, and a calc needs a number; write claim: for it";
    case Value::Kind::text:
      return "the formula gives the text " + show(*evaluation.value) +
             ", and a calc needs a number";
    case Value::Kind::list:
      return "the formula gives " + show(*evaluation.value) + ", and a calc needs one";
  }
  return "";
}

Unit unit_for(const WrittenNumber& written, const Value& value) {
  if (written.unit) return *written.unit;
  if (value.unit && value.unit->dimension == value.dimension) return *value.unit;
  return Unit{};
}

std::string kind_problem(const Unit& unit, const Value& value) {
  if (unit.dimension == value.dimension) return "";
  return unit_words(unit) + " against " + show(value);
}

std::string in_unit(const Rational& base, const Unit& unit) {
  Rational number = base;
  number /= exact_scale(unit);
  return with_unit(show_rounded(number), unit);
}

std::string gives(const Value& value, const Unit& unit) {
  std::string text = "the formula gives " + in_unit(value.middle, unit);
  if (value.low == value.high) return text;
  return text + " (from " + in_unit(value.low, unit) + " to " + in_unit(value.high, unit) + ")";
}

}  // namespace

std::string judge_claim(const Evaluation& evaluation) {
  if (!evaluation.problem.empty()) return evaluation.problem;
  if (!evaluation.value) return "the formula gives nothing";
  const Value& value = *evaluation.value;
  if (value.kind == Value::Kind::list) {
    const bool truths = !value.items.empty() && value.items[0].kind == Value::Kind::truth;
    return truths ? "the formula gives a condition for each row; put all(…) or any(…) around it"
                  : "the formula gives " + show(value) + ", and a claim needs a condition";
  }
  if (value.kind != Value::Kind::truth) {
    return "the formula gives " + show(value) + ", and a claim needs a condition";
  }
  return value.truth ? "" : evaluation.explanation;
}

std::string compare_calc(const WrittenNumber& written, const Evaluation& evaluation) {
  const std::string missing = no_number(evaluation);
  if (!missing.empty()) return missing;
  const Value& value = *evaluation.value;
  const Unit unit = unit_for(written, value);
  const std::string kind = kind_problem(unit, value);
  if (!kind.empty()) return kind;
  const Rational scale = exact_scale(unit);
  WrittenRange range = written_range(written);
  range.low *= scale;
  range.high *= scale;
  if (range.low <= value.high && value.low <= range.high) return "";
  std::string reason = gives(value, unit) + ", the lesson says " + shown(written, unit);
  Rational middle = value.middle;
  middle /= scale;
  const std::string side = hedge_problem(written, middle);
  return side.empty() ? reason : reason + ": " + side;
}

std::string rewrite_calc(std::string_view text, const Evaluation& evaluation) {
  const NumberSearch search = find_number(text);
  if (!search.found || !no_number(evaluation).empty()) return "";
  const Value& value = *evaluation.value;
  const Unit unit = unit_for(*search.found, value);
  if (!kind_problem(unit, value).empty()) return "";
  if (compare_calc(*search.found, evaluation).empty()) return std::string(text);
  RewriteTarget target;
  target.value = value.middle;
  target.value /= exact_scale(unit);
  target.holds = [&evaluation](const WrittenNumber& written) {
    return compare_calc(written, evaluation).empty();
  };
  return rewrite_to(text, *search.found, target);
}

}  // namespace daybook
