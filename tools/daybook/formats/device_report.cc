#include "formats/device_report.h"

#include <cxxabi.h>

#include <charconv>
#include <cstdlib>
#include <memory>

namespace daybook {
namespace {

constexpr std::size_t kLongestSymbol = 4096;  // longer ones are shown as they are

// The text between `before` and `after`, nothing when either is missing.
std::optional<std::string_view> between(std::string_view line, std::string_view before,
                                        std::string_view after) {
  const std::size_t begin = line.find(before);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(begin + before.size());
  const std::size_t end = rest.find(after);
  if (end == std::string_view::npos) return std::nullopt;
  return rest.substr(0, end);
}

// The number that stands right before `words`: 1024 of "…, 1024 bytes smem".
std::optional<long> number_before(std::string_view line, std::string_view words) {
  const std::size_t end = line.find(words);
  if (end == std::string_view::npos) return std::nullopt;
  std::size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  long number = 0;
  const auto [stop, error] = std::from_chars(line.data() + begin, line.data() + end, number);
  if (error != std::errc() || stop != line.data() + end) return std::nullopt;
  return number;
}

// Follows brackets of all kinds, so that a blank or a parenthesis outside them is found.
class Nesting {
 public:
  // Depth before `c` is counted in.
  int step(char c) {
    const int before = depth_;
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth_;
    if ((c == '>' || c == ')' || c == '}' || c == ']') && depth_ > 0) --depth_;
    return before;
  }

 private:
  int depth_ = 0;
};

// "void ns::merge_slices<4>(float const*)" → "merge_slices<4>".
std::string bare_name(std::string_view demangled) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  Nesting nesting;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    if (demangled.substr(i).starts_with(kAnonymous)) {
      i += kAnonymous.size() - 1;
      continue;
    }
    const char c = demangled[i];
    if (nesting.step(c) > 0) continue;
    if (c == '(' && i > begin) return std::string(demangled.substr(begin, i - begin));
    if (c == ' ' || (c == ':' && demangled.substr(i, 2) == "::")) {
      begin = i + (c == ' ' ? 1 : 2);
      i = begin - 1;
    }
  }
  return std::string(demangled.substr(begin));
}

}  // namespace

std::string unmangle(std::string_view symbol) {
  if (!symbol.starts_with("_Z") || symbol.size() > kLongestSymbol) return std::string(symbol);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || !demangled) return std::string(symbol);
  const std::string name = bare_name(demangled.get());
  return name.empty() ? std::string(symbol) : name;
}

std::vector<KernelFigures> parse_ptxas(const Text& text) {
  std::vector<KernelFigures> kernels;
  std::string entry;         // symbol of the kernel at hand
  std::string properties;    // symbol that the next spill line is about
  bool figures_due = false;  // no "Used …" line for the entry yet
  for (std::size_t number = 1; number <= text.line_count(); ++number) {
    const std::string_view line = text.line(number);
    if (const auto symbol = between(line, "Compiling entry function '", "'")) {
      entry = std::string(*symbol);
      figures_due = true;
      kernels.push_back({});
      kernels.back().kernel = unmangle(entry);
      kernels.back().line = number;
    } else if (const std::size_t at = line.find("Function properties for ");
               at != std::string_view::npos) {
      properties = std::string(trim(line.substr(at + 24)));
    } else if (const auto stores = number_before(line, " bytes spill stores")) {
      if (!kernels.empty() && properties == entry) {
        kernels.back().spills = *stores + number_before(line, " bytes spill loads").value_or(0);
      }
    } else if (const auto registers = number_before(line, " registers")) {
      if (!figures_due) continue;
      figures_due = false;
      kernels.back().registers = *registers;
      kernels.back().shared = number_before(line, " bytes smem").value_or(0);
      kernels.back().line = number;
    }
  }
  return kernels;
}

}  // namespace daybook
