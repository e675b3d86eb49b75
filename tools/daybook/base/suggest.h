// "Did you mean": the nearest of the known names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace daybook {

// Edits between two strings (insert, delete, replace, swap of neighbours), bytes.
std::size_t edit_distance(std::string_view a, std::string_view b);
// The nearest candidate within a third of the name's length (at least 1); "" when none is near.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);
// "; did you mean 'x'?" or "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace daybook
