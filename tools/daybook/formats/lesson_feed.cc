#include "formats/lesson_feed.h"

#include <algorithm>
#include <string_view>

#include "formats/html_syntax.h"

namespace daybook {

namespace {

constexpr std::ptrdiff_t kMostPipes = 4096;  // in one line

bool is_blank_line(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) { return c == ' ' || c == '\t'; });
}

bool is_label_byte(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ||
         c == ':';
}

// A definition "[label]:" is taken out of the tree by cmark, with its place. Another byte for the
// colon keeps it: its paragraph stays a paragraph. Footnotes' definitions are blocks and stay.
void keep_definitions(std::string& body, std::size_t begin) {
  std::size_t bracket = std::string::npos;
  for (std::size_t at = begin; at < body.size(); ++at) {
    if (body[at] == '[') {
      bracket = at;
    } else if (body[at] == ']' && at + 1 < body.size() && body[at + 1] == ':') {
      const bool footnote = bracket != std::string::npos && body[bracket + 1] == '^';
      if (!footnote) body[at + 1] = ';';
    }
  }
}

// References to what "[^label]:" defines, wherever it stands.
void refer_to_footnotes(std::string_view line, std::string& references) {
  for (std::size_t at = line.find("[^"); at != std::string_view::npos;
       at = line.find("[^", at + 2)) {
    std::size_t end = at + 2;
    while (end < line.size() && is_label_byte(line[end])) ++end;
    if (line.substr(end, 2) == "]:") references += std::string(line.substr(at, end + 1 - at)) + " ";
  }
}

// Changes every `from` behind `begin` to `to`.
void replace_all(std::string& body, std::size_t begin, char from, char to) {
  std::replace(body.begin() + static_cast<std::ptrdiff_t>(begin), body.end(), from, to);
}

// True when there are too many by now; the others are made text.
bool disarm_instructions(std::string& body, std::size_t begin, std::size_t& seen) {
  for (std::size_t at = body.find('<', begin); at != std::string::npos;
       at = body.find('<', at + 1)) {
    if (starts_instruction(body, at) && ++seen > kMostInstructions) body[at + 1] = ';';
  }
  return seen > kMostInstructions;
}

}  // namespace

Feed make_feed(const Text& text, std::size_t first_line) {
  Feed feed;
  std::string references;
  std::string& body = feed.markdown;
  body.reserve(text.bytes().size() + 1);
  std::size_t instructions = 0;
  const bool returns = text.bytes().find('\r') != std::string_view::npos;
  for (std::size_t number = first_line; number <= text.line_count(); ++number) {
    const std::string_view line = text.line(number);
    // cmark ends footnotes at a line of blanks.
    if (is_blank_line(line)) {
      body += '\n';
      continue;
    }
    const std::size_t begin = body.size();
    body += line;
    keep_definitions(body, begin);
    if (returns) replace_all(body, begin, '\r', ' ');  // a lone CR ends no line
    if (line.find("[^") != std::string_view::npos) refer_to_footnotes(line, references);
    const bool crowded = disarm_instructions(body, begin, instructions);
    if (crowded && feed.crowded_line == 0) feed.crowded_line = number;
    if (line.size() > kMostPipes && std::count(line.begin(), line.end(), '|') > kMostPipes) {
      feed.crowded_line = number;
      replace_all(body, begin, '|', ';');
    }
    body += '\n';
  }
  // cmark drops the footnotes that nothing refers to: a first paragraph refers to all.
  if (references.empty()) return feed;
  feed.head_lines = 2;
  body.insert(0, references + "\n\n");
  return feed;
}

}  // namespace daybook
