// One axis of a chart: from values to places on the drawing, and the ticks beside it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace daybook {

struct Tick {
  double at = 0;  // place on the drawing
  std::string text;
};

class ChartAxis {
 public:
  ChartAxis() = default;
  // `from_zero`: a linear axis holds 0, so that lengths compare as the values do. `start` and `end`
  // are the places of the axis' ends. Values of a logarithmic axis are positive.
  ChartAxis(const std::vector<double>& values, bool logarithmic, bool from_zero, double start,
            double end);
  // Places for `count` names, numbered from 0.
  static ChartAxis of_names(std::size_t count, double start, double end);

  double place(double value) const;
  double origin() const { return origin_; }  // where a bar begins
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  double scaled(double value) const;
  void add_linear_ticks();
  void add_decades();

  bool logarithmic_ = false;
  double low_ = 0, high_ = 1;  // scaled
  double start_ = 0, end_ = 1;
  double origin_ = 0;
  std::vector<Tick> ticks_;
};

std::string shown_coordinate(double value);  // one decimal

}  // namespace daybook
