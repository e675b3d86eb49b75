// Raw HTML in Markdown: where a tag ends, which tags a lesson may hold. Source: CommonMark 0.29,
// "Autolinks", "Raw HTML".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

// Offset behind "<scheme:…>" or "<mail@host>" at text[at] == '<'; `at` when it is none.
std::size_t scan_autolink(std::string_view text, std::size_t at);

// Remembers which endings a text lacks, so that text full of openings stays linear. One text each.
class HtmlScanner {
 public:
  // Offset behind the tag, comment, instruction, declaration or CDATA section; `at` when none.
  std::size_t scan_tag(std::string_view text, std::size_t at);

 private:
  std::size_t find(std::string_view text, std::string_view ending, std::size_t at);
  std::size_t scan_comment(std::string_view text, std::size_t at);

  std::vector<std::string_view> missing_;
};

// "<?", "<!A", "<![" at text[at]: a lesson may hold none, and cmark's time grows with the square of
// their number. More than this many in one text are kept from cmark.
bool starts_instruction(std::string_view text, std::size_t at);
inline constexpr std::size_t kMostInstructions = 256;

// "details" of "<details open>" and of "</DETAILS>".
std::string tag_name(std::string_view tag);
// Why `tag` ("<b>", "</details>", "<!DOCTYPE …>") may not stand in a lesson; "" when it may.
std::string refuse_tag(std::string_view tag);

// A block of raw HTML taken apart.
struct HtmlPart {
  enum class Kind { text, tag, comment, unclosed } kind = Kind::text;
  Span span;
};
std::vector<HtmlPart> split_html(std::string_view html);

}  // namespace daybook
