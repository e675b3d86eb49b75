// The text that cmark gets instead of the lesson: the same lines, made safe from what cmark would
// do with them. Only structure is read from its tree; words come from the lesson's own bytes.
#pragma once

#include <cstddef>
#include <string>

#include "base/text.h"

namespace daybook {

struct Feed {
  std::string markdown;
  std::size_t head_lines = 0;  // lines before the lesson's first
  // Where cmark's time would grow with the square of the text; 0 when it would not.
  std::size_t crowded_line = 0;
};

// The lines from `first_line` on.
Feed make_feed(const Text& text, std::size_t first_line);

}  // namespace daybook
