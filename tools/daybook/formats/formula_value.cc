// Values: made from what was printed, and shown.
#include "formats/formula_value.h"

#include <algorithm>

namespace daybook {

namespace {

void set_point(Value& value) {
  value.low = value.high = value.spread_low = value.spread_high = value.middle;
}

// The unit a computed value reads best in.
Unit display_unit(const Dimension& dimension, const Rational& value) {
  static const std::vector<Unit> kUnits = [] {
    std::vector<Unit> units;
    for (const char* name :
         {"s",       "ms",      "µs",      "ns",     "TB",  "GB",    "MB",    "kB",    "B",
          "TB/s",    "GB/s",    "MB/s",    "kB/s",   "B/s", "TFLOP", "GFLOP", "MFLOP", "FLOP",
          "TFLOP/s", "GFLOP/s", "MFLOP/s", "FLOP/s", "GHz", "MHz",   "kHz",   "Hz"}) {
      units.push_back(*find_unit(name));
    }
    return units;
  }();
  const Rational size = abs(value);
  Unit best;
  best.dimension = dimension;
  for (const Unit& unit : kUnits) {
    if (unit.dimension != dimension) continue;
    best = unit;
    if (size >= exact_scale(unit)) break;
  }
  if (!best.name.empty() || dimension == Dimension{}) return best;
  const auto add = [&best](const std::string& name, int power) {
    if (power == 0) return;
    if (!best.name.empty()) best.name += "·";
    best.name += power == 1 ? name : name + "^" + std::to_string(power);
  };
  if (!dimension.other.empty()) add(dimension.other, 1);
  add("FLOP", dimension.flops);
  add("B", dimension.bytes);
  add("s", dimension.time);
  return best;
}

Unit shown_unit(const Value& value) {
  if (value.unit && value.unit->dimension == value.dimension) return *value.unit;
  return display_unit(value.dimension, value.middle);
}

std::string show_in(const Rational& number, const Unit& unit, int digits) {
  Rational scaled = number;
  scaled /= exact_scale(unit);
  return show_rounded(scaled, digits);
}

std::string show_list(const Value& value) {
  static constexpr std::size_t kShown = 6;
  std::string text = std::to_string(value.items.size()) + " values: ";
  for (std::size_t i = 0; i < value.items.size() && i < kShown; ++i) {
    text += (i > 0 ? ", " : "") + show(value.items[i]);
  }
  return value.items.size() > kShown ? text + ", …" : text;
}

}  // namespace

void EvaluationState::fail(std::string message) {
  if (!stopped()) problem = std::move(message);
}

void EvaluationState::falsify(std::string message) {
  if (!stopped()) falsity = std::move(message);
}

bool EvaluationState::charge(std::size_t steps) {
  static constexpr std::size_t kMostWork = 200000;
  work += steps;
  if (work > kMostWork) fail("the formula reads too many values to compute");
  return !stopped();
}

Value number_value(const Printed& printed, bool exact) {
  Value value;
  value.unit = printed.unit;
  value.shown = show(printed);
  value.special = printed.number.special;
  value.exact = exact;
  const Unit unit = printed.unit.value_or(Unit{});
  value.dimension = unit.dimension;
  if (!value.special.empty()) return value;
  const Rational scale = exact_scale(unit);
  value.middle = exact_value(printed.number);
  value.middle *= scale;
  set_point(value);
  if (exact) return value;
  Rational half = ten_to(printed.number.exponent);
  half *= scale;
  half /= 2;
  value.low -= half;
  value.high += half;
  return value;
}

Value text_value(std::string text) {
  Value value;
  value.kind = Value::Kind::text;
  value.text = std::move(text);
  return value;
}

Value truth_value(bool truth) {
  Value value;
  value.kind = Value::Kind::truth;
  value.truth = value.may_hold = truth;
  value.may_fail = !truth;
  return value;
}

Value count_value(const Rational& count) {
  Value value;
  value.middle = count;
  value.exact = true;
  set_point(value);
  return value;
}

Value list_value(std::vector<Value> items) {
  Value value;
  value.kind = Value::Kind::list;
  value.items = std::move(items);
  return value;
}

std::string show(const Value& value, int digits) {
  switch (value.kind) {
    case Value::Kind::text:
      return visible("'" + value.text + "'", 60);
    case Value::Kind::truth:
      return value.truth ? "true" : "false";
    case Value::Kind::list:
      return show_list(value);
    case Value::Kind::number:
      break;
  }
  if (!value.shown.empty()) return value.shown;
  const Unit unit = shown_unit(value);
  const std::string number = show_in(value.middle, unit, digits);
  return unit.name.empty() ? number : number + " " + unit.name;
}

std::string show_spread(const Value& value) {
  if (value.kind != Value::Kind::number || value.spread_low == value.spread_high)
    return show(value);
  const Unit unit = shown_unit(value);
  return show(value) + " (" + show_in(value.spread_low, unit, 5) + " to " +
         show_in(value.spread_high, unit, 5) + " over the runs)";
}

std::string kind_words(const Value& value) {
  const Unit unit = shown_unit(value);
  return unit.name.empty() ? "a number without a unit" : unit.name;
}

Sample make_sample(std::string_view cell, const std::optional<Unit>& header_unit, Origin origin,
                   std::string key, Place place) {
  Sample sample;
  sample.place = std::move(place);
  if (const std::optional<Printed> printed = parse_printed(cell, header_unit)) {
    const bool whole =
        printed->number.exponent >= 0 && printed->number.text.find('.') == std::string::npos;
    sample.value =
        number_value(*printed, origin == Origin::constant || (origin == Origin::counted && whole));
    sample.shown = sample.value.shown;
  } else {
    sample.value = text_value(std::string(cell));
    sample.shown = visible(cell, 60);
  }
  sample.value.key = std::move(key);
  return sample;
}

void set_spread(Sample& sample, std::string_view min, std::string_view max,
                const std::optional<Unit>& header_unit) {
  const std::optional<Printed> low = parse_printed(min, header_unit);
  const std::optional<Printed> high = parse_printed(max, header_unit);
  Value& value = sample.value;
  if (!low || !high || value.kind != Value::Kind::number || !value.special.empty()) return;
  const Value least = number_value(*low, true), most = number_value(*high, true);
  if (!least.special.empty() || !most.special.empty()) return;
  if (least.dimension != value.dimension || most.dimension != value.dimension) return;
  value.spread_low = std::min(value.middle, std::min(least.middle, most.middle));
  value.spread_high = std::max(value.middle, std::max(least.middle, most.middle));
}

std::string sample_lines(const std::vector<Sample>& samples) {
  std::string lines;
  for (const Sample& sample : samples) {
    const std::string& row = sample.value.key;
    lines += "  " + (row.empty() ? "" : "row '" + visible(row) + "': ") + sample.shown;
    if (!sample.place.file.empty()) {
      lines += "   " + sample.place.file + ":" + std::to_string(sample.place.line);
    }
    lines += "\n";
  }
  return lines;
}

}  // namespace daybook
