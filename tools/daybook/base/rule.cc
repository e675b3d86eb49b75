#include "base/rule.h"

namespace daybook {

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = {
      {"not-text", "a file holds a NUL or bytes that are not UTF-8"},
      {"patch-syntax", "a variant's patch is not a unified diff of one file"},
      {"region-cuts-conditional", "a region holds only one side of an #if and its #endif"},
      {"region-duplicate", "a region's name stands twice in its file"},
      {"region-elision", "a line that means left-out lines stands in a region"},
      {"region-empty", "nothing stands between a region's markers"},
      {"region-in-macro", "a marker stands between lines joined by a backslash"},
      {"region-indentation", "tabs stand against spaces in a region's indentation"},
      {"region-mismatched", "an end marker does not fit the regions that are open"},
      {"region-name", "a region's name is not of lower-case letters, digits and hyphens"},
      {"region-near-miss", "a comment is nearly a marker"},
      {"region-trailing-text", "more text stands behind a marker"},
      {"region-unclosed", "a region is never closed"},
      {"region-unopened", "an end marker has no start"},
  };
  return kRules;
}

}  // namespace daybook
