#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace daybook {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read = -1;
  int write = -1;
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  ~Pipe() {
    close(read);
    close(write);
  }
};

// Children that run, as `kill` names them: a group by its negative id; 0 where none does. A plain
// array of atomics: a signal handler reads it.
constexpr std::size_t kMostChildren = 256;
std::array<std::atomic<pid_t>, kMostChildren> running_children;
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler may not wait");

// Lists a child while it runs. One beyond the array's size goes unlisted, and ends with its parent.
class ListedChild {
 public:
  explicit ListedChild(pid_t child) {
    for (auto& entry : running_children) {
      pid_t none = 0;
      if (!entry.compare_exchange_strong(none, child)) continue;
      entry_ = &entry;
      return;
    }
  }
  ListedChild(const ListedChild&) = delete;
  ListedChild& operator=(const ListedChild&) = delete;
  ~ListedChild() {
    if (entry_ != nullptr) entry_->store(0);
  }

 private:
  std::atomic<pid_t>* entry_ = nullptr;
};

struct Pipes {
  Pipe input, output, errors, failure;  // `failure` carries exec's errno
};

// Runs in the child between fork and exec: only async-signal-safe calls.
[[noreturn]] void become(const Command& command, char* const* arguments, const Pipes& pipes,
                         pid_t parent) {
  if (!command.foreground) ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);  // it ended before the line above
  bool ready = ::dup2(pipes.input.read, STDIN_FILENO) >= 0;
  if (!command.inherit_output) {
    ready = ready && ::dup2(pipes.output.write, STDOUT_FILENO) >= 0 &&
            ::dup2(pipes.errors.write, STDERR_FILENO) >= 0;
  }
  if (!command.folder.empty()) ready = ready && ::chdir(command.folder.c_str()) == 0;
  ::signal(SIGPIPE, SIG_DFL);
  if (ready) ::execvp(arguments[0], arguments);
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = ::write(pipes.failure.write, &reason, sizeof reason);
  ::_exit(127);
}

// While it lives, writing to a pipe that nobody reads any more fails with EPIPE and does no more:
// in this thread alone, since others may wait for children of their own.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;
  ~NoBrokenPipe() {
    const timespec at_once{};
    while (::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

// Moves bytes until both outputs end or the limit passes; true when the limit passed.
bool pump(const Command& command, Pipes& pipes, ProcessResult& result) {
  const std::string late = command.late_input ? command.late_input() : std::string();
  std::string_view unsent = command.late_input ? late : command.input;
  const NoBrokenPipe no_broken_pipe;
  const auto start = Clock::now();
  if (unsent.empty()) Pipe::close(pipes.input.write);
  ::fcntl(pipes.input.write, F_SETFL, O_NONBLOCK);
  while (pipes.output.read >= 0 || pipes.errors.read >= 0) {
    int wait = -1;
    if (command.limit) {
      const auto left = *command.limit -
                        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
      if (left.count() <= 0) return true;
      wait = static_cast<int>(left.count());
    }
    std::array<pollfd, 3> ends{{{pipes.output.read, POLLIN, 0},
                                {pipes.errors.read, POLLIN, 0},
                                {pipes.input.write, POLLOUT, 0}}};
    if (::poll(ends.data(), ends.size(), wait) < 0 && errno != EINTR) return false;
    const auto drain = [](pollfd& end, int& descriptor, std::string& into) {
      if (end.revents == 0) return;
      std::array<char, 65536> bytes{};
      const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
      if (count > 0) into.append(bytes.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) Pipe::close(descriptor);
    };
    drain(ends[0], pipes.output.read, result.output);
    drain(ends[1], pipes.errors.read, result.errors);
    if (ends[2].revents != 0) {
      const ssize_t count = ::write(pipes.input.write, unsent.data(), unsent.size());
      if (count > 0) unsent.remove_prefix(static_cast<std::size_t>(count));
      const bool gone = count < 0 && errno != EAGAIN && errno != EINTR;
      if (unsent.empty() || gone) Pipe::close(pipes.input.write);
    }
  }
  return false;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Waits for a child whose output is not ours to read; true when the limit passed.
bool wait_within(const Command& command, pid_t child) {
  if (!command.limit) return false;
  const auto end = Clock::now() + *command.limit;
  siginfo_t info{};
  while (Clock::now() < end) {
    info.si_pid = 0;
    ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid == child) return false;
    ::usleep(2000);
  }
  return true;
}

}  // namespace

ProcessResult run_process(const Command& command) {
  ProcessResult result;
  Pipes pipes;
  const bool opened =
      pipes.input.open() && pipes.output.open() && pipes.errors.open() && pipes.failure.open();
  if (!opened || command.arguments.empty()) {
    result.errors = command.arguments.empty() ? "no command" : std::strerror(errno);
    return result;
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) become(command, arguments.data(), pipes, parent);
  const bool group = !command.foreground;
  if (child > 0 && group) ::setpgid(child, child);  // so that a signal finds the group there
  Pipe::close(pipes.input.read);
  Pipe::close(pipes.output.write);
  Pipe::close(pipes.errors.write);
  Pipe::close(pipes.failure.write);
  int reason = child < 0 ? errno : 0;
  if (child > 0 && ::read(pipes.failure.read, &reason, sizeof reason) <= 0) reason = 0;
  if (child > 0 && reason == 0) {
    result.started = true;
    const ListedChild listed(group ? -child : child);
    result.timed_out =
        command.inherit_output ? wait_within(command, child) : pump(command, pipes, result);
    if (result.timed_out) ::kill(group ? -child : child, SIGKILL);
  }
  if (child > 0) result.status = wait_for(child);
  if (reason != 0) result.errors = std::strerror(reason);
  return result;
}

void signal_children(int signal) {
  for (const auto& entry : running_children) {
    if (const pid_t child = entry.load(); child != 0) ::kill(child, signal);
  }
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path candidate = std::filesystem::path(rest.substr(0, colon)) / name;
    std::error_code error;
    if (std::filesystem::is_regular_file(candidate, error) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate.string();
    }
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
  return {};
}

}  // namespace daybook
