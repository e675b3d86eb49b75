#include "check/bundle.h"

#include <algorithm>
#include <set>

#include "base/digest.h"
#include "check/build_command.h"

namespace daybook {

namespace {

// "10", "2.5": never an exponent, which `timeout` does not read.
std::string seconds_text(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

double run_limit(const RecordingUnit& unit) {
  return unit.expectation.hangs ? *unit.expectation.hangs : unit.limit;
}

// What run.sh must see at a run's end to go on with the next.
std::string expected_end(const RecordingUnit& unit) {
  if (unit.expectation.hangs) return "hung";
  return std::to_string(unit.expectation.exit.value_or(0));
}

bool is_one_field(std::string_view text) {
  return !text.empty() && text.find_first_of("\t\n\r") == std::string_view::npos &&
         text.find('\0') == std::string_view::npos;
}

// One line of plan.tsv. No field is ever empty: the shell's `read` joins neighbouring tabs.
std::vector<std::string> plan_fields(const RecordingUnit& unit) {
  const std::string cubin = cubin_command(unit.kind, unit.arch);
  return {unit.day,
          unit.name,
          unit.program,
          unit.arch.empty() ? "-" : unit.arch,
          build_command(unit.kind, unit.arch, unit.program),
          cubin.empty() ? "-" : cubin,
          run_command(unit.kind, unit.arch, unit.program),
          expected_end(unit),
          seconds_text(run_limit(unit)),
          std::to_string(unit.output_limit),
          std::to_string(unit.runs())};
}

// Why a unit cannot travel, "" when it can.
std::string unit_problem(const RecordingUnit& unit, const std::vector<std::string>& fields) {
  for (const std::string& name : {unit.day, unit.name, unit.program}) {
    if (!is_safe_name(name) || name.find('/') != std::string::npos) {
      return "the name '" + visible(name) + "' cannot be a file's name in a bundle";
    }
  }
  for (const NamedFile& header : unit.headers) {
    if (!is_safe_name(header.name) || header.name == unit.program) {
      return "the header '" + visible(header.name) + "' lies outside its program's folder";
    }
  }
  for (const std::string& field : fields) {
    if (!is_one_field(field)) {
      return "'" + visible(field) + "' is empty or holds a tab or a line end";
    }
  }
  if (run_limit(unit) < 1) return "a time limit under one second tells nothing";
  return "";
}

}  // namespace

int RecordingUnit::runs() const {
  if (!expectation.build_error.empty()) return 0;
  return expectation.hangs ? 1 : kRuns;
}

std::string RecordingUnit::variant() const {
  const std::size_t plus = name.find('+');
  return plus == std::string::npos ? "" : name.substr(plus + 1);
}

std::string describe_expectation(const VariantExpectation& expectation) {
  if (!expectation.build_error.empty()) return "build-error: '" + expectation.build_error + "'";
  std::string text = "exit: " + std::to_string(expectation.exit.value_or(0));
  if (expectation.hangs) text = "hangs: " + seconds_text(*expectation.hangs);
  if (!expectation.stderr_text.empty()) text += ", stderr: '" + expectation.stderr_text + "'";
  return text;
}

const RecordingUnit* RecordingPlan::find(std::string_view day, std::string_view unit) const {
  const auto found = std::find_if(units.begin(), units.end(), [&](const RecordingUnit& candidate) {
    return candidate.day == day && candidate.name == unit;
  });
  return found == units.end() ? nullptr : &*found;
}

bool is_safe_name(std::string_view name) {
  if (name.empty()) return false;
  std::size_t at = 0;
  while (at <= name.size()) {
    const std::size_t slash = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, slash - at);
    if (part.empty() || part.front() == '.') return false;
    at = slash + 1;
  }
  return std::none_of(name.begin(), name.end(), [](char c) {
    return c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
}

Parsed<std::vector<NamedFile>> make_bundle(const RecordingPlan& plan) {
  Parsed<std::vector<NamedFile>> bundle;
  const auto refuse = [&](const std::string& place, const std::string& message) {
    bundle.findings.push_back(
        make_finding("recording-plan", Place{place, 0, 0}, message, Severity::failure));
  };
  if (plan.units.empty()) refuse("bundle", "nothing to record: the plan holds no unit");

  std::vector<const RecordingUnit*> order;
  for (const RecordingUnit& unit : plan.units) order.push_back(&unit);
  std::stable_partition(order.begin(), order.end(),
                        [](const RecordingUnit* unit) { return !unit->expectation.hangs; });

  std::vector<NamedFile> files = {{"run.sh", std::string(run_script())}, {"plan.tsv", ""}};
  std::set<std::string> seen;
  for (const RecordingUnit* unit : order) {
    const std::string place = unit->day + "/" + unit->name;
    const std::vector<std::string> fields = plan_fields(*unit);
    const std::string problem = unit_problem(*unit, fields);
    if (!problem.empty()) refuse(place, problem);
    if (!seen.insert(place).second) refuse(place, "the plan holds this unit twice");
    for (std::size_t i = 0; i < fields.size(); ++i) {
      files[1].bytes += fields[i] + (i + 1 < fields.size() ? "\t" : "\n");
    }
    const std::string folder = "units/" + place + "/";
    files.push_back({folder + unit->program, unit->source});
    for (const NamedFile& header : unit->headers) {
      files.push_back({folder + header.name, header.bytes});
    }
  }
  std::string sums;
  for (const NamedFile& file : files) sums += sha256_hex(file.bytes) + "  " + file.name + "\n";
  files.push_back({"SHA256SUMS", sums});
  if (bundle.findings.empty()) bundle.value = std::move(files);
  return bundle;
}

std::vector<RecordingPlan> split_plan(const RecordingPlan& plan) {
  std::vector<RecordingPlan> parts;
  for (const RecordingUnit& unit : plan.units) parts.push_back({{unit}});
  return parts;
}

}  // namespace daybook
