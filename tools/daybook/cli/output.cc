#include "cli/output.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace daybook {

namespace {

using nlohmann::ordered_json;

std::size_t count(const Findings& findings, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return finding.severity == severity; }));
}

std::string counted(std::size_t number, const std::string& one, const std::string& many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

ordered_json place_json(const Place& place) {
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

ordered_json finding_json(const Finding& finding) {
  ordered_json json = {{"id", finding.id},
                       {"severity", severity_word(finding.severity)},
                       {"place", place_json(finding.place)},
                       {"message", finding.message}};
  if (!finding.detail.empty()) json["detail"] = finding.detail;
  if (!finding.cause.empty()) json["cause"] = finding.cause;
  if (!finding.mend.empty()) json["mend"] = finding.mend;
  if (finding.related) json["related"] = place_json(*finding.related);
  if (!finding.fixes.empty()) {
    ordered_json fixes = ordered_json::array();
    for (const Edit& edit : finding.fixes) {
      fixes.push_back({{"file", edit.file},
                       {"begin", edit.span.begin},
                       {"end", edit.span.end},
                       {"replacement", edit.replacement}});
    }
    json["fixes"] = std::move(fixes);
  }
  return json;
}

}  // namespace

int exit_status(const Findings& findings, bool strict) {
  if (count(findings, Severity::failure) > 0) return kCouldNotCheck;
  if (count(findings, Severity::error) > 0) return kDoesNotHold;
  if (strict && count(findings, Severity::warning) > 0) return kDoesNotHold;
  if (strict && count(findings, Severity::unproved) > 0) return kCouldNotCheck;
  return kHolds;
}

void print_results(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_note(const std::string& text) {
  const std::string line = "daybook: " + text + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void print_aside(Findings findings) {
  sort_findings(findings);
  drop_repeated(findings);
  std::string text;
  for (const Finding& finding : findings) text += format_text(finding);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void say_no_file(Findings& findings) {
  for (Finding& finding : findings) {
    const std::string_view start = "there is no ";
    if (finding.id != "lesson-unknown" || !finding.message.starts_with(start)) continue;
    finding.message.insert(start.size(), "file and no ");
    finding.mend = "name a file, or a day that course.yaml lists";
  }
}

std::string verdict_words(const Findings& findings) {
  std::string words;
  const auto add = [&](std::size_t number, const char* one, const char* many) {
    if (number > 0) words += (words.empty() ? "" : ", ") + counted(number, one, many);
  };
  const std::size_t wrong = count(findings, Severity::error) + count(findings, Severity::failure);
  add(wrong, "error", "errors");
  add(count(findings, Severity::unproved), "thing not proved", "things not proved");
  add(count(findings, Severity::warning), "warning", "warnings");
  if (wrong > 0) return words;
  return words.empty() ? "all hold" : "all hold, " + words;
}

std::string findings_json(const Findings& findings, const std::string& closing, int status) {
  ordered_json list = ordered_json::array();
  for (const Finding& finding : findings) list.push_back(finding_json(finding));
  const ordered_json json = {{"findings", std::move(list)}, {"summary", closing}, {"exit", status}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

void print_findings(const Findings& findings, const std::string& closing, const std::string& format,
                    int status) {
  if (format == "json") {
    print_results(findings_json(findings, closing, status));
    return;
  }
  std::string text;
  for (const Finding& finding : findings) text += format_text(finding);
  if (!closing.empty()) text += closing + "\n";
  print_results(text);
}

std::unique_ptr<Course> open_course(const Invocation& invocation) {
  const auto root = Course::find_root(invocation.directory);
  if (!root) {
    print_note("there is no course.yaml in " + invocation.directory.string() +
               " or above it; go to a course, or name one with -C");
    return nullptr;
  }
  return std::make_unique<Course>(*root);
}

}  // namespace daybook
