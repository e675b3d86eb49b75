#include "formats/patch.h"

#include <charconv>
#include <optional>
#include <utility>

#include "base/diff.h"

namespace daybook {
namespace {

constexpr std::size_t kMostLines = 1'000'000'000;  // of a file
// What `git format-patch` ends a patch with.
constexpr std::string_view kSignature = "-- ";

bool eat(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

bool eat_number(std::string_view& text, std::size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > kMostLines) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

struct Range {
  std::size_t start = 0;
  std::size_t count = 1;
};

bool eat_range(std::string_view& text, Range& range) {
  if (!eat_number(text, range.start)) return false;
  return !eat(text, ",") || eat_number(text, range.count);
}

struct HunkHead {
  Range old_range;
  Range new_range;
};

// "@@ -63,2 +124 @@ words"
std::optional<HunkHead> read_head(std::string_view line) {
  HunkHead head;
  const bool good = eat(line, "@@ -") && eat_range(line, head.old_range) && eat(line, " +") &&
                    eat_range(line, head.new_range) && eat(line, " @@");
  return good ? std::optional(head) : std::nullopt;
}

// git writes names with special characters as C strings, with octal escapes.
std::string unquote(std::string_view name) {
  std::string plain;
  for (std::size_t i = 1; i < name.size() && name[i] != '"'; ++i) {
    if (name[i] != '\\' || i + 1 == name.size()) {
      plain += name[i];
      continue;
    }
    ++i;
    unsigned value = 0;
    std::size_t digits = 0;
    while (digits < 3 && i + digits < name.size() && name[i + digits] >= '0' &&
           name[i + digits] <= '7') {
      value = value * 8 + static_cast<unsigned>(name[i + digits++] - '0');
    }
    if (digits > 0) {
      plain += static_cast<char>(value & 0xFFU);
      i += digits - 1;
    } else {
      plain += name[i] == 't' ? '\t' : name[i] == 'n' ? '\n' : name[i];
    }
  }
  return plain;
}

// The name behind "--- " or "+++ ": without a time stamp and without a/ or b/.
std::string file_name(std::string_view text) {
  std::string name =
      text.starts_with('"') ? unquote(text) : std::string(text.substr(0, text.find('\t')));
  if (name.starts_with("a/") || name.starts_with("b/")) name.erase(0, 2);
  return name;
}

class PatchParser {
 public:
  explicit PatchParser(const Text& text) : text_(text) {}

  Parsed<Patch> run() {
    if (const std::size_t bad = invalid_utf8(text_.bytes()); bad != std::string_view::npos) {
      const bool nul = text_.bytes()[bad] == '\0';
      findings_.push_back(make_finding("not-text", text_.place(bad),
                                       "byte " + std::to_string(bad + 1) + " is " +
                                           (nul ? "NUL" : "not UTF-8") +
                                           "; a patch is UTF-8 text"));
      findings_.back().mend = "save the file as UTF-8";
    }
    for (line_ = 1; line_ <= text_.line_count() && findings_.empty();) read_line();
    if (findings_.empty() && patch_.hunks.empty()) {
      report(text_.line_count() == 0 ? 0 : 1, "the patch changes nothing: it holds no hunk",
             "write the change as a unified diff: diff -u OLD NEW");
    }
    return {std::move(patch_), std::move(findings_)};
  }

 private:
  std::string_view line(std::size_t number) const {
    return number <= text_.line_count() ? text_.line(number) : std::string_view();
  }

  void report(std::size_t line, std::string message, std::string mend) {
    const Place place = line == 0 ? Place{text_.name(), 0, 0} : text_.line_place(line);
    findings_.push_back(make_finding("patch-syntax", place, std::move(message)));
    findings_.back().mend = std::move(mend);
  }

  void read_line() {
    const std::string_view here = line(line_);
    if (here.starts_with("@@")) {
      read_hunk();
    } else if (here.starts_with("--- ") && line(line_ + 1).starts_with("+++ ")) {
      read_files();
    } else if (here.starts_with("diff --git ") && files_read_) {
      report_second_file();
    } else if (here.starts_with("GIT binary patch") || here.starts_with("Binary files ")) {
      report(line_, "a binary patch; expected a unified diff of text",
             "write the change as a unified diff of the program");
    } else if (just_read_ && is_change(here)) {
      report(line_,
             "line '" + visible(here, 60) +
                 "' stands behind the hunk's end: its @@ line counts too few",
             "write the patch anew with diff -u OLD NEW");
    } else {
      ++line_;
    }
    just_read_ = here.starts_with("@@");
  }

  static bool is_change(std::string_view line) {
    if (line == kSignature || line.empty()) return false;
    return line[0] == ' ' || line[0] == '+' || line[0] == '-';
  }

  void read_files() {
    if (files_read_) {
      report_second_file();
      return;
    }
    files_read_ = true;
    patch_.old_file = file_name(line(line_).substr(4));
    patch_.new_file = file_name(line(line_ + 1).substr(4));
    line_ += 2;
  }

  void report_second_file() {
    report(line_, "the patch changes a second file; expected one",
           "leave only the change of '" + patch_.new_file + "'");
  }

  void read_hunk() {
    const auto head = read_head(line(line_));
    if (!head) {
      report(line_,
             "'" + visible(line(line_), 60) +
                 "' is no hunk's head; expected '@@ -LINE,COUNT "
                 "+LINE,COUNT @@'",
             "write the patch anew with diff -u OLD NEW");
      return;
    }
    if (!files_read_) {
      report(line_, "a hunk before any file; expected lines '--- a/FILE' and '+++ b/FILE' above",
             "write the patch anew with diff -u OLD NEW");
      return;
    }
    read_hunk_lines(*head);
  }

  void read_hunk_lines(const HunkHead& head) {
    Hunk hunk{line_, head.old_range.start, head.new_range.start, {}};
    std::size_t old_left = head.old_range.count;
    std::size_t new_left = head.new_range.count;
    for (++line_; line_ <= text_.line_count(); ++line_) {
      const std::string_view here = line(line_);
      const char mark = here.empty() ? ' ' : here[0];
      const bool note = mark == '\\';
      if (old_left == 0 && new_left == 0 && !note) break;
      const bool takes_old = mark == ' ' || mark == '-';
      const bool takes_new = mark == ' ' || mark == '+';
      const bool known = takes_old || takes_new || (note && !hunk.lines.empty());
      if (!known || (takes_old && old_left == 0) || (takes_new && new_left == 0)) break;
      old_left -= takes_old ? 1 : 0;
      new_left -= takes_new ? 1 : 0;
      hunk.lines.push_back(here.empty() ? " " : std::string(here));
    }
    if (old_left != 0 || new_left != 0) {
      report(hunk.line,
             "the hunk's counts do not agree with its lines: " + std::to_string(old_left) +
                 " old and " + std::to_string(new_left) + " new lines are missing by line " +
                 std::to_string(line_),
             "write the patch anew with diff -u OLD NEW");
      return;
    }
    patch_.hunks.push_back(std::move(hunk));
  }

  const Text& text_;
  std::size_t line_ = 1;
  bool files_read_ = false;
  bool just_read_ = false;  // the line before belongs to a hunk
  Patch patch_;
  Findings findings_;
};

}  // namespace

std::vector<PatchLine> Patch::shown() const {
  std::vector<PatchLine> result;
  for (const Hunk& hunk : hunks) {
    for (std::size_t i = 0; i < hunk.lines.size(); ++i) {
      result.push_back({hunk.lines[i], hunk.line + 1 + i});
    }
  }
  return result;
}

Parsed<Patch> parse_patch(const Text& text) { return PatchParser(text).run(); }

std::string make_patch(const std::string& file, std::string_view before, std::string_view after) {
  return exact_patch(file, before, after);
}

}  // namespace daybook
