// Which tokens only the device sees: bodies and parameter lists of device-only functions, and the
// messages of static_assert. Where brackets cannot be trusted (they cross an #if, or a macro hides
// one), nothing is marked: a host change must never pass for a device one.
#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/bracket_pairs.h"
#include "formats/cuda_tokens.h"

namespace daybook {
namespace {

constexpr std::size_t kNone = BracketPairs::kNone;

bool is_mark(const Token& token, std::string_view text) {
  return token.kind == TokenKind::punctuation && token.text == text;
}

// Macros of this source whose replacement names the host, and whether one hides a bracket.
struct Macros {
  std::unordered_set<std::string> host;
  bool hide_brackets = false;
};

Macros read_macros(const std::vector<Token>& tokens) {
  Macros macros;
  for (const Token& token : tokens) {
    if (!is_directive(token, "define")) continue;
    // Behind "#": `define`, the name, its replacement.
    const std::vector<Token> parts = tokenize_cuda(std::string_view(token.text).substr(1));
    if (!brackets_balance(parts)) macros.hide_brackets = true;
    const bool host = std::any_of(parts.begin(), parts.end(), [&](const Token& part) {
      return part.text == "__host__" || macros.host.count(part.text) != 0;
    });
    if (host && parts.size() > 2) macros.host.insert(parts[1].text);
  }
  return macros;
}

class DeviceMarker {
 public:
  explicit DeviceMarker(const std::vector<Token>& tokens)
      : tokens_(tokens),
        brackets_(tokens),
        macros_(read_macros(tokens)),
        marked_(tokens.size(), false) {}

  std::vector<bool> run() {
    mark_messages();
    if (!macros_.hide_brackets) mark_functions();
    return std::move(marked_);
  }

