// Unified diffs of one file, as git and diff write them: parsed, applied, shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/text.h"

namespace daybook {

struct Hunk {
  std::size_t line = 0;  // of its @@ line in the patch; lines[i] stands on line + 1 + i
  std::size_t old_start = 0;
  std::size_t new_start = 0;
  // With their ' ', '-', '+' in front; "\ No newline at end of file" as it stands. A context line
  // that an editor stripped to nothing counts as " ".
  std::vector<std::string> lines;
};

// One line of a patch as a quote shows it.
struct PatchLine {
  std::string text;
  std::size_t line = 0;  // in the patch file, from 1
};

struct Patch {
  std::string old_file;  // without a/ and b/
  std::string new_file;
  std::vector<Hunk> hunks;
  // What a `diff` quote shows: every hunk's lines, hunks parted by nothing (no file or @@ lines).
  std::vector<PatchLine> shown() const;
};

// Findings: patch-syntax (an empty patch, two files, bad counts).
Parsed<Patch> parse_patch(const Text& text);

struct Applied {
  bool ok = false;
  bool exact = true;   // false: some hunk applied with an offset or fuzz
  std::string result;  // the patched text; what is new has the line ends of the source's first line
  std::size_t failed_hunk = 0;  // index of the hunk that did not apply, when !ok
  // Of that hunk: the lines it seeks, and as many of the source where most of those stand.
  std::vector<std::string> expected, found;
  std::size_t found_line = 1;  // of found[0] in the source
};
// Applies with offset, and fuzz up to 2 lines of context as GNU patch does.
Applied apply_patch(const Patch& patch, std::string_view source);
// Writes the patch anew from the two texts, with the file's a/ and b/ lines and 3 lines of context.
std::string make_patch(const std::string& file, std::string_view before, std::string_view after);

}  // namespace daybook
