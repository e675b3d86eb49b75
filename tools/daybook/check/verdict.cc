#include "check/verdict.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/digest.h"

namespace daybook {

namespace {

using Json = nlohmann::ordered_json;

Json place_json(const Place& place) { return {place.file, place.line, place.column}; }

Place read_place(const Json& json) {
  return {json.at(0).get<std::string>(), json.at(1).get<std::size_t>(),
          json.at(2).get<std::size_t>()};
}

Json finding_json(const Finding& finding) {
  Json json = {{"id", finding.id},           {"severity", static_cast<int>(finding.severity)},
               {"message", finding.message}, {"place", place_json(finding.place)},
               {"detail", finding.detail},   {"cause", finding.cause},
               {"mend", finding.mend}};
  if (finding.related) json["related"] = place_json(*finding.related);
  return json;
}

// One that is none counts as the worst.
Severity read_severity(int number) {
  const bool known = number >= 0 && number < static_cast<int>(Severity::failure);
  return known ? static_cast<Severity>(number) : Severity::failure;
}

Finding read_finding(const Json& json) {
  Finding finding;
  finding.id = json.at("id").get<std::string>();
  finding.severity = read_severity(json.at("severity").get<int>());
  finding.message = json.at("message").get<std::string>();
  finding.place = read_place(json.at("place"));
  finding.detail = json.at("detail").get<std::string>();
  finding.cause = json.at("cause").get<std::string>();
  finding.mend = json.at("mend").get<std::string>();
  if (json.contains("related")) finding.related = read_place(json.at("related"));
  return finding;
}

}  // namespace

Verdict verdict_of(const CheckedLesson& lesson) {
  Verdict verdict;
  verdict.coverage.add(lesson);
  verdict.findings = lesson.findings;
  return verdict;
}

std::string write_verdict(const Verdict& verdict, const LessonFile& file, std::string_view text) {
  Json counts = Json::array();
  for (const auto count : Coverage::kCounts) counts.push_back(verdict.coverage.*count);
  Json findings = Json::array();
  for (const Finding& finding : verdict.findings) findings.push_back(finding_json(finding));
  const Json json = {{"lesson", file.path},
                     {"sha256", sha256_hex(text)},
                     {"counts", std::move(counts)},
                     {"findings", std::move(findings)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Verdict> read_verdict(std::string_view json, const LessonFile& file,
                                    std::string_view text) {
  try {
    const Json parsed = Json::parse(json);
    if (parsed.at("lesson") != file.path || parsed.at("sha256") != sha256_hex(text) ||
        parsed.at("counts").size() != Coverage::kCounts.size()) {
      return std::nullopt;
    }
    Verdict verdict;
    for (std::size_t i = 0; i < Coverage::kCounts.size(); ++i) {
      verdict.coverage.*Coverage::kCounts[i] = parsed.at("counts").at(i).get<std::size_t>();
    }
    for (const Json& finding : parsed.at("findings")) {
      verdict.findings.push_back(read_finding(finding));
    }
    return verdict;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string verdict_file_name(const LessonFile& file) {
  return file.day + "." + file.language + ".verdict.json";
}

}  // namespace daybook
