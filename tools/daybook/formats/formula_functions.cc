// The functions of formulas: one table drives the parser's check, dispatch and suggestions.
#include <algorithm>
#include <limits>

#include "formats/formula_value.h"
#include "formats/number_scan.h"

namespace daybook {

namespace {

using Kind = Value::Kind;
using Values = std::vector<Value>;
using Names = std::vector<std::string>;

void collect_numbers(const Values& values, Values& numbers, EvaluationState& state) {
  for (const Value& value : values) {
    if (!state.charge()) return;
    if (value.kind == Kind::list) {
      collect_numbers(value.items, numbers, state);
      continue;
    }
    Value number = as_number(value, state);
    number.key = value.key;
    numbers.push_back(std::move(number));
  }
}

// All numbers of the arguments, lists looked into, of one kind.
Values numbers_of(const Values& values, EvaluationState& state) {
  Values numbers;
  collect_numbers(values, numbers, state);
  if (numbers.empty()) state.fail("no value to compute with");
  for (const Value& number : numbers) {
    if (number.dimension == numbers[0].dimension) continue;
    state.fail(kind_words(numbers[0]) + " against " + kind_words(number));
    break;
  }
  return numbers;
}

bool is_better(const Rational& a, const Rational& b, bool smallest) {
  return smallest ? a < b : a > b;
}

void take_better(Rational& best, const Rational& other, bool smallest) {
  if (is_better(other, best, smallest)) best = other;
}

Value extreme(const Values& arguments, bool smallest, EvaluationState& state) {
  const Values numbers = numbers_of(arguments, state);
  if (state.stopped()) return count_value(0);
  const auto chosen =
      std::min_element(numbers.begin(), numbers.end(), [smallest](const Value& a, const Value& b) {
        return is_better(a.middle, b.middle, smallest);
      });
  Value result = *chosen;
  for (const Value& number : numbers) {
    take_better(result.low, number.low, smallest);
    take_better(result.high, number.high, smallest);
    take_better(result.spread_low, number.spread_low, smallest);
    take_better(result.spread_high, number.spread_high, smallest);
  }
  // It is that very printed value only while no other could take its place.
  const bool alone =
      std::count_if(numbers.begin(), numbers.end(), [&](const Value& number) {
        return number.spread_low <= chosen->spread_high && number.spread_high >= chosen->spread_low;
      }) == 1;
  if (!alone) result.source = 0;
  result.key.clear();
  return result;
}

Value function_min(const Values& arguments, const Names&, EvaluationState& state) {
  return extreme(arguments, true, state);
}

Value function_max(const Values& arguments, const Names&, EvaluationState& state) {
  return extreme(arguments, false, state);
}

Value function_sum(const Values& arguments, const Names&, EvaluationState& state) {
  const Values numbers = numbers_of(arguments, state);
  if (state.stopped()) return count_value(0);
  Value total = numbers[0];
  for (std::size_t i = 1; i < numbers.size() && !state.stopped(); ++i) {
    total = calculate('+', total, numbers[i], state);
  }
  total.key.clear();
  return total;
}

std::size_t count_items(const Values& values) {
  std::size_t count = 0;
  for (const Value& value : values) {
    count += value.kind == Kind::list ? value.items.size() : 1;
  }
  return count;
}

Value function_mean(const Values& arguments, const Names& names, EvaluationState& state) {
  const Value total = function_sum(arguments, names, state);
  if (state.stopped()) return total;
  return calculate('/', total, count_value(Rational(count_items(arguments))), state);
}

// The row's key as text; the keys that other values within the spread would give go with it.
Value best_key(const Values& arguments, bool smallest, EvaluationState& state) {
  const Values numbers = numbers_of(arguments, state);
  if (state.stopped()) return text_value("");
  const Value* best = &numbers[0];
  for (const Value& number : numbers) {
    if (is_better(number.middle, best->middle, smallest)) best = &number;
  }
  Value answer = text_value(best->key);
  for (const Value& number : numbers) {
    if (number.key.empty()) state.fail("no rows to name; give a path with '*'");
    if (&number == best) continue;
    if (number.middle == best->middle) {
      state.falsify(best->key + " and " + number.key + " tie for the " +
                    (smallest ? "smallest" : "largest"));
    }
    const bool close =
        smallest ? number.spread_low <= best->spread_high : number.spread_high >= best->spread_low;
    if (close) answer.others.push_back(number.key);
  }
  return answer;
}

Value function_argmin(const Values& arguments, const Names&, EvaluationState& state) {
  return best_key(arguments, true, state);
}

Value function_argmax(const Values& arguments, const Names&, EvaluationState& state) {
  return best_key(arguments, false, state);
}

Value function_ratio(const Values& arguments, const Names&, EvaluationState& state) {
  const Value ratio = calculate('/', arguments[0], arguments[1], state);
  const Value& one = ratio.kind == Kind::list && !ratio.items.empty() ? ratio.items[0] : ratio;
  if (!state.stopped() && one.dimension != Dimension{}) {
    state.fail("a ratio needs two values of one kind; this one would be in " + kind_words(one));
  }
  return ratio;
}

Value function_abs(const Values& arguments, const Names&, EvaluationState& state) {
  return absolute(arguments[0], state);
}

// Whether neighbours never step the wrong way, by printed values and by what the runs allow.
struct Direction {
  bool holds = true;
  bool may_hold = true;
  bool may_fail = false;
  std::size_t breaks = 0;  // index of the first value that steps the wrong way
};

Direction follow(const Values& numbers, bool rising) {
  Direction direction;
  Rational reached = rising ? numbers[0].spread_low : numbers[0].spread_high;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const Value& before = numbers[i - 1];
    const Value& now = numbers[i];
    const bool good = rising ? before.middle <= now.middle : before.middle >= now.middle;
    if (!good && direction.holds) {
      direction.holds = false;
      direction.breaks = i;
    }
    const bool could_break =
        rising ? before.spread_high > now.spread_low : before.spread_low < now.spread_high;
    direction.may_fail = direction.may_fail || could_break;
    // The best the runs allow: each value as far on as it must be, no farther.
    if (rising ? now.spread_high < reached : now.spread_low > reached) direction.may_hold = false;
    take_better(reached, rising ? now.spread_low : now.spread_high, !rising);
  }
  direction.may_fail = direction.may_fail || !direction.holds;
  return direction;
}

std::string step_words(const Values& numbers, std::size_t at) {
  const auto place = [](const Value& value) {
    return show(value) + (value.key.empty() ? "" : " (row '" + value.key + "')");
  };
  return place(numbers[at - 1]) + " is followed by " + place(numbers[at]);
}

Value function_monotone(const Values& arguments, const Names& names, EvaluationState& state) {
  const bool told = arguments.size() == 2;
  const std::string way = told ? arguments[1].text : "";
  if (told && (arguments[1].kind != Kind::text || (way != "rising" && way != "falling"))) {
    state.fail("monotone's second argument is 'rising' or 'falling'");
  }
  const Values numbers = numbers_of({arguments[0]}, state);
  if (!state.stopped() && numbers.size() < 2) state.fail("monotone needs two values or more");
  if (state.stopped()) return truth_value(false);
  const Direction rising = follow(numbers, true), falling = follow(numbers, false);
  Value result =
      truth_value((way != "falling" && rising.holds) || (way != "rising" && falling.holds));
  result.may_hold = (way != "falling" && rising.may_hold) || (way != "rising" && falling.may_hold);
  result.may_fail = (way == "falling" || rising.may_fail) && (way == "rising" || falling.may_fail);
  result.text = names[0] + (result.truth ? " is monotone" : " is not monotone: ");
  if (!result.truth && way != "falling") result.text += step_words(numbers, rising.breaks);
  if (!result.truth && !told) result.text += ", yet ";
  if (!result.truth && way != "rising") result.text += step_words(numbers, falling.breaks);
  if (result.may_hold && result.may_fail) result.flip = "neighbours of " + names[0] + " overlap";
  return result;
}

Value function_all(const Values& arguments, const Names&, EvaluationState& state) {
  return combine(true, arguments, state);
}

Value function_any(const Values& arguments, const Names&, EvaluationState& state) {
  return combine(false, arguments, state);
}

bool has_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word_byte(line, at - 1);
    if (begins && !is_word_byte(line, at + word.size())) return true;
  }
  return false;
}

