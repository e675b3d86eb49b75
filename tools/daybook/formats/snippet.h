// Regions of a source file: what stands between `// snippet: name` and `// end snippet`. Rules:
// README, "Regions in a source".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/text.h"
#include "formats/comment_syntax.h"

namespace daybook {

// A region's or a whole file's text as a quote shows it: dedented, without marker lines.
struct QuotableLine {
  std::string text;
  std::size_t line = 0;  // in its source file, from 1
};

struct Region {
  std::string name;
  std::size_t start_line = 0;  // the start marker's line
  std::size_t end_line = 0;    // the end marker's line
  std::vector<QuotableLine> lines;
};

// A number with a measured unit in a comment.
struct Measurement {
  Place place;
  std::string text;
};

struct Source {
  std::vector<Region> regions;      // in order of their start
  std::vector<QuotableLine> whole;  // the whole file without its marker lines (not dedented)
  std::vector<Measurement> measurements;
  const Region* find(std::string_view name) const;
};

// Findings: region-unclosed, region-unopened, region-duplicate, region-mismatched, region-empty,
// region-near-miss, region-name, region-trailing-text, region-indentation, region-elision,
// region-in-macro, region-cuts-conditional (warning), not-text (a NUL or bytes that are not UTF-8).
Parsed<Source> parse_regions(const Text& text);

// True when `line`, blanks aside, is only the language's comment and "..." (`// ...`, `# ...`).
bool is_code_elision(std::string_view line, const CommentSyntax& syntax);
bool is_text_elision(std::string_view line);  // "..." or "…"

}  // namespace daybook
