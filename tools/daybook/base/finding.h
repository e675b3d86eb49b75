// What a check has to say: where, what was expected and found, why, and what mends it. Checks
// return findings; only cli/ prints them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text.h"

namespace daybook {

enum class Severity {
  error,     // something does not hold: exit 1
  warning,   // exit 0, with --strict 1
  unproved,  // could not be proved here: exit 0, with --strict 2
  failure,   // could not check at all (unreadable file, bad usage): exit 2
};

// One replacement of bytes in one file, as `update` would write it.
struct Edit {
  std::string file;
  Span span;
  std::string replacement;
};

struct Finding {
  std::string id;  // a name of base/rule.h
  Severity severity = Severity::error;
  Place place;
  std::string message;  // one line: what was expected and what was found
  std::string detail;   // a unified diff, or values with their places; "" or ends in a line end
  std::string cause;    // one line, "" when the message says it all
  std::string mend;     // one line: the command or the edit that mends it
  std::optional<Place> related;  // the other side: source, transcript, second marker
  std::vector<Edit> fixes;       // what `update` writes, when it mends this
};

using Findings = std::vector<Finding>;

// A value together with what was wrong on the way to it. Parsers always give the best value they
// can.
template <typename Value>
struct Parsed {
  Value value{};
  Findings findings;
};

// Builds the usual finding: id, place and message; the rest is set by the caller.
// The message becomes one line of text, whatever it quotes.
Finding make_finding(std::string id, Place place, const std::string& message,
                     Severity severity = Severity::error);
void append(Findings& all, Findings more);
// File order: file, line, column, id, message. Stable.
void sort_findings(Findings& findings);
// Drops exact repetitions (same id, place, message). Expects sorted findings.
void drop_repeated(Findings& findings);

// The text form: "file:line:col: error: message [id]", detail, cause:, mend:. No colour.
std::string format_text(const Finding& finding);
std::string_view severity_word(Severity severity);  // "error", "warning", "not proved", "error"

}  // namespace daybook
