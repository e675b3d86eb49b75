// daybook weave: one lesson's part of the site, or the course's own, as a file of the build. The
// page shows the truth, whether or not the lesson says it; what a check says of that is written
// beside it.
#include <utility>

#include "base/process.h"
#include "check/device_build.h"
#include "check/fragment.h"
#include "check/pandoc_html.h"
#include "check/verdict.h"
#include "cli/depfile.h"
#include "cli/output.h"
#include "cli/pandoc_run.h"

namespace daybook {

namespace {

constexpr const char* kCourse = "course";
constexpr const char* kPandoc = "pandoc";

// The files of one edge of the build.
struct Woven {
  std::string json;
  std::string verdict;  // of a lesson: verdict.h
  std::string prose;    // of a lesson: what Pandoc made, for the next time
  std::string problem;  // why there is nothing
};

Woven failed(std::string problem) { return {"", "", "", std::move(problem)}; }

Woven weave_lesson(Course& course, const LessonFile& file, const Invocation& invocation) {
  const auto text = course.store().text(file.path);
  PandocRun pandoc({invocation.get("--pandoc", kPandoc), invocation.has("--no-ticker")}, file.path,
                   text == nullptr ? std::string_view() : text->bytes(),
                   read_file(invocation.get("--prose")).bytes);
  const Lesson& lesson = course.lesson(file).value;
  const auto words = Tokens(lesson.text).first(lesson.quotes.size());
  pandoc.give(lesson.with_tokens(words));
  const CheckedLesson checked = check_lesson(course, file);
  for (const Finding& finding : checked.findings) {
    if (finding.severity == Severity::failure) return failed(format_text(finding));
  }
  Fragment fragment = make_fragment(course, checked);
  const PandocResult made = pandoc.finish();
  if (!made.problem.empty()) return failed(file.path + ": " + made.problem);
  if (!made.warnings.empty()) print_note("Pandoc says: " + made.warnings);
  FinishedHtml finished = finish_pandoc_html(made.html, lesson, words, page_words(file.language));
  if (!finished.problem.empty()) return failed(file.path + ": " + finished.problem);
  fragment.html = std::move(finished.html);
  return {fragment_json(fragment), write_verdict(verdict_of(checked), file, lesson.text.bytes()),
          made.to_keep, ""};
}

// "lessons/day36-merge-path/lesson.zh-TW.md" of a day that has no such translation.
Woven weave_missing(Course& course, const std::string& name) {
  const fs::path path(name);
  const std::string day = path.parent_path().filename().string();
  const std::string file = path.filename().string();
  const Settings& settings = course.settings();
  for (std::size_t i = 1; i < settings.languages.size(); ++i) {
    const std::string& language = settings.languages[i];
    if (file == "lesson." + language + ".md" && course.find_day(day) != nullptr) {
      return {missing_fragment_json(day, language), "", "", ""};
    }
    if (file == "glossary." + language + ".md") {
      return {missing_fragment_json(kGlossary, language), "", "", ""};
    }
  }
  Findings findings;
  course.choose_lessons({name}, findings);
  std::string problem;
  for (const Finding& finding : findings) problem += format_text(finding);
  return failed(problem.empty() ? "there is no lesson '" + name + "'" : problem);
}

// A glossary by its file, or the original by "glossary"; nothing for another name.
std::optional<LessonFile> find_glossary(const Course& course, const std::string& name) {
  const auto files = course.glossary_files();
  const std::string file = fs::path(name).filename().string();
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool original = i == 0;
    if (fs::path(files[i]).filename() != file && !(original && name == kGlossary)) continue;
    const std::string stem = fs::path(files[i]).stem().string();
    const std::size_t dot = stem.find('.');
    const bool translation = dot != std::string::npos;
    const auto& languages = course.settings().languages;
    return LessonFile{
        kGlossary,
        translation ? stem.substr(dot + 1) : (languages.empty() ? "en" : languages.front()),
        files[i], translation};
  }
  return std::nullopt;
}

Woven weave(Course& course, const Invocation& invocation) {
  const std::string& name = invocation.names.front();
  if (name == kCourse) return {course_json(course, DAYBOOK_VERSION), "", "", ""};
  if (const auto glossary = find_glossary(course, name)) {
    return weave_lesson(course, *glossary, invocation);
  }
  const auto lessons = course.find_lessons(name);
  if (lessons.empty()) return weave_missing(course, name);
  return weave_lesson(course, lessons.front(), invocation);
}

// To the file that `option` names, if it does.
bool write_or_say(const Invocation& invocation, const std::string& option,
                  const std::string& bytes) {
  if (!invocation.has(option)) return true;
  const std::string path = invocation.get(option);
  const FileResult written = write_built_file(path, bytes);
  if (!written.ok) print_note("cannot write " + path + ": " + written.error);
  return written.ok;
}

}  // namespace

int run_weave(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  for (const Finding& finding : course->findings()) {
    if (finding.severity != Severity::failure) continue;
    print_note(format_text(finding));
    return kCouldNotCheck;
  }
  const Woven woven = weave(*course, invocation);
  if (!woven.problem.empty()) {
    print_note(woven.problem);
    return kCouldNotCheck;
  }
  if (!invocation.has("--output")) print_results(woven.json);
  // The tools that a page or a verdict depends on.
  const std::vector<std::string> tools = {find_program(invocation.get("--pandoc", kPandoc)),
                                          find_nvcc(), find_program("ssh-keygen")};
  const bool written =
      write_or_say(invocation, "--output", woven.json) &&
      write_or_say(invocation, "--verdict", woven.verdict) &&
      write_or_say(invocation, "--prose", woven.prose) &&
      write_or_say(invocation, "--depfile",
                   depfile_text(invocation.get("--output"), course->store(), tools));
  return written ? kHolds : kCouldNotCheck;
}

}  // namespace daybook
