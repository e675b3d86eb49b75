#include "check/run_comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "check/checked_lesson.h"
#include "check/spread.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

constexpr long double kNear = 0.005L;  // medians nearer than this may be the same
constexpr long double kHalf = 0.5L;

struct Interval {
  long double low = 0, middle = 0, high = 0;
};

std::vector<Transcript> repetitions(Course& course, const RunRecord& run) {
  std::vector<Transcript> all;
  for (std::size_t number = 1; number <= run.provenance.exits.size(); ++number) {
    const auto text = course.store().text(run.folder + "/run-" + std::to_string(number) + ".txt");
    if (text != nullptr) all.push_back(parse_transcript(*text).value);
  }
  return all;
}

// The cell at the same place in every repetition; nothing unless all are numbers.
std::optional<Interval> interval_of(const std::vector<Transcript>& runs, std::size_t table,
                                    std::size_t row, std::size_t column) {
  std::vector<long double> values;
  for (const Transcript& run : runs) {
    if (table >= run.tables.size() || row >= run.tables[table].rows.size()) return std::nullopt;
    const Table& here = run.tables[table];
    if (column >= here.columns.size()) return std::nullopt;
    const auto printed =
        parse_printed(here.rows[row].cells[column].text, here.columns[column].unit);
    if (!printed || !printed->number.special.empty()) return std::nullopt;
    values.push_back(printed->number.value());
  }
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t last = values.size() - 1;
  return Interval{values.front(), values[last / 2], values[(3 * last + 3) / 4]};
}

// -1: smaller is better (a time), 1: larger is better (a rate), 0: neither.
int better_side(const Column& column) {
  if (!column.unit) return 0;
  const int time = column.unit->dimension.time;
  return time > 0 ? -1 : time < 0 ? 1 : 0;
}

Verdict judge(const Interval& before, const Interval& after, int better) {
  const long double scale = std::max(std::fabs(before.middle), std::fabs(after.middle));
  if (scale == 0) return Verdict::same;
  const bool above = after.low - before.high >= kNear * scale;
  const bool below = before.low - after.high >= kNear * scale;
  if (above || below) {
    if (better == 0) return above ? Verdict::higher : Verdict::lower;
    return above == (better > 0) ? Verdict::faster : Verdict::slower;
  }
  const long double overlap = std::min(before.high, after.high) - std::max(before.low, after.low);
  const long double narrower = std::min(before.high - before.low, after.high - after.low);
  const bool near = std::fabs(after.middle - before.middle) <= kNear * scale;
  return near && overlap >= kHalf * narrower ? Verdict::same : Verdict::ambiguous;
}

std::vector<ComparedCell> compare_cells(const std::vector<Transcript>& before,
                                        const std::vector<Transcript>& after,
                                        const std::vector<std::string>& measured) {
  std::vector<ComparedCell> cells;
  const Transcript& first = before.front();
  for (std::size_t t = 0; t < first.tables.size(); ++t) {
    const Table& table = first.tables[t];
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      for (std::size_t c = 1; c < table.columns.size(); ++c) {
        if (!is_measured_column(table, table.columns[c], measured)) continue;
        const auto a = interval_of(before, t, r, c);
        const auto b = interval_of(after, t, r, c);
        if (!a || !b) continue;
        ComparedCell cell;
        cell.path = table.path + "/" + table.rows[r].path + "/" + table.columns[c].path;
        cell.verdict = judge(*a, *b, better_side(table.columns[c]));
        cell.change = a->middle == 0 ? 0 : (b->middle - a->middle) / a->middle;
        cells.push_back(std::move(cell));
      }
    }
  }
  return cells;
}

// Each claim of the day's lessons with one run in the place of the default one.
std::vector<ChangedClaim> claims_with(const fs::path& root, const RunRecord& run) {
  Course course(root);
  course.prefer_run(run.day, run.unit, run.name);
  std::vector<ChangedClaim> claims;
  const Day* day = course.find_day(run.day);
  if (day == nullptr) return claims;
  for (const LessonFile& file : day->lessons) {
    for (const CheckedQuote& checked : check_lesson(course, file).quotes) {
      if (checked.quote->kind != QuoteKind::claim) continue;
      claims.push_back({checked.quote->place, checked.quote->words, checked.holds, checked.holds});
    }
  }
  return claims;
}

}  // namespace

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "SAME";
    case Verdict::faster:
      return "FASTER";
    case Verdict::slower:
      return "SLOWER";
    case Verdict::higher:
      return "HIGHER";
    case Verdict::lower:
      return "LOWER";
    case Verdict::ambiguous:
      break;
  }
  return "AMBIGUOUS";
}

RunComparison compare_runs(Course& course, const RunRecord& before, const RunRecord& after,
                           bool across_cards) {
  RunComparison comparison;
  if (before.day != after.day || before.unit != after.unit) {
    comparison.why_not = "'" + before.day + "/" + before.unit + "' and '" + after.day + "/" +
                         after.unit + "' are two units";
    comparison.mend = "name two runs of one unit: those in evidence/" + before.day + "/" +
                      before.unit + "/, or those in evidence/" + after.day + "/" + after.unit + "/";
    return comparison;
  }
  for (const RunRecord* run : {&before, &after}) {
    if (run->intact) continue;
    comparison.why_not = run->folder + " is not the run that was recorded" +
                         (run->findings.empty() ? "" : ": " + run->findings.front().message);
    return comparison;
  }
  if (before.provenance.card != after.provenance.card && !across_cards) {
    comparison.why_not = "they ran on two cards, '" + before.provenance.card + "' and '" +
                         after.provenance.card + "' (--across-cards compares them all the same)";
    return comparison;
  }
  const std::vector<Transcript> a = repetitions(course, before);
  const std::vector<Transcript> b = repetitions(course, after);
  if (a.empty() || b.empty()) {
    comparison.why_not = "one of them has no output";
    return comparison;
  }
  comparison.comparable = true;
  const Day* day = course.find_day(before.day);
  std::vector<std::string> measured;
  if (day != nullptr && !day->lessons.empty()) {
    measured = course.lesson(day->lessons.front()).value.front.measured;
  }
  comparison.differences =
      exact_differences(a.front(), before.name, b.front(), after.name, measured);
  comparison.cells = compare_cells(a, b, measured);
  for (ComparedCell& cell : comparison.cells) {
    if (const CellSpread* spread = before.spread(cell.path)) cell.before = spread->median;
    if (const CellSpread* spread = after.spread(cell.path)) cell.after = spread->median;
  }
  const auto held = claims_with(course.store().root(), before);
  const auto holds = claims_with(course.store().root(), after);
  for (std::size_t i = 0; i < held.size() && i < holds.size(); ++i) {
    if (held[i].held == holds[i].holds) continue;
    comparison.claims.push_back({held[i].place, held[i].words, held[i].held, holds[i].holds});
  }
  return comparison;
}

}  // namespace daybook
