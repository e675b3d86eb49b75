// What of a page is known byte for byte: its quotes' HTML as the course makes it today. A page is
// read without it, which is much faster, and as surely.
#pragma once

#include <map>
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
  std::string file;  // what it says stands there
  std::size_t line = 1;
};

// Of a lesson's page, in the lesson's order; what stands in a table comes with it. A quote whose
// HTML does not say what its source says has no part.
std::vector<PagePart> lesson_parts(Course& course, const CheckedLesson& lesson);
// Of a program's or a run's page.
std::vector<PagePart> listing_parts(const std::vector<std::string>& lines,
                                    std::string_view language, const std::string& name,
                                    const std::string& label, const std::string& file);

// A page without the parts that stand in it and without its long texts: shorter, and for a parser
// the same. It rests on `page`.
struct ReducedPage {
  std::string html;
  PageCuts cuts;
  std::size_t decorations = 0;                     // elements so marked that were taken out
  std::map<std::size_t, const PagePart*> changed;  // parts that differ, by where they begin
};
ReducedPage reduce(std::string_view page, const std::vector<PagePart>& parts);

// Elements so marked, in HTML that this program wrote.
std::size_t count_decorations(std::string_view html);

}  // namespace daybook
