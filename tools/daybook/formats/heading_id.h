// The fragment a heading gets, and lower case of any script.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace daybook {

// Letter by letter, by the C library's Unicode tables.
std::string lower_case(std::string_view utf8);

// Headings' fragments by GitHub's rule, as Pandoc's gfm_auto_identifiers has it: lower case;
// letters, digits, '-' and '_' stay, blanks become '-', all else goes. Unlike there, none is empty
// and none comes twice: "section" for nothing, then "-1", "-2".
class HeadingIds {
 public:
  std::string next(std::string_view heading);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> repeats_;
};

}  // namespace daybook
