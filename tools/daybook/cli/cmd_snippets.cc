// daybook snippets: the regions of a file, or of every source of the course.
#include <nlohmann/json.hpp>

#include "check/course.h"
#include "cli/output.h"
#include "formats/snippet.h"

namespace daybook {

namespace {

using nlohmann::ordered_json;

ordered_json regions_json(const std::string& file, const Source& source) {
  ordered_json regions = ordered_json::array();
  for (const Region& region : source.regions) {
    ordered_json lines = ordered_json::array();
    for (const QuotableLine& line : region.lines) lines.push_back(line.text);
    regions.push_back({{"name", region.name},
                       {"start", region.start_line},
                       {"end", region.end_line},
                       {"lines", std::move(lines)}});
  }
  return {{"file", file}, {"regions", std::move(regions)}};
}

std::string regions_text(const std::string& file, const Source& source) {
  std::string text;
  for (const Region& region : source.regions) {
    text += file + ":" + std::to_string(region.start_line) + "-" + std::to_string(region.end_line) +
            ": " + region.name + " (" + std::to_string(region.lines.size()) +
            (region.lines.size() == 1 ? " line)\n" : " lines)\n");
  }
  return text;
}

// Files given as they are, inside a course or not; a name that is no file is a day.
std::vector<Text> sources_to_show(const Invocation& invocation, Findings& findings) {
  std::vector<Text> sources;
  std::vector<std::string> days;
  for (const std::string& name : invocation.names) {
    std::error_code error;
    if (fs::is_regular_file(invocation.directory / name, error)) {
      FileResult file = read_file(invocation.directory / name);
      if (file.ok) {
        sources.emplace_back(name, std::move(file.bytes));
      } else {
        findings.push_back(make_finding("source-missing", {name, 0, 0},
                                        "cannot be read: " + file.error, Severity::failure));
      }
    } else {
      days.push_back(name);
    }
  }
  if (!sources.empty() && days.empty()) return sources;
  const auto course = open_course(invocation);
  if (course == nullptr) {
    findings.push_back(make_finding("source-missing", {}, "there is no file '" + days.front() + "'",
                                    Severity::failure));
    return sources;
  }
  for (const LessonFile& lesson : course->choose_lessons(days, findings)) {
    const Day* day = course->find_day(lesson.day);
    if (lesson.translation || day == nullptr) continue;
    for (const Program& program : day->programs) {
      if (const auto text = course->store().text(program.file)) sources.push_back(*text);
    }
  }
  append(findings, course->store().unlisted_folders());
  return sources;
}

}  // namespace

int run_snippets(const Invocation& invocation) {
  Findings findings;
  ordered_json files = ordered_json::array();
  std::string text;
  std::size_t regions = 0;
  for (const Text& source : sources_to_show(invocation, findings)) {
    const auto parsed = parse_regions(source);
    append(findings, parsed.findings);
    regions += parsed.value.regions.size();
    files.push_back(regions_json(source.name(), parsed.value));
    text += regions_text(source.name(), parsed.value);
  }
  if (regions == 0 && findings.empty()) {
    findings.push_back(make_finding("nothing-checked", {}, "no region was found"));
    findings.back().mend = "mark one: // snippet: name … // end snippet";
  }
  if (invocation.get("--format", "text") == "json") {
    const ordered_json json = {{"files", std::move(files)}};
    print_results(json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
  } else {
    print_results(text);
  }
  say_no_file(findings);
  print_aside(findings);
  return exit_status(findings, invocation.strict);
}

}  // namespace daybook
