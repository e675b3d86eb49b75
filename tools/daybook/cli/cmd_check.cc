// daybook check: every quote, number and claim against its source and its evidence.
#include <utility>

#include "base/file.h"
#include "check/checked_course.h"
#include "cli/depfile.h"
#include "cli/output.h"

namespace daybook {

namespace {

Finding nothing_checked() {
  Finding finding =
      make_finding("nothing-checked", {}, "nothing was checked: no lesson quotes anything");
  finding.mend = "list lessons in course.yaml, and let them quote code or results";
  return finding;
}

// For the build: a stamp that says what held, and what it rests on. Written only when all holds, so
// that a failing check runs again.
bool write_stamp(const Invocation& invocation, const Course& course, const std::string& closing) {
  const std::string stamp = invocation.get("--stamp");
  const auto write = [](const std::string& path, const std::string& text) {
    const FileResult written = write_built_file(path, text);
    if (!written.ok) print_note("cannot write " + path + ": " + written.error);
    return written.ok;
  };
  if (invocation.has("--depfile") &&
      !write(invocation.get("--depfile"),
             depfile_text(invocation.get("--for", stamp), course.store()))) {
    return false;
  }
  return stamp.empty() || write(stamp, closing + "\n");
}

}  // namespace

int run_check(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  auto [findings, coverage] = check_course(*course, invocation.names, invocation.get("--woven"));
  if (coverage.total() == 0 && exit_status(findings, false) == kHolds) {
    findings.push_back(nothing_checked());
  }
  sort_findings(findings);
  drop_repeated(findings);
  const int status = exit_status(findings, invocation.strict);
  const std::string closing = coverage.words() + ": " + verdict_words(findings);
  print_findings(findings, closing, invocation.get("--format", "text"), status);
  if (status == kHolds && !write_stamp(invocation, *course, closing)) return kCouldNotCheck;
  return status;
}

}  // namespace daybook
