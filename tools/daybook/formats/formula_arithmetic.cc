// Arithmetic on values: exact, with outward rounding once a number grows beyond use.
#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/formula_value.h"

namespace daybook {

namespace {

using Kind = Value::Kind;

struct Interval {
  Rational low;
  Rational high;
};

std::size_t bits(const mpz_class& number) { return mpz_sizeinbase(number.get_mpz_t(), 2); }

// Sums of many fractions grow without end: beyond 8192 bits a number keeps its leading 1024,
// rounded away from the interval. False when it is too large or small to be a measurement at all.
bool tame(Rational& number, Rounding rounding) {
  static constexpr long kWidest = 30000;
  const auto above = static_cast<long>(bits(number.get_num()));
  const auto below = static_cast<long>(bits(number.get_den()));
  if (std::abs(above - below) > kWidest) return false;
  if (above + below <= 8192) return true;
  const int shift = static_cast<int>(1024 - (above - below));
  number *= two_to(shift);
  number = Rational(round_at(number, 0, rounding));
  number *= two_to(-shift);
  return true;
}

Value finish(Value value, EvaluationState& state) {
  const bool fits = tame(value.middle, Rounding::nearest) && tame(value.low, Rounding::down) &&
                    tame(value.high, Rounding::up) && tame(value.spread_low, Rounding::down) &&
                    tame(value.spread_high, Rounding::up);
  if (!fits) state.fail("a value too large or too small to compute");
  return value;
}

Interval multiply(const Interval& a, const Interval& b) {
  if (a.low == a.high && b.low == b.high) {
    const Rational product = a.low * b.low;
    return {product, product};
  }
  Rational ends[4];
  ends[0] = a.low * b.low;
  ends[1] = a.low * b.high;
  ends[2] = a.high * b.low;
  ends[3] = a.high * b.high;
  return {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
}

bool holds_zero(const Interval& interval) {
  return sgn(interval.low) <= 0 && sgn(interval.high) >= 0;
}

Interval invert(const Interval& interval) {
  Rational low = 1 / interval.high;
  Rational high = 1 / interval.low;
  return {low, high};
}

Interval digit_interval(const Value& value) { return {value.low, value.high}; }
Interval spread_interval(const Value& value) { return {value.spread_low, value.spread_high}; }

void set_digit(Value& value, const Interval& interval) {
  value.low = interval.low;
  value.high = interval.high;
}

void set_spread(Value& value, const Interval& interval) {
  value.spread_low = interval.low;
  value.spread_high = interval.high;
}

// A computed value forgets where it was printed.
Value computed(const Value& from) {
  Value value = from;
  value.shown.clear();
  value.source = 0;
  return value;
}

bool same_printed(const Value& a, const Value& b) { return a.source != 0 && a.source == b.source; }

Value add(const Value& left, const Value& right, bool subtract, EvaluationState& state) {
  if (left.dimension != right.dimension) {
    state.fail(kind_words(left) + " against " + kind_words(right));
    return left;
  }
  Value value = computed(left);
  value.exact = left.exact && right.exact;
  if (!value.unit) value.unit = right.unit;
  if (subtract && same_printed(left, right)) {
    value.middle = 0;
    set_digit(value, {0, 0});
    set_spread(value, {0, 0});
    return value;
  }
  if (subtract) {
    value.middle -= right.middle;
    set_digit(value, {left.low - right.high, left.high - right.low});
    set_spread(value, {left.spread_low - right.spread_high, left.spread_high - right.spread_low});
  } else {
    value.middle += right.middle;
    set_digit(value, {left.low + right.low, left.high + right.high});
    set_spread(value, {left.spread_low + right.spread_low, left.spread_high + right.spread_high});
  }
  return value;
}

// The dimension and unit of a product or quotient; `power` is 1 or -1.
void set_kind(Value& value, const Value& left, const Value& right, int power,
              EvaluationState& state) {
  const Dimension& a = left.dimension;
  const Dimension& b = right.dimension;
  value.dimension.time = a.time + power * b.time;
  value.dimension.bytes = a.bytes + power * b.bytes;
  value.dimension.flops = a.flops + power * b.flops;
  if (!b.other.empty()) {
    const bool cancels = power < 0 && a.other == b.other;
    const bool joins = power > 0 && a.other.empty();
    if (!cancels && !joins)
      state.fail(kind_words(left) + " and " + kind_words(right) + " do not combine");
    value.dimension.other = cancels ? "" : b.other;
  }
  value.unit.reset();
  const bool left_bare = a == Dimension{};
  const bool right_bare = b == Dimension{};
  if (right_bare && !left_bare) value.unit = left.unit;
  if (left_bare && !right_bare && power > 0) value.unit = right.unit;
}

Value times(const Value& left, const Value& right, EvaluationState& state) {
  Value value = computed(left);
  if (value.key.empty()) value.key = right.key;
  set_kind(value, left, right, 1, state);
  value.exact = left.exact && right.exact;
  value.middle *= right.middle;
  set_digit(value, multiply(digit_interval(left), digit_interval(right)));
  set_spread(value, multiply(spread_interval(left), spread_interval(right)));
  return value;
}

Value divide(const Value& left, const Value& right, EvaluationState& state) {
  if (sgn(right.middle) == 0) {
    state.fail("division by zero");
    return left;
  }
  Value value = computed(left);
  if (value.key.empty()) value.key = right.key;
  set_kind(value, left, right, -1, state);
  value.exact = left.exact && right.exact;
  if (same_printed(left, right)) {
    value.middle = 1;
    set_digit(value, {1, 1});
    set_spread(value, {1, 1});
    return value;
  }
  if (holds_zero(digit_interval(right))) {
    state.fail("division by " + show(right) + ", which is zero within its rounding");
    return left;
  }
  value.middle /= right.middle;
  set_digit(value, multiply(digit_interval(left), invert(digit_interval(right))));
  // A divisor whose runs reach zero says nothing: any quotient would do.
  const Interval runs = spread_interval(right);
  if (holds_zero(runs)) {
    const Rational most = ten_to(4000);
    set_spread(value, {-most, most});
  } else {
    set_spread(value, multiply(spread_interval(left), invert(runs)));
  }
  return value;
}

Value calculate_numbers(char sign, const Value& left, const Value& right, EvaluationState& state) {
  Value left_number, right_number;  // of texts only: copying every number would cost the most
  if (left.kind != Kind::number) left_number = as_number(left, state);
  if (right.kind != Kind::number) right_number = as_number(right, state);
  const Value& a = left.kind == Kind::number ? left : left_number;
  const Value& b = right.kind == Kind::number ? right : right_number;
  if (!state.charge()) return a;
  Value value;
  switch (sign) {
    case '+':
    case '-':
      value = add(a, b, sign == '-', state);
      break;
    case '*':
      value = times(a, b, state);
      break;
    default:
      value = divide(a, b, state);
      break;
  }
  return finish(std::move(value), state);
}

Interval whole_power(const Interval& base, unsigned exponent) {
  const auto raise_one = [exponent](const Rational& number) {
    Rational power;
    mpz_pow_ui(power.get_num_mpz_t(), number.get_num_mpz_t(), exponent);
    mpz_pow_ui(power.get_den_mpz_t(), number.get_den_mpz_t(), exponent);
    return power;
  };
  const Rational low = raise_one(base.low);
  const Rational high = raise_one(base.high);
  if (exponent % 2 == 1 || sgn(base.low) >= 0) return {low, high};
  if (sgn(base.high) <= 0) return {high, low};
  return {Rational(0), std::max(low, high)};
}

// By double, with the interval widened by far more than pow's error.
Value root_power(Value value, double exponent, EvaluationState& state) {
  if (value.dimension != Dimension{} || sgn(value.low) <= 0 || sgn(value.spread_low) <= 0) {
    state.fail("a broken power needs a number above zero without a unit");
    return value;
  }
  static const Rational kSlack = ten_to(-12);
  const auto raise_one = [&](const Rational& number, int side) {
    const double power = std::pow(number.get_d(), exponent);
    if (!std::isfinite(power) || power < std::numeric_limits<double>::min()) {
      state.fail("a value too large or too small to compute");
      return Rational(1);
    }
    Rational result(power);
    result *= 1 + side * kSlack;
    return result;
  };
  value.middle = raise_one(value.middle, 0);
  const Rational low = raise_one(value.low, -1), high = raise_one(value.high, 1);
  set_digit(value, {std::min(low, high), std::max(low, high)});
  const Rational least = raise_one(value.spread_low, -1), most = raise_one(value.spread_high, 1);
  set_spread(value, {std::min(least, most), std::max(least, most)});
  return value;
}

Value raise_number(const Value& left, const Value& right, EvaluationState& state) {
  static constexpr int kHighest = 64;
  Value base = computed(as_number(left, state));
  const Value exponent = as_number(right, state);
  if (!state.charge()) return base;
  if (exponent.dimension != Dimension{} || !exponent.exact || abs(exponent.middle) > kHighest) {
    state.fail("a power needs a plain number of at most " + std::to_string(kHighest) +
               " as its exponent");
    return base;
  }
  if (exponent.middle.get_den() != 1) return root_power(base, exponent.middle.get_d(), state);
  const int power = static_cast<int>(exponent.middle.get_num().get_si());
  const auto size = static_cast<unsigned>(std::abs(power));
  if (!base.dimension.other.empty() && power != 1) {
    state.fail(kind_words(base) + " has no powers");
    return base;
  }
  if (size != 1) base.unit.reset();
  base.dimension.time *= static_cast<int>(size);
  base.dimension.bytes *= static_cast<int>(size);
  base.dimension.flops *= static_cast<int>(size);
  base.middle = whole_power({base.middle, base.middle}, size).low;
  set_digit(base, whole_power(digit_interval(base), size));
  set_spread(base, whole_power(spread_interval(base), size));
  base = finish(std::move(base), state);
  return power < 0 && !state.stopped() ? divide(count_value(1), base, state) : base;
}

// Applies `one` to each element; single values go with every element of a list.
template <typename Apply>
Value spread_over(const Value& left, const Value& right, EvaluationState& state, Apply one) {
  const bool left_list = left.kind == Kind::list;
  const bool right_list = right.kind == Kind::list;
  if (!left_list && !right_list) return one(left, right);
  const std::size_t size = left_list ? left.items.size() : right.items.size();
  if (left_list && right_list && right.items.size() != size) {
    state.fail(std::to_string(size) + " values against " + std::to_string(right.items.size()));
    return left;
  }
  std::vector<Value> items;
  for (std::size_t i = 0; i < size && !state.stopped(); ++i) {
    items.push_back(one(left_list ? left.items[i] : left, right_list ? right.items[i] : right));
    if (left_list && items.back().key.empty()) items.back().key = left.items[i].key;
    if (!left_list && items.back().key.empty()) items.back().key = right.items[i].key;
  }
  return list_value(std::move(items));
}

template <typename Apply>
Value for_each_item(const Value& value, EvaluationState& state, Apply one) {
  return spread_over(value, Value{}, state,
                     [&one](const Value& item, const Value&) { return one(item); });
}

}  // namespace

Value as_number(const Value& value, EvaluationState& state) {
  if (value.kind == Kind::number) return value;
  if (value.kind == Kind::text) {
    const std::optional<Printed> printed = parse_printed(value.text, {});
    if (printed && printed->number.special.empty()) return number_value(*printed, true);
    const bool has_other_unit =
        value.text.find_first_of("0123456789") == 0 && value.text.find(' ') != std::string::npos;
    state.fail(show(value) + (value.key.empty() ? "" : " (row '" + value.key + "')") +
               (has_other_unit ? " is no number with a known unit" : " is no number"));
  } else {
    state.fail(value.kind == Kind::truth ? "a condition stands where a number is needed"
                                         : "a list stands where one number is needed");
  }
  return count_value(0);
}

Value calculate(char sign, const Value& left, const Value& right, EvaluationState& state) {
  return spread_over(left, right, state, [&](const Value& a, const Value& b) {
    return calculate_numbers(sign, a, b, state);
  });
}

Value negate(const Value& value, EvaluationState& state) {
  return for_each_item(value, state, [&state](const Value& item) {
    Value result = computed(as_number(item, state));
    state.charge();
    result.middle = -result.middle;
    set_digit(result, {-result.high, -result.low});
    set_spread(result, {-result.spread_high, -result.spread_low});
    return result;
  });
}

Value absolute(const Value& value, EvaluationState& state) {
  const auto size = [](const Interval& interval) {
    const Rational low = abs(interval.low), high = abs(interval.high);
    const bool through_zero = holds_zero(interval);
    return Interval{through_zero ? Rational(0) : std::min(low, high), std::max(low, high)};
  };
  return for_each_item(value, state, [&](const Value& item) {
    const Value number = as_number(item, state);
    Value result = sgn(number.middle) < 0 ? computed(number) : number;
    state.charge();
    result.middle = abs(result.middle);
    set_digit(result, size(digit_interval(number)));
    set_spread(result, size(spread_interval(number)));
    return result;
  });
}

Value raise(const Value& base, const Value& exponent, EvaluationState& state) {
  return spread_over(base, exponent, state, [&state](const Value& a, const Value& b) {
    return raise_number(a, b, state);
  });
}

}  // namespace daybook
