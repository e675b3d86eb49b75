// daybook weave: one lesson's part of the site, or the course's own, as a file of the build. It
// shows the truth, whether or not the lesson says it: `check` judges that.
#include <future>
#include <utility>

#include "base/digest.h"
#include "base/process.h"
#include "check/fragment.h"
#include "check/pandoc_html.h"
#include "check/verdict.h"
#include "cli/depfile.h"
#include "cli/output.h"

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

// A lesson's prose through Pandoc, on a thread of its own: Pandoc starts while the lesson is
// parsed, and works while it is checked. As long as neither the lesson nor a tool changes, what
// Pandoc made the last time stands.
class Prose {
 public:
  // `--prose` holds what `to_keep` gave then.
  Prose(const Invocation& invocation, std::string_view lesson)
      : program_(invocation.get("--pandoc", kPandoc)) {
    command_.arguments = pandoc_arguments();
    command_.arguments.insert(command_.arguments.begin(), program_);
    if (invocation.has("--no-ticker")) add_no_ticker();
    key_ = make_key(lesson) + "\n";
    const std::string last = read_file(invocation.get("--prose")).bytes;
    if (last.starts_with(key_)) {
      html_ = last.substr(key_.size());
      return;
    }
    command_.late_input = [this] { return markdown_.get_future().get(); };
    running_ = std::async(std::launch::async, [this] { return run_process(command_); });
  }

  // What Pandoc is waiting for; to be called once.
  void give(std::string markdown) { markdown_.set_value(std::move(markdown)); }

  // Waits for Pandoc; why it made nothing, "" when it did.
  std::string finish() {
    if (!running_.valid()) return "";
    ProcessResult result = running_.get();
    if (!result.started) {
      return "cannot start Pandoc ('" + program_ + "'): " + result.errors +
             "; install it, or name it with --pandoc";
    }
    if (result.status != 0) {
      return "Pandoc ('" + program_ + "') failed with status " + std::to_string(result.status) +
             ": " + result.errors;
    }
    if (!result.errors.empty()) print_note("Pandoc says: " + result.errors);
    html_ = std::move(result.output);
    warned_ = !result.errors.empty();
    return "";
  }

  const std::string& html() const { return html_; }
  // Nothing where Pandoc had something to say, so that it says it again.
  std::string to_keep() const { return warned_ ? "" : key_ + html_; }

 private:
  // Haskell's runtime wakes up a hundred times a second for nothing: an eighth of Pandoc's time.
  void add_no_ticker() {
    command_.arguments.insert(command_.arguments.end(), {"+RTS", "-V0", "-RTS"});
  }

  // What the HTML depends on: which Pandoc and which core, how Pandoc is asked, and the lesson.
  std::string make_key(std::string_view lesson) const {
    std::string text;
    for (const fs::path& tool : {fs::path(find_program(program_)), fs::path("/proc/self/exe")}) {
      std::error_code error;
      const fs::path file = fs::canonical(tool, error);
      const auto changed = fs::last_write_time(file, error).time_since_epoch().count();
      text += file.string() + "\n" + std::to_string(changed) + "\n";
    }
    for (const std::string& argument : command_.arguments) text += argument + "\n";
    return sha256_hex(text.append(lesson));
  }

  std::string program_;
  Command command_;
  std::promise<std::string> markdown_;
  std::string key_;
  std::string html_;
  bool warned_ = false;
  std::future<ProcessResult> running_;
};

Woven weave_lesson(Course& course, const LessonFile& file, const Invocation& invocation) {
  const auto text = course.store().text(file.path);
  Prose prose(invocation, text == nullptr ? std::string_view() : text->bytes());
  const Lesson& lesson = course.lesson(file).value;
  const auto words = Tokens(lesson.text).first(lesson.quotes.size());
  prose.give(lesson.with_tokens(words));
  const CheckedLesson checked = check_lesson(course, file);
  for (const Finding& finding : checked.findings) {
    if (finding.severity == Severity::failure) return failed(format_text(finding));
  }
  Fragment fragment = make_fragment(course, checked);
  if (const std::string problem = prose.finish(); !problem.empty()) {
    return failed(file.path + ": " + problem);
  }
  FinishedHtml finished =
      finish_pandoc_html(prose.html(), lesson, words, page_words(file.language));
  if (!finished.problem.empty()) return failed(file.path + ": " + finished.problem);
  fragment.html = std::move(finished.html);
  return {fragment_json(fragment), write_verdict(verdict_of(checked), file), prose.to_keep(), ""};
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
  const std::string pandoc = find_program(invocation.get("--pandoc", kPandoc));
  const bool written =
      write_or_say(invocation, "--output", woven.json) &&
      write_or_say(invocation, "--verdict", woven.verdict) &&
      write_or_say(invocation, "--prose", woven.prose) &&
      write_or_say(invocation, "--depfile",
                   depfile_text(invocation.get("--output"), course->store(), {pandoc}));
  return written ? kHolds : kCouldNotCheck;
}

}  // namespace daybook
