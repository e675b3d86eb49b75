// daybook status: each lesson's evidence on the course's card, and the command that mends it.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "check/checked_lesson.h"
#include "check/course.h"
#include "check/evidence.h"
#include "check/freshness.h"
#include "cli/output.h"

namespace daybook {

namespace {

struct UnitStatus {
  std::string day, unit, state, run, signature, reason, recorded, current, source, mend;
  Provenance provenance;
};

std::string token_words(const TokenPlace& token) {
  const std::string text = token.text.empty() ? "the end" : "'" + visible(token.text, 60) + "'";
  return token.place.file + ":" + std::to_string(token.place.line) + ":" +
         std::to_string(token.place.column) + ": " + text;
}

std::string signature_words(const RunRecord& run) {
  if (run.is_signed) return "signed by " + run.signer;
  const bool there = std::find(run.files.begin(), run.files.end(), kSignature) != run.files.end();
  return there ? "signature not proved" : "unsigned";
}

UnitStatus status_of(Course& course, const Day& day, const Program& program,
                     const std::string& variant) {
  UnitStatus status;
  status.day = day.key;
  status.unit = Course::unit_name(program, variant);
  const auto run = course.default_run(day.key, status.unit);
  const std::string record = "daybook record " + day.key + " " + status.unit;
  if (run == nullptr) {
    status.state = "missing";
    status.reason = course.no_run_words(day.key, status.unit);
    status.mend = course.no_run_mend(day.key, status.unit);
    return status;
  }
  status.run = run->name;
  status.signature = signature_words(*run);
  status.provenance = run->provenance;
  if (!run->intact) {
    status.state = "broken";
    status.reason = run->findings.empty() ? "" : run->findings.front().message;
    status.mend = "git checkout -- " + run->folder;
    return status;
  }
  const Freshness freshness = judge_freshness(course, day, program, variant, *run);
  status.state = state_word(freshness.state);
  status.reason = freshness.waiver.empty() ? freshness.reason : freshness.waiver;
  if (freshness.recorded && freshness.current) {
    status.recorded = token_words(*freshness.recorded);
    status.current = token_words(*freshness.current);
  }
  if (freshness.state == FreshnessState::stale) {
    status.mend = freshness.mend.empty() ? record : freshness.mend;
    status.source = freshness.source_sha256;
  }
  return status;
}

std::string card_words(const Provenance& provenance) {
  return provenance.gpu.name + ", driver " + provenance.gpu.driver + ", CUDA " +
         provenance.build.nvcc;
}

std::string board_line(const UnitStatus& unit) {
  std::string line = unit.day + "  " + unit.unit + "  " + unit.state;
  if (!unit.run.empty()) line += "  " + unit.run + "  " + unit.signature;
  if (!unit.reason.empty()) line += "  (" + unit.reason + ")";
  line += "\n";
  if (!unit.mend.empty()) line += "  mend: " + unit.mend + "\n";
  return line;
}

std::string details(const UnitStatus& unit) {
  std::string text = unit.day + "  " + unit.unit + "\n  state     " + unit.state + "\n";
  const auto add = [&](const char* label, const std::string& value) {
    if (!value.empty()) text += std::string("  ") + label + value + "\n";
  };
  add("reason    ", unit.reason);
  add("run       ", unit.run);
  if (!unit.run.empty()) add("card      ", card_words(unit.provenance));
  add("signature ", unit.signature);
  add("recorded  ", unit.recorded);
  add("now       ", unit.current);
  add("mend      ", unit.mend);
  if (!unit.source.empty()) {
    add("or waive  ",
        "evidence/" + unit.day + "/" + unit.unit + "/waiver.yaml with source: " + unit.source);
  }
  return text;
}

// The runs that a lesson quotes, of units of other days.
std::vector<UnitStatus> quoted_units(Course& course, const LessonFile& lesson) {
  std::set<std::pair<std::string, std::string>> names;
  for (const CheckedQuote& quote : check_lesson(course, lesson).quotes) {
    if (quote.run != nullptr) names.emplace(quote.run->day, quote.run->unit);
  }
  std::vector<UnitStatus> units;
  for (const auto& [key, unit] : names) {
    const Day* day = course.find_day(key);
    const Program* program = course.program_of_unit(key, unit);
    if (day == nullptr || program == nullptr) continue;
    const std::size_t plus = unit.find('+', program->name.size());
    const bool variant = plus != std::string::npos;
    units.push_back(status_of(course, *day, *program, variant ? unit.substr(plus + 1) : ""));
  }
  return units;
}

// `notes`: of named days that have no program of their own.
std::vector<UnitStatus> board(Course& course, const Invocation& invocation, Findings& findings,
                              std::string& notes) {
  std::vector<UnitStatus> units;
  for (const LessonFile& lesson : course.choose_lessons(invocation.names, findings)) {
    const Day* day = course.find_day(lesson.day);
    if (lesson.translation || day == nullptr) continue;
    if (day->programs.empty() && !invocation.names.empty()) {
      const std::vector<UnitStatus> quoted = quoted_units(course, lesson);
      units.insert(units.end(), quoted.begin(), quoted.end());
      notes += lesson.day + "  no program of its own; its lesson quotes " +
               (quoted.empty() ? "no run" : "the runs of") + "\n";
      for (const UnitStatus& unit : quoted) {
        notes += "  " + unit.day + "  " + unit.unit + "  " + unit.state + "\n";
      }
    }
    for (const Program& program : day->programs) {
      units.push_back(status_of(course, *day, program, ""));
      for (const std::string& variant : program.variants) {
        units.push_back(status_of(course, *day, program, variant));
      }
    }
  }
  return units;
}

}  // namespace

int run_status(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  Findings findings;
  std::string text;
  const std::vector<UnitStatus> units = board(*course, invocation, findings, text);
  append(findings, course->findings());
  if (invocation.get("--format", "text") == "json") {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const UnitStatus& unit : units) {
      list.push_back({{"day", unit.day},
                      {"unit", unit.unit},
                      {"state", unit.state},
                      {"run", unit.run},
                      {"signature", unit.signature},
                      {"reason", unit.reason},
                      {"recorded", unit.recorded},
                      {"now", unit.current},
                      {"mend", unit.mend}});
    }
    print_results(nlohmann::ordered_json({{"units", list}}).dump(2) + "\n");
  } else {
    const bool board = invocation.names.empty();
    for (const UnitStatus& unit : units) text += board ? board_line(unit) : details(unit);
    print_results(text);
  }
  print_aside(findings);
  const auto holds = [](const UnitStatus& unit) {
    return unit.state != "stale" && unit.state != "missing" && unit.state != "broken";
  };
  const int status = exit_status(findings, invocation.strict);
  if (status != kHolds) return status;
  return std::all_of(units.begin(), units.end(), holds) ? kHolds : kDoesNotHold;
}

}  // namespace daybook
