// What of a page is known byte for byte: its quotes' HTML as the course makes it today. A page is
// read without it, which is much faster, and as surely.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/checked_lesson.h"
#include "check/course.h"
#include "check/page_text.h"

namespace daybook {

struct PagePart {
  std::string quote;  // its data-quote
  std::string html;
};

// Of a lesson's page, in the lesson's order; what stands in a table comes with it. A quote whose
// HTML does not say what its source says has no part.
std::vector<PagePart> lesson_parts(Course& course, const CheckedLesson& lesson);
// Of a program's or a run's page.
std::vector<PagePart> listing_parts(const std::vector<std::string>& lines,
                                    std::string_view language, const std::string& name,
                                    const std::string& label);

// A page without the parts that stand in it and without its long texts: shorter, and for a parser
// the same. It rests on `page`.
struct ReducedPage {
  std::string html;
  PageCuts cuts;
};
ReducedPage reduce(std::string_view page, const std::vector<PagePart>& parts);

}  // namespace daybook
