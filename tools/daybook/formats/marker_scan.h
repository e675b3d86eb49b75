// The markers of a source, in order, with what is wrong with each taken alone.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "base/text.h"
#include "formats/comment_syntax.h"
#include "formats/cuda_tokens.h"
#include "formats/marker.h"

namespace daybook {

struct Marker {
  MarkerKind kind = MarkerKind::none;
  std::string name;
  Place place;
  // Already reported, and paired only so that one mistake gives one finding.
  bool suspect = false;
  bool owns_line = true;  // nothing else stands on it
};

struct MarkerScan {
  std::vector<Marker> markers;
  std::vector<Conditional> conditionals;  // C family only
  std::vector<Comment> comments;
  Findings findings;
};

MarkerScan scan_markers(const Text& text, const CommentSyntax& syntax);

// A marker as a line of this language: "// end snippet: corank".
std::string marker_line(const CommentSyntax& syntax, const std::string& marker);

}  // namespace daybook
