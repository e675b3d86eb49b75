#include "check/update.h"

#include <algorithm>
#include <utility>

#include "check/checked_lesson.h"
#include "check/translation.h"

namespace daybook {

namespace {

// House text may change a quoted region, a patch may follow a program, a number may follow a table:
// each round mends what the one before brought up.
constexpr int kMostRounds = 5;

struct Round {
  std::map<std::string, std::vector<Edit>> edits;  // by file
  std::vector<std::string> notes;
  Findings findings;
};

Round run_round(Course& course, const std::vector<std::string>& names) {
  Round round;
  // What is no text is a finding of its own and never written into a lesson or a program.
  const auto take = [&](const std::vector<Edit>& edits) {
    for (const Edit& edit : edits) {
      const bool text = invalid_utf8(edit.replacement) == std::string_view::npos;
      if (text) round.edits[edit.file].push_back(edit);
    }
  };
  for (const LessonFile& file : course.choose_lessons(names, round.findings)) {
    const CheckedLesson lesson = check_lesson(course, file);
    for (const CheckedQuote& quote : lesson.quotes) {
      take(quote.edits);
      for (const std::string& note : quote.notes) {
        round.notes.push_back(file.path + ":" + std::to_string(quote.quote->place.line) + ": " +
                              note);
      }
    }
    for (const Finding& finding : lesson.findings) {
      const bool elsewhere = std::any_of(finding.fixes.begin(), finding.fixes.end(),
                                         [&](const Edit& edit) { return edit.file != file.path; });
      if (elsewhere) take(finding.fixes);
    }
    append(round.findings, lesson.findings);
  }
  append(round.findings, course.store().unlisted_folders());
  return round;
}

// By its file, or by a name that fits no other translation.
std::optional<LessonFile> find_translation(Course& course, const std::string& name) {
  std::vector<LessonFile> found = course.find_lessons(name);
  std::error_code error;
  for (const std::string& path : course.glossary_files()) {
    const bool named = name == path || fs::equivalent(name, course.store().root() / path, error);
    if (named) found.push_back({kGlossary, "", path, path != "lessons/glossary.md"});
  }
  std::erase_if(found, [](const LessonFile& file) { return !file.translation; });
  if (found.size() != 1) return std::nullopt;
  return found.front();
}

}  // namespace

std::string apply_edits(const std::string& bytes, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.span.begin < at || edit.span.end > bytes.size()) continue;
    result.append(bytes, at, edit.span.begin - at);
    result += edit.replacement;
    at = edit.span.end;
  }
  return result.append(bytes, at);
}

Update plan_update(const fs::path& root, const std::vector<std::string>& lessons) {
  Update update;
  for (int number = 0; number < kMostRounds; ++number) {
    Course course(root);
    for (const auto& [path, file] : update.files) course.store().lay_over(path, file.after);
    Round round = run_round(course, lessons);
    update.findings = std::move(round.findings);
    bool changed = false;
    for (auto& [path, edits] : round.edits) {
      const auto text = course.store().text(path);
      if (text == nullptr) continue;
      const std::string now(text->bytes());
      const std::string next = apply_edits(now, std::move(edits));
      if (next == now) continue;
      changed = true;
      update.files.try_emplace(path, ChangedFile{now, {}}).first->second.after = next;
    }
    for (std::string& note : round.notes) update.notes.push_back(std::move(note));
    if (!changed) break;
  }
  std::erase_if(update.files,
                [](const auto& entry) { return entry.second.before == entry.second.after; });
  std::sort(update.notes.begin(), update.notes.end());
  update.notes.erase(std::unique(update.notes.begin(), update.notes.end()), update.notes.end());
  return update;
}

Update plan_translated(const fs::path& root, const std::string& translation) {
  Update update;
  Course course(root);
  const auto file = find_translation(course, translation);
  const Lesson* original = file ? original_of(course, *file) : nullptr;
  if (original == nullptr) {
    Finding finding =
        make_finding("lesson-unknown", {}, "'" + translation + "' is no translation of a lesson",
                     Severity::failure);
    finding.mend = "name its file: lessons/<day>/lesson.<language>.md, with lesson.md beside it";
    update.findings.push_back(std::move(finding));
    return update;
  }
  const Lesson& lesson = course.lesson(*file).value;
  if (lesson.unread) {
    update.findings = course.lesson(*file).findings;
    return update;
  }
  const std::string before(lesson.text.bytes());
  const std::string after = apply_edits(before, mark_translated(*original, lesson));
  if (after != before) update.files[file->path] = {before, after};
  Course marked(root);
  marked.store().lay_over(file->path, after);
  for (const Finding& finding : check_lesson(marked, *file).findings) {
    if (!finding.id.starts_with("translation-")) continue;
    update.notes.push_back(file->path + ":" + std::to_string(finding.place.line) + ": " +
                           finding.message);
  }
  return update;
}

Findings write_update(const fs::path& root, const Update& update) {
  Findings findings;
  const auto refuse = [&](const std::string& path, const std::string& why, std::string mend) {
    Finding finding = make_finding("update-refused", {path, 0, 0}, why, Severity::failure);
    finding.mend = std::move(mend);
    findings.push_back(std::move(finding));
  };
  for (const auto& [path, file] : update.files) {
    const FileResult now = read_file(root / path);
    if (!now.ok || now.bytes != file.before) {
      refuse(path,
             now.ok ? "the file changed while it was being updated; it was left alone"
                    : "cannot be read: " + now.error,
             "run daybook update again");
      continue;
    }
    const FileResult written = write_file_if_changed(root / path, file.after);
    if (!written.ok) {
      refuse(path, "cannot be written: " + written.error + "; it was left alone",
             "make the file and its folder writable, or free some space");
    }
  }
  return findings;
}

}  // namespace daybook
