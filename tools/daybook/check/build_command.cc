#include "check/build_command.h"

#include <algorithm>
#include <array>
#include <vector>

namespace daybook {

namespace {

bool is_plain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("_-./+=:@%,").find(c) != std::string_view::npos;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

// The compiler of a command: its first word that is no assignment.
bool builds_with_nvcc(std::string_view command) {
  for (std::string_view word : split_words(command)) {
    if (word.find('=') != std::string_view::npos) continue;
    const std::size_t slash = word.rfind('/');
    return word.substr(slash == std::string_view::npos ? 0 : slash + 1) == "nvcc";
  }
  return false;
}

}  // namespace

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string quoted = "'";
  for (char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string fill_command(std::string_view pattern, std::string_view arch, std::string_view in,
                         std::string_view out) {
  struct Field {
    std::string_view name;
    std::string value;
  };
  const std::array<Field, 3> fields = {
      {{"{arch}", shell_word(arch)}, {"{in}", shell_word(in)}, {"{out}", shell_word(out)}}};
  std::string filled;
  while (!pattern.empty()) {
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& candidate) {
      return pattern.substr(0, candidate.name.size()) == candidate.name;
    });
    if (field == fields.end()) {
      filled += pattern.front();
      pattern.remove_prefix(1);
    } else {
      filled += field->value;
      pattern.remove_prefix(field->name.size());
    }
  }
  return filled;
}

std::string program_stem(std::string_view program) {
  const std::size_t dot = program.rfind('.');
  return std::string(dot == std::string_view::npos || dot == 0 ? program : program.substr(0, dot));
}

std::string build_command(const SourceKind& kind, std::string_view arch, std::string_view program) {
  return fill_command(kind.build, arch, program, program_stem(program));
}

std::string run_command(const SourceKind& kind, std::string_view arch, std::string_view program) {
  return fill_command(kind.run, arch, program, program_stem(program));
}

std::string cubin_command(const SourceKind& kind, std::string_view arch) {
  if (!builds_with_nvcc(kind.build)) return "";
  const std::string filled = fill_command(kind.build, arch, kCubinSource, kCubin);
  std::string command;
  for (std::string_view word : split_words(filled)) {
    if (word == "-lineinfo" || word == "--generate-line-info" || word == "-G" ||
        word == "--device-debug" || word == "-g" || word == "--debug") {
      continue;
    }
    command += std::string(word) + " ";
  }
  return command + "-cubin -Xptxas -v";
}

}  // namespace daybook
