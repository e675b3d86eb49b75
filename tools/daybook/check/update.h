// What `update` writes: the truth into quotes, tables, numbers, patches and house text; nothing
// else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/course.h"

namespace daybook {

struct ChangedFile {
  std::string before;  // as read
  std::string after;
};

struct Update {
  std::map<std::string, ChangedFile> files;  // by path, only those that change
  std::vector<std::string> notes;            // "lesson.md:57: an elision … is written in full"
  Findings findings;                         // what stays wrong
};

// Applies edits that do not overlap; of two that do, the first wins.
std::string apply_edits(const std::string& bytes, std::vector<Edit> edits);

// Works in memory until nothing changes any more (house text changes quotes of it), at most a few
// rounds; `lessons` empty: the whole course.
Update plan_update(const fs::path& root, const std::vector<std::string>& lessons);

// Marks a translation, a lesson's or the glossary's, as up to date with its original; writes
// nothing else. What it still lacks is among the notes.
Update plan_translated(const fs::path& root, const std::string& translation);

// Writes each file whole. Refuses a file that is no longer what was read. Failures are findings.
Findings write_update(const fs::path& root, const Update& update);

}  // namespace daybook
