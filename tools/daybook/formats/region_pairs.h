// Starts and ends, paired into regions; what does not pair is found.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "formats/comment_syntax.h"
#include "formats/marker_scan.h"

namespace daybook {

// More regions than this open at one place is a mistake, and would make their text grow without
// bounds.
inline constexpr std::size_t kMostOpenRegions = 64;

struct RegionPair {
  std::string name;
  Place start;
  Place end;
};

// Pairs in order of their start; regions that were never closed, and second ones of a name, are
// left out. Findings: region-unclosed, region-unopened, region-duplicate, region-mismatched.
Parsed<std::vector<RegionPair>> pair_markers(const std::vector<Marker>& markers,
                                             const CommentSyntax& syntax);

}  // namespace daybook
