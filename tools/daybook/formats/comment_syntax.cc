#include "formats/comment_syntax.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <utility>

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
// Each failed search for a here document's end reads the whole rest.
constexpr std::size_t kMostFailedWords = 16;

CommentSyntax c_syntax() { return {{"//"}, "/*", "*/", true, {}, '\0', false}; }

// Comments like C's, strings of other rules.
CommentSyntax slash_syntax() {
  return {{"//"},
          "/*",
          "*/",
          false,
          {{"\"", "\"", '\\', false}, {"'", "'", '\\', false}, {"`", "`", '\\', true}},
          '\0',
          false};
}

CommentSyntax css_syntax() {
  return {{}, "/*", "*/", false, {{"\"", "\"", '\\', false}, {"'", "'", '\\', false}}, '\0', false};
}

CommentSyntax hash_syntax() { return {{"#"}, "", "", false, {}, '\0', true}; }

CommentSyntax python_syntax() {
  return {{"#"},
          "",
          "",
          false,
          {{"\"\"\"", "\"\"\"", '\\', true},
           {"'''", "'''", '\\', true},
           {"\"", "\"", '\\', false},
           {"'", "'", '\\', false}},
          '\0',
          false};
}

CommentSyntax shell_syntax() {
  return {{"#"}, "",   "",  false, {{"\"", "\"", '\\', true}, {"'", "'", '\0', true}},
          '\\',  true, true};
}

CommentSyntax sql_syntax() {
  return {{"--"}, "/*", "*/", false, {{"'", "'", '\0', true}, {"\"", "\"", '\0', true}},
          '\0',   false};
}

CommentSyntax lua_syntax() {
  return {{"--"},
          "--[[",
          "]]",
          false,
          {{"[[", "]]", '\0', true}, {"\"", "\"", '\\', false}, {"'", "'", '\\', false}},
          '\0',
          false};
}

CommentSyntax haskell_syntax() {
  return {{"--"}, "{-", "-}", false, {{"\"", "\"", '\\', false}}, '\0', false};
}

CommentSyntax lisp_syntax() {
  return {{";;;;", ";;;", ";;", ";"}, "#|", "|#", false, {{"\"", "\"", '\\', true}}, '\\', false};
}

CommentSyntax semicolon_syntax() {
  return {{";"}, "", "", false, {{"\"", "\"", '\0', false}, {"'", "'", '\0', false}}, '\0', false};
}

CommentSyntax percent_syntax() { return {{"%"}, "", "", false, {}, '\\', false}; }

CommentSyntax markup_syntax() { return {{}, "<!--", "-->", false, {}, '\0', false}; }

using Maker = CommentSyntax (*)();

Maker maker_of(std::string_view key) {
  static const std::unordered_map<std::string_view, Maker> kMakers = {
      {"js", slash_syntax},
      {"mjs", slash_syntax},
      {"ts", slash_syntax},
      {"go", slash_syntax},
      {"scss", slash_syntax},
      {"less", slash_syntax},
      {"css", css_syntax},
      {"py", python_syntax},
      {"pyi", python_syntax},
      {"toml", python_syntax},
      {"jl", python_syntax},
      {"sh", shell_syntax},
      {"bash", shell_syntax},
      {"zsh", shell_syntax},
      {"sbatch", shell_syntax},
      {"yaml", hash_syntax},
      {"yml", hash_syntax},
      {"rb", hash_syntax},
      {"pl", hash_syntax},
      {"r", hash_syntax},
      {"mk", hash_syntax},
      {"cmake", hash_syntax},
      {"conf", hash_syntax},
      {"cfg", hash_syntax},
      {"makefile", hash_syntax},
      {"cmakelists.txt", hash_syntax},
      {"dockerfile", hash_syntax},
      {"meson.build", python_syntax},
      {"meson_options.txt", python_syntax},
      {"sql", sql_syntax},
      {"lua", lua_syntax},
      {"hs", haskell_syntax},
      {"adb", haskell_syntax},
      {"vhd", haskell_syntax},
      {"lisp", lisp_syntax},
      {"el", lisp_syntax},
      {"clj", lisp_syntax},
      {"scm", lisp_syntax},
      {"asm", semicolon_syntax},
      {"nasm", semicolon_syntax},
      {"ll", semicolon_syntax},
      {"ini", semicolon_syntax},
      {"tex", percent_syntax},
      {"sty", percent_syntax},
      {"bib", percent_syntax},
      {"m", percent_syntax},
      {"erl", percent_syntax},
      {"html", markup_syntax},
      {"htm", markup_syntax},
      {"xml", markup_syntax},
      {"svg", markup_syntax},
      {"md", markup_syntax}};
  const auto found = kMakers.find(key);
  return found == kMakers.end() ? nullptr : found->second;
}

// Walks a source of a language outside the C family.
class CommentFinder {
 public:
  CommentFinder(std::string_view source, const CommentSyntax& syntax)
      : source_(source), syntax_(syntax) {
    const auto stop_at = [this](std::string_view mark) {
      if (!mark.empty()) stops_[static_cast<unsigned char>(mark[0])] = true;
    };
    for (const std::string& mark : syntax.line) stop_at(mark);
    for (const StringSyntax& string : syntax.strings) stop_at(string.open);
    stop_at(syntax.block_begin);
    if (syntax.here_documents) stops_['<'] = stops_['\n'] = true;
    if (syntax.escape != '\0') stop_at(std::string_view(&syntax.escape, 1));
  }

