// The outline: comments and conditional directives, without making tokens.
#include <array>

#include "formats/cuda_scan.h"
#include "formats/cuda_tokens.h"

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> table{};
  for (const char c : {'"', '\'', '/', '#'}) table[static_cast<std::size_t>(c)] = true;
  return table;
}();

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

class Outliner {
 public:
  explicit Outliner(std::string_view source) : source_(source) {
    if (source.starts_with(kByteOrderMark)) at_ = floor_ = start_ = kByteOrderMark.size();
  }

  CodeOutline run() {
    const char* const data = source_.data();
    const std::size_t size = source_.size();
    while (at_ < size) {
      while (at_ < size && !kStops[static_cast<unsigned char>(data[at_])]) ++at_;
      if (at_ == size) break;
      switch (data[at_]) {
        case '/':
          slash();
          break;
        case '"':
          string();
          break;
        case '\'':
          apostrophe();
          break;
        default:
          hash();
          break;
      }
    }
    return std::move(outline_);
  }

 private:
  void slash() {
    const std::size_t second = skip_splices(source_, at_ + 1);
    const char c = second < source_.size() ? source_[second] : '\0';
    if (c != '/' && c != '*') {
      ++at_;
      return;
    }
    const std::size_t end =
        c == '/' ? line_comment_end(source_, at_) : block_comment_end(source_, second + 1);
    outline_.comments.push_back({at_, end});
    at_ = floor_ = end;
  }

  // The character before `offset`, splices aside; '\0' at the start of what was not yet passed.
  // Moves `offset` onto it.
  char back(std::size_t& offset) const {
    offset = skip_splices_back(source_, offset);
    if (offset <= floor_) return '\0';
    return source_[--offset];
  }

  // What stands before at_, its `.` too, is a number.
  bool behind_number(std::size_t& start) const {
    start = at_;
    std::size_t offset = at_;
    for (char c = back(offset); is_word(c) || c == '.'; c = back(offset)) start = offset;
    if (start == at_) return false;
    return is_digit(source_[start]) || (source_[start] == '.' && is_digit(source_[start + 1]));
  }

  bool raw_prefix() const {
    std::size_t offset = at_;
    if (back(offset) != 'R') return false;
    char c = back(offset);
    if (c == '8') {
      if (back(offset) != 'u') return false;
      c = back(offset);
    } else if (c == 'u' || c == 'U' || c == 'L') {
      c = back(offset);
    }
    // Right behind a literal it is that one's suffix.
    if (is_word(c) || (c == '\0' && offset == literal_end_)) return false;
    std::size_t start = 0;
    return c != '.' || !behind_number(start);
  }

  void string() {
    std::size_t end = raw_prefix() ? raw_string_end(source_, at_) : kNone;
    if (end == kNone) end = quoted_end(source_, at_);
    end_literal(end);
  }

  // A digit separator or a character literal: what stands right before tells.
  void apostrophe() {
    std::size_t start = at_;
    const bool number = behind_number(start);
    const std::size_t end = number ? number_end(source_, start) : at_;
    if (end > at_) {
      at_ = floor_ = end;
    } else {
      end_literal(quoted_end(source_, at_));
    }
  }

  void end_literal(std::size_t end) {
    const bool closed = end > at_ + 1 && (source_[end - 1] == '"' || source_[end - 1] == '\'');
    at_ = floor_ = end;
    literal_end_ = closed ? end : kNone;
  }

  bool begins_line() const {
    std::size_t comment = outline_.comments.size();
    for (std::size_t at = at_;;) {
      if (at == start_) return true;
      if (source_[at - 1] == '\n') {
        const std::size_t before = skip_splices_back(source_, at);
        if (before == at) return true;
        at = before;
      } else if (is_blank(source_[at - 1])) {
        --at;
      } else if (comment > 0 && outline_.comments[comment - 1].end == at) {
        at = outline_.comments[--comment].begin;
      } else {
        return false;
      }
    }
  }

  void hash() {
    const bool directive = begins_line();
    const std::size_t start = at_++;
    if (!directive) return;
    std::size_t word = at_;
    while (word < source_.size() && (source_[word] == ' ' || source_[word] == '\t')) ++word;
    std::size_t end = word;
    while (end < source_.size() && is_word(source_[end])) ++end;
    const std::string_view name = source_.substr(word, end - word);
    using Kind = Conditional::Kind;
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      outline_.conditionals.push_back({Kind::open, start});
    } else if (name == "else" || name.substr(0, 4) == "elif") {
      outline_.conditionals.push_back({Kind::middle, start});
    } else if (name == "endif") {
      outline_.conditionals.push_back({Kind::close, start});
    } else if (name == "include" || name == "include_next") {
      skip_header_name(end);
    }
  }

  void skip_header_name(std::size_t open) {
    while (open < source_.size() && (source_[open] == ' ' || source_[open] == '\t')) ++open;
    if (open >= source_.size() || source_[open] != '<') return;
    const std::size_t close = source_.find_first_of(">\n", open);
    if (close != kNone && source_[close] == '>') at_ = close;
  }

  std::string_view source_;
  std::size_t start_ = 0;  // behind a byte order mark
  std::size_t at_ = 0;
  std::size_t floor_ = 0;            // end of the last literal or comment: never looked back past
  std::size_t literal_end_ = kNone;  // of the last closed literal
  CodeOutline outline_;
};

}  // namespace

CodeOutline outline_code(std::string_view source) { return Outliner(source).run(); }

}  // namespace daybook