std::size_t count_lines(const std::string& text, std::string_view word) {
  std::size_t count = 0;
  for (const std::string& line : split_lines(text)) count += has_word(line, word) ? 1 : 0;
  return count;
}

// Lines of text that hold the word.
Value count_words(const Value& where, const Value& word, EvaluationState& state) {
  if (word.kind != Kind::text || word.text.empty()) {
    state.fail("count's second argument is a word in '…'");
    return count_value(0);
  }
  const Values items = where.kind == Kind::list ? where.items : Values{where};
  std::size_t count = 0;
  for (const Value& item : items) {
    if (item.kind != Kind::text) {
      state.fail("count looks for '" + word.text + "' in text, and " + show(item) + " is none");
      break;
    }
    if (!state.charge(1 + item.text.size() / 64)) break;
    count += count_lines(item.text, word.text);
  }
  return count_value(Rational(count));
}

// How many of a list's conditions are true; of another list, how many items.
Value function_count(const Values& arguments, const Names&, EvaluationState& state) {
  if (arguments.size() == 2) return count_words(arguments[0], arguments[1], state);
  const Value& list = arguments[0];
  const Values items = list.kind == Kind::list ? list.items : Values{list};
  std::size_t count = 0, least = 0, most = 0;
  for (const Value& item : items) {
    const bool counts = item.kind != Kind::truth;
    count += counts || item.truth ? 1 : 0;
    least += counts || !item.may_fail ? 1 : 0;
    most += counts || item.may_hold ? 1 : 0;
  }
  state.charge(items.size());
  Value result = count_value(Rational(count));
  result.spread_low = Rational(least);
  result.spread_high = Rational(most);
  return result;
}

