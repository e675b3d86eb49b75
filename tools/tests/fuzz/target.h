// What every fuzz target shares. A target takes any bytes; it may find them wrong, and may neither
// crash, hang, nor break a promise that `require` states.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/finding.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace daybook {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

// Findings are shown to people and to programs: each has its id, and is text, with a line for its
// message, one for its cause and one for its mend.
inline void require_sound(const Findings& findings) {
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  for (const Finding& finding : findings) {
    require(!finding.id.empty() && !finding.message.empty(), "a finding has an id and a message");
    const std::string shown = format_text(finding);
    const int single = 1 + (finding.cause.empty() ? 0 : 1) + (finding.mend.empty() ? 0 : 1);
    require(lines(shown) == single + lines(finding.detail), "a message is one line");
    require(invalid_utf8(shown) == std::string_view::npos, "a finding is text");
  }
}

inline void require_inside(Span span, std::size_t size) {
  require(span.begin <= span.end && span.end <= size, "a span lies inside its text");
}

}  // namespace daybook
