#include "check/remote.h"

#include <nettle/base64.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>
#include <thread>

#include "base/process.h"
#include "check/archive.h"
#include "check/build_command.h"

namespace daybook {

namespace {

constexpr std::string_view kBegin = "=== daybook results begin ===";
constexpr std::string_view kEnd = "=== daybook results end ===";
constexpr std::string_view kFile = "--- ";
constexpr std::size_t kLineBytes = 57;  // 76 characters of base64
constexpr std::size_t kLongestLine = 4096;

std::string encode_lines(std::string_view bytes) {
  std::string lines;
  std::array<char, BASE64_ENCODE_RAW_LENGTH(kLineBytes)> line{};
  for (std::size_t at = 0; at < bytes.size(); at += kLineBytes) {
    const std::string_view part = bytes.substr(at, kLineBytes);
    base64_encode_raw(line.data(), part.size(), reinterpret_cast<const std::uint8_t*>(part.data()));
    lines.append(line.data(), BASE64_ENCODE_RAW_LENGTH(part.size()));
    lines += '\n';
  }
  return lines;
}

// Appends what one line of base64 holds; false when it is none.
bool decode_line(std::string_view line, std::string& bytes) {
  if (line.empty() || line.size() % 4 != 0 || line.size() > kLongestLine) return false;
  std::array<std::uint8_t, BASE64_DECODE_LENGTH(kLongestLine)> decoded{};
  base64_decode_ctx context;
  base64_decode_init(&context);
  std::size_t length = decoded.size();
  if (base64_decode_update(&context, &length, decoded.data(), line.size(), line.data()) == 0 ||
      base64_decode_final(&context) == 0) {
    return false;
  }
  bytes.append(reinterpret_cast<const char*>(decoded.data()), length);
  return true;
}

constexpr std::string_view kScriptHead = R"(# Daybook: records a bundle and prints the results.
set -u
LC_ALL=C
export LC_ALL
work=$(mktemp -d) || exit 2
job=
trap 'rm -rf "$work"' EXIT
trap 'if [ -n "$job" ]; then kill "$job" 2>/dev/null; else exit 2; fi' HUP INT TERM
print_folder() {
  for entry in "$1"/*; do
    if [ -d "$entry" ]; then
      print_folder "$entry"
    elif [ -f "$entry" ]; then
      printf -- '--- %s\n' "${entry#./}"
      base64 "$entry"
    fi
  done
}
)";

// A connection that breaks sends no signal here: whoever started this shell is watched instead, so
// that no recording goes on for nobody. A signal ends `wait` before the job has ended.
constexpr std::string_view kScriptTail =
    R"(sh "$work/bundle/run.sh" -o "$work/out" </dev/null >&2 &
job=$!
watch=
if [ -d "/proc/$PPID" ]; then
  (while [ -d "/proc/$PPID" ]; do sleep 1; done; kill "$job") </dev/null >/dev/null 2>&1 &
  watch=$!
fi
wait "$job"
status=$?
while kill -0 "$job" 2>/dev/null; do
  wait "$job"
  status=$?
done
if [ -n "$watch" ]; then kill "$watch" 2>/dev/null; fi
if [ "$status" -gt 1 ]; then exit "$status"; fi
cd "$work/out" || exit 2
printf '%s\n' '=== daybook results begin ==='
print_folder .
printf '%s\n' '=== daybook results end ==='
exit "$status"
)";

Finding remote_finding(const std::string& launcher, std::string message) {
  Finding finding =
      make_finding("import-format", {launcher, 0, 0}, std::move(message), Severity::failure);
  finding.mend = "try the launcher by hand: " + launcher + " sh -c 'nvcc --version'";
  return finding;
}

std::string last_line(const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  return lines.empty() ? "it printed no error" : visible(lines.back());
}

// A program with its arguments can take the shell's place, and hears then itself that it should
// end.
bool is_plain(const std::string& launcher) {
  const std::string first = launcher.substr(0, launcher.find(' '));
  return launcher.find_first_of(";&|<>(){}`\n") == std::string::npos &&
         first.find('=') == std::string::npos;
}

RemoteOutcome record_one(const std::string& launcher, const std::vector<NamedFile>& bundle) {
  RemoteOutcome outcome;
  Command command;
  // The launcher is a piece of shell, as the person typed it.
  command.arguments = {"sh", "-c", (is_plain(launcher) ? "exec " : "") + launcher + " sh -s"};
  command.input = make_remote_script(bundle);
  command.foreground = true;  // ssh may ask for a password
  ProcessResult result = run_process(command);
  outcome.progress = std::move(result.errors);
  if (!result.started) {
    outcome.findings.push_back(remote_finding(launcher, "cannot be started: " + outcome.progress));
    return outcome;
  }
  // 1: some units were left out, the others are there.
  if (result.status > 1) {
    outcome.findings.push_back(remote_finding(launcher, "the recording ended with exit status " +
                                                            std::to_string(result.status) + ": " +
                                                            last_line(outcome.progress)));
    return outcome;
  }
  auto results = read_remote_output(launcher, result.output);
  outcome.results = std::move(results.value);
  outcome.findings = std::move(results.findings);
  if (!outcome.findings.empty() && !outcome.progress.empty()) {
    outcome.findings.front().cause = last_line(outcome.progress);
  }
  return outcome;
}

// Threads share the process's signal handling: ignored once for all of them, a launcher that does
// not read its input ends none.
class PipeSignalIgnored {
 public:
  PipeSignalIgnored() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  PipeSignalIgnored(const PipeSignalIgnored&) = delete;
  PipeSignalIgnored& operator=(const PipeSignalIgnored&) = delete;
  ~PipeSignalIgnored() { ::sigaction(SIGPIPE, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

}  // namespace

std::string make_remote_script(const std::vector<NamedFile>& bundle) {
  std::string script(kScriptHead);
  std::set<std::string> folders;
  for (const NamedFile& file : bundle) {
    const std::size_t slash = file.name.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : "/" + file.name.substr(0, slash);
    if (folders.insert(folder).second) {
      script += "mkdir -p \"$work/bundle\"" + (folder.empty() ? "" : shell_word(folder)) + "\n";
    }
    script += "base64 -d >\"$work/bundle\"" + shell_word("/" + file.name) + " <<'=END='\n" +
              encode_lines(file.bytes) + "=END=\n";
  }
  return script + std::string(kScriptTail);
}

Parsed<std::vector<NamedFile>> read_remote_output(const std::string& launcher,
                                                  std::string_view output) {
  Parsed<std::vector<NamedFile>> result;
  std::vector<NamedFile> files;
  bool inside = false;
  bool ended = false;
  while (!output.empty() && !ended) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!inside) {
      inside = line == kBegin;
    } else if (line == kEnd) {
      ended = true;
    } else if (line.starts_with(kFile)) {
      files.push_back({std::string(line.substr(kFile.size())), ""});
    } else if (files.empty() || !decode_line(line, files.back().bytes)) {
      result.findings.push_back(remote_finding(
          launcher, "its results hold a line that is no base64: '" + visible(line, 60) + "'"));
      return result;
    }
  }
  if (!ended || files.empty()) {
    result.findings.push_back(
        remote_finding(launcher, inside ? "its results are cut short" : "it printed no results"));
    return result;
  }
  if (files.size() == 1 && files.front().name.starts_with("results.tar")) {
    return read_archive(launcher, files.front().bytes);
  }
  for (const NamedFile& file : files) {
    if (is_safe_name(file.name)) continue;
    result.findings.push_back(
        remote_finding(launcher, "the name '" + visible(file.name) + "' leads out or hides"));
    result.findings.back().id = "import-unsafe";
    return result;
  }
  result.value = std::move(files);
  return result;
}

bool is_queue(std::string_view launcher) {
  static const std::set<std::string, std::less<>> kQueues = {"srun", "salloc", "qrsh", "bsub",
                                                             "flux"};
  while (!launcher.empty()) {
    const std::size_t end = std::min(launcher.find(' '), launcher.size());
    std::string_view word = launcher.substr(0, end);
    launcher.remove_prefix(std::min(end + 1, launcher.size()));
    const std::size_t slash = word.rfind('/');
    if (slash != std::string_view::npos) word.remove_prefix(slash + 1);
    if (kQueues.count(word) > 0) return true;
  }
  return false;
}

std::vector<RemoteOutcome> record_remotely(
    const std::string& launcher, const std::vector<std::vector<NamedFile>>& bundles,
    std::size_t side_by_side,
    const std::function<void(std::size_t bundle, const RemoteOutcome&)>& done,
    const std::function<bool()>& stopped) {
  const PipeSignalIgnored ignored;
  std::vector<RemoteOutcome> outcomes(bundles.size());
  std::mutex mutex;
  std::size_t next = 0;
  const auto work = [&] {
    while (true) {
      std::unique_lock lock(mutex);
      if (next == bundles.size()) return;
      const std::size_t mine = next++;
      if (stopped()) {
        outcomes[mine].findings.push_back(remote_finding(launcher, "was not started any more"));
        continue;
      }
      lock.unlock();
      RemoteOutcome outcome = record_one(launcher, bundles[mine]);
      lock.lock();
      outcomes[mine] = std::move(outcome);
      done(mine, outcomes[mine]);
    }
  };
  std::vector<std::thread> threads;
  const std::size_t count = std::min(std::max<std::size_t>(side_by_side, 1), bundles.size());
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return outcomes;
}

}  // namespace daybook
