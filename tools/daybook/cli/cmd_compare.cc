// daybook compare: two recorded runs of one unit held against each other.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/suggest.h"
#include "check/run_comparison.h"
#include "cli/output.h"

namespace daybook {

namespace {

std::vector<std::string> path_parts(const std::string& path) {
  std::vector<std::string> parts;
  for (const fs::path& part : fs::path(path).lexically_normal()) {
    if (!part.empty() && part != "/" && part != ".") parts.push_back(part.string());
  }
  return parts;
}

std::vector<std::string> unit_names(const Day& day) {
  std::vector<std::string> names;
  for (const Program& program : day.programs) {
    names.push_back(Course::unit_name(program, ""));
    for (const std::string& variant : program.variants) {
      names.push_back(Course::unit_name(program, variant));
    }
  }
  return names;
}

// A run by its folder, by <day>/<unit>/<run>, or a unit's default run by <day>/<unit>.
std::shared_ptr<RunRecord> find_named_run(Course& course, const std::string& name,
                                          std::string& problem) {
  std::vector<std::string> parts = path_parts(name);
  const auto evidence = std::find(parts.begin(), parts.end(), "evidence");
  if (evidence != parts.end()) parts.erase(parts.begin(), evidence + 1);
  if (parts.size() == 1 && course.find_day(parts[0]) != nullptr &&
      !course.find_day(parts[0])->programs.empty()) {
    parts.push_back(course.find_day(parts[0])->programs.front().name);
  }
  if (!parts.empty() && parts.size() <= 3 && course.find_day(parts[0]) == nullptr) {
    problem = "there is no day '" + parts[0] + "'" + did_you_mean(parts[0], course.day_names());
    return nullptr;
  }
  if (parts.size() == 2 || parts.size() == 3) {
    const std::vector<std::string> units = unit_names(*course.find_day(parts[0]));
    if (std::find(units.begin(), units.end(), parts[1]) == units.end()) {
      problem = "'" + parts[0] + "' has no unit '" + parts[1] + "'" + did_you_mean(parts[1], units);
      return nullptr;
    }
  }
  if (parts.size() == 2) {
    const auto run = course.default_run(parts[0], parts[1]);
    if (run == nullptr) problem = course.no_run_words(parts[0], parts[1]);
    return run;
  }
  if (parts.size() == 3) {
    const auto names = course.runs(parts[0], parts[1]);
    if (std::find(names.begin(), names.end(), parts[2]) != names.end()) {
      return course.run(parts[0], parts[1], parts[2]);
    }
    problem = "there is no run '" + parts[2] + "' of " + parts[0] + "/" + parts[1] +
              did_you_mean(parts[2], names);
    return nullptr;
  }
  problem = "'" + name + "' names no run; write its folder, or <day>/<unit>/<run>";
  return nullptr;
}

std::string percent(long double change) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.1Lf %%", 100 * change);
  return text;
}

int report(const RunComparison& comparison) {
  if (!comparison.comparable) {
    print_results("NOT-COMPARABLE: " + comparison.why_not + "\n" +
                  (comparison.mend.empty() ? "" : "mend: " + comparison.mend + "\n"));
    return kCouldNotCheck;
  }
  std::string text;
  for (const std::string& difference : comparison.differences)
    text += "DIFFERS  " + difference + "\n";
  bool slower = false;
  for (const ComparedCell& cell : comparison.cells) {
    slower = slower || cell.verdict == Verdict::slower;
    text += std::string(verdict_word(cell.verdict)) + "  " + cell.path + "  " + cell.before +
            " -> " + cell.after + "  (" + percent(cell.change) + ")\n";
  }
  for (const ChangedClaim& claim : comparison.claims) {
    text += claim.place.file + ":" + std::to_string(claim.place.line) + ": the claim '" +
            claim.words + (claim.holds ? "' would become true\n" : "' would fall\n");
  }
  const bool changed = !comparison.differences.empty() || slower || !comparison.claims.empty();
  text += "measured values compared: " + std::to_string(comparison.cells.size()) +
          "; exact values that differ: " + std::to_string(comparison.differences.size()) +
          "; claims that change: " + std::to_string(comparison.claims.size()) + "\n";
  print_results(text);
  return changed ? kDoesNotHold : kHolds;
}

}  // namespace

int run_compare(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  std::shared_ptr<RunRecord> runs[2];
  if (invocation.names.size() != 2) {
    print_note("compare takes two runs: daybook compare A B");
    return kCouldNotCheck;
  }
  for (int i = 0; i < 2; ++i) {
    std::string problem;
    runs[i] = find_named_run(*course, invocation.names[static_cast<std::size_t>(i)], problem);
    if (runs[i] != nullptr) continue;
    print_aside(course->store().unlisted_folders());
    print_note(problem);
    return kCouldNotCheck;
  }
  const RunComparison comparison =
      compare_runs(*course, *runs[0], *runs[1], invocation.has("--across-cards"));
  if (comparison.comparable && runs[0]->folder == runs[1]->folder) {
    print_results("these are the same run: " + runs[0]->folder + "\n");
    return kHolds;
  }
  return report(comparison);
}

}  // namespace daybook
