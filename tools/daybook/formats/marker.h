// What a comment's text says about regions: a marker, something too near to one, or just text.
// Rules: README, "Regions in a source".
#pragma once

#include <string>
#include <string_view>

namespace daybook {

enum class MarkerKind { none, start, end };

struct MarkerText {
  enum class Verdict {
    text,           // an ordinary comment
    good,           // `snippet: name`, `end snippet`, `end snippet: name`
    near_miss,      // within two edits of a marker
    bad_name,       // `snippet:` with a name of the wrong form, or without one
    trailing_text,  // a whole marker with more behind it
  } verdict = Verdict::text;
  MarkerKind kind = MarkerKind::none;
  std::string name;           // as written; of a near miss: the name it seems to mean
  std::string meant() const;  // the marker's right text: "snippet: corank"
};

// `inside` is a comment without its marks.
MarkerText read_marker(std::string_view inside);

// Lower-case letters, digits and `-`, at least one.
bool is_region_name(std::string_view name);
// The nearest name of that form, "" when nothing is left of it.
std::string as_region_name(std::string_view name);

}  // namespace daybook
