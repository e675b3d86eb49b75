// Proves of a built site that its pages say what the lessons, their sources and their evidence say.
// What a page must hold is worked out anew from those, never from the page.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/course.h"

namespace daybook {

struct Audit {
  Findings findings;
  std::size_t lessons = 0, programs = 0, runs = 0, quotes = 0;
  // Of the site, what the course stands behind: path → SHA-256, "" where it could not be read.
  std::map<std::string, std::string> files;
  void add(Audit other);
  // "3 lesson pages with 80 quotes, 3 program pages, 4 run pages"
  std::string words() const;
};

// `site` is the published folder. `days` empty: the whole course, and then a page of a day that the
// course does not have is a finding too, and so is every file that is not the one that was built.
// Drafts are left out.
// Findings: audit-active, audit-anchor-differs, audit-code-differs, audit-download-differs,
// audit-file-differs, audit-heading-differs, audit-no-truth, audit-page-extra, audit-page-missing,
// audit-page-unreadable, audit-prose-differs, audit-quote-differs, audit-quote-extra,
// audit-quote-missing, audit-quote-order, audit-table-extra, audit-title-differs,
// audit-value-differs; audit-nothing when no page was there to prove.
Audit audit_site(Course& course, const fs::path& site, const std::vector<std::string>& days);

}  // namespace daybook
