// Applying a patch: each hunk at its line, else at the nearest place where it fits, else with less
// of its outer context. Source: GNU patch 2.7 (offset, fuzz), whose order of trials this follows.
#include <algorithm>
#include <optional>

#include "formats/patch.h"

namespace daybook {
namespace {

constexpr std::size_t kMostFuzz = 2;
constexpr std::size_t kMostSought = 200;           // lines of a hunk are enough to find its place
constexpr std::size_t kMostLines = 1'000'000'000;  // of a file; keeps sums of line numbers in range

struct SourceLine {
  std::string_view text;    // without its line end
  std::string_view ending;  // "\n" or "\r\n"; "" or "\r" of a last line that does not end
  bool ended() const { return ending.ends_with('\n'); }
};

std::vector<SourceLine> source_lines(std::string_view bytes) {
  std::vector<SourceLine> lines;
  while (!bytes.empty()) {
    const std::size_t newline = std::min(bytes.find('\n'), bytes.size());
    const std::size_t next = std::min(newline + 1, bytes.size());
    const std::size_t end = newline > 0 && bytes[newline - 1] == '\r' ? newline - 1 : newline;
    lines.push_back({bytes.substr(0, end), bytes.substr(end, next - end)});
    bytes.remove_prefix(next);
  }
  return lines;
}

struct HunkLine {
  char mark = ' ';
  std::string_view text;
  bool ended = true;  // false: "\ No newline at end of file" follows
};

struct ReadHunk {
  std::vector<HunkLine> lines;
  std::size_t old_count = 0;
  std::size_t leading = 0;   // context lines before the first change
  std::size_t trailing = 0;  // and behind the last
};

ReadHunk read_hunk(const Hunk& hunk) {
  ReadHunk result;
  for (const std::string& line : hunk.lines) {
    const std::string_view text = line;
    if (text.starts_with('\\')) {
      if (!result.lines.empty()) result.lines.back().ended = false;
      continue;
    }
    result.lines.push_back({text.empty() ? ' ' : text[0], text.substr(text.empty() ? 0 : 1)});
    if (result.lines.back().mark != '+') ++result.old_count;
  }
  const auto changes = [](const HunkLine& line) { return line.mark != ' '; };
  const auto first = std::find_if(result.lines.begin(), result.lines.end(), changes);
  const auto last = std::find_if(result.lines.rbegin(), result.lines.rend(), changes);
  result.leading = static_cast<std::size_t>(first - result.lines.begin());
  result.trailing = static_cast<std::size_t>(last - result.lines.rbegin());
  return result;
}

class Applier {
 public:
  explicit Applier(std::string_view source)
      : lines_(source_lines(source)),
        ending_(!lines_.empty() && lines_[0].ended() ? lines_[0].ending : "\n") {}

  bool apply(const Hunk& hunk) {
    const ReadHunk read = read_hunk(hunk);
    // A hunk without old lines names the line before it.
    const std::size_t start = std::min(hunk.old_start, kMostLines);
    const std::size_t named = start + (read.old_count == 0 ? 1 : 0);
    const auto guess = static_cast<std::ptrdiff_t>(named == 0 ? 0 : named - 1);
    const std::size_t context = std::max(read.leading, read.trailing);
    for (std::size_t fuzz = 0; fuzz <= std::min(kMostFuzz, context); ++fuzz) {
      const auto found = find(read, guess + shift_, fuzz);
      if (!found) continue;
      const std::ptrdiff_t at = *found;
      exact_ = exact_ && fuzz == 0 && at == guess;
      shift_ = at - guess;
      write(read, at, fuzz);
      return true;
    }
    return false;
  }

  bool exact() const { return exact_; }

  // Of a hunk that does not apply: what it seeks, and what stands where most of that does.
  void show_conflict(const Hunk& hunk, Applied& applied) const {
    std::vector<std::string_view> sought;
    const ReadHunk read = read_hunk(hunk);
    for (const HunkLine& line : read.lines) {
      if (line.mark != '+') sought.push_back(line.text);
    }
    const std::size_t named = std::clamp<std::size_t>(hunk.old_start, 1, lines_.size() + 1) - 1;
    const auto distance = [&](std::size_t at) { return at > named ? at - named : named - at; };
    std::size_t best = named, most = 0;
    for (std::size_t at = 0; at < lines_.size(); ++at) {
      const std::size_t equal = equal_lines(sought, at);
      if (equal < most || equal == 0) continue;
      if (equal == most && distance(at) >= distance(best)) continue;
      best = at;
      most = equal;
    }
    applied.expected.assign(sought.begin(), sought.end());
    applied.found_line = best + 1;
    for (std::size_t at = best; at < lines_.size() && at - best < sought.size(); ++at) {
      applied.found.emplace_back(lines_[at].text);
    }
  }

  std::string finish() {
    copy_to(lines_.size());
    return std::move(result_);
  }

