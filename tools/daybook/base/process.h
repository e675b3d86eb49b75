// Runs another program: no shell, arguments as they are.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace daybook {

struct Command {
  std::vector<std::string> arguments;              // the first is sought on PATH
  std::filesystem::path folder;                    // working folder; empty: this one's
  std::string input;                               // standard input
  std::function<std::string()> late_input;         // instead of `input`: asked for once it runs
  std::optional<std::chrono::milliseconds> limit;  // killed with its whole process group after this
  // Child's standard output and error are ours; nothing is captured, and no input is sent.
  bool inherit_output = false;
  bool foreground = false;  // stays in our process group, so that it may ask at the terminal
};

struct ProcessResult {
  bool started = false;
  bool timed_out = false;
  int status = -1;     // exit status, or 128 + signal
  std::string output;  // standard output
  std::string errors;  // standard error; when not started: why
};

// The child leads a process group of its own unless it stays in the foreground, and is told to end
// (SIGTERM) when the calling thread does, however that comes about.
ProcessResult run_process(const Command& command);

// Sends a signal to every child that runs, or to its group. Async-signal-safe: an interrupted
// command ends its children from its handler, and `run_process` returns to their callers.
void signal_children(int signal);

// Full path of a program on PATH, "" when there is none.
std::string find_program(const std::string& name);

}  // namespace daybook
