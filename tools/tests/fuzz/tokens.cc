// CUDA tokens, what is device-only, the outline, and highlighting.
#include "formats/cuda_tokens.h"
#include "formats/highlight.h"
#include "target.h"

namespace daybook {
namespace {

// The highlighted lines without their tags.
std::string plain(const std::string& html) {
  std::string text;
  bool tag = false;
  for (const char c : html) {
    if (c == '<') tag = true;
    if (!tag) text += c;
    if (c == '>') tag = false;
  }
  return text;
}

void require_in_order(const std::vector<Token>& tokens, std::size_t size) {
  std::size_t at = 0;
  for (const Token& token : tokens) {
    require_inside(token.span, size);
    require(token.span.begin >= at && token.span.end > token.span.begin,
            "tokens stand one after the other");
    at = token.span.end;
  }
}

}  // namespace
}  // namespace daybook

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  const std::string_view source = as_text(data, size);
  const auto tokens = tokenize_cuda(source);
  const auto code = strip_comments(tokens);
  std::vector<Token> comments;  // those in a directive come behind it, and lie inside its span
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::comment) comments.push_back(token);
  }
  require_in_order(code, size);
  require_in_order(comments, size);
  require(code.size() + comments.size() == tokens.size(), "a token is code or a comment");
  require(mark_device_only(code).size() == code.size(), "each token is marked");
  const auto outline = outline_code(source);
  for (const Span& comment : outline.comments) require_inside(comment, size);
  for (const auto& conditional : outline.conditionals) {
    require(conditional.offset < size && source[conditional.offset] == '#',
            "a conditional is placed at its '#'");
  }
  const auto lines = split_lines(source);
  for (const char* language : {"cuda", "sh", "diff", "json"}) {
    const auto shown = highlight_lines(lines, language);
    require(shown.size() == lines.size(), "each line is shown");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      require(plain(shown[i]) == escape_html(lines[i]), "highlighting changes no character");
    }
  }
  return 0;
}
