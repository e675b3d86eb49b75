// What every fuzz target shares. A target takes any bytes; it may find them wrong, and may neither
// crash, hang, nor break a promise that `require` states.
#pragma once

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

// Findings are shown to people and to programs: each has its id, and one line of UTF-8 text.
inline void require_sound(const Findings& findings) {
  for (const Finding& finding : findings) {
    require(!finding.id.empty() && !finding.message.empty(), "a finding has an id and a message");
    require(finding.message.find('\n') == std::string::npos, "a message is one line");
    require(invalid_utf8(format_text(finding)) == std::string_view::npos, "a finding is text");
  }
}

inline void require_inside(Span span, std::size_t size) {
  require(span.begin <= span.end && span.end <= size, "a span lies inside its text");
}

}  // namespace daybook
