#include "check/chart.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.h"
#include "check/chart_axis.h"
#include "check/lesson_context.h"
#include "formats/highlight.h"
#include "formats/run_path.h"
#include "formats/slug.h"

namespace daybook {

namespace {

constexpr double kWidth = 640, kHeight = 330;
constexpr double kLeft = 74, kRight = 16, kTop = 16, kBottom = 62;

struct Point {
  double x = 0, y = 0;  // values; x of a name: its number from 0
  std::string key, shown;
};

std::optional<std::size_t> find_column(std::string_view name, const Table& table,
                                       std::string& problem) {
  std::vector<std::string> paths;
  for (const Column& column : table.columns) paths.push_back(column.path);
  const std::string slug = make_slug(name);
  const SlugMatch match = match_slug(slug.empty() ? name : std::string_view(slug), paths, "column");
  if (!match.index) problem = match.problem;
  return match.index;
}

std::optional<double> number_in(const Row& row, std::size_t column, const Table& table) {
  if (column >= row.cells.size()) return std::nullopt;
  const auto printed = parse_printed(row.cells[column].text, table.columns[column].unit);
  if (!printed || !printed->number.special.empty()) return std::nullopt;
  const auto value = static_cast<double>(printed->number.value());
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// A line needs numbers on both axes; names are drawn as bars.
bool is_line(const Chart& chart, const Table& table) {
  return std::all_of(table.rows.begin(), table.rows.end(),
                     [&](const Row& row) { return number_in(row, chart.x, table).has_value(); });
}

std::vector<Point> points_of(const Chart& chart, const Table& table,
                             const std::vector<std::size_t>& lines) {
  const bool line = is_line(chart, table);
  const std::set<std::size_t> shown(lines.begin(), lines.end());
  std::vector<Point> points;
  for (const Row& row : table.rows) {
    if (!shown.contains(row.line)) continue;
    const auto y = number_in(row, chart.y, table);
    if (!y) continue;
    const double x = line ? *number_in(row, chart.x, table) : static_cast<double>(points.size());
    points.push_back({x, *y, row.cells[chart.x].text, row.cells[chart.y].text});
  }
  if (line) {
    std::stable_sort(points.begin(), points.end(),
                     [](const Point& a, const Point& b) { return a.x < b.x; });
  }
  return points;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + shown_coordinate(x) + "\" y=\"" + shown_coordinate(y) +
         "\" text-anchor=\"" + std::string(anchor) + "\">" + escape_html(text) + "</text>";
}

std::string line_from(double x1, double y1, double x2, double y2, std::string_view name) {
  return "<line class=\"" + std::string(name) + "\" x1=\"" + shown_coordinate(x1) + "\" y1=\"" +
         shown_coordinate(y1) + "\" x2=\"" + shown_coordinate(x2) + "\" y2=\"" +
         shown_coordinate(y2) + "\"/>";
}

class Drawing {
 public:
  Drawing(const Chart& chart, const Table& table, std::vector<Point> points,
          const ChartFrame& frame)
      : chart_(chart), table_(table), frame_(frame), points_(std::move(points)) {
    line_ = is_line(chart, table);
    std::vector<double> xs, ys;
    for (const Point& point : points_) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
    y_ = ChartAxis(ys, chart.log_y, true, kHeight - kBottom, kTop);
    x_ = line_ ? ChartAxis(xs, chart.log_x, false, kLeft + 12, kWidth - kRight - 12)
               : ChartAxis::of_names(points_.size(), kLeft, kWidth - kRight);
  }

  std::string svg() const {
    const std::string name = escape_html(frame_.id);
    std::string svg =
        "<svg class=\"chart\" data-decoration viewBox=\"0 0 640 330\" role=\"img\" "
        "aria-labelledby=\"" +
        name + "-title " + name + "-text\">";
    svg += "<title id=\"" + name + "-title\">" +
           escape_html(fill_words(frame_.words->chart_label, {frame_.caption})) + "</title>";
    svg += "<desc id=\"" + name + "-text\">" + escape_html(summary()) + "</desc>";
    svg += axes();
    svg += line_ ? series() : bars();
    return svg + "</svg>";
  }

 private:
  std::string summary() const {
    const auto less = [](const Point& a, const Point& b) { return a.y < b.y; };
    const Point& least = *std::min_element(points_.begin(), points_.end(), less);
    const Point& most = *std::max_element(points_.begin(), points_.end(), less);
    return fill_words(
        frame_.words->chart_summary,
        {frame_.caption, table_.columns[chart_.y].header, table_.columns[chart_.x].header,
         std::to_string(points_.size()), least.shown, least.key, most.shown, most.key});
  }

  std::string axes() const {
    const double floor = kHeight - kBottom;
    std::string svg = "<g class=\"grid\">";
    for (const Tick& tick : y_.ticks()) {
      svg += line_from(kLeft, tick.at, kWidth - kRight, tick.at, "rule");
    }
    svg += "</g><g class=\"axis\">" + line_from(kLeft, floor, kWidth - kRight, floor, "base");
    for (const Tick& tick : y_.ticks()) svg += text_at(kLeft - 8, tick.at + 4, "end", tick.text);
    const std::vector<Tick> ticks = x_ticks();
    // Names too wide for their bars stand in two rows, by turns.
    const bool in_turns = !line_ && !has_room(named_ticks());
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      if (line_) svg += line_from(ticks[i].at, floor, ticks[i].at, floor + 5, "mark");
      const double lower = in_turns && i % 2 == 1 ? 14 : 0;
      svg += text_at(ticks[i].at, floor + 18 + lower, "middle", ticks[i].text);
    }
    svg += text_at((kLeft + kWidth - kRight) / 2, kHeight - 14, "middle",
                   axis_name(chart_.x, chart_.log_x));
    return svg + "<text transform=\"translate(16 " + shown_coordinate((kTop + floor) / 2) +
           ") rotate(-90)\" text-anchor=\"middle\">" +
           escape_html(axis_name(chart_.y, chart_.log_y)) + "</text></g>";
  }

  std::string axis_name(std::size_t column, bool logarithmic) const {
    return table_.columns[column].header + (logarithmic ? " (log)" : "");
  }

  static bool has_room(const std::vector<Tick>& row) {
    for (std::size_t i = 1; i < row.size(); ++i) {
      const double wide = 3.6 * static_cast<double>(count_code_points(row[i - 1].text) +
                                                    count_code_points(row[i].text));
      if (row[i].at - row[i - 1].at < wide + 6) return false;
    }
    return true;
  }

  std::vector<Tick> named_ticks() const {
    std::vector<Tick> ticks;
    for (const Point& point : points_) ticks.push_back({x_.place(point.x), point.key});
    return ticks;
  }

  // The measured places themselves where their labels have room, else round ones.
  std::vector<Tick> x_ticks() const {
    std::vector<Tick> ticks = named_ticks();
    if (has_room(ticks)) return ticks;
    if (line_) return x_.ticks();
    // In two rows each name has the width of two bars.
    const auto longest = static_cast<std::size_t>(2 * (kWidth - kLeft - kRight) /
                                                  static_cast<double>(points_.size()) / 7.4);
    for (Tick& tick : ticks) tick.text = shortened(tick.text, std::max<std::size_t>(longest, 2));
    return ticks;
  }

  static std::string shortened(const std::string& text, std::size_t longest) {
    return count_code_points(text) <= longest ? text : visible(text, longest - 1);
  }

  static std::string tip(const Point& point) {
    return "<title>" + escape_html(point.key + ": " + point.shown) + "</title>";
  }

  std::string series() const {
    std::string line, marks;
    for (const Point& point : points_) {
      const std::string x = shown_coordinate(x_.place(point.x));
      const std::string y = shown_coordinate(y_.place(point.y));
      line += (line.empty() ? "" : " ") + x + "," + y;
      marks += "<circle class=\"point\" cx=\"" + x + "\" cy=\"" + y + "\" r=\"4\">" + tip(point) +
               "</circle>";
    }
    return "<polyline class=\"series\" fill=\"none\" stroke=\"currentColor\" points=\"" + line +
           "\"/>" + marks;
  }

  std::string bars() const {
    const double step = (kWidth - kLeft - kRight) / static_cast<double>(points_.size());
    const double wide = std::min(step * 0.7, 90.0);
    std::string bars;
    for (const Point& point : points_) {
      const double middle = x_.place(point.x);
      const double from = y_.origin(), to = y_.place(point.y);
      bars += "<rect class=\"bar\" fill=\"currentColor\" x=\"" +
              shown_coordinate(middle - wide / 2) + "\" y=\"" +
              shown_coordinate(std::min(from, to)) + "\" width=\"" + shown_coordinate(wide) +
              "\" height=\"" + shown_coordinate(std::abs(from - to)) + "\">" + tip(point) +
              "</rect>";
    }
    return bars;
  }

  const Chart& chart_;
  const Table& table_;
  const ChartFrame& frame_;
  std::vector<Point> points_;
  bool line_ = true;
  ChartAxis x_, y_;
};

std::vector<std::size_t> all_lines(const Table& table) {
  std::vector<std::size_t> lines;
  for (const Row& row : table.rows) lines.push_back(row.line);
  return lines;
}

// Why these points make no chart; "" when they do.
std::string no_chart(const Chart& chart, const Table& table, const std::vector<Point>& points) {
  if (points.size() < 2) {
    return "column '" + table.columns[chart.y].header + "' has fewer than two numbers to draw";
  }
  if (chart.log_x && !is_line(chart, table)) {
    return "log x, and '" + table.columns[chart.x].header + "' holds names";
  }
  for (const Point& point : points) {
    if (chart.log_x && point.x <= 0) return "log x, and one of its values is " + point.key;
    if (chart.log_y && point.y <= 0) return "log y, and one of its values is " + point.shown;
  }
  return {};
}

}  // namespace

ParsedChart parse_chart(std::string_view text, const Table& table) {
  ParsedChart parsed;
  const std::size_t comma = text.find(',');
  const std::string_view axes = trim(text.substr(0, comma));
  const std::size_t by = axes.find(" by ");
  if (by == std::string_view::npos) {
    parsed.problem = "a chart is written 'Y by X', found '" + std::string(axes) + "'";
    return parsed;
  }
  const auto y = find_column(trim(axes.substr(0, by)), table, parsed.problem);
  const auto x = find_column(trim(axes.substr(by + 4)), table, parsed.problem);
  if (!y || !x) return parsed;
  parsed.chart = {*y, *x, false, false};
  for (std::size_t at = comma; at != std::string_view::npos;) {
    const std::size_t next = text.find(',', at + 1);
    const std::string_view word = trim(text.substr(at + 1, next - at - 1));
    if (word == "log x") {
      parsed.chart.log_x = true;
    } else if (word == "log y") {
      parsed.chart.log_y = true;
    } else {
      parsed.problem = "a chart knows 'log x' and 'log y', not '" + std::string(word) + "'";
      return parsed;
    }
    at = next;
  }
  parsed.problem = no_chart(parsed.chart, table, points_of(parsed.chart, table, all_lines(table)));
  return parsed;
}

void check_chart(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  if (checked.table == nullptr) return;
  const ParsedChart parsed = parse_chart(quote.chart, *checked.table);
  if (parsed.problem.empty()) return;
  checked.holds = false;
  Finding finding =
      make_finding("chart", quote.place, "the chart cannot be drawn: " + parsed.problem);
  finding.related = Place{checked.source_file, checked.table->first_line, 1};
  finding.mend = "name two columns of the table: \"chart: <y> by <x>\", then log x, log y";
  context.report(std::move(finding));
}

DrawnChart draw_chart(const Chart& chart, const Table& table, const std::vector<std::size_t>& lines,
                      const ChartFrame& frame) {
  DrawnChart drawn;
  std::vector<Point> points = points_of(chart, table, lines);
  drawn.problem = no_chart(chart, table, points);
  if (drawn.problem.empty()) drawn.svg = Drawing(chart, table, std::move(points), frame).svg();
  return drawn;
}

}  // namespace daybook
