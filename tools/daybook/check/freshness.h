// Whether a recorded run still speaks for the source in the tree, and if not, what differs.
#pragma once

#include <optional>
#include <string>

#include "base/finding.h"
#include "check/course.h"

namespace daybook {

enum class FreshnessState {
  fresh,      // same source bytes, same commands
  cosmetic,   // same tokens, same commands
  same_code,  // tokens differ in device-only functions alone, and the machine code is the same
  stale,      // anything else
  unknown,    // only a compiler could tell, and there is none
  waived,     // stale, and a waiver names this very source
};

// A token that differs, where it stands; an empty text is the end of the source.
struct TokenPlace {
  Place place;
  std::string text;
};

struct Freshness {
  FreshnessState state = FreshnessState::fresh;
  std::string reason;                           // one line, "" when fresh
  std::optional<TokenPlace> recorded, current;  // the first token that differs
  std::string waiver;                           // its reason
  std::string source_sha256;                    // of today's source, "" when it cannot be made, and
  std::string mend;                             // then what must be mended before recording
};

std::string_view state_word(FreshnessState state);  // "fresh", "same-code", …
// What readers are told: "this code" or "older code".
bool speaks_for_this_code(FreshnessState state);

// Compiles the recorded and the current source only when their tokens differ where nothing but the
// machine code can tell; the digests are kept in build/device-code below the course.
Freshness judge_freshness(Course& course, const Day& day, const Program& program,
                          const std::string& variant, const RunRecord& run);

// The finding of a unit's state; nothing for fresh and cosmetic. `place`: the unit's lesson.
std::optional<Finding> freshness_finding(const Freshness& freshness, const RunRecord& run,
                                         const Place& place);

}  // namespace daybook
