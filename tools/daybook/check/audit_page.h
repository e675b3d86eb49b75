// One finished page held against what it must say. Internal to check/.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "check/checked_lesson.h"
#include "check/page_part.h"
#include "check/page_text.h"

namespace daybook {

// Text that must stand in a page, and where it comes from.
struct ExpectedText {
  std::vector<std::string> lines;
  std::string file;
  std::size_t first_line = 1;  // of the file; 0: these are no lines of it
};

// A quote as its sources say it today.
struct QuoteTruth {
  bool known = false;  // its source was found; of a number or claim: it says what its source says
  ExpectedText text;   // of a table: its caption, then a line a row, cells parted by " | "
  bool table = false;
  std::vector<std::vector<std::string>> rows;  // table: caption, header, rows
};
QuoteTruth quote_truth(const CheckedLesson& lesson, std::size_t index);

// Collects what is wrong with one page.
class PageAudit {
 public:
  // `file`: as messages name it. `mend`: what makes the page anew.
  PageAudit(std::string file, std::string mend) : file_(std::move(file)), mend_(std::move(mend)) {}

  Finding& report(const char* id, Place place, std::string message);
  // The same, with both sides as a difference.
  Finding& differs(const char* id, const Place& place, std::string message,
                   const std::vector<std::string>& found, const ExpectedText& expected);
  Place whole() const { return {file_, 0, 0}; }
  const std::string& file() const { return file_; }

  Findings findings;

 private:
  std::string file_;
  std::string mend_;
};

// Quotes in HTML that the course does not make of them, if nothing else is said of them yet.
void report_changed(PageAudit& audit, const Text& page, const ReducedPage& reduced);
// A lesson's page.
void audit_lesson(PageAudit& audit, const PageText& page, const CheckedLesson& lesson);
// A page that shows one whole file, a line an anchor: a program or a run. `name`: of its quote.
void audit_listing(PageAudit& audit, const PageText& page, const std::string& name,
                   const std::string& heading, const ExpectedText& expected);

}  // namespace daybook
