#include "check/html_depth.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <unordered_map>
#include <vector>

namespace daybook {

namespace {

bool is_void(std::string_view name) {
  static constexpr std::array<std::string_view, 14> kVoid = {
      "area",  "base", "br",   "col",   "embed",  "hr",    "img",
      "input", "link", "meta", "param", "source", "track", "wbr"};
  return std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end();
}

// A browser opens these again in every block until they are closed.
bool is_formatting(std::string_view name) {
  static constexpr std::array<std::string_view, 14> kFormatting = {
      "a",    "b", "big",   "code",   "em",     "font", "i",
      "nobr", "s", "small", "strike", "strong", "tt",   "u"};
  return std::find(kFormatting.begin(), kFormatting.end(), name) != kFormatting.end();
}

class DepthCounter {
 public:
  explicit DepthCounter(std::string_view html) : html_(html) {}

  std::size_t count() {
    while ((at_ = html_.find('<', at_)) != std::string_view::npos) {
      if (html_.substr(at_).starts_with("<!--")) {
        skip_behind("-->");
      } else {
        read_tag();
      }
    }
    return deepest_;
  }

 private:
  void skip_behind(std::string_view mark) {
    const std::size_t found = html_.find(mark, at_);
    at_ = found == std::string_view::npos ? html_.size() : found + mark.size();
  }

  void read_tag() {
    std::size_t at = at_ + 1;
    const bool closing = at < html_.size() && html_[at] == '/';
    if (closing) ++at;
    std::string name;
    while (at < html_.size() && std::isalnum(static_cast<unsigned char>(html_[at])) != 0) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(html_[at++])));
    }
    if (end_ < at) end_ = std::min(html_.find('>', at), html_.size());
    at_ = at;
    if (name.empty()) return;
    if (closing) {
      close(name);
    } else if (!is_void(name) && html_[end_ - 1] != '/') {
      open(name);
      if (name == "script" || name == "style") skip_behind("</" + name);
      if (name == "script" || name == "style") close(name);
    }
  }

  void open(const std::string& name) {
    open_.push_back(name);
    ++counts_[name];
    if (is_formatting(name)) ++formatting_[name];
    std::size_t unclosed = 0;
    for (const auto& [tag, count] : formatting_) unclosed += count;
    deepest_ = std::max(deepest_, open_.size() + unclosed);
  }

  void close(const std::string& name) {
    if (is_formatting(name) && formatting_[name] > 0) --formatting_[name];
    if (counts_[name] == 0) return;
    while (open_.back() != name) {
      --counts_[open_.back()];
      open_.pop_back();
    }
    --counts_[name];
    open_.pop_back();
  }

  std::string_view html_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  // of the tag at hand
  std::size_t deepest_ = 0;
  std::vector<std::string> open_;
  std::unordered_map<std::string, std::size_t> counts_, formatting_;
};

}  // namespace

std::size_t html_depth(std::string_view html) { return DepthCounter(html).count(); }

}  // namespace daybook
