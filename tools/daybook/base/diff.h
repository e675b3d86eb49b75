// Line differences, as unified hunks (GNU diff's format).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daybook {

struct DiffSide {
  std::string file;
  std::vector<std::string> lines;
  std::size_t first_line = 1;  // number of lines[0] in its file; 0: they are no lines of it
};

// Unified diff from `from` to `to` with `context` lines around each change; "" when equal. Hunks
// are numbered where both sides are lines of their files. Lines that differ only in invisible
// characters are shown with those made visible (base/text.h), and lines are cut at 200 characters
// around their first difference.
std::string unified_diff(const DiffSide& from, const DiffSide& to, std::size_t context = 0);
// The same for patches that a tool must apply: exact bytes, no cutting, 3 lines of context.
std::string exact_patch(const std::string& file, std::string_view before, std::string_view after);

}  // namespace daybook
