// The plain text of pieces of Markdown, asked for one by one and parsed together: starting a parser
// costs more than a paragraph does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace daybook {

class PlainTexts {
 public:
  // Inline Markdown, lines joined by LF; answers its number.
  std::size_t add(std::string_view markdown);
  // Markdown that stands for math in what is added; its text is the TeX source.
  std::string math(std::string_view tex);
  // Escapes what Markdown reads as markup; HTML's entities stay.
  static std::string escape(std::string_view text);

  void parse();
  const std::string& text(std::size_t number) const { return texts_[number]; }

 private:
  std::string restore_math(const std::string& text) const;

  std::string markdown_;
  std::vector<std::string> math_;
  std::vector<std::string> texts_;
  std::size_t count_ = 0;
  std::size_t instructions_ = 0;
};

}  // namespace daybook
