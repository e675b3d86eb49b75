// The page a lesson's quotes are written for: what a quote's HTML needs to link from there.
// Internal to check/.
#pragma once

#include <memory>
#include <string>

#include "check/checked_lesson.h"
#include "check/course.h"
#include "check/page_words.h"

namespace daybook {

struct QuotePage {
  Course& course;
  const CheckedLesson& lesson;
  std::string page;  // its path in the site
  const PageWords& words;
};
QuotePage quote_page(Course& course, const CheckedLesson& lesson);

// The run whose recorded file a place lies in; null when it lies in none.
std::shared_ptr<RunRecord> run_of(const QuotePage& page, const Place& place);

// Relative addresses on that page, "" where the site has no such page. Line 0: the page's top.
std::string run_href(const QuotePage& page, const RunRecord& run, std::size_t line);
// Of a place in a recorded file or in a program.
std::string place_href(const QuotePage& page, const Place& place);
std::string source_href(const QuotePage& page, const std::string& file, std::size_t line);

// "median 378.1 ms, smallest …" of a measured cell; "" of an exact one.
std::string spread_words(const QuotePage& page, const RunRecord& run, const std::string& path);

// `<a href="…" title="…">html</a>`; without an address the title stands on a span, without both the
// html alone.
std::string linked(const std::string& html, const std::string& href, const std::string& title);
// For text that a parser must give back byte for byte: a raw CR would come back as a line end.
std::string exact_html(std::string html);

// Parts of quote_html, by kind.
std::string block_html(const QuotePage& page, std::size_t index);
std::string table_html(const QuotePage& page, std::size_t index);
std::string inline_html(const QuotePage& page, std::size_t index);

}  // namespace daybook
