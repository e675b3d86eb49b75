// daybook audit: proves of a built site that it shows the truth.
#include "check/audit.h"

#include <utility>

#include "cli/output.h"

namespace daybook {

int run_audit(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  const std::vector<std::string> days(invocation.names.begin() + 1, invocation.names.end());
  Audit audit = audit_site(*course, invocation.names.front(), days);
  Findings findings = course->findings();
  append(findings, std::move(audit.findings));
  sort_findings(findings);
  drop_repeated(findings);
  const int status = exit_status(findings, invocation.strict);
  print_findings(findings, audit.words() + ": " + verdict_words(findings),
                 invocation.get("--format", "text"), status);
  return status;
}

}  // namespace daybook
