#include "check/values.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "check/spread.h"
#include "formats/slug.h"

namespace daybook {

namespace {

// Named values that stand on each other deeper than this only do so in a circle.
constexpr int kDeepestName = 20;

std::string all_paths(const RunRecord& run) {
  return "daybook tables " + run.day + " prints every path with its value";
}

const FrontMatter& front_matter(LessonContext& context, const std::string& day) {
  static const FrontMatter kNone;
  const Day* known = context.course.find_day(day);
  if (known == nullptr || known->lessons.empty()) return kNone;
  return context.course.lesson(known->lessons.front()).value.front;
}

FoundValue make_value(std::string_view text, const std::optional<Unit>& unit, Origin origin,
                      std::string key, Place place, std::string path) {
  FoundValue value;
  value.sample = make_sample(text, unit, origin, std::move(key), place);
  value.printed = parse_printed(text, unit);
  value.cell.text = std::string(text);
  value.cell.printed = std::string(text);
  value.cell.line = place.line;
  value.cell.path = std::move(path);
  return value;
}

void find_given(LessonContext& context, const std::string& name, FoundValues& found) {
  std::vector<std::string> names;
  for (const Given& given : context.course.settings().given) {
    names.push_back(given.name);
    if (given.name != name) continue;
    found.source_file = "course.yaml";
    found.source_note = given.source;
    FoundValue value =
        make_value(given.value, std::nullopt, Origin::constant, "", given.place, "given/" + name);
    if (value.sample.value.kind == Value::Kind::number) {
      found.values.push_back(std::move(value));
    } else {
      found.problem = "constant '" + name + "' is no number with a known unit";
      found.mend = "mend it in course.yaml:" + std::to_string(given.place.line);
    }
    return;
  }
  found.problem = "there is no constant '" + name + "' in course.yaml" + did_you_mean(name, names);
  found.mend = "add it to `given:` in course.yaml, with its source";
}

// The front matter's pattern over the published output: one value, maybe printed several times.
void find_fact(LessonContext& context, const std::string& day, const std::string& name,
               FoundValues& found) {
  std::vector<std::string> names;
  const FactPattern* pattern = nullptr;
  for (const FactPattern& fact : front_matter(context, day).facts) {
    names.push_back(fact.name);
    if (fact.name == name) pattern = &fact;
  }
  if (pattern == nullptr) {
    found.problem =
        "there is no fact '" + name + "' in the front matter of " + day + did_you_mean(name, names);
    found.mend = "add it: facts: {" + name + ": '^…([0-9]+)…'}";
    return;
  }
  found.mend = "make the pattern of '" + name + "' match one line of " + found.source_file;
  RE2::Options options;
  options.set_log_errors(false);
  const RE2 expression("(?m)" + pattern->pattern, options);
  if (!expression.ok() || expression.NumberOfCapturingGroups() != 1) {
    found.problem = "the pattern of fact '" + name + "' is not one with one group";
    return;
  }
  const Text& text = *found.run->published;
  std::string value;
  for (std::size_t number = 1; number <= text.line_count(); ++number) {
    const std::string line = plain_line(text.line(number));
    std::string captured;
    if (!RE2::PartialMatch(line, expression, &captured)) continue;
    if (!value.empty() && captured != value) {
      found.values.clear();
      found.problem = "the pattern of fact '" + name + "' finds two values, '" + value + "' and '" +
                      captured + "'";
      return;
    }
    if (!value.empty()) continue;
    value = captured;
    found.values.push_back(make_value(captured, std::nullopt, Origin::counted, "",
                                      text.line_place(number), "fact/" + name));
  }
  if (found.values.empty()) {
    found.problem = "the pattern of fact '" + name + "' matches nothing in " + found.source_file;
  }
}

template <typename Entry>
const Entry* find_kernel(const std::vector<Entry>& entries, const std::string& part,
                         std::string& problem) {
  std::vector<std::string> slugs;
  for (const Entry& entry : entries) slugs.push_back(make_slug(entry.kernel));
  const SlugMatch match = match_slug(slug_part(part), slugs, "kernel");
  problem = match.problem;
  return match.index ? &entries[*match.index] : nullptr;
}

void find_figure(LessonContext& context, const RunPath& path, FoundValues& found) {
  load_device_reports(context.course.store(), *found.run);
  found.mend = all_paths(*found.run);
  if (found.run->ptxas == nullptr || path.parts.size() != 2) {
    found.problem = found.run->ptxas == nullptr
                        ? "no compiler report was recorded in " + found.run->folder
                        : "a compiler's figure is ptxas/<kernel>/registers, shared or spills";
    return;
  }
  const KernelFigures* kernel = find_kernel(found.run->kernels, path.parts[0], found.problem);
  if (kernel == nullptr) return;
  const std::map<std::string, std::pair<long, std::string>> figures = {
      {"registers", {kernel->registers, ""}},
      {"shared", {kernel->shared, "B"}},
      {"spills", {kernel->spills, "B"}}};
  const auto figure = figures.find(path.parts[1]);
  if (figure == figures.end()) {
    found.problem = "the compiler reports no '" + path.parts[1] + "'" +
                    did_you_mean(path.parts[1], {"registers", "shared", "spills"});
    return;
  }
  found.source_file = found.run->ptxas->name();
  found.values.push_back(make_value(std::to_string(figure->second.first),
                                    find_unit(figure->second.second), Origin::counted, "",
                                    {found.source_file, kernel->line, 1},
                                    "ptxas/" + make_slug(kernel->kernel) + "/" + path.parts[1]));
}

void find_machine_code(LessonContext& context, const RunPath& path, FoundValues& found) {
  load_device_reports(context.course.store(), *found.run);
  found.mend = all_paths(*found.run);
  if (found.run->sass == nullptr || path.parts.size() != 1) {
    found.problem = found.run->sass == nullptr
                        ? "no machine code was recorded in " + found.run->folder
                        : "machine code is sass/<kernel>";
    return;
  }
  const KernelCode* kernel = find_kernel(found.run->machine_code, path.parts[0], found.problem);
  if (kernel == nullptr) return;
  found.source_file = found.run->sass->name();
  std::string code;
  for (std::size_t line = kernel->first_line; line <= kernel->last_line; ++line) {
    code += found.run->sass->line(line);
    code += '\n';
  }
  FoundValue value;
  value.sample.value = text_value(std::move(code));
  value.sample.shown = "machine code of " + kernel->kernel;
  value.sample.place = {found.source_file, kernel->first_line, 1};
  value.cell.line = kernel->first_line;
  value.cell.path = "sass/" + make_slug(kernel->kernel);
  found.values.push_back(std::move(value));
}

std::vector<std::string> unit_names(LessonContext& context, const std::string& key) {
  std::vector<std::string> names;
  const Day* day = context.course.find_day(key);
  if (day == nullptr) return names;
  for (const Program& program : day->programs) {
    names.push_back(program.name);
    for (const std::string& variant : program.variants) {
      names.push_back(Course::unit_name(program, variant));
    }
  }
  return names;
}

void find_cells(LessonContext& context, const RunPath& path, const std::string& reference,
                const std::string& day, FoundValues& found) {
  found.mend = all_paths(*found.run);
  if (path.parts.size() == 4 && path.unit.empty()) {
    found.problem = "'" + path.parts.front() + "' is no unit of " + day +
                    did_you_mean(path.parts.front(), unit_names(context, day));
    return;
  }
  if (path.parts.size() < 2) {
    found.problem = "a value is <table>/<row>/<column>, and '" + reference + "' is " +
                    (path.unit.empty()    ? "one part"
                     : path.parts.empty() ? "a unit alone"
                                          : "a unit and one part");
    return;
  }
  const Located located = locate(found.run->transcript, path.parts);
  if (!located.problem.empty()) {
    found.problem = located.problem;
    found.ambiguous = located.ambiguous;
    return;
  }
  const std::vector<std::string>& measured = front_matter(context, day).measured;
  for (const CellPlace& place : located.cells) {
    const bool is_measured = is_measured_column(*place.table, *place.column, measured);
    const std::string full = place.table->path + "/" + place.row->path + "/" + place.column->path;
    FoundValue value = make_value(place.cell->text, place.column->unit,
                                  is_measured ? Origin::measured : Origin::counted, place.row->key,
                                  {found.source_file, place.row->line, 1}, full);
    if (const CellSpread* spread = found.run->spread(full)) {
      set_spread(value.sample, spread->min, spread->max, place.column->unit);
    }
    found.values.push_back(std::move(value));
  }
}

// Looks references up for one formula, and remembers the runs it read.
class Resolver {
 public:
  Resolver(LessonContext& context, std::string card) : context_(context), card_(std::move(card)) {}

