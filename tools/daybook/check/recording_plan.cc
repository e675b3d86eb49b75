#include "check/recording_plan.h"

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "formats/cuda_tokens.h"

namespace daybook {

namespace {

// Names in `#include "…"` lines, in order.
std::vector<std::string> quoted_includes(std::string_view source) {
  std::vector<std::string> names;
  for (const Token& token : tokenize_cuda(source)) {
    if (token.kind != TokenKind::directive || token.text.find("include") == std::string::npos) {
      continue;
    }
    const std::size_t open = token.text.find('"');
    const std::size_t close = token.text.rfind('"');
    if (open != std::string::npos && close > open) {
      names.push_back(token.text.substr(open + 1, close - open - 1));
    }
  }
  return names;
}

RecordingUnit make_unit(Course& course, const Day& day, const Program& program,
                        const std::string& variant, std::string source) {
  RecordingUnit unit;
  unit.day = day.key;
  unit.name = Course::unit_name(program, variant);
  unit.program = fs::path(program.file).filename().string();
  unit.source = std::move(source);
  unit.headers = unit_headers(course, day, unit.source);
  unit.kind = course.settings().kinds.at(program.kind);
  unit.arch = course.settings().arch;
  unit.output_limit = course.settings().output_limit;
  if (!day.lessons.empty()) {
    const FrontMatter& front = course.lesson(day.lessons.front()).value.front;
    unit.measured = front.measured;
    for (const VariantExpectation& expected : front.variants) {
      if (!variant.empty() && expected.name == variant) unit.expectation = expected;
    }
  }
  if (!variant.empty()) unit.limit = unit.expectation.hangs.value_or(course.settings().time_limit);
  return unit;
}

}  // namespace

std::vector<NamedFile> unit_headers(Course& course, const Day& day, std::string_view source) {
  const std::string folder = "src/" + day.key;
  std::vector<NamedFile> headers;
  std::vector<std::string> open = quoted_includes(source);
  while (!open.empty()) {
    const std::string name = fs::path(open.back()).lexically_normal().generic_string();
    open.pop_back();
    const bool known = std::any_of(headers.begin(), headers.end(),
                                   [&](const NamedFile& file) { return file.name == name; });
    const auto text = known ? nullptr : course.store().text(folder + "/" + name);
    if (text == nullptr) continue;
    headers.push_back({name, std::string(text->bytes())});
    for (std::string& inner : quoted_includes(text->bytes())) open.push_back(std::move(inner));
  }
  return headers;
}

UnitSource unit_source(Course& course, const Day& day, const Program& program,
                       const std::string& variant) {
  const auto text = course.store().text(program.file);
  if (text == nullptr || text->bytes().empty()) {
    const std::string why = text == nullptr ? " cannot be read" : " is empty";
    return {{}, program.file + why, "mend " + program.file + " first"};
  }
  if (variant.empty()) return {std::string(text->bytes()), {}, {}};
  const std::string file = Course::variant_file(day, variant);
  const auto* patch = course.patch(file);
  if (patch == nullptr) return {{}, file + " cannot be read", "mend " + file + " first"};
  const std::vector<Hunk>& hunks = patch->value.hunks;
  if (hunks.empty()) {
    return {{}, file + " holds no hunk that can be read", "mend " + file + " first"};
  }
  const Applied applied = apply_patch(patch->value, text->bytes());
  if (applied.ok) {
    if (!applied.result.empty()) return {applied.result, {}, {}};
    return {{}, file + " leaves nothing of " + program.file, "mend " + file + " first"};
  }
  const std::string place = file + ":" + std::to_string(hunks[applied.failed_hunk].line);
  return {{},
          "hunk " + std::to_string(applied.failed_hunk + 1) + " of " +
              std::to_string(hunks.size()) + " of " + file + " does not apply to " + program.file,
          "mend the hunk at " + place + " by hand; daybook check " + day.key + " shows it"};
}

Parsed<RecordingPlan> plan_recording(Course& course, const std::string& key,
                                     const std::vector<std::string>& units) {
  Parsed<RecordingPlan> plan;
  const auto report = [&](std::string message, std::string mend) {
    plan.findings.push_back(
        make_finding("recording-plan", {}, std::move(message), Severity::failure));
    plan.findings.back().mend = std::move(mend);
  };
  const Day* day = course.find_day(key);
  if (day == nullptr) {
    report("there is no day '" + key + "'" + did_you_mean(key, course.day_names()),
           "name a day that course.yaml lists");
    return plan;
  }
  std::vector<std::string> names;
  for (const Program& program : day->programs) {
    std::vector<std::string> variants = {""};
    variants.insert(variants.end(), program.variants.begin(), program.variants.end());
    for (const std::string& variant : variants) {
      const std::string name = Course::unit_name(program, variant);
      names.push_back(name);
      if (!units.empty() && std::find(units.begin(), units.end(), name) == units.end()) continue;
      UnitSource source = unit_source(course, *day, program, variant);
      if (source.text.empty()) {
        report("the source of '" + name + "' cannot be made: " + source.problem, source.mend);
      } else {
        plan.value.units.push_back(
            make_unit(course, *day, program, variant, std::move(source.text)));
      }
    }
  }
  for (const std::string& unit : units) {
    if (std::find(names.begin(), names.end(), unit) != names.end()) continue;
    report("day '" + key + "' has no unit '" + unit + "'" + did_you_mean(unit, names),
           "its units are its programs and, with +, their variants");
  }
  append(plan.findings, course.store().unlisted_folders());
  if (names.empty() && plan.findings.empty()) {
    report("day '" + key + "' has no program", "write one in src/" + key + "/");
  }
  return plan;
}

}  // namespace daybook
