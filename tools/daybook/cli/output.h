// How commands speak: results to standard output, the rest to standard error, three exit statuses.
#pragma once

#include <memory>
#include <string>

#include "base/finding.h"
#include "check/course.h"
#include "cli/subcommand.h"

namespace daybook {

// Who recorded, as provenance keeps it.
inline constexpr const char* kRecorder = "daybook " DAYBOOK_VERSION;

enum ExitStatus { kHolds = 0, kDoesNotHold = 1, kCouldNotCheck = 2 };

// 2 when anything could not be checked, else 1 when anything does not hold, else 0. `strict`:
// warnings count as 1, unproved things as 2.
int exit_status(const Findings& findings, bool strict);

void print_results(const std::string& text);  // standard output
void print_note(const std::string& text);     // standard error, "daybook: " in front
// Standard error: findings of a command whose results are something else.
void print_aside(Findings findings);
// Of a command that takes files too: a name that is no lesson is no file either.
void say_no_file(Findings& findings);
// Findings and the closing line, as text or JSON.
void print_findings(const Findings& findings, const std::string& closing, const std::string& format,
                    int status);
std::string findings_json(const Findings& findings, const std::string& closing, int status);

// "4 errors, 1 warning", or "all hold".
std::string verdict_words(const Findings& findings);

// The course around the invocation's folder; null, with a message printed, when there is none.
std::unique_ptr<Course> open_course(const Invocation& invocation);

}  // namespace daybook
