// daybook weave: one lesson's part of the site, or the course's own, as a file of the build. It
// shows the truth, whether or not the lesson says it: `check` judges that.
#include <utility>

#include "base/process.h"
#include "check/fragment.h"
#include "check/pandoc_html.h"
#include "cli/depfile.h"
#include "cli/output.h"

namespace daybook {

namespace {

constexpr const char* kCourse = "course";

struct Woven {
  std::string json;
  std::string problem;  // why there is none
};

Woven run_pandoc(const std::string& program, const std::string& markdown) {
  Command command;
  command.arguments = pandoc_arguments();
  command.arguments.insert(command.arguments.begin(), program);
  command.input = markdown;
  const ProcessResult result = run_process(command);
  if (!result.started) {
    return {"", "cannot start Pandoc ('" + program + "'): " + result.errors +
                    "; install it, or name it with --pandoc"};
  }
  if (result.status != 0) {
    return {"", "Pandoc ('" + program + "') failed with status " + std::to_string(result.status) +
                    ": " + result.errors};
  }
  if (!result.errors.empty()) print_note("Pandoc says: " + result.errors);
  return {result.output, ""};
}

Woven weave_lesson(Course& course, const LessonFile& file, const std::string& pandoc) {
  const CheckedLesson checked = check_lesson(course, file);
  for (const Finding& finding : checked.findings) {
    if (finding.severity == Severity::failure) return {"", format_text(finding)};
  }
  const Tokens tokens(checked.lesson->text);
  const auto words = tokens.first(checked.quotes.size());
  Woven body = run_pandoc(pandoc, checked.lesson->with_tokens(words));
  if (!body.problem.empty()) return {"", file.path + ": " + body.problem};
  FinishedHtml finished =
      finish_pandoc_html(body.json, *checked.lesson, words, page_words(file.language));
  if (!finished.problem.empty()) return {"", file.path + ": " + finished.problem};
  return {fragment_json(make_fragment(course, checked, std::move(finished.html))), ""};
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
      return {missing_fragment_json(day, language), ""};
    }
    if (file == "glossary." + language + ".md") {
      return {missing_fragment_json(kGlossary, language), ""};
    }
  }
  Findings findings;
  course.choose_lessons({name}, findings);
  std::string problem;
  for (const Finding& finding : findings) problem += format_text(finding);
  return {"", problem.empty() ? "there is no lesson '" + name + "'" : problem};
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

Woven weave(Course& course, const std::string& name, const std::string& pandoc) {
  if (name == kCourse) return {course_json(course, DAYBOOK_VERSION), ""};
  if (const auto glossary = find_glossary(course, name)) {
    return weave_lesson(course, *glossary, pandoc);
  }
  const auto lessons = course.find_lessons(name);
  if (lessons.empty()) return weave_missing(course, name);
  return weave_lesson(course, lessons.front(), pandoc);
}

bool write_or_say(const std::string& path, const std::string& bytes) {
  const FileResult written = write_file_if_changed(path, bytes);
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
  const std::string pandoc = invocation.get("--pandoc", "pandoc");
  const Woven woven = weave(*course, invocation.names.front(), pandoc);
  if (!woven.problem.empty()) {
    print_note(woven.problem);
    return kCouldNotCheck;
  }
  const std::string output = invocation.get("--output");
  if (output.empty()) {
    print_results(woven.json);
  } else if (!write_or_say(output, woven.json)) {
    return kCouldNotCheck;
  }
  const std::string depfile = invocation.get("--depfile");
  if (!depfile.empty() &&
      !write_or_say(depfile, depfile_text(output, course->store(), {find_program(pandoc)}))) {
    return kCouldNotCheck;
  }
  return kHolds;
}

}  // namespace daybook
