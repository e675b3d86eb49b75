// Comparisons and what is built of them. Every truth knows why it is what it is, and whether it
// could be otherwise within the runs' spread.
#include <algorithm>

#include "formats/formula_value.h"

namespace daybook {

namespace {

using Kind = Value::Kind;

bool holds(Comparison comparison, int order) {
  switch (comparison) {
    case Comparison::equal:
      return order == 0;
    case Comparison::unequal:
      return order != 0;
    case Comparison::less:
      return order < 0;
    case Comparison::less_equal:
      return order <= 0;
    case Comparison::greater:
      return order > 0;
    case Comparison::greater_equal:
      return order >= 0;
  }
  return false;
}

std::string with_name(const std::string& shown, const std::string& name) {
  return name.empty() || name == shown ? shown : shown + " (" + name + ")";
}

// "argmin({…}) is 4, not 16", "{a} is 3 ms, not < 2 ms ({b})", "{a} is 3 ms, < 4 ms".
std::string reason(Comparison comparison, bool truth, const Value& left, const Value& right,
                   const SideNames& names) {
  int digits = 5;
  if (left.kind == Kind::number && right.kind == Kind::number && left.middle != right.middle &&
      show(left) == show(right)) {
    digits = 15;
  }
  std::string text = left.key.empty() ? "" : "row '" + left.key + "': ";
  const std::string value = show(left, digits);
  if (!names.left.empty() && names.left != value) text += names.left + " is ";
  text += value + ", " + (truth ? "" : "not ");
  if (comparison != Comparison::equal) text += std::string(symbol(comparison)) + " ";
  return text + with_name(show(right, digits), names.right);
}

// 0 when equal; -1 and 1 tell the order; nothing when only equality can be told.
struct Order {
  int order = 1;
  bool sorted = true;
};

Order order_of_texts(const std::string& left, const std::string& right) {
  if (left == right) return {0, false};
  const std::optional<Printed> a = parse_printed(left, {});
  const std::optional<Printed> b = parse_printed(right, {});
  if (!a || !b || !a->number.special.empty() || !b->number.special.empty()) return {1, false};
  const Value x = number_value(*a, true), y = number_value(*b, true);
  if (x.dimension != y.dimension) return {1, false};
  return {cmp(x.middle, y.middle), true};
}

Order order_of_text_and_number(const std::string& text, const Value& number,
                               EvaluationState& state) {
  const std::optional<Printed> printed = parse_printed(text, {});
  if (!printed || !printed->number.special.empty()) return {1, false};
  const Value value = number_value(*printed, true);
  if (value.dimension != number.dimension) {
    state.fail(kind_words(value) + " against " + kind_words(number));
  }
  return {cmp(value.middle, number.middle), true};
}

bool needs_order(Comparison comparison) {
  return comparison != Comparison::equal && comparison != Comparison::unequal;
}

// One side at least is text; `left` is, or the sides were swapped.
Value compare_text(Comparison comparison, const Value& left, const Value& right, bool swapped,
                   EvaluationState& state) {
  Value result = truth_value(false);
  result.may_fail = false;
  const auto judge = [&](const std::string& a, const std::string* b) {
    Order found = b != nullptr ? order_of_texts(a, *b) : order_of_text_and_number(a, right, state);
    if (needs_order(comparison) && !found.sorted) {
      state.fail("'" + visible(a, 60) + "' is no number to order");
    }
    return holds(comparison, swapped ? -found.order : found.order);
  };
  std::vector<std::string> lefts = left.others, rights = right.others;
  lefts.insert(lefts.begin(), left.text);
  rights.insert(rights.begin(), right.text);
  if (right.kind != Kind::text) rights.resize(1);
  for (std::size_t i = 0; i < lefts.size(); ++i) {
    for (std::size_t j = 0; j < rights.size(); ++j) {
      if (!state.charge()) return result;
      const bool truth = judge(lefts[i], right.kind == Kind::text ? &rights[j] : nullptr);
      if (i == 0 && j == 0) result.truth = truth;
      (truth ? result.may_hold : result.may_fail) = true;
    }
  }
  return result;
}

Value compare_numbers(Comparison comparison, const Value& left, const Value& right,
                      EvaluationState& state) {
  if (left.dimension != right.dimension) {
    state.fail(kind_words(left) + " against " + kind_words(right));
    return truth_value(false);
  }
  Value result = truth_value(holds(comparison, cmp(left.middle, right.middle)));
  if (left.source != 0 && left.source == right.source) return result;
  // The three orders that values within the spreads can stand in.
  const bool below = left.spread_low < right.spread_high;
  const bool above = left.spread_high > right.spread_low;
  const bool level = left.spread_low <= right.spread_high && right.spread_low <= left.spread_high;
  const bool may[] = {below, level, above};
  for (int order = -1; order <= 1; ++order) {
    if (!may[order + 1]) continue;
    (holds(comparison, order) ? result.may_hold : result.may_fail) = true;
  }
  return result;
}

Value compare_one(Comparison comparison, const Value& left, const Value& right,
                  const SideNames& names, EvaluationState& state) {
  if (!state.charge()) return truth_value(false);
  Value result;
  if (left.kind == Kind::truth || right.kind == Kind::truth) {
    state.fail(
        "a condition stands where a value is needed; join conditions with 'and', 'or', 'not'");
    return truth_value(false);
  }
  if (left.kind == Kind::text) {
    result = compare_text(comparison, left, right, false, state);
  } else if (right.kind == Kind::text) {
    result = compare_text(comparison, right, left, true, state);
  } else {
    result = compare_numbers(comparison, left, right, state);
  }
  result.text = reason(comparison, result.truth, left, right, names);
  if (result.may_hold && result.may_fail) {
    const auto side = [](const Value& value, const std::string& name) {
      std::string shown = show_spread(value);
      for (const std::string& other : value.others) shown += " or '" + other + "'";
      return name.empty() || name == shown ? shown : name + " is " + shown;
    };
    result.flip = (left.key.empty() ? "" : "row '" + left.key + "': ") + side(left, names.left) +
                  " against " + side(right, names.right);
  }
  return result;
}

// Joins the first few texts that are not empty.
std::string join_some(const std::vector<std::string>& texts) {
  static constexpr std::size_t kShown = 3;
  std::string joined;
  std::size_t count = 0;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    if (++count > kShown) continue;
    joined += (joined.empty() ? "" : "; ") + text;
  }
  return count > kShown ? joined + "; and " + std::to_string(count - kShown) + " more" : joined;
}

// The truths in `values`, lists looked into; stops with a problem at anything else.
void collect_truths(const std::vector<Value>& values, std::vector<const Value*>& truths,
                    EvaluationState& state) {
  for (const Value& value : values) {
    if (value.kind == Kind::list) {
      collect_truths(value.items, truths, state);
    } else if (value.kind == Kind::truth) {
      truths.push_back(&value);
    } else {
      state.fail(show(value) + " stands where a condition is needed");
    }
  }
}

}  // namespace