  EvaluatedFormula evaluate(const std::string& text) {
    EvaluatedFormula result;
    result.evaluation = evaluate_text(text, 0, result.problem);
    result.runs = std::move(runs_);
    result.takes_constant = takes_constant_;
    result.written_numbers = written_numbers_;
    if (!lookup_problem_.empty()) result.mend = lookup_mend_;
    result.run_missing = run_missing_;
    return result;
  }

 private:
  Evaluation evaluate_text(const std::string& text, int depth, std::string& problem) {
    const ParsedFormula parsed = parse_formula(text);
    if (!parsed.formula) {
      problem = parsed.problem.message + " (at character " +
                std::to_string(parsed.problem.offset + 1) + " of \"" + visible(text) + "\")";
      return {};
    }
    written_numbers_ += parsed.formula->numbers.size();
    Evaluation evaluation = daybook::evaluate(
        *parsed.formula, [&](const std::string& reference) { return look_up(reference, depth); });
    if (problem.empty()) problem = lookup_problem_;
    return evaluation;
  }

  const NamedValue* find_name(const std::string& name) const {
    for (const NamedValue& value : context_.lesson.names) {
      if (value.name == name) return &value;
    }
    return nullptr;
  }

  Lookup look_up(const std::string& reference, int depth) {
    if (const NamedValue* name = find_name(reference)) {
      const auto same = [&](const NamedValue* open) { return open == name; };
      if (std::any_of(open_names_.begin(), open_names_.end(), same)) {
        return failed("the named value '" + reference + "' stands on itself");
      }
      if (depth > kDeepestName) {
        return failed("named values stand on each other more than " + std::to_string(kDeepestName) +
                      " deep, the last is '" + reference + "'");
      }
      open_names_.push_back(name);
      Lookup lookup = look_up_name(*name, depth);
      open_names_.pop_back();
      return lookup;
    }
    const bool constant = reference.starts_with("given/");
    if (!constant && reference.find('/') == std::string::npos) {
      std::vector<std::string> names;
      for (const NamedValue& value : context_.lesson.names) names.push_back(value.name);
      return failed("there is no named value '" + reference + "'" + did_you_mean(reference, names));
    }
    return constant ? look_up_value("given", reference.substr(6)) : look_up_value("run", reference);
  }

