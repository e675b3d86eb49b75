#include "formats/lesson_inlines.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "formats/byte_set.h"
#include "formats/html_syntax.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

constexpr std::size_t kLongestBackticks = 80;  // cmark's limit
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::size_t kLongestLabel = 1000;

// Runs of backticks by their length, so that each opening finds its closing at once.
class BacktickRuns {
 public:
  explicit BacktickRuns(std::string_view text) {
    for (std::size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
      const std::size_t begin = at;
      while (at < text.size() && text[at] == '`') ++at;
      starts_[at - begin].push_back(begin);
    }
  }
  // Start of the next run of `length` at or behind `at`.
  std::size_t find(std::size_t length, std::size_t at) const {
    const auto runs = starts_.find(length);
    if (runs == starts_.end() || length > kLongestBackticks) return kNowhere;
    const auto next = std::lower_bound(runs->second.begin(), runs->second.end(), at);
    return next == runs->second.end() ? kNowhere : *next;
  }

 private:
  std::unordered_map<std::size_t, std::vector<std::size_t>> starts_;
};

// For each '$' that a backslash does not escape the next one at the same depth of braces, unless
// the braces around it close before.
class DollarPairs {
 public:
  explicit DollarPairs(std::string_view text) : close_(text.size(), kNowhere) {
    std::vector<std::size_t> open = {kNowhere};  // the last '$' at each depth of braces
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\\') {
        ++at;
      } else if (c == '{') {
        open.push_back(kNowhere);
      } else if (c == '}') {
        if (open.size() > 1) {
          open.pop_back();
        } else {
          open.back() = kNowhere;
        }
      } else if (c == '$') {
        if (open.back() != kNowhere) close_[open.back()] = at;
        open.back() = at;
      }
    }
  }
  std::size_t close(std::size_t at) const { return close_[at]; }

 private:
  std::vector<std::size_t> close_;
};