  std::vector<Comment> run() {
    while (at_ < source_.size()) {
      if (!stops_[static_cast<unsigned char>(source_[at_])]) {
        ++at_;
      } else if (syntax_.escape != '\0' && source_[at_] == syntax_.escape) {
        at_ += 2;
      } else if (syntax_.here_documents && source_[at_] == '<') {
        read_here_word();
      } else if (syntax_.here_documents && source_[at_] == '\n') {
        skip_here_document();
      } else if (!take_block() && !take_line() && !take_string()) {
        ++at_;
      }
    }
    return std::move(comments_);
  }

 private:
  bool ahead(std::string_view mark) const { return source_.substr(at_, mark.size()) == mark; }

  bool take_block() {
    if (syntax_.block_begin.empty() || !ahead(syntax_.block_begin)) return false;
    const std::size_t inside = at_ + syntax_.block_begin.size();
    const std::size_t close = source_.find(syntax_.block_end, inside);
    const std::size_t end = close == kNone ? source_.size() : close + syntax_.block_end.size();
    comments_.push_back({{at_, end}, {inside, close == kNone ? end : close}, true});
    at_ = end;
    return true;
  }

  bool take_line() {
    if (syntax_.at_word_start && at_ > 0) {
      constexpr std::string_view kBefore = " \t\n\r;|&()";
      const bool mark = at_ == 3 && source_.substr(0, 3) == "\xEF\xBB\xBF";
      if (!mark && kBefore.find(source_[at_ - 1]) == kNone) return false;
    }
    for (const std::string& mark : syntax_.line) {
      if (!ahead(mark)) continue;
      const std::size_t end = line_end(at_);
      comments_.push_back({{at_, end}, {at_ + mark.size(), end}, false});
      at_ = end;
      return true;
    }
    return false;
  }

  std::size_t line_end(std::size_t offset) const {
    const std::size_t end = source_.find('\n', offset);
    if (end == kNone) return source_.size();
    return end > offset && source_[end - 1] == '\r' ? end - 1 : end;
  }

  bool take_string() {
    for (const StringSyntax& string : syntax_.strings) {
      if (!ahead(string.open)) continue;
      at_ = string_end(string, at_ + string.open.size());
      return true;
    }
    return false;
  }

  std::size_t string_end(const StringSyntax& string, std::size_t at) const {
    for (; at < source_.size(); ++at) {
      const char c = source_[at];
      if (string.escape != '\0' && c == string.escape) {
        ++at;
      } else if (c == '\n' && !string.many_lines) {
        return at;
      } else if (source_.compare(at, string.close.size(), string.close) == 0) {
        return at + string.close.size();
      }
    }
    return source_.size();
  }

  // At `<<WORD`, `<<-'WORD'`: the document begins on the next line.
  void read_here_word() {
    const std::size_t run = std::min(source_.find_first_not_of('<', at_), source_.size());
    const bool here = run - at_ == 2;
    at_ = run;
    if (!here || !here_word_.empty()) return;
    const std::size_t word = source_.find_first_not_of("- \t\\'\"", at_);
    std::size_t end = std::min(word, source_.size());
    while (end < source_.size() &&
           (std::isalnum(static_cast<unsigned char>(source_[end])) != 0 || source_[end] == '_')) {
      ++end;
    }
    here_word_ = word == kNone ? std::string_view() : source_.substr(word, end - word);
    at_ = std::max(end, at_);
    if (at_ < source_.size() && (source_[at_] == '\'' || source_[at_] == '"')) ++at_;
  }

  // Goes behind the document's last line; a word that no line ends was no document (a shift).
  void skip_here_document() {
    ++at_;
    const std::string_view word = std::exchange(here_word_, {});
    if (word.empty() || failed_words_ == kMostFailedWords) return;
    for (std::size_t line = at_; line < source_.size();) {
      const std::size_t end = line_end(line);
      std::string_view text = source_.substr(line, end - line);
      text.remove_prefix(std::min(text.find_first_not_of('\t'), text.size()));
      if (text == word) {
        at_ = end;
        return;
      }
      line = std::min(source_.find('\n', line), source_.size() - 1) + 1;
    }
    ++failed_words_;
  }

  std::string_view source_;
  const CommentSyntax& syntax_;
  std::string_view here_word_;
  std::size_t failed_words_ = 0;
  std::array<bool, 256> stops_{};
  std::size_t at_ = 0;
  std::vector<Comment> comments_;
};

}  // namespace

CommentSyntax comment_syntax(std::string_view file_name) {
  std::string name(file_name.substr(file_name.find_last_of('/') + 1));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  Maker maker = maker_of(name);
  const std::size_t dot = name.rfind('.');
  if (maker == nullptr && dot != kNone) maker = maker_of(std::string_view(name).substr(dot + 1));
  return maker == nullptr ? c_syntax() : maker();
}

std::vector<Comment> find_comments(std::string_view source, const CommentSyntax& syntax) {
  return CommentFinder(source, syntax).run();
}

}  // namespace daybook
