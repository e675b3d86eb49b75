// daybook status: each lesson's evidence on the course's card, and the command that mends it.
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "check/course.h"
#include "check/recording_plan.h"
#include "cli/output.h"

namespace daybook {

namespace {

struct UnitStatus {
  std::string day, unit, state, run, reason, mend;
};

UnitStatus status_of(Course& course, const Day& day, const Program& program,
                     const std::string& variant) {
  UnitStatus status;
  status.day = day.key;
  status.unit = Course::unit_name(program, variant);
  const auto run = course.default_run(day.key, status.unit);
  const std::string record = "daybook record " + day.key + " " + status.unit;
  if (run == nullptr) {
    status.state = "missing";
    status.reason = "no run on card '" + course.settings().card + "'";
    status.mend = record;
    return status;
  }
  status.run = run->name;
  if (!run->intact) {
    status.state = "broken";
    status.reason = run->findings.empty() ? "" : run->findings.front().message;
    status.mend = "git checkout -- " + run->folder;
    return status;
  }
  const std::string source = unit_source(course, day, program, variant);
  const bool fresh = sha256_hex(source) == run->provenance.source_sha256;
  status.state = fresh ? "fresh" : "stale";
  if (!fresh) {
    status.reason = source.empty() ? "the source cannot be made" : "the source changed";
    status.mend = record;
  }
  return status;
}

std::vector<UnitStatus> board(Course& course, const Invocation& invocation, Findings& findings) {
  std::vector<UnitStatus> units;
  for (const LessonFile& lesson : course.choose_lessons(invocation.names, findings)) {
    const Day* day = course.find_day(lesson.day);
    if (lesson.translation || day == nullptr) continue;
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
  Findings findings = course->findings();
  const std::vector<UnitStatus> units = board(*course, invocation, findings);
  if (invocation.get("--format", "text") == "json") {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const UnitStatus& unit : units) {
      list.push_back({{"day", unit.day},
                      {"unit", unit.unit},
                      {"state", unit.state},
                      {"run", unit.run},
                      {"reason", unit.reason},
                      {"mend", unit.mend}});
    }
    print_results(nlohmann::ordered_json({{"units", list}}).dump(2) + "\n");
  } else {
    std::string text;
    for (const UnitStatus& unit : units) {
      text += unit.day + "  " + unit.unit + "  " + unit.state;
      if (!unit.run.empty()) text += "  " + unit.run;
      if (!unit.reason.empty()) text += "  (" + unit.reason + ")";
      text += "\n";
      if (!unit.mend.empty()) text += "  mend: " + unit.mend + "\n";
    }
    print_results(text);
  }
  for (const Finding& finding : findings) print_note(format_text(finding));
  bool all_fresh = true;
  for (const UnitStatus& unit : units) all_fresh = all_fresh && unit.state == "fresh";
  const int status = exit_status(findings, invocation.strict);
  return status != kHolds ? status : all_fresh ? kHolds : kDoesNotHold;
}

}  // namespace daybook
