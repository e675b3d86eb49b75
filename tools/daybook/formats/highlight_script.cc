// Shell, Python and YAML, as far as colours need it.
#include <algorithm>
#include <unordered_set>

#include "formats/highlight_spans.h"

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

using Words = std::unordered_set<std::string_view>;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

struct Script {
  const Words& keywords;
  bool triple_quotes = false;   // Python's
  bool long_strings = false;    // quotes may span lines
  bool raw_apostrophe = false;  // no escapes in '…'
  bool variables = false;       // $name, ${…}
  bool decorators = false;      // @name at a line's start
  bool calls = false;           // name( is a function
  bool keys = false;            // name: is a key, a quote opens a string only in front of a value
  bool hash_at_word = false;    // # begins a comment only behind a blank
};

class ScriptLexer {
 public:
  ScriptLexer(std::string_view source, const Script& script) : source_(source), script_(script) {}

  std::vector<ClassSpan> run() {
    while (at_ < source_.size()) step();
    return std::move(spans_);
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  bool behind_blank() const { return at_ == 0 || is_blank(source_[at_ - 1]) || at_line_start(); }
  bool at_line_start() const { return at_ == 0 || source_[at_ - 1] == '\n'; }

  void add(std::size_t end, std::string_view name) {
    end = std::min(end, source_.size());
    if (!name.empty() && end > at_) spans_.push_back({{at_, end}, name});
    at_ = end;
  }

  void step() {
    const char c = here();
    if (c == '#' && (!script_.hash_at_word || behind_blank())) {
      add(std::min(source_.find('\n', at_), source_.size()), "c");
    } else if ((c == '"' || c == '\'') && opens_string()) {
      add(string_end(), is_key(string_end()) ? "t" : "s");
    } else if (c == '$' && script_.variables) {
      add(variable_end(), "p");
    } else if (c == '\\' && script_.variables) {
      add(at_ + 2, "");
    } else if (c == '@' && script_.decorators && at_line_start()) {
      add(word_end(at_ + 1), "p");
    } else if (is_letter(c)) {
      word();
    } else if (is_digit(c)) {
      number();
    } else {
      ++at_;
    }
  }

  bool opens_string() const {
    if (!script_.keys || at_line_start()) return true;
    constexpr std::string_view kBefore = " \t[{,:(";
    return kBefore.find(source_[at_ - 1]) != kNone;
  }

  std::size_t string_end() const {
    const char quote = here();
    const bool triple = script_.triple_quotes && here(1) == quote && here(2) == quote;
    const bool escapes = !(script_.raw_apostrophe && quote == '\'');
    for (std::size_t at = at_ + (triple ? 3 : 1); at < source_.size(); ++at) {
      const char c = source_[at];
      if (c == '\\' && escapes) {
        ++at;
      } else if (c == '\n' && !triple && !script_.long_strings) {
        return at;
      } else if (c == quote && !triple) {
        return at + 1;
      } else if (c == quote && source_.substr(at, 3) == std::string(3, quote)) {
        return at + 3;
      }
    }
    return source_.size();
  }

  std::size_t variable_end() {
    if (here(1) == '{') {
      if (at_ < unclosed_until_) return at_ + 1;
      const std::size_t close = std::min(source_.find_first_of("}\n", at_), source_.size());
      if (close < source_.size() && source_[close] == '}') return close + 1;
      unclosed_until_ = close;
      return at_ + 1;
    }
    if (is_letter(here(1))) return word_end(at_ + 1);
    constexpr std::string_view kSpecial = "0123456789?!#@*$-";
    return at_ + (here(1) != '\0' && kSpecial.find(here(1)) != kNone ? 2 : 1);
  }

  std::size_t word_end(std::size_t at) const {
    const auto inside = [this](char c) {
      return is_letter(c) || is_digit(c) || (c == '-' && (script_.keys || script_.variables)) ||
             (c == '.' && script_.decorators && here() == '@');
    };
    while (at < source_.size() && inside(source_[at])) ++at;
    return at;
  }

  bool is_key(std::size_t end) const {
    if (!script_.keys || end >= source_.size() || source_[end] != ':') return false;
    return end + 1 == source_.size() || is_blank(source_[end + 1]) || source_[end + 1] == '\n';
  }

  void word() {
    const std::size_t end = word_end(at_);
    const std::string_view text = source_.substr(at_, end - at_);
    if (script_.triple_quotes && text.size() <= 2 && end < source_.size() &&
        (source_[end] == '"' || source_[end] == '\'') &&
        text.find_first_not_of("rRbBfFuU") == kNone) {
      add(end, "s");
    } else if (is_key(end)) {
      add(end, "t");
    } else if (script_.keywords.count(text) != 0) {
      add(end, "k");
    } else {
      add(end, script_.calls && end < source_.size() && source_[end] == '(' ? "f" : "");
    }
  }

  void number() {
    std::size_t end = at_;
    while (end < source_.size() &&
           (is_digit(source_[end]) || is_letter(source_[end]) || source_[end] == '.')) {
      ++end;
    }
    // Part of a word such as a path or an option is no number.
    const bool alone =
        at_ == 0 || (source_[at_ - 1] != '-' && source_[at_ - 1] != '/' && source_[at_ - 1] != '.');
    add(end, alone ? "n" : "");
  }

  std::string_view source_;
  const Script& script_;
  std::size_t at_ = 0;
  std::size_t unclosed_until_ = 0;  // no "}" stands before
  std::vector<ClassSpan> spans_;
};

}  // namespace

std::vector<ClassSpan> shell_spans(std::string_view source) {
  static const Words kWords = {"if",     "then",   "elif",  "else",  "fi",       "for",  "in",
                               "do",     "done",   "while", "until", "case",     "esac", "function",
                               "export", "return", "set",   "local", "readonly", "cd",   "exit"};
  Script script{kWords};
  script.long_strings = script.raw_apostrophe = script.variables = script.hash_at_word = true;
  return ScriptLexer(source, script).run();
}

std::vector<ClassSpan> python_spans(std::string_view source) {
  static const Words kWords = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  Script script{kWords};
  script.triple_quotes = script.decorators = script.calls = true;
  return ScriptLexer(source, script).run();
}

std::vector<ClassSpan> yaml_spans(std::string_view source) {
  static const Words kWords = {"true", "false", "null", "yes", "no", "on", "off"};
  Script script{kWords};
  script.keys = script.hash_at_word = true;
  return ScriptLexer(source, script).run();
}

}  // namespace daybook
