// What a check of one lesson came to, as a file of the build: `weave` checks the lesson whose page
// it makes, and `check --woven` takes its word instead of finding all of it out again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/checked_lesson.h"

namespace daybook {

struct Verdict {
  Coverage coverage;
  Findings findings;  // without their fixes, which only `update` needs
};

Verdict verdict_of(const CheckedLesson& lesson);

// `text`: the lesson's bytes, which it speaks of. A format of our own: a build that has another
// core weaves anew.
std::string write_verdict(const Verdict& verdict, const LessonFile& file, std::string_view text);
// Nothing when it is none of `file` with these bytes.
std::optional<Verdict> read_verdict(std::string_view json, const LessonFile& file,
                                    std::string_view text);
// The name of its file in the build's folder: "day36-merge-path.zh-TW.verdict.json".
std::string verdict_file_name(const LessonFile& file);

}  // namespace daybook
