// daybook record: bundle, run and import in a row; or the bundle alone; or the run elsewhere.
#include <signal.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "base/process.h"
#include "base/scratch_folder.h"
#include "check/archive.h"
#include "check/evidence.h"
#include "check/remote.h"
#include "cli/recorded_units.h"

namespace daybook {

namespace {

std::atomic<bool> interrupted{false};

// From now on a first Ctrl-C (or HUP, TERM) ends what runs and lets the command clean up; a second
// one ends the command.
void catch_interruption() {
  struct sigaction action {};
  action.sa_handler = [](int) {
    interrupted = true;
    signal_children(SIGTERM);
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    // nohup's HUP stays ignored.
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

int say_interrupted() {
  print_note("interrupted: units that had ended were kept, the others left nothing");
  return kCouldNotCheck;
}

// Jobs of a queue that run at the same time.
constexpr std::size_t kSideBySide = 8;

int print_all(const Findings& findings) {
  for (const Finding& finding : findings) print_results(format_text(finding));
  return kCouldNotCheck;
}

int write_bundle(const std::vector<NamedFile>& files, const fs::path& target) {
  const WrittenFolder written = write_folder(target, files, "plan.tsv");
  if (!written.ok) {
    print_note("cannot write the bundle " + target.string() + ": " + written.error);
    return kCouldNotCheck;
  }
  print_results("wrote " + target.string() +
                "; on the GPU machine: sh run.sh -o DIR; then here: "
                "daybook import DIR/results.tar.gz\n");
  return kHolds;
}

Parsed<std::vector<NamedFile>> run_here(const std::vector<NamedFile>& bundle) {
  Parsed<std::vector<NamedFile>> results;
  const ScratchFolder folder;
  const WrittenFolder written = write_folder(folder.path() / "bundle", bundle, "plan.tsv");
  if (!written.ok) {
    results.findings.push_back(make_finding("import-format", {},
                                            "cannot write a temporary folder: " + written.error,
                                            Severity::failure));
    return results;
  }
  Command command;
  command.arguments = {"sh", (folder.path() / "bundle" / "run.sh").string(), "-o",
                       (folder.path() / "out").string()};
  command.inherit_output = true;
  command.foreground = true;
  run_process(command);
  for (const char* name : {"results.tar.gz", "results.tar", "results"}) {
    std::error_code error;
    if (fs::exists(folder.path() / "out" / name, error)) {
      return read_received(folder.path() / "out" / name);
    }
  }
  results.findings.push_back(
      make_finding("import-format", {}, "run.sh left no results", Severity::failure));
  results.findings.back().mend = "its own words above say why";
  return results;
}

int record_via(Course& course, const RecordingPlan& plan, const std::string& launcher,
               const Keeping& keeping) {
  const bool queue = is_queue(launcher);
  const std::vector<RecordingPlan> plans =
      queue ? split_plan(plan) : std::vector<RecordingPlan>{plan};
  std::vector<std::vector<NamedFile>> bundles;
  for (const RecordingPlan& part : plans) {
    auto bundle = make_bundle(part);
    if (!bundle.findings.empty()) return print_all(bundle.findings);
    bundles.push_back(std::move(bundle.value));
  }
  std::size_t ended = 0;
  const auto done = [&](std::size_t index, const RemoteOutcome& outcome) {
    ++ended;
    std::string line = "[" + std::to_string(ended) + "/" + std::to_string(bundles.size()) + "] ";
    line += plans[index].units.front().day;
    if (plans[index].units.size() == 1) line += "/" + plans[index].units.front().name;
    print_note(line + (outcome.findings.empty() ? ": results are here" : ": failed"));
  };
  int status = kHolds;
  auto outcomes = record_remotely(launcher, bundles, queue ? kSideBySide : 1, done,
                                  [] { return interrupted.load(); });
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].findings.empty()) {
      if (interrupted) continue;
      print_results(outcomes[i].progress);
      status = std::max(status, print_all(outcomes[i].findings));
      continue;
    }
    auto imported = import_results(std::move(outcomes[i].results), plans[i], kRecorder);
    status = std::max(status, take_in(course, std::move(imported), keeping));
  }
  return interrupted ? say_interrupted() : status;
}

}  // namespace

int run_record(const Invocation& invocation) {
  const auto course = open_course(invocation);
  if (course == nullptr) return kCouldNotCheck;
  const Parsed<RecordingPlan> plan = plan_units(*course, invocation.names);
  if (!plan.findings.empty()) return print_all(plan.findings);
  const Keeping keeping = keeping_of(invocation);
  if (!invocation.has("--bundle")) catch_interruption();
  if (invocation.has("--via")) {
    return record_via(*course, plan.value, invocation.get("--via"), keeping);
  }
  auto bundle = make_bundle(plan.value);
  if (!bundle.findings.empty()) return print_all(bundle.findings);
  if (invocation.has("--bundle")) {
    return write_bundle(bundle.value, invocation.directory / invocation.get("--bundle"));
  }
  auto results = run_here(bundle.value);
  if (interrupted && !results.findings.empty()) return say_interrupted();
  if (!results.findings.empty()) return print_all(results.findings);
  auto imported = import_results(std::move(results.value), plan.value, kRecorder);
  if (interrupted && !imported.findings.empty()) return say_interrupted();
  const int status = take_in(*course, std::move(imported), keeping);
  return interrupted ? say_interrupted() : status;
}

}  // namespace daybook