 private:
  // Context left out at each end. Less context at one end than at the other means that the hunk
  // stands at the file's start or end; that holds until fuzz evens it out.
  static std::size_t left_out(std::size_t own, std::size_t other, std::size_t fuzz) {
    const std::size_t kept = std::max(own, other) - std::min(fuzz, std::max(own, other));
    return own > kept ? own - kept : 0;
  }
  static bool anchored(std::size_t own, std::size_t other, std::size_t fuzz) {
    return own + fuzz < other;
  }

  // The place of the hunk's first old line nearest to `guess`.
  std::optional<std::ptrdiff_t> find(const ReadHunk& hunk, std::ptrdiff_t guess,
                                     std::size_t fuzz) const {
    const auto total = static_cast<std::ptrdiff_t>(lines_.size());
    const bool at_start = anchored(hunk.leading, hunk.trailing, fuzz);
    const bool at_end = anchored(hunk.trailing, hunk.leading, fuzz);
    const auto old_count = static_cast<std::ptrdiff_t>(hunk.old_count);
    if (at_start) return fits(hunk, 0, fuzz) ? std::optional<std::ptrdiff_t>(0) : std::nullopt;
    if (at_end) {
      const std::ptrdiff_t last = total - old_count;
      return fits(hunk, last, fuzz) ? std::optional(last) : std::nullopt;
    }
    guess = std::clamp<std::ptrdiff_t>(guess, 0, total);
    for (std::ptrdiff_t offset = 0; offset <= total; ++offset) {
      const std::ptrdiff_t below = guess + offset;
      const std::ptrdiff_t above = guess - offset;
      if (below <= total && fits(hunk, below, fuzz)) return below;
      if (offset > 0 && above >= 0 && fits(hunk, above, fuzz)) return above;
    }
    return std::nullopt;
  }

  bool fits(const ReadHunk& hunk, std::ptrdiff_t first, std::size_t fuzz) const {
    const std::size_t front = left_out(hunk.leading, hunk.trailing, fuzz);
    const std::size_t back = left_out(hunk.trailing, hunk.leading, fuzz);
    std::ptrdiff_t at = first + static_cast<std::ptrdiff_t>(front);
    if (at < static_cast<std::ptrdiff_t>(copied_)) return false;
    for (std::size_t i = front; i + back < hunk.lines.size(); ++i) {
      const HunkLine& line = hunk.lines[i];
      if (line.mark == '+') continue;
      if (at >= static_cast<std::ptrdiff_t>(lines_.size())) return false;
      const SourceLine& source = lines_[static_cast<std::size_t>(at++)];
      if (source.text != line.text || source.ended() != line.ended) return false;
    }
    return at <= static_cast<std::ptrdiff_t>(lines_.size());
  }

  // How many of `sought` stand at their place when the first stands at line `at`.
  std::size_t equal_lines(const std::vector<std::string_view>& sought, std::size_t at) const {
    std::size_t equal = 0;
    const std::size_t count = std::min({sought.size(), lines_.size() - at, kMostSought});
    for (std::size_t i = 0; i < count; ++i) equal += sought[i] == lines_[at + i].text ? 1 : 0;
    return equal;
  }

  void write(const ReadHunk& hunk, std::ptrdiff_t first, std::size_t fuzz) {
    const std::size_t front = left_out(hunk.leading, hunk.trailing, fuzz);
    const std::size_t back = left_out(hunk.trailing, hunk.leading, fuzz);
    copy_to(static_cast<std::size_t>(first + static_cast<std::ptrdiff_t>(front)));
    for (std::size_t i = front; i + back < hunk.lines.size(); ++i) {
      const HunkLine& line = hunk.lines[i];
      if (line.mark == ' ') {
        copy_to(copied_ + 1);
      } else if (line.mark == '-') {
        ++copied_;
      } else {
        end_line();
        result_ += line.text;
        if (line.ended) result_ += ending_;
      }
    }
  }

  void copy_to(std::size_t line) {
    for (; copied_ < line && copied_ < lines_.size(); ++copied_) {
      end_line();
      result_ += lines_[copied_].text;
      result_ += lines_[copied_].ending;
    }
  }

  // A line can only follow an ended one.
  void end_line() {
    if (!result_.empty() && result_.back() != '\n') result_ += ending_;
  }

  const std::vector<SourceLine> lines_;
  const std::string_view ending_;
  std::size_t copied_ = 0;    // source lines that are written or left out
  std::ptrdiff_t shift_ = 0;  // the last hunk's offset: the next one's is likely the same
  bool exact_ = true;
  std::string result_;
};

}  // namespace

Applied apply_patch(const Patch& patch, std::string_view source) {
  Applied applied;
  Applier applier(source);
  for (std::size_t i = 0; i < patch.hunks.size(); ++i) {
    if (applier.apply(patch.hunks[i])) continue;
    applied.failed_hunk = i;
    applied.exact = false;
    applier.show_conflict(patch.hunks[i], applied);
    return applied;
  }
  applied.ok = !patch.hunks.empty();
  applied.exact = applied.ok && applier.exact();
  applied.result = applier.finish();
  return applied;
}

}  // namespace daybook
