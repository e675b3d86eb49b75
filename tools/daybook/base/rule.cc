#include "base/rule.h"

namespace daybook {

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = {
      {"audit-anchor-differs", "a line of a listing is not the target of its number"},
      {"audit-code-differs", "code on a page quotes nothing and is not the lesson's"},
      {"audit-download-differs", "a program to download is not the source, byte for byte"},
      {"audit-heading-differs", "a page's headings or their ids are not the lesson's"},
      {"audit-no-truth", "a page shows a quote whose source was not found"},
      {"audit-nothing", "no page was there to prove"},
      {"audit-page-extra", "a page that nothing of the course stands behind"},
      {"audit-page-missing", "a page of the course is not there"},
      {"audit-page-unreadable", "a page cannot be read as one"},
      {"audit-prose-differs", "a page's text is not the lesson's"},
      {"audit-quote-differs", "a quote on a page is not what its source says"},
      {"audit-quote-extra", "an element claims to be a quote and is none"},
      {"audit-quote-missing", "a quote does not stand in its page"},
      {"audit-quote-order", "quotes stand in another order than in the lesson"},
      {"audit-table-extra", "a page has more or fewer tables than the lesson"},
      {"audit-title-differs", "a page's title is not what it must be"},
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
      {"transcript-conflict-marker", "a recorded file holds a merge conflict's markers"},
      {"transcript-row", "a row's cells cannot be told apart for certain"},
  };
  return kRules;
}

}  // namespace daybook
