// Highlighted code as HTML: <span class="…"> only, never colours, so that a style sheet decides.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daybook {

// Classes: c comment, k keyword, cu CUDA word, s string, n number, p directive (of a script:
// decorator or variable), t type name (of YAML: a key), f function name before "(" or "<<<"; in a
// diff: a added line, d deleted line, p its @@ and file lines. Plain text is without a span. One
// entry per line, spans closed at each line's end; the text of each line, tags removed and entities
// decoded, equals the input line.
// `language`: "cuda", "cpp", "c", "diff", "sh", "python", "yaml", "text", …; an unknown one is only
// escaped.
std::vector<std::string> highlight_lines(const std::vector<std::string>& lines,
                                         std::string_view language);
std::string escape_html(std::string_view text);  // & < > " '

}  // namespace daybook
