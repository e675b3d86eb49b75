// Pandoc's HTML of a lesson's prose, finished: what Pandoc does not know of the lesson is put in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/page_words.h"
#include "formats/lesson.h"

namespace daybook {

// The input format: CommonMark and named extensions only, so that its meaning stays the same from
// one Pandoc to the next.
inline constexpr std::string_view kPandocFormat =
    "commonmark+pipe_tables+footnotes+tex_math_dollars";
// Pandoc's arguments, its name left out; the lesson goes to its standard input.
std::vector<std::string> pandoc_arguments();

struct FinishedHtml {
  std::string html;
  std::string problem;  // why Pandoc's output is not this lesson's; "" when it is
};
// Headings get the ids that links to them are checked against; a fence that is only a token becomes
// a paragraph of it; other code is highlighted, and a sketch says that it is one.
FinishedHtml finish_pandoc_html(std::string_view html, const Lesson& lesson,
                                const std::vector<std::string>& tokens, const PageWords& words);

}  // namespace daybook