Value compare(Comparison comparison, const Value& left, const Value& right, const SideNames& names,
              EvaluationState& state) {
  if (left.kind != Kind::list && right.kind != Kind::list) {
    return compare_one(comparison, left, right, names, state);
  }
  const bool left_list = left.kind == Kind::list;
  const bool right_list = right.kind == Kind::list;
  const std::size_t size = left_list ? left.items.size() : right.items.size();
  if (left_list && right_list && right.items.size() != size) {
    state.fail(std::to_string(size) + " values against " + std::to_string(right.items.size()));
    return truth_value(false);
  }
  // A row's key tells more than the path with its '*'.
  const SideNames item_names{left_list ? "" : names.left, right_list ? "" : names.right};
  std::vector<Value> items;
  for (std::size_t i = 0; i < size && !state.stopped(); ++i) {
    items.push_back(compare_one(comparison, left_list ? left.items[i] : left,
                                right_list ? right.items[i] : right, item_names, state));
  }
  return list_value(std::move(items));
}

Value combine(bool all, const std::vector<Value>& values, EvaluationState& state) {
  std::vector<const Value*> truths;
  collect_truths(values, truths, state);
  if (truths.empty()) state.fail("no condition to judge");
  if (!state.charge(truths.size())) return truth_value(false);
  Value result = truth_value(all);
  result.may_hold = all;
  result.may_fail = !all;
  for (const Value* truth : truths) {
    result.truth = all ? result.truth && truth->truth : result.truth || truth->truth;
    result.may_hold = all ? result.may_hold && truth->may_hold : result.may_hold || truth->may_hold;
    result.may_fail = all ? result.may_fail || truth->may_fail : result.may_fail && truth->may_fail;
  }
  std::vector<std::string> reasons, flips;
  for (const Value* truth : truths) {
    if (truth->truth == result.truth) reasons.push_back(truth->text);
    flips.push_back(truth->flip);
  }
  result.text = join_some(reasons);
  if (result.may_hold && result.may_fail) result.flip = join_some(flips);
  return result;
}

Value invert(const Value& value, EvaluationState& state) {
  if (value.kind == Kind::list) {
    std::vector<Value> items;
    for (const Value& item : value.items) items.push_back(invert(item, state));
    return list_value(std::move(items));
  }
  if (value.kind != Kind::truth) {
    state.fail(show(value) + " stands where a condition is needed");
    return truth_value(false);
  }
  Value result = value;
  result.truth = !value.truth;
  result.may_hold = value.may_fail;
  result.may_fail = value.may_hold;
  if (value.truth && !value.text.empty()) result.text = "it holds that " + value.text;
  return result;
}

}  // namespace daybook
