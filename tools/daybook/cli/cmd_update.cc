// daybook update: writes the truth into quotes, tables, numbers, patches and house text.
#include <algorithm>

#include "base/diff.h"
#include "check/update.h"
#include "cli/output.h"

namespace daybook {

int run_update(const Invocation& invocation) {
  const auto root = Course::find_root(invocation.directory);
  if (!root) {
    open_course(invocation);
    return kCouldNotCheck;
  }
  const std::string translation = invocation.get("--translated");
  if (!translation.empty() && !invocation.names.empty()) {
    print_note("--translated takes one file and updates nothing else: leave out '" +
               invocation.names.front() + "'");
    return kCouldNotCheck;
  }
  const Update update = translation.empty() ? plan_update(*root, invocation.names)
                                            : plan_translated(*root, translation);
  if (invocation.has("--dry-run")) {
    std::string patch;
    for (const auto& [path, file] : update.files)
      patch += exact_patch(path, file.before, file.after);
    print_results(patch);
    return exit_status(update.findings, invocation.strict);
  }
  Findings findings = update.findings;
  append(findings, write_update(*root, update));
  std::string report;
  for (const std::string& note : update.notes) report += note + "\n";
  for (const auto& [changed, file] : update.files) {
    const std::string& path = changed;
    const bool refused = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
      return finding.id == "update-refused" && finding.place.file == path;
    });
    if (!refused) report += "updated " + path + "\n";
  }
  if (update.files.empty()) report += "nothing to update\n";
  sort_findings(findings);
  drop_repeated(findings);
  for (const Finding& finding : findings) {
    if (finding.severity != Severity::warning) report += format_text(finding);
  }
  print_results(report);
  return exit_status(findings, invocation.strict);
}

}  // namespace daybook
