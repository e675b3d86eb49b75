// Says of a rewritten number whether it moved farther than the runs themselves do: such a sentence
// wants to be read again, not only its digits.
#pragma once

#include <string>

#include "formats/formula.h"
#include "formats/lesson.h"

namespace daybook {

// The sentence a quote stands in, markup and all, blanks folded.
std::string sentence_around(const Text& lesson, const Span& quote);

// "moved beyond its spread, 378.1 ms to 457.7 ms: One thread needs …"; "" when the number written
// before lies within the spread of the runs, or nothing can be said. `rewritten`: as update writes
// it.
std::string moved_beyond_spread(const Lesson& lesson, const Quote& quote,
                                const std::optional<WrittenNumber>& written,
                                const std::optional<WrittenNumber>& rewritten, const Value& value);

}  // namespace daybook
