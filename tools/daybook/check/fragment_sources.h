// The programs and recorded runs of a day, as their pages show them. Internal to check/.
#pragma once

#include <cstddef>
#include <vector>

#include "check/course.h"
#include "check/fragment.h"

namespace daybook {

// `next`: the number of the next free token.
std::vector<FragmentProgram> programs_of(Course& course, const Day& day, const Tokens& tokens,
                                         std::size_t& next);
std::vector<FragmentRun> runs_of(Course& course, const Day& day, const Tokens& tokens,
                                 std::size_t& next);

// True when the unit's source as it is today is byte for byte the one that ran.
bool is_of_this_code(Course& course, const RunRecord& run);

std::string listing_language(const Program& program);
// The lines a program's or a run's page shows.
std::vector<std::string> listing_lines(const Text& program);
std::vector<std::string> transcript_lines(const RunRecord& run);

std::string run_title(const RunRecord& run);  // "merge_path on NVIDIA H200"

}  // namespace daybook