struct Bracket {
  std::size_t at = 0;  // of '[', of "![" the '!'
  std::size_t text = 0;
  bool image = false;
  bool bracket_after = false;
};

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t from, const Labels& labels)
      : text_(text), at_(from), labels_(labels) {}

  std::vector<Inline> scan() {
    static const ByteSet kMarkup("\\`$<[]!");
    while ((at_ = kMarkup.find(text_, at_)) < text_.size()) step();
    std::stable_sort(found_.begin(), found_.end(), [](const Inline& a, const Inline& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    drop_followed_links();
    return std::move(found_);
  }

 private:
  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  void step() {
    switch (text_[at_]) {
      case '\\':
        at_ += is_punctuation(byte(at_ + 1)) ? 2 : 1;
        return;
      case '`':
        return code_span();
      case '$':
        return math();
      case '<':
        return pointed();
      case '[':
        return open(false);
      case '!':
        if (byte(at_ + 1) == '[') return open(true);
        ++at_;
        return;
      default:
        return close();
    }
  }

  void add(Inline::Kind kind, std::size_t end) {
    Inline item;
    item.kind = kind;
    item.begin = at_;
    item.end = end;
    found_.push_back(item);
    at_ = end;
  }

  void code_span() {
    std::size_t end = at_;
    while (byte(end) == '`') ++end;
    const std::size_t length = end - at_;
    if (!backticks_) backticks_.emplace(text_);
    const std::size_t close = backticks_->find(length, end);
    if (close == kNowhere) {
      at_ = end;
      return;
    }
    add(Inline::Kind::code, close + length);
  }

  void math() {
    if (!dollars_) dollars_.emplace(text_);
    const bool display = byte(at_ + 1) == '$';
    const std::size_t open = display ? at_ + 1 : at_;
    const std::size_t close = dollars_->close(open);
    const bool closed = close != kNowhere;
    if (display && closed && byte(close + 1) == '$') return add(Inline::Kind::math, close + 2);
    const bool tight =
        closed && close > open + 1 && !is_space(byte(open + 1)) && !is_space(byte(close - 1));
    if (!display && tight) return add(Inline::Kind::math, close + 1);
    ++at_;
  }

  void pointed() {
    if (const std::size_t end = scan_autolink(text_, at_); end != at_) {
      const std::size_t begin = at_;
      add(Inline::Kind::autolink, end);
      found_.back().text = found_.back().destination = {begin + 1, end - 1};
      return;
    }
    const std::size_t end = html_.scan_tag(text_, at_);
    if (end == at_) {
      ++at_;
      return;
    }
    const bool comment = text_.substr(at_).starts_with("<!--");
    add(comment ? Inline::Kind::comment : Inline::Kind::html, end);
  }

  void open(bool image) {
    if (!brackets_.empty()) brackets_.back().bracket_after = true;
    brackets_.push_back({at_, at_ + (image ? 2 : 1), image, false});
    at_ = brackets_.back().text;
  }

  // A ']': a link, an image, a footnote's mark, or text.
  void close() {
    const std::size_t behind = at_ + 1;
    if (brackets_.empty()) {
      note_unparsed(at_, behind);
      at_ = behind;
      return;
    }
    const Bracket bracket = brackets_.back();
    const bool active = bracket.image || brackets_.size() > inactive_;
    const bool matched =
        active && (match_destination(bracket, behind) || match_reference(bracket, behind));
    brackets_.pop_back();
    inactive_ = std::min(inactive_, brackets_.size());
    if (matched) {
      at_ = found_.back().end;
      if (!bracket.image) inactive_ = brackets_.size();  // links hold no links
      return;
    }
    if (!match_footnote(bracket, behind)) note_unparsed(bracket.at, behind);
    at_ = behind;
  }

  Inline& add_link(const Bracket& bracket, Inline::Form form, std::size_t end) {
    Inline item;
    item.kind = bracket.image ? Inline::Kind::image : Inline::Kind::link;
    item.form = form;
    item.begin = bracket.at;
    item.end = end;
    item.text = {bracket.text, at_};
    found_.push_back(item);
    return found_.back();
  }

  bool match_destination(const Bracket& bracket, std::size_t behind) {
    const auto tail = scan_link_tail(text_, behind);
    if (!tail) return false;
    Inline& item = add_link(bracket, Inline::Form::destination, tail->end);
    item.destination = tail->destination;
    item.title = tail->title;
    item.titled = tail->titled;
    return true;
  }

  bool match_reference(const Bracket& bracket, std::size_t behind) {
    const auto label = scan_label(text_, behind);
    const bool named = label && skip_spaces(text_, label->begin) < label->end;
    if (!named && bracket.bracket_after) return false;
    const Span name = named ? *label : Span{bracket.text, at_};
    if (name.end - name.begin > kLongestLabel) return false;
    const std::string matched = match_label(text_.substr(name.begin, name.end - name.begin));
    if (!labels_.definitions.contains(matched)) return false;
    const auto form = named   ? Inline::Form::full
                      : label ? Inline::Form::collapsed
                              : Inline::Form::shortcut;
    add_link(bracket, form, label ? label->end + 1 : behind).label = matched;
    return true;
  }

  bool match_footnote(const Bracket& bracket, std::size_t behind) {
    if (byte(bracket.text) != '^') return false;
    const std::string_view label = text_.substr(bracket.text + 1, at_ - bracket.text - 1);
    const auto known = labels_.footnotes.find(match_label(label));
    if (known == labels_.footnotes.end()) return false;
    Inline item;
    item.kind = Inline::Kind::footnote;
    item.begin = bracket.image ? bracket.at + 1 : bracket.at;
    item.end = behind;
    item.label = known->first;
    found_.push_back(item);
    return true;
  }

  // Text that looks like a link and is none: what its author meant does not reach the page.
  void note_unparsed(std::size_t begin, std::size_t behind) {
    Inline item;
    item.begin = begin;
    item.text = {begin + (byte(begin) == '[' ? 1 : 0), behind - 1};
    if (byte(behind) == '(') {
      const std::size_t word = skip_spaces(text_, behind + 1);
      const std::string_view start = text_.substr(word, kLongestLabel);
      if (scheme_of(start).empty()) return;
      item.kind = Inline::Kind::unparsed;
      const std::size_t end = text_.substr(0, word + kLongestLabel).find_first_of(")\n", word);
      item.end = std::min(end, text_.size());
      item.destination = {word, item.end};
      found_.push_back(item);
      return;
    }
    const auto label = scan_label(text_, behind);
    if (!label || byte(label->begin) == '^' || byte(item.text.begin) == '^') return;
    if (byte(begin) != '[' && byte(begin) != '!') return;
    item.kind = Inline::Kind::undefined;
    item.end = label->end + 1;
    const bool named = skip_spaces(text_, label->begin) < label->end;
    const Span name = named ? *label : item.text;
    item.label =
        match_label(text_.substr(name.begin, std::min(name.end - name.begin, kLongestLabel)));
    found_.push_back(item);
  }

  // "[a][b](c)": what follows [a] is a link of its own, so nothing was left unparsed.
  void drop_followed_links() {
    std::unordered_set<std::size_t> links;
    for (const Inline& item : found_) {
      if (item.kind == Inline::Kind::link) links.insert(item.begin);
    }
    std::erase_if(found_, [&](const Inline& item) {
      return item.kind == Inline::Kind::undefined && links.contains(item.text.end + 1);
    });
  }

  std::string_view text_;
  std::size_t at_;
  const Labels& labels_;
  std::vector<Inline> found_;
  std::vector<Bracket> brackets_;
  std::size_t inactive_ = 0;  // brackets below this index can open no link
  std::optional<BacktickRuns> backticks_;
  std::optional<DollarPairs> dollars_;
  HtmlScanner html_;
};

}  // namespace

std::vector<Inline> scan_inlines(std::string_view text, std::size_t from, const Labels& labels) {
  return Scanner(text, from, labels).scan();
}

}  // namespace daybook
