#include "formats/plain_texts.h"

#include <algorithm>
#include <charconv>

#include "formats/html_syntax.h"
#include "formats/lesson_blocks.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

// Controls that no lesson's prose holds. The head keeps a piece a paragraph whatever it begins
// with.
constexpr std::string_view kHead = "\x1c ";
constexpr char kMath = '\x1e';
// Nothing that is indented so far interrupts a paragraph.
constexpr std::string_view kNextLine = "\n    ";

}  // namespace

std::size_t PlainTexts::add(std::string_view markdown) {
  markdown_ += kHead;
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t special = std::min(markdown.find_first_of("\n<", at), markdown.size());
    markdown_ += markdown.substr(at, special - at);
    at = special;
    if (at == markdown.size()) break;
    if (markdown[at] == '\n') {
      markdown_ += kNextLine;
    } else if (starts_instruction(markdown, at) && ++instructions_ > kMostInstructions) {
      markdown_ += "<;";
      ++at;
    } else {
      markdown_ += '<';
    }
    ++at;
  }
  markdown_ += "\n\n";
  return count_++;
}

std::string PlainTexts::math(std::string_view tex) {
  math_.emplace_back(fold_blanks(tex));
  return "$" + std::string(1, kMath) + std::to_string(math_.size() - 1) + kMath + "$";
}

std::string PlainTexts::escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (is_punctuation(c) && c != '&' && c != ';' && c != '#') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string PlainTexts::restore_math(const std::string& text) const {
  std::string restored;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = text.find(kMath, at);
    const std::size_t close = open == std::string::npos ? open : text.find(kMath, open + 1);
    if (close == std::string::npos) return restored + text.substr(at);
    std::size_t number = 0;
    std::from_chars(text.data() + open + 1, text.data() + close, number);
    restored += text.substr(at, open - 1 - at) + (number < math_.size() ? math_[number] : "");
    at = close + 2;  // with the '$'
  }
}

void PlainTexts::parse() {
  if (count_ == 0) return;
  const Document document = parse_markdown(markdown_, false);
  for (cmark_node* node = cmark_node_first_child(document.get()); node != nullptr;
       node = cmark_node_next(node)) {
    const std::string text = restore_math(plain_text(node));
    texts_.push_back(
        text.substr(std::min(text.size(), text.size() > 1 && text[1] == ' ' ? kHead.size() : 1)));
  }
  texts_.resize(count_);
}

}  // namespace daybook
