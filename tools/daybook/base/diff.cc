#include "base/diff.h"

#include <dtl/dtl.hpp>

#include <algorithm>
#include <string_view>

#include "base/digest.h"
#include "base/text.h"

namespace daybook {

namespace {

// Above this many lines on both sides the middle is shown as one replacement: the quadratic worst
// case of a diff would cost more than it tells.
constexpr std::size_t kLongest = 4000;
constexpr std::size_t kShown = 200;                   // code points of a line in a message
constexpr std::size_t kBulk = std::size_t{1} << 20U;  // bytes of a line that are compared
constexpr std::size_t kBefore = 60;  // bytes shown before the first difference of a long line

struct Change {
  char mark;  // ' ', '-', '+'
  std::string line;
};

std::vector<Change> changes_between(const std::vector<std::string>& from,
                                    const std::vector<std::string>& to) {
  std::vector<Change> changes;
  std::size_t head = 0;
  while (head < from.size() && head < to.size() && from[head] == to[head]) ++head;
  std::size_t tail = 0;
  while (tail < from.size() - head && tail < to.size() - head &&
         from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) {
    ++tail;
  }
  const auto at = [](const auto& lines, std::size_t i) {
    return lines.begin() + static_cast<std::ptrdiff_t>(i);
  };
  for (std::size_t i = 0; i < head; ++i) changes.push_back({' ', from[i]});
  std::vector<std::string> a(at(from, head), at(from, from.size() - tail));
  std::vector<std::string> b(at(to, head), at(to, to.size() - tail));
  if (a.size() + b.size() > kLongest || a.empty() || b.empty()) {
    for (const auto& line : a) changes.push_back({'-', line});
    for (const auto& line : b) changes.push_back({'+', line});
  } else {
    dtl::Diff<std::string> diff(a, b);
    diff.compose();
    for (const auto& [line, info] : diff.getSes().getSequence()) {
      const char mark = info.type == dtl::SES_DELETE ? '-' : info.type == dtl::SES_ADD ? '+' : ' ';
      changes.push_back({mark, line});
    }
  }
  for (std::size_t i = from.size() - tail; i < from.size(); ++i) changes.push_back({' ', from[i]});
  // Within a change, what goes stands before what comes.
  for (auto at = changes.begin(); at != changes.end();) {
    const auto is_change = [](const Change& change) { return change.mark != ' '; };
    const auto begin = std::find_if(at, changes.end(), is_change);
    at = std::find_if_not(begin, changes.end(), is_change);
    std::stable_partition(begin, at, [](const Change& change) { return change.mark == '-'; });
  }
  return changes;
}

// "-63,2" in a hunk's head; a side without lines names the line before it.
std::string range(std::size_t first, std::size_t count) {
  if (count == 0) return std::to_string(first == 0 ? 0 : first - 1) + ",0";
  return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

bool hides_difference(std::string_view line) {
  const std::string shown = visible(line, 0);
  std::string plain(line);
  // Tabs inside a line are plain code; only what nobody sees needs to be made visible.
  return shown != plain &&
         (line.find('\t') == std::string_view::npos || shown.find("<U+") != std::string::npos ||
          shown.find("·") != std::string::npos);
}

// A long line from a little before `difference` on, so that what differs is seen.
std::string cut_around(const std::string& line, std::size_t difference) {
  if (count_code_points(line) <= kShown) return line;
  std::size_t start = difference > kBefore ? difference - kBefore : 0;
  while (start < line.size() && (static_cast<unsigned char>(line[start]) & 0xC0U) == 0x80U) ++start;
  return (start > 0 ? "…" : "") + visible(std::string_view(line).substr(start), kShown);
}

void cut_long_lines(std::vector<Change>& changes) {
  for (auto at = changes.begin(); at != changes.end();) {
    const auto is_change = [](const Change& change) { return change.mark != ' '; };
    const auto begin = std::find_if(at, changes.end(), is_change);
    at = std::find_if_not(begin, changes.end(), is_change);
    const auto added = std::find_if(begin, at, [](const Change& c) { return c.mark == '+'; });
    for (auto old = begin, now = added; old != added || now != at;) {
      std::size_t same = 0;
      if (old != added && now != at) {
        const auto [a, b] =
            std::mismatch(old->line.begin(), old->line.end(), now->line.begin(), now->line.end());
        same = static_cast<std::size_t>(a - old->line.begin());
        static_cast<void>(b);
      }
      if (old != added) old->line = cut_around(old->line, same), ++old;
      if (now != at) now->line = cut_around(now->line, same), ++now;
    }
  }
}

// Lines whose difference cannot be seen get their invisible characters shown.
bool needs_reveal(const std::vector<Change>& changes) {
  const auto squeeze = [](const std::string& line) {
    std::string kept;
    for (const char byte : line) {
      if (static_cast<unsigned char>(byte) > 0x20 && static_cast<unsigned char>(byte) < 0x7F) {
        kept += byte;
      }
    }
    return kept;
  };
  std::vector<std::string> removed, added;
  for (const Change& change : changes) {
    if (change.mark == ' ') continue;
    if (hides_difference(change.line)) return true;
    (change.mark == '-' ? removed : added).push_back(squeeze(change.line));
  }
  return std::any_of(removed.begin(), removed.end(), [&](const std::string& line) {
    return std::find(added.begin(), added.end(), line) != added.end();
  });
}

template <typename Show>
std::string hunks(const std::vector<Change>& changes, std::size_t old_line, std::size_t new_line,
                  std::size_t context, Show show) {
  const bool numbered = old_line != 0 && new_line != 0;
  std::string text;
  std::size_t i = 0;
  while (i < changes.size()) {
    std::size_t first_change = i;
    while (first_change < changes.size() && changes[first_change].mark == ' ') ++first_change;
    if (first_change == changes.size()) break;
    const std::size_t begin = std::max(i, first_change - std::min(first_change, context));
    for (; i < begin; ++i) ++old_line, ++new_line;
    // Goes on while the next change is near enough to share its context.
    std::size_t end = first_change;
    for (std::size_t j = first_change, calm = 0; j < changes.size() && calm <= 2 * context; ++j) {
      calm = changes[j].mark == ' ' ? calm + 1 : 0;
      if (calm == 0) end = j + 1;
    }
    end = std::min(end + context, changes.size());
    std::size_t old_count = 0, new_count = 0;
    std::string body;
    for (; i < end; ++i) {
      if (changes[i].mark != '+') ++old_count;
      if (changes[i].mark != '-') ++new_count;
      body += changes[i].mark + show(changes[i].line) + "\n";
    }
    text += numbered
                ? "@@ -" + range(old_line, old_count) + " +" + range(new_line, new_count) + " @@\n"
                : "@@\n";
    text += body;
    old_line += old_count;
    new_line += new_count;
  }
  return text;
}

// Lines that are too long to be copied about, each with what tells it from others in place of the
// rest.
std::vector<std::string> without_bulk(const std::vector<std::string>& lines) {
  std::vector<std::string> kept;
  for (const std::string& line : lines) {
    if (line.size() <= kBulk) {
      kept.push_back(line);
      continue;
    }
    std::size_t end = kBulk;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
    kept.push_back(line.substr(0, end) + "… " + std::to_string(line.size()) + " bytes, SHA-256 " +
                   sha256_hex(line));
  }
  return kept;
}

constexpr std::string_view kNoLineEnd = "\n\\ No newline at end of file";

// Lines as `git apply` reads them: with any CR, and the note where a last line has no end.
std::vector<std::string> exact_lines(std::string_view bytes) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    lines.emplace_back(bytes.substr(0, newline));
    if (newline == std::string_view::npos) {
      lines.back() += kNoLineEnd;
      break;
    }
    bytes.remove_prefix(newline + 1);
  }
  return lines;
}

}  // namespace

std::string unified_diff(const DiffSide& from, const DiffSide& to, std::size_t context) {
  if (from.lines == to.lines) return {};
  std::vector<Change> changes = changes_between(without_bulk(from.lines), without_bulk(to.lines));
  const bool reveal = needs_reveal(changes);
  cut_long_lines(changes);
  return "--- " + from.file + "\n+++ " + to.file + "\n" +
         hunks(changes, from.first_line, to.first_line, context,
               [&](const std::string& line) { return reveal ? visible(line, 0) : line; });
}

std::string exact_patch(const std::string& file, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const std::vector<Change> changes = changes_between(exact_lines(before), exact_lines(after));
  return "--- a/" + file + "\n+++ b/" + file + "\n" +
         hunks(changes, 1, 1, 3, [](const std::string& line) { return line; });
}

}  // namespace daybook
