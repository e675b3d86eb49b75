// A lesson's claims and origins, and the programs and recorded runs of a day, as pages show them.
// Internal to check/.
#pragma once

#include <cstddef>
#include <vector>

#include "check/course.h"
#include "check/fragment.h"
#include "check/quote_page.h"

namespace daybook {

// `next`: the number of the next free token.
std::vector<FragmentProgram> programs_of(Course& course, const Day& day, const Tokens& tokens,
                                         std::size_t& next);
std::vector<FragmentRun> runs_of(Course& course, const Day& day, const Tokens& tokens,
                                 std::size_t& next);

FragmentRun run_of_record(Course& course, const RunRecord& record);

// A lesson's, with addresses as its page, or the one that stands in its place, needs them.
std::vector<RunOrigin> origins_of(const QuotePage& page);
std::vector<FragmentClaim> claims_of(const QuotePage& page);

// True when the unit's source as it is today is byte for byte the one that ran.
bool is_of_this_code(Course& course, const RunRecord& run);

std::string listing_language(const Program& program);
// The lines a program's or a run's page shows.
std::vector<std::string> listing_lines(const Text& program);
std::vector<std::string> transcript_lines(const RunRecord& run);

std::string run_title(const RunRecord& run);  // "merge_path on NVIDIA H200"

}  // namespace daybook