// |x - y| <= p * |y|
Value function_within(const Values& arguments, const Names& names, EvaluationState& state) {
  const Value& part = arguments[2];
  if (part.kind != Kind::number || part.dimension != Dimension{}) {
    state.fail("within's third argument is a part of y: 5 %");
    return truth_value(false);
  }
  const Value distance = absolute(calculate('-', arguments[0], arguments[1], state), state);
  const Value allowed = calculate('*', part, absolute(arguments[1], state), state);
  if (state.stopped()) return truth_value(false);
  Value result = compare(Comparison::less_equal, distance, allowed, {}, state);
  const auto explain = [&](Value& truth, const Value& x) {
    truth.text = (x.key.empty() ? "" : "row '" + x.key + "': ") +
                 (names[0].empty() ? show(x) + " is" : names[0] + " is " + show(x) + ",") +
                 (truth.truth ? " within " : " not within ") + show(part) + " of " +
                 show(arguments[1]);
  };
  if (result.kind == Kind::truth) explain(result, arguments[0]);
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    explain(result.items[i],
            arguments[0].kind == Kind::list ? arguments[0].items[i] : arguments[0]);
  }
  return result;
}

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

struct Function {
  FunctionShape shape;
  Value (*apply)(const Values& arguments, const Names& names, EvaluationState& state);
};

constexpr Function kFunctions[] = {
    {{"abs", 1, 1, "abs(x)"}, function_abs},
    {{"all", 1, kAny, "all(conditions)"}, function_all},
    {{"any", 1, kAny, "any(conditions)"}, function_any},
    {{"argmax", 1, 1, "argmax(list)"}, function_argmax},
    {{"argmin", 1, 1, "argmin(list)"}, function_argmin},
    {{"count", 1, 2, "count(conditions) or count(text, 'word')"}, function_count},
    {{"max", 1, kAny, "max(values)"}, function_max},
    {{"mean", 1, kAny, "mean(values)"}, function_mean},
    {{"min", 1, kAny, "min(values)"}, function_min},
    {{"monotone", 1, 2, "monotone(list) or monotone(list, 'rising')"}, function_monotone},
    {{"ratio", 2, 2, "ratio(x, y)"}, function_ratio},
    {{"sum", 1, kAny, "sum(values)"}, function_sum},
    {{"within", 3, 3, "within(x, y, p %)"}, function_within}};

const Function* find(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                   [name](const Function& one) { return one.shape.name == name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

}  // namespace

const FunctionShape* find_function(std::string_view name) {
  const Function* function = find(name);
  return function == nullptr ? nullptr : &function->shape;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const Function& function : kFunctions) names.emplace_back(function.shape.name);
  return names;
}

Value call_function(const std::string& name, const Values& arguments, const Names& names,
                    EvaluationState& state) {
  const Function* function = find(name);
  if (function == nullptr || state.stopped()) return count_value(0);
  return function->apply(arguments, names, state);
}

}  // namespace daybook
