// The info string of a fence: "cuda from=stable_merge.cu#merge mark=#ceiling".
#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

using Problem = FenceInfo::Problem;
constexpr char kId[] = "quote-info";
const std::vector<std::string> kWords = {"from", "mark", "since", "sketch"};

struct Word {
  std::string_view text;
  std::size_t begin = 0;
};

std::vector<Word> split_words(std::string_view info) {
  std::vector<Word> words;
  std::size_t at = 0;
  while ((at = info.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const std::size_t end = std::min(info.find_first_of(" \t", at), info.size());
    words.push_back({info.substr(at, end - at), at});
    at = end;
  }
  return words;
}

bool is_region(std::string_view name) {
  static constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
  return !name.empty() && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

class InfoReader {
 public:
  explicit InfoReader(std::string_view info) : words_(split_words(info)) {}

  FenceInfo read() {
    if (words_.empty()) return {};
    std::size_t i = 0;
    if (words_[0].text.find('=') == std::string_view::npos) {
      info_.language = std::string(words_[i++].text);
    } else {
      problem(words_[0].begin,
              "a fence names its language first, found '" + std::string(words_[0].text) + "'",
              "write 'cuda " + std::string(words_[0].text) + "'");
    }
    while (i < words_.size()) i += read_word(i);
    if (info_.problems.empty()) check_together();
    return std::move(info_);
  }

 private:
  void problem(std::size_t at, std::string message, std::string mend) {
    info_.problems.push_back({kId, std::move(message), std::move(mend), at});
  }

  // Reads words_[i]; answers how many words that took.
  std::size_t read_word(std::size_t i) {
    const std::string word(words_[i].text);
    const std::size_t at = words_[i].begin;
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::string_view next = i + 1 < words_.size() ? words_[i + 1].text : std::string_view();
    if (equals == std::string::npos) {
      if (word == "sketch") {
        info_.sketch = true;
        return 1;
      }
      const std::string meant = nearest(word, kWords);
      if (next.starts_with('=') && !meant.empty()) {
        problem(at, "no blank stands around '=': '" + word + " " + std::string(next) + "'",
                "write '" + meant + std::string(next) + "'");
        return 2;
      }
      problem(at,
              "unknown word '" + word + "' in a fence's first line" + did_you_mean(word, kWords),
              "the words are from=, mark=, since= and sketch");
      return 1;
    }
    read_key(key, word.substr(equals + 1), at);
    const bool blank_behind = equals + 1 == word.size() && next.starts_with('#');
    return blank_behind ? 2 : 1;
  }

  void read_key(const std::string& key, const std::string& value, std::size_t at) {
    std::string* into = key == "from"    ? &info_.from
                        : key == "mark"  ? &info_.mark
                        : key == "since" ? &info_.since
                                         : nullptr;
    if (into == nullptr) {
      const std::string meant = nearest(key, kWords);
      problem(at, "unknown key '" + key + "=' in a fence's first line" + did_you_mean(key, kWords),
              meant.empty() ? "the keys are from=, mark= and since="
                            : "write '" + meant + "=" + value + "'");
    } else if (value.empty()) {
      problem(at, "'" + key + "=' names nothing",
              "write " + key + "=#<region>, with no blank behind '='");
    } else if (!into->empty()) {
      problem(at, "'" + key + "=' is given twice", "remove one of the two");
    } else {
      read_value(key, value, at, *into);
      const std::size_t begin = at + key.size() + 1;
      if (key == "from") info_.from_span = {begin, begin + value.size()};
    }
  }

  void read_value(const std::string& key, const std::string& value, std::size_t at,
                  std::string& into) {
    into = value;
    if (key == "from") return;
    const auto decoded = percent_decode(value);
    const std::size_t hash = value.find('#');
    if (hash == std::string::npos || !decoded) {
      problem(at, "'" + key + "=" + value + "' names no region",
              "write '" + key + "=#" + value + "'");
    } else if (!is_region(std::string_view(value).substr(hash + 1))) {
      problem(at, "'" + value + "' names no region: its name is lower-case letters, digits and '-'",
              "write '" + key + "=#<region>'");
    } else {
      into = *decoded;
    }
  }

  void check_together() {
    if (info_.sketch && !info_.from.empty()) {
      problem(info_.from_span.begin - std::string_view("from=").size(),
              "a sketch quotes nothing, yet 'from=' is given", "remove 'sketch' or 'from='");
    }
    if (info_.from.empty() && !(info_.mark.empty() && info_.since.empty())) {
      problem(0, "'mark=' and 'since=' need 'from='", "write from=#<region>");
    }
  }

  std::vector<Word> words_;
  FenceInfo info_;
};

std::optional<Problem> read_code(const std::string& value, Quote& quote) {
  const std::size_t hash = value.find('#');
  const std::string file = value.substr(0, hash);
  const std::string path = percent_decode(file).value_or(file);
  const bool climbs = path == ".." || path.starts_with("../") ||
                      path.find("/../") != std::string::npos || path.ends_with("/..");
  if (climbs || path.starts_with('/') || path.find('\\') != std::string::npos) {
    return Problem{"outside-course", "'" + value + "' leads out of the course's sources",
                   "write from=[<day>/]<file>[#<region>]"};
  }
  const std::string region = hash == std::string::npos ? "" : value.substr(hash + 1);
  if (hash != std::string::npos && !is_region(region)) {
    return Problem{
        kId, "'" + region + "' names no region: its name is lower-case letters, digits and '-'",
        "write from=" + file + "#<region>"};
  }
  const std::string name = file.substr(file.rfind('/') + 1);
  if (hash == std::string::npos && name.find('.') == std::string::npos) {
    return Problem{
        kId,
        "'from=" + value + "' is neither a file nor a region; did you mean 'from=#" + value + "'?",
        "write from=#" + value};
  }
  const auto decoded = percent_decode(value);
  if (!decoded) {
    return Problem{kId, "'%' in '" + value + "' is not followed by two hex digits",
                   "write %25 for a percent sign"};
  }
  quote.kind = QuoteKind::code;
  quote.scheme = "from";
  quote.reference = *decoded;
  return std::nullopt;
}

}  // namespace

FenceInfo read_fence_info(std::string_view info) { return InfoReader(info).read(); }

std::optional<Problem> read_from(const std::string& value, Quote& quote) {
  const std::string scheme(scheme_of(value));
  if (scheme.empty()) return read_code(value, quote);
  const std::string base = scheme.substr(0, scheme.find('@'));
  const auto rest = percent_decode(value.substr(scheme.size() + 1));
  quote.scheme = scheme;
  quote.reference = rest.value_or("");
  if (!rest) {
    return Problem{kId, "'%' in '" + value + "' is not followed by two hex digits",
                   "write %25 for a percent sign"};
  }
  if (base == "run" && (scheme == base || scheme.size() > base.size() + 1)) {
    quote.kind = QuoteKind::output;
    return std::nullopt;
  }
  if (scheme == "cmd") {
    quote.kind = QuoteKind::command;
    if (*rest == "build" || *rest == "run") return std::nullopt;
    return Problem{kId,
                   "'from=" + value + "': the commands are 'build' and 'run'" +
                       did_you_mean(*rest, {"build", "run"}),
                   "write from=cmd:build or from=cmd:run"};
  }
  if (scheme == "variant") {
    quote.kind = QuoteKind::variant;
    if (!rest->empty()) return std::nullopt;
    return Problem{kId, "'from=variant:' names no variant", "write from=variant:<name>"};
  }
  return Problem{kId,
                 "unknown source '" + scheme + ":' in 'from=" + value + "'" +
                     did_you_mean(base, {"run", "cmd", "variant"}),
                 "write from=[<file>]#<region>, run:, cmd: or variant:"};
}

}  // namespace daybook