 private:
  bool mark_is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && is_mark(tokens_[i], text);
  }
  bool word_is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].text == text &&
           (tokens_[i].kind == TokenKind::keyword || tokens_[i].kind == TokenKind::cuda_word ||
            tokens_[i].kind == TokenKind::identifier);
  }
  bool is_host(const Token& token) const {
    return token.text == "__host__" ||
           (token.kind == TokenKind::identifier && macros_.host.count(token.text) != 0);
  }
  // Behind the group that opens at `i`; kNone when its end is not known.
  std::size_t behind_group(std::size_t i) const {
    const std::size_t partner = i < tokens_.size() ? brackets_.partner(i) : kNone;
    return partner == kNone || partner < i ? kNone : partner + 1;
  }

  void mark_messages() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!word_is(i, "static_assert") && !word_is(i, "_Static_assert")) continue;
      const std::size_t behind = behind_group(i + 1);
      if (behind == kNone || !mark_is(i + 1, "(")) continue;
      std::size_t first = behind - 1;
      while (first > i + 2 && tokens_[first - 1].kind == TokenKind::string) --first;
      if (!mark_is(first - 1, ",")) continue;
      std::fill(at(first), at(behind - 1), true);
    }
  }

  std::vector<bool>::iterator at(std::size_t i) {
    return marked_.begin() + static_cast<std::ptrdiff_t>(i);
  }

  void mark_functions() {
    bool host = false;  // since the declaration's start
    for (std::size_t i = 0; i < tokens_.size();) {
      const Token& token = tokens_[i];
      const bool boundary = is_mark(token, ";") || is_mark(token, "{") || is_mark(token, "}");
      host = !boundary && (host || is_host(token));
      if (word_is(i, "__global__") || word_is(i, "__device__")) {
        i = read_function(i, host);
      } else {
        ++i;
      }
    }
  }

  // What a declaration's specifiers and declarator say, from the execution space on.
  struct Declarator {
    std::size_t next = 0;      // where reading stopped
    std::size_t open = kNone;  // the parameter list's "("
    bool host = false;
    bool global = false;
  };

  // Reads the function whose execution space stands at `i`; where to go on.
  std::size_t read_function(std::size_t i, bool& host) {
    const Declarator declarator = read_declarator(i, host);
    host = declarator.host;
    if (declarator.open == kNone) return std::max(declarator.next, i + 1);
    const std::size_t behind = behind_group(declarator.open);
    const std::size_t body = body_start(behind);
    if (body == kNone) return behind;
    std::size_t end = behind;
    if (!declarator.host) mark_parameters(declarator, behind);
    if (!mark_is(body, ";")) {
      const std::size_t brace = mark_is(body, ":") ? behind_initialisers(body) : body;
      end = brace == kNone ? kNone : behind_group(brace);
      if (end == kNone) return behind;
      if (!declarator.host) mark_body(body, end);
      // Local names of the body are not this declaration's.
      host = false;
    }
    return end;
  }

  Declarator read_declarator(std::size_t i, bool host) const {
    Declarator result{i, kNone, host, false};
    while (result.next < tokens_.size()) {
      const std::size_t at = result.next;
      const Token& token = tokens_[at];
      if (token.kind == TokenKind::directive) return result;  // it may take part of this away
      result.host = result.host || is_host(token);
      result.global = result.global || word_is(at, "__global__");
      if (token.kind == TokenKind::punctuation && !step_over_mark(result)) return result;
      if (result.open != kNone) return result;
      if (token.kind != TokenKind::punctuation) {
        result.next = word_is(at, "operator") ? behind_operator(at) : at + 1;
      }
    }
    return result;
  }

  // Punctuation in a declarator; false where no function declarator can go on.
  bool step_over_mark(Declarator& result) const {
    const std::size_t at = result.next;
    const std::string& text = tokens_[at].text;
    std::size_t behind = at + 1;
    if (text == "(") {
      behind = behind_group(at);
      if (behind == kNone) return false;
      if (!takes_argument(at) && body_start(behind) != kNone) result.open = at;
    } else if (text == "[") {
      behind = behind_group(at);
    } else if (text == "<") {
      behind = behind_angles(at);
    } else if (text != "::" && text != "*" && text != "&" && text != "&&" && text != "~" &&
               text != ">" && text != "...") {
      return false;
    }
    if (behind == kNone) return false;
    result.next = behind;
    return true;
  }

  // The "(" at `i` belongs to a specifier or an attribute, not to the function.
  bool takes_argument(std::size_t i) const {
    static const std::unordered_set<std::string_view> kWords = {
        "__launch_bounds__", "__cluster_dims__", "__block_size__", "__maxnreg__", "__attribute__",
        "__declspec",        "__align__",        "alignas",        "decltype",    "explicit",
        "noexcept",          "requires",         "throw",          "typeof",      "__typeof__"};
    return i > 0 && kWords.count(tokens_[i - 1].text) != 0;
  }

  // Behind `operator` and the symbol it names.
  std::size_t behind_operator(std::size_t i) const {
    ++i;
    if (mark_is(i, "(") && mark_is(i + 1, ")")) return i + 2;
    if (mark_is(i, "[") && mark_is(i + 1, "]")) return i + 2;
    while (i < tokens_.size() && tokens_[i].kind == TokenKind::punctuation && !mark_is(i, "(") &&
           !mark_is(i, ";") && !mark_is(i, "{")) {
      ++i;
    }
    return i;
  }

  // Behind the template arguments that open at `i`; kNone when they do not end.
  std::size_t behind_angles(std::size_t i) const {
    int depth = 0;
    while (i < tokens_.size()) {
      const Token& token = tokens_[i];
      if (token.kind == TokenKind::directive || word_is(i, "__global__") ||
          word_is(i, "__device__")) {
        return kNone;
      }
      if (token.kind == TokenKind::punctuation) {
        const std::string& text = token.text;
        if (text == "(" || text == "[" || text == "{") {
          i = behind_group(i);
          if (i == kNone) return kNone;
          continue;
        }
        if (text == ";" || text == ")" || text == "]" || text == "}") return kNone;
        if (text == "<") ++depth;
        if (text == ">" || text == ">>" || text == ">>>") depth -= static_cast<int>(text.size());
        if (depth <= 0) return i + 1;
      }
      ++i;
    }
    return kNone;
  }

  // Where a function's body, initialisers (":") or the ";" of a prototype begin behind its
  // parameter list; kNone when what stands there is no function's.
  std::size_t body_start(std::size_t i) const {
    bool trailing_type = false;
    while (i != kNone && i < tokens_.size()) {
      const Token& token = tokens_[i];
      if (mark_is(i, "{") || mark_is(i, ";") || (mark_is(i, ":") && !trailing_type)) return i;
      if (mark_is(i, "=")) return deleted_or_defaulted(i);
      if (mark_is(i, "->") || word_is(i, "requires")) {
        trailing_type = true;
        ++i;
      } else if (mark_is(i, "[") || (mark_is(i, "(") && (trailing_type || takes_argument(i)))) {
        i = behind_group(i);
      } else if (trailing_type && mark_is(i, "<")) {
        i = behind_angles(i);
      } else if (trailing_type ? in_type(token) : is_trailer(token)) {
        ++i;
      } else {
        return kNone;
      }
    }
    return kNone;
  }

  std::size_t deleted_or_defaulted(std::size_t i) const {
    const bool plain = word_is(i + 1, "default") || word_is(i + 1, "delete") ||
                       (i + 1 < tokens_.size() && tokens_[i + 1].text == "0");
    return plain && mark_is(i + 2, ";") ? i + 2 : kNone;
  }

  static bool is_trailer(const Token& token) {
    static const std::unordered_set<std::string_view> kWords = {
        "const",     "volatile",     "noexcept",          "&",           "&&",
        "override",  "final",        "mutable",           "throw",       "__attribute__",
        "constexpr", "__restrict__", "__launch_bounds__", "__maxnreg__", "__cluster_dims__"};
    return kWords.count(token.text) != 0;
  }

  static bool in_type(const Token& token) {
    if (token.kind == TokenKind::directive) return false;
    if (token.text == "__global__" || token.text == "__device__") return false;
    if (token.kind != TokenKind::punctuation) return true;
    static const std::unordered_set<std::string_view> kMarks = {"::",  "*",  "&", "&&",
                                                                "...", "||", "!"};
    return kMarks.count(token.text) != 0;
  }

  // `i` is at a constructor's ":": the index of the body's "{", kNone when it is not found.
  std::size_t behind_initialisers(std::size_t i) const {
    ++i;
    while (i < tokens_.size()) {
      while (i < tokens_.size() && !mark_is(i, "(") && !mark_is(i, "{")) {
        if (mark_is(i, ";") || mark_is(i, "}") || tokens_[i].kind == TokenKind::directive) {
          return kNone;
        }
        i = mark_is(i, "<") ? behind_angles(i) : i + 1;
        if (i == kNone) return kNone;
      }
      if (i >= tokens_.size()) return kNone;
      i = behind_group(i);
      if (i == kNone) return kNone;
      if (mark_is(i, "...")) ++i;
      if (mark_is(i, "{")) return i;
      if (!mark_is(i, ",")) return kNone;
      ++i;
    }
    return kNone;
  }

  // A kernel's default arguments are worked out by its caller, the host.
  void mark_parameters(const Declarator& declarator, std::size_t behind) {
    for (std::size_t i = declarator.open; i < behind; ++i) {
      if (declarator.global && mark_is(i, "=")) return;
      mark_token(i);
    }
  }

  void mark_body(std::size_t first, std::size_t behind) {
    for (std::size_t i = first; i < behind; ++i) mark_token(i);
  }

  // Of directives only those that end with the body: what #define says outlives it.
  void mark_token(std::size_t i) {
    const Token& token = tokens_[i];
    const bool local = token.kind != TokenKind::directive || is_directive(token, "if") ||
                       is_directive(token, "el") || is_directive(token, "endif") ||
                       is_directive(token, "pragma unroll") ||
                       is_directive(token, "pragma nounroll");
    if (local) marked_[i] = true;
  }

  const std::vector<Token>& tokens_;
  const BracketPairs brackets_;
  const Macros macros_;
  std::vector<bool> marked_;
};

}  // namespace

std::vector<bool> mark_device_only(const std::vector<Token>& tokens_without_comments) {
  return DeviceMarker(tokens_without_comments).run();
}

}  // namespace daybook
