#include "formats/highlight.h"

#include <algorithm>
#include <utility>

#include "formats/cuda_tokens.h"
#include "formats/cuda_words.h"
#include "formats/highlight_spans.h"

namespace daybook {
namespace {

void escape_into(std::string& html, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
}

void wrap_into(std::string& html, std::string_view name, std::string_view text) {
  if (text.empty()) return;
  html += "<span class=\"";
  html += name;
  html += "\">";
  escape_into(html, text);
  html += "</span>";
}

std::vector<std::string> render(const std::vector<std::string>& lines, const std::string& source,
                                const std::vector<ClassSpan>& spans) {
  std::vector<std::string> html;
  html.reserve(lines.size());
  std::size_t begin = 0;
  auto next = spans.begin();
  for (const std::string& line : lines) {
    const std::size_t end = begin + line.size();
    std::string out;
    std::size_t at = begin;
    while (at < end) {
      while (next != spans.end() && next->span.end <= at) ++next;
      if (next == spans.end() || next->span.begin >= end) break;
      const std::size_t from = std::max(at, next->span.begin);
      const std::size_t to = std::min(end, next->span.end);
      escape_into(out, std::string_view(source).substr(at, from - at));
      wrap_into(out, next->name, std::string_view(source).substr(from, to - from));
      at = to;
    }
    escape_into(out, std::string_view(source).substr(at, end - at));
    html.push_back(std::move(out));
    begin = end + 1;
  }
  return html;
}

std::string highlight_diff_line(const std::string& line) {
  const bool head = line.starts_with("@@") || line.starts_with("--- ") || line.starts_with("+++ ");
  std::string html;
  if (head) {
    wrap_into(html, "p", line);
  } else if (line.starts_with('+')) {
    wrap_into(html, "a", line);
  } else if (line.starts_with('-')) {
    wrap_into(html, "d", line);
  } else {
    escape_into(html, line);
  }
  return html;
}

// In a quoted patch there are no file lines: "--- x" there is the deleted line "-- x".
std::vector<std::string> highlight_diff(const std::vector<std::string>& lines) {
  const bool heads = std::any_of(lines.begin(), lines.end(),
                                 [](const std::string& line) { return line.starts_with("@@ -"); });
  std::vector<std::string> html;
  html.reserve(lines.size());
  for (const std::string& line : lines) {
    if (heads || (!line.starts_with("--- ") && !line.starts_with("+++ "))) {
      html.push_back(highlight_diff_line(line));
    } else {
      std::string out;
      wrap_into(out, line[0] == '+' ? "a" : "d", line);
      html.push_back(std::move(out));
    }
  }
  return html;
}

using Lexer = std::vector<ClassSpan> (*)(std::string_view);

Lexer lexer_of(std::string_view language) {
  static constexpr std::pair<std::string_view, Lexer> kLexers[] = {
      {"c", cuda_spans},    {"c++", cuda_spans},      {"cc", cuda_spans},
      {"cpp", cuda_spans},  {"cu", cuda_spans},       {"cuda", cuda_spans},
      {"cuh", cuda_spans},  {"cxx", cuda_spans},      {"h", cuda_spans},
      {"hpp", cuda_spans},  {"bash", shell_spans},    {"console", shell_spans},
      {"sh", shell_spans},  {"shell", shell_spans},   {"zsh", shell_spans},
      {"py", python_spans}, {"python", python_spans}, {"json", yaml_spans},
      {"yaml", yaml_spans}, {"yml", yaml_spans}};
  for (const auto& [name, lexer] : kLexers) {
    if (name == language) return lexer;
  }
  return nullptr;
}

std::string_view class_of(const Token& token) {
  switch (token.kind) {
    case TokenKind::comment:
      return "c";
    case TokenKind::directive:
      return "p";
    case TokenKind::string:
    case TokenKind::character:
      return "s";
    case TokenKind::number:
      return "n";
    case TokenKind::cuda_word:
      return "cu";
    case TokenKind::keyword:
      return is_type_word(token.text) ? "t" : "k";
    case TokenKind::identifier:
      return is_type_word(token.text) ? "t" : "";
    case TokenKind::punctuation:
      return "";
  }
  return "";
}

// A directive, with the comments in it cut out of its colour.
std::size_t add_directive(const std::vector<Token>& tokens, std::size_t i,
                          std::vector<ClassSpan>& spans) {
  const Span whole = tokens[i].span;
  std::size_t at = whole.begin;
  for (++i; i < tokens.size() && tokens[i].kind == TokenKind::comment &&
            tokens[i].span.begin < whole.end;
       ++i) {
    spans.push_back({{at, tokens[i].span.begin}, "p"});
    spans.push_back({tokens[i].span, "c"});
    at = tokens[i].span.end;
  }
  if (at < whole.end) spans.push_back({{at, whole.end}, "p"});
  return i;
}

}  // namespace

std::vector<ClassSpan> cuda_spans(std::string_view source) {
  const std::vector<Token> tokens = tokenize_cuda(source);
  std::vector<ClassSpan> spans;
  for (std::size_t i = 0; i < tokens.size();) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::directive) {
      i = add_directive(tokens, i, spans);
      continue;
    }
    std::string_view name = class_of(token);
    const bool names = name.empty() && token.kind == TokenKind::identifier;
    if (names && i + 1 < tokens.size() &&
        (tokens[i + 1].text == "(" || tokens[i + 1].text == "<<<")) {
      name = "f";
    }
    const bool declares = names && i > 0 &&
                          (tokens[i - 1].text == "struct" || tokens[i - 1].text == "class" ||
                           tokens[i - 1].text == "typename" || tokens[i - 1].text == "enum");
    if (declares) name = "t";
    if (!name.empty()) spans.push_back({token.span, name});
    ++i;
  }
  return spans;
}

std::vector<std::string> highlight_lines(const std::vector<std::string>& lines,
                                         std::string_view language) {
  if (language == "diff" || language == "patch") return highlight_diff(lines);
  const std::string source = join_lines(lines);
  const Lexer lexer = lexer_of(language);
  return render(lines, source, lexer == nullptr ? std::vector<ClassSpan>() : lexer(source));
}

std::string escape_html(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  escape_into(html, text);
  return html;
}

}  // namespace daybook
