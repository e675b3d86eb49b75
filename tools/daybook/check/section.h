// A lesson's sections, by which a translation is held against its original. A section starts at a
// level 2 or 3 heading that stands at its line's start, so neither in a list nor in a block quote;
// the first is the text before any. A translation says in an HTML comment of its own line, right
// below a section's heading (below the front matter for the first), which text it translates:
// `<!-- translates 1a2b3c4d5e6f -->`, the digest of the original's section.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formats/lesson.h"

namespace daybook {

struct Section {
  std::size_t heading = 0;  // from 1, into Lesson::headings; 0: the text before the first
  int level = 0;            // of that heading
  Span span;
  std::vector<std::size_t> quotes;  // indexes of those that stand in it
};

// In order; the first is always there, empty or not.
std::vector<Section> sections_of(const Lesson& lesson);

// What a quote quotes, whatever its value is: "number run:slices/4/time".
std::string quoted_source(const Quote& quote);

// For each section 12 hex digits over its words, the lesson's title among those of the first. Of a
// quote only its source counts, and the words that `update` never writes: a claim's, a caption's.
// Blanks, comments and definitions of named values are left out.
std::vector<std::string> section_digests(const Lesson& lesson,
                                         const std::vector<Section>& sections);

struct TranslationMark {
  std::string digest;  // "" when there is none, or none that can be read
  Span span;           // of its line; an empty one where it belongs
};
TranslationMark read_mark(const Lesson& translation, const Section& section);
// The edit that makes it say `digest`.
Edit write_mark(const Lesson& translation, const Section& section, const std::string& digest);

}  // namespace daybook
