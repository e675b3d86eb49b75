// The parts of a Markdown link: label, destination, title. Source: CommonMark 0.29, "Links".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"

namespace daybook {

bool is_punctuation(char c);  // ASCII
bool is_space(char c);        // blank, tab and the line ends

// Label at text[at] == '[': what stands between its brackets; nothing when it is none.
std::optional<Span> scan_label(std::string_view text, std::size_t at);
// As CommonMark matches labels: lower case, blanks folded.
std::string match_label(std::string_view label);

struct Destination {
  Span inside;  // without < and >
  std::size_t end = 0;
};
std::optional<Destination> scan_destination(std::string_view text, std::size_t at);
// Title at text[at]: the offset behind it, `at` when there is none. Its inside is one byte shorter
// at both ends.
std::size_t scan_title(std::string_view text, std::size_t at);
std::size_t skip_spaces(std::string_view text, std::size_t at);

// "(destination "title")" behind a link's text, at text[at] == '('.
struct LinkTail {
  Span destination;
  Span title;
  bool titled = false;
  std::size_t end = 0;  // behind ')'
};
std::optional<LinkTail> scan_link_tail(std::string_view text, std::size_t at);

// "[label]: destination "title"" at text[at].
struct Definition {
  Span label;
  Span destination;
  Span title;
  bool titled = false;
  Span span;             // from '[' to the title's or destination's end
  std::size_t next = 0;  // start of the next line
};
std::optional<Definition> scan_definition(std::string_view text, std::size_t at);

// The scheme a destination begins with ("run", "run@t4"); "" when it has none.
std::string_view scheme_of(std::string_view destination);
// Resolves %41; nothing when a % is not followed by two hex digits.
std::optional<std::string> percent_decode(std::string_view text);

}  // namespace daybook