  Lookup look_up_name(const NamedValue& name, int depth) {
    if (name.scheme != "calc" && !name.scheme.starts_with("claim")) {
      return look_up_value(name.scheme, name.reference);
    }
    std::string problem;
    Evaluation inner = evaluate_text(name.reference, depth + 1, problem);
    if (!problem.empty() || !inner.value) {
      return failed("'" + name.name + "': " + (problem.empty() ? inner.problem : problem));
    }
    Lookup lookup;
    Sample sample;
    sample.shown = show(*inner.value);
    sample.place = name.place;
    sample.value = std::move(*inner.value);
    lookup.samples.push_back(std::move(sample));
    return lookup;
  }

  Lookup look_up_value(const std::string& scheme, const std::string& reference) {
    FoundValues found = find_values(context_, scheme, reference, card_);
    if (!found.problem.empty()) {
      if (lookup_problem_.empty()) run_missing_ = scheme != "given" && found.run == nullptr;
      return failed(found.problem, found.mend);
    }
    if (found.run != nullptr) runs_.insert(found.run);
    takes_constant_ = takes_constant_ || scheme == "given";
    Lookup lookup;
    for (FoundValue& value : found.values) lookup.samples.push_back(std::move(value.sample));
    return lookup;
  }

  Lookup failed(std::string problem, std::string mend = {}) {
    if (lookup_problem_.empty()) {
      lookup_problem_ = problem;
      lookup_mend_ = std::move(mend);
    }
    return {{}, std::move(problem)};
  }

  LessonContext& context_;
  std::string card_;
  std::set<std::shared_ptr<RunRecord>> runs_;
  std::string lookup_problem_;
  std::string lookup_mend_;
  std::vector<const NamedValue*> open_names_;  // being worked out, the outermost first
  bool run_missing_ = false;
  bool takes_constant_ = false;
  std::size_t written_numbers_ = 0;
};

}  // namespace

FoundValues find_values(LessonContext& context, const std::string& scheme,
                        const std::string& reference, const std::string& card) {
  FoundValues found;
  if (scheme == "given") {
    find_given(context, reference, found);
    return found;
  }
  const RunPath path = parse_path(context, reference);
  const std::string scheme_card = card_of_scheme(scheme);
  const FoundRun run = find_run(context, path, scheme_card.empty() ? card : scheme_card);
  if (run.run == nullptr) {
    found.problem = run.problem;
    found.mend = run.mend;
    return found;
  }
  found.run = run.run;
  if (run.run->published == nullptr && path.what != RunPath::What::ptxas &&
      path.what != RunPath::What::sass) {
    found.problem = "no output was recorded in " + run.run->folder;
    found.mend = "daybook record " + run.day + " " + run.unit;
    return found;
  }
  if (run.run->published != nullptr) found.source_file = run.run->published->name();
  switch (path.what) {
    case RunPath::What::fact:
      find_fact(context, run.day, path.parts.empty() ? "" : path.parts.front(), found);
      break;
    case RunPath::What::ptxas:
      find_figure(context, path, found);
      break;
    case RunPath::What::sass:
      find_machine_code(context, path, found);
      break;
    case RunPath::What::value:
      find_cells(context, path, reference, run.day, found);
      break;
  }
  if (found.problem.empty()) found.mend.clear();
  return found;
}

std::string why_unproved(const EvaluatedFormula& claim) {
  if (claim.runs.empty()) {
    return std::string(" takes no value from a run") +
           (claim.takes_constant ? ", only constants" : "");
  }
  const std::string& idle = claim.evaluation.idle;
  return idle.empty() ? "" : ": '" + visible(idle) + "' says the same of every run";
}

std::string where_paths_are(LessonContext& context,
                            const std::set<std::shared_ptr<RunRecord>>& runs) {
  const Day* own = context.course.find_day(context.day());
  const bool has_runs = own != nullptr && !own->programs.empty();
  std::set<std::string> days;
  for (const auto& run : runs) days.insert(run->day);
  if (days.empty()) days.insert(has_runs ? context.day() : "<day>");
  return "daybook tables " + *days.begin() + " prints every path";
}

EvaluatedFormula evaluate_formula(LessonContext& context, const std::string& formula,
                                  const std::string& card) {
  return Resolver(context, card).evaluate(formula);
}

}  // namespace daybook
