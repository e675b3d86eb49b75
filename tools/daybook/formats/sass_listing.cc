// sass.txt: what `cuobjdump -sass` prints, without addresses and encodings. A branch names its
// target by address there; here by a label, so that a listing changes only where the machine code
// does.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include "formats/device_report.h"

namespace daybook {
namespace {

constexpr std::string_view kFunction = "Function :";
constexpr std::string_view kArchitecture = "code for ";

struct Instruction {
  std::optional<unsigned long> address;
  std::string text;
};

std::optional<unsigned long> hexadecimal(std::string_view digits) {
  if (digits.starts_with("0x")) digits.remove_prefix(2);
  unsigned long value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  if (digits.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// Takes the comments out; the first that is a bare address before any text is the line's address.
Instruction read_instruction(std::string_view line) {
  Instruction instruction;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t open = std::min(line.find("/*", at), line.size());
    instruction.text += line.substr(at, open - at);
    if (open == line.size()) break;
    const std::size_t close = line.find("*/", open + 2);
    if (close == std::string_view::npos) {
      instruction.text += line.substr(open);
      break;
    }
    const std::string_view inner = trim(line.substr(open + 2, close - open - 2));
    if (trim(instruction.text).empty() && !inner.starts_with("0x")) {
      instruction.address = hexadecimal(inner);
    } else if (!hexadecimal(inner)) {
      instruction.text += line.substr(open, close + 2 - open);
    }
    at = close + 2;
  }
  instruction.text = std::string(trim(instruction.text));
  return instruction;
}

// The operation's name: behind the predicate (`@!P0`) and an opening brace of a dual issue.
std::string_view operation(std::string_view text) {
  while (!text.empty() && (text.front() == '@' || text.front() == '{')) {
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos) return {};
    text = trim(text.substr(blank));
  }
  return text.substr(0, text.find_first_of(" ;"));
}

// Operations whose last operand is a place in the code.
bool jumps(std::string_view operation) {
  for (const std::string_view name : {"BRA", "BSSY", "CALL", "JMP", "SSY", "PBK", "PCNT", "PRET"}) {
    if (!operation.starts_with(name)) continue;
    if (operation.size() == name.size() || operation[name.size()] == '.') return true;
  }
  return false;
}

struct Target {
  std::size_t begin = 0, end = 0;  // of the address in the instruction's text
  unsigned long address = 0;
};

std::optional<Target> target_of(const std::string& text) {
  if (!jumps(operation(text))) return std::nullopt;
  const std::size_t begin = text.rfind("0x");
  if (begin == std::string::npos || begin == 0) return std::nullopt;
  if (text[begin - 1] != ' ' && text[begin - 1] != ',') return std::nullopt;
  const std::size_t end =
      std::min(text.find_first_not_of("0123456789abcdefABCDEF", begin + 2), text.size());
  const auto address = hexadecimal(std::string_view(text).substr(begin, end - begin));
  if (!address) return std::nullopt;
  return Target{begin, end, *address};
}

// The addresses that are jumped to and are there, numbered from 1 in their order.
std::map<unsigned long, std::size_t> label_targets(const std::vector<Instruction>& instructions) {
  std::unordered_set<unsigned long> addresses;
  for (const Instruction& instruction : instructions) {
    if (instruction.address) addresses.insert(*instruction.address);
  }
  std::map<unsigned long, std::size_t> labels;
  for (const Instruction& instruction : instructions) {
    const auto target = target_of(instruction.text);
    if (target && addresses.count(target->address) > 0) labels.emplace(target->address, 0);
  }
  std::size_t count = 0;
  for (auto& [address, number] : labels) number = ++count;
  return labels;
}

// Writes one function's instructions, with a label before each that is jumped to.
void write_function(std::vector<Instruction>& instructions, std::string& out) {
  const std::map<unsigned long, std::size_t> labels = label_targets(instructions);
  const auto label = [](std::size_t number) { return ".L" + std::to_string(number); };
  for (Instruction& instruction : instructions) {
    if (instruction.address) {
      const auto here = labels.find(*instruction.address);
      if (here != labels.end()) out += label(here->second) + ":\n";
    }
    if (const auto target = target_of(instruction.text)) {
      const auto there = labels.find(target->address);
      if (there != labels.end()) {
        instruction.text.replace(target->begin, target->end - target->begin, label(there->second));
      }
    }
    const bool is_label = instruction.text.starts_with('.') && instruction.text.ends_with(':');
    out += (is_label ? "" : "        ") + instruction.text + "\n";
  }
  instructions.clear();
}

// The dots that close a function, and the lines that open another part of a fat binary.
bool ends_function(std::string_view line) {
  return line.starts_with("Fatbin ") || line.find_first_not_of('.') == std::string_view::npos;
}

std::size_t last_text_line(const Text& text, std::size_t first, std::size_t last) {
  while (last > first && trim(text.line(last)).empty()) --last;
  return last;
}

}  // namespace

std::string strip_sass(std::string_view cuobjdump_output) {
  std::string out;
  std::vector<Instruction> instructions;
  bool in_function = false;
  for (const std::string& raw : split_lines(cuobjdump_output)) {
    const std::string_view line = trim(raw);
    if (line.empty()) continue;
    const bool function = line.starts_with(kFunction);
    if (function || line.starts_with(kArchitecture)) {
      write_function(instructions, out);
      out += (out.empty() ? "" : "\n") + std::string(line) + "\n";
      in_function = function;
    } else if (ends_function(line)) {
      write_function(instructions, out);
      in_function = false;
    } else if (in_function && !line.starts_with(".headerflags")) {
      Instruction instruction = read_instruction(line);
      if (!instruction.text.empty()) instructions.push_back(std::move(instruction));
    }
  }
  write_function(instructions, out);
  return out;
}

std::vector<KernelCode> parse_sass(const Text& text) {
  std::vector<KernelCode> kernels;
  const auto close = [&](std::size_t last) {
    if (kernels.empty() || kernels.back().last_line != 0) return;
    kernels.back().last_line = last_text_line(text, kernels.back().first_line, last);
  };
  for (std::size_t number = 1; number <= text.line_count(); ++number) {
    const std::string_view line = trim(text.line(number));
    const bool function = line.starts_with(kFunction);
    if (!function && !line.starts_with(kArchitecture)) continue;
    close(number - 1);
    if (function) kernels.push_back({unmangle(trim(line.substr(kFunction.size()))), number, 0});
  }
  close(text.line_count());
  return kernels;
}

}  // namespace daybook
