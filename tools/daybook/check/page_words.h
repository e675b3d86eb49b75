// What the pages' quotes say of themselves, in the site's languages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daybook {

// Patterns: {1}, {2}, … are filled in by fill_words.
struct PageWords {
  std::string_view code_label;      // number, file, line
  std::string_view output_label;    // number, what
  std::string_view command_label;   // number
  std::string_view change_label;    // number, variant
  std::string_view table_label;     // number, caption
  std::string_view chart_label;     // caption
  std::string_view output_caption;  // unit, card, run
  std::string_view sass_caption;
  std::string_view ptxas_caption;
  std::string_view command_caption;
  std::string_view change_caption;  // variant
  std::string_view spread;          // median, smallest, largest, runs
  std::string_view formula;         // formula, values
  std::string_view sketch;
  std::string_view unproved;
  std::string_view chart_summary;  // caption, y, x, points, smallest y, its x, largest y, its x
  std::string_view outdated;       // of a translated section: its original changed
  std::string_view untranslated;   // heading of the original that should come next
  std::string_view lacks_quotes;   // of a translated section
};

// "zh" and what begins so: Traditional Chinese; else English.
const PageWords& page_words(std::string_view language);

std::string fill_words(std::string_view pattern, const std::vector<std::string>& values);

}  // namespace daybook
