// What an element of a page is, by its tag and attributes. Source: HTML Living Standard.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>
#include <vector>

namespace daybook {

const char* attribute(const GumboElement& element, const char* name);  // null: it has none
std::vector<std::string_view> class_names(const GumboElement& element);
bool has_class(const GumboElement& element, std::string_view sought);
bool is_inline(GumboTag tag);
int heading_level(GumboTag tag);                     // 0: no heading
std::string start_tag(const GumboElement& element);  // as written, cut, for messages

// Whether a quote in the element is shown as the lesson has it. Within a lesson's text (`in_body`)
// an element has no more attributes than Pandoc gives it.
bool may_hold_quote(const GumboElement& element, bool in_body);

}  // namespace daybook
