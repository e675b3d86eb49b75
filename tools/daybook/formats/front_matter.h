// The YAML between two lines of --- at a lesson's start.
#pragma once

#include "base/finding.h"
#include "base/text.h"
#include "formats/lesson.h"

namespace daybook {

// Lines the front matter takes, with its --- lines; 0 when there is none.
struct FrontMatterLines {
  std::size_t count = 0;
  bool unclosed = false;
};
FrontMatterLines find_front_matter(const Text& text);

// Findings: front-matter. A translation's holds only `title` and `draft`.
Parsed<FrontMatter> parse_front_matter(const Text& text, bool translation);

}  // namespace daybook
