// How deep a page nests, counted before a parser that recurses gets it.
#pragma once

#include <cstddef>
#include <string_view>

namespace daybook {

// At least the depth of the tree a browser makes of `html`, for pages that close what they open;
// unclosed elements count as open to the end. Linear.
std::size_t html_depth(std::string_view html);

}  // namespace daybook
