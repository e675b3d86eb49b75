// daybook import: takes the results of a bundle in as evidence.
#include "check/archive.h"
#include "cli/recorded_units.h"

namespace daybook {

int run_import(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  const Parsed<RecordingPlan> plan = plan_units(*course, {});
  auto received = read_received(invocation.directory / invocation.names.front());
  if (!received.findings.empty()) {
    for (const Finding& finding : received.findings) print_results(format_text(finding));
    return kCouldNotCheck;
  }
  auto imported = import_results(std::move(received.value), plan.value, kRecorder);
  // What was recorded may be a part of the course only.
  imported.value.missing.clear();
  return take_in(*course, std::move(imported), keeping_of(invocation));
}

}  // namespace daybook
