// A checked lesson's quotes as HTML: what their sources say, character for character, with classes
// for a style sheet and a link to where it stands. Everything in an element with `data-quote` but
// what is marked `data-decoration` is the quote's text; `audit` proves that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/checked_lesson.h"
#include "check/course.h"

namespace daybook {

// `index` into lesson.quotes; data-quote counts from 1. Quotes in a table's cells come with their
// table, and can be asked for alone too.
std::string quote_html(Course& course, const CheckedLesson& lesson, std::size_t index);

// A whole file with an anchor per line: `<pre class="listing" data-quote="name">`. `lines` are
// without line ends.
std::string listing_html(const std::vector<std::string>& lines, std::string_view language,
                         std::string_view name, std::string_view label);

// Lines as a <pre> holds them: no line end behind the last one.
std::string joined_lines(const std::vector<std::string>& lines);

}  // namespace daybook
