#include "base/finding.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace daybook {

namespace {

constexpr std::size_t kLongestLine = 2000;  // code points

// What an input holds can stand in a message: names, keys, labels. None breaks its line, moves a
// terminal's cursor or fills a screen.
std::string one_line(const std::string& text) { return visible(text, kLongestLine); }

}  // namespace

Finding make_finding(std::string id, Place place, const std::string& message, Severity severity) {
  Finding finding;
  finding.id = std::move(id);
  finding.severity = severity;
  finding.place = std::move(place);
  finding.message = one_line(message);
  return finding;
}

void append(Findings& all, Findings more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void sort_findings(Findings& findings) {
  const auto key = [](const Finding& finding) {
    return std::tie(finding.place.file, finding.place.line, finding.place.column, finding.id,
                    finding.message);
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
}

void drop_repeated(Findings& findings) {
  const auto same = [](const Finding& a, const Finding& b) {
    return a.place == b.place && a.id == b.id && a.message == b.message;
  };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

std::string_view severity_word(Severity severity) {
  switch (severity) {
    case Severity::warning:
      return "warning";
    case Severity::unproved:
      return "not proved";
    case Severity::error:
    case Severity::failure:
      break;
  }
  return "error";
}

std::string format_text(const Finding& finding) {
  std::string text;
  if (!finding.place.file.empty()) {
    text += finding.place.file;
    if (finding.place.line != 0) text += ":" + std::to_string(finding.place.line);
    if (finding.place.column != 0) text += ":" + std::to_string(finding.place.column);
    text += ": ";
  }
  text += severity_word(finding.severity);
  text += ": " + finding.message + " [" + finding.id + "]\n";
  text += finding.detail;
  if (!finding.cause.empty()) text += "cause: " + one_line(finding.cause) + "\n";
  if (!finding.mend.empty()) text += "mend: " + one_line(finding.mend) + "\n";
  return text;
}

}  // namespace daybook
