// The words in which the site's own pages state evidence. The assembler has them too
// (tools/pages/words.py); the audit does not ask it.
#pragma once

#include <string_view>

namespace daybook {

// Patterns as in check/page_words.h.
struct SiteWords {
  std::string_view day;  // number
  std::string_view this_code, older_code;
  std::string_view is_signed, signed_by, is_unsigned;  // signed_by: signer
  std::string_view driver, cuda;                       // version
  std::string_view of_day;                             // title, unit
  std::string_view holds, fails, unknown, could_flip;
  std::string_view default_run;
  std::string_view published_run;  // number, of how many
};

// "zh-TW"; else English.
const SiteWords& site_words(std::string_view language);

}  // namespace daybook
