#include "check/chart_axis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace daybook {

namespace {

std::string shown_number(double value) {
  std::array<char, 32> text{};
  const double clean = std::abs(value) < 1e-300 ? 0 : value;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), clean, std::chars_format::general, 6);
  return {text.data(), end.ptr};
}

// 1, 2 or 5 times a power of ten: about five steps over `range`.
double round_step(double range) {
  const double raw = range / 5;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power) return factor * power;
  }
  return 10 * power;
}

}  // namespace

std::string shown_coordinate(double value) {
  std::array<char, 32> text{};
  const double rounded = std::round(value * 10) / 10;
  const auto end = std::to_chars(text.data(), text.data() + text.size(),
                                 rounded == 0 ? 0.0 : rounded, std::chars_format::fixed, 1);
  return {text.data(), end.ptr};
}

ChartAxis::ChartAxis(const std::vector<double>& values, bool logarithmic, bool from_zero,
                     double start, double end)
    : logarithmic_(logarithmic), start_(start), end_(end) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  low_ = scaled(*least);
  high_ = scaled(*most);
  if (logarithmic_) {
    if (from_zero) {
      low_ = std::floor(low_);
      high_ = std::ceil(high_);
    }
  } else if (from_zero) {
    low_ = std::min(low_, 0.0);
    high_ = std::max(high_, 0.0);
    const double step = high_ > low_ ? round_step(high_ - low_) : 1;
    low_ = std::floor(low_ / step) * step;
    high_ = std::ceil(high_ / step) * step;
  }
  if (!(high_ > low_)) high_ = low_ + 1;
  origin_ = logarithmic_ ? start : place(from_zero ? 0 : low_);
  if (logarithmic_) {
    add_decades();
  } else {
    add_linear_ticks();
  }
}

ChartAxis ChartAxis::of_names(std::size_t count, double start, double end) {
  ChartAxis axis;
  axis.low_ = -0.5;
  axis.high_ = static_cast<double>(count) - 0.5;
  axis.start_ = start;
  axis.end_ = end;
  return axis;
}

double ChartAxis::scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

double ChartAxis::place(double value) const {
  return start_ + (scaled(value) - low_) / (high_ - low_) * (end_ - start_);
}

void ChartAxis::add_linear_ticks() {
  const double step = round_step(high_ - low_);
  const double first = std::ceil(low_ / step - 1e-9);
  for (int i = 0; i < 20; ++i) {
    const double value = (first + i) * step;
    if (value > high_ + step * 1e-9) break;
    ticks_.push_back({place(value), shown_number(value)});
  }
}

// Whole powers of ten, every so many when there are many; with 2 and 5 between them when few.
void ChartAxis::add_decades() {
  const double first = std::floor(low_), last = std::ceil(high_);
  const double step = std::max(1.0, std::ceil((last - first) / 8));
  const bool between = last - first <= 2;
  for (double power = first; power <= last; power += step) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, power);
      const double at = std::log10(factor) + power;
      if (at < low_ - 1e-9 || at > high_ + 1e-9 || (factor > 1 && !between)) continue;
      ticks_.push_back({place(value), shown_number(value)});
    }
  }
}

}  // namespace daybook
