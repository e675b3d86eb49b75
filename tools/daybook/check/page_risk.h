// What an element of a page could do that none of a course does: run, load a file from elsewhere,
// change what is seen. Source: HTML Living Standard.
#pragma once

#include <gumbo.h>

#include <string>
#include <vector>

namespace daybook {

// In words: "<iframe>", "the attribute 'onclick'".
std::vector<std::string> page_risks(const GumboElement& element);

}  // namespace daybook
