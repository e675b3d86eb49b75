#include "cli/pandoc_run.h"

#include <utility>

#include "base/digest.h"
#include "base/file.h"
#include "check/pandoc_html.h"

namespace daybook {

namespace {

std::vector<std::string> arguments_of(const std::string& program, bool no_ticker) {
  std::vector<std::string> arguments = pandoc_arguments();
  arguments.insert(arguments.begin(), program);
  // Haskell's runtime wakes up a hundred times a second for nothing: an eighth of Pandoc's time.
  if (no_ticker) arguments.insert(arguments.end(), {"+RTS", "-V0", "-RTS"});
  return arguments;
}

// What the HTML depends on: which Pandoc and which core, how Pandoc is asked, and the lesson.
std::string make_key(const Pandoc& pandoc, const std::string& path, std::string_view lesson) {
  std::string text;
  for (const fs::path& tool :
       {fs::path(find_program(pandoc.program)), fs::path("/proc/self/exe")}) {
    std::error_code error;
    const fs::path file = fs::canonical(tool, error);
    const auto changed = fs::last_write_time(file, error).time_since_epoch().count();
    text += file.string() + "\n" + std::to_string(changed) + "\n";
  }
  for (const std::string& argument : arguments_of(pandoc.program, pandoc.no_ticker)) {
    text += argument + "\n";
  }
  return sha256_hex(text.append(path).append("\n").append(lesson));
}

// "KEY DIGEST\nHTML": the digest tells a file that was cut off.
std::string kept_text(const std::string& key, const std::string& html) {
  return key + " " + sha256_hex(html) + "\n" + html;
}

}  // namespace

PandocRun::PandocRun(Pandoc pandoc, const std::string& path, std::string_view lesson,
                     const std::string& kept)
    : pandoc_(std::move(pandoc)),
      key_(make_key(pandoc_, path, lesson)),
      markdown_(promise_.get_future().share()) {
  const std::size_t line = kept.find('\n');
  std::string html = line == std::string::npos ? std::string() : kept.substr(line + 1);
  if (kept == kept_text(key_, html)) {
    html_ = std::move(html);
  } else {
    running_ = std::async(std::launch::async, [this] { return run(); });
  }
}

// What waits for its input must not wait for ever.
PandocRun::~PandocRun() {
  if (!given_) promise_.set_value("");
}

void PandocRun::give(std::string markdown) {
  given_ = true;
  promise_.set_value(std::move(markdown));
}

PandocResult PandocRun::finish() {
  PandocResult made;
  if (!running_.valid()) {
    made.html = std::move(html_);
    made.to_keep = kept_text(key_, made.html);
    return made;
  }
  ProcessResult result = running_.get();
  const std::string name = "Pandoc ('" + pandoc_.program + "')";
  if (!result.started) {
    made.problem =
        "cannot start " + name + ": " + result.errors + "; install it, or name it with --pandoc";
  } else if (result.status != 0) {
    made.problem =
        name + " failed with status " + std::to_string(result.status) + ": " + result.errors;
  } else {
    made.html = std::move(result.output);
    made.warnings = std::move(result.errors);
    if (made.warnings.empty()) made.to_keep = kept_text(key_, made.html);
  }
  return made;
}

ProcessResult PandocRun::start(bool no_ticker) {
  Command command;
  command.arguments = arguments_of(pandoc_.program, no_ticker);
  command.late_input = [this] { return markdown_.get(); };
  return run_process(command);
}

ProcessResult PandocRun::run() {
  ProcessResult result = start(pandoc_.no_ticker);
  // Another Pandoc than the build was configured with may take no such option.
  if (pandoc_.no_ticker && result.started && result.status != 0) result = start(false);
  return result;
}

}  // namespace daybook
