// What the compiler reported: ptxas -v figures and machine code, as recorded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

struct KernelFigures {
  std::string kernel;  // unmangled name without parameters
  std::size_t line = 0;
  long registers = 0;
  long shared = 0;  // bytes
  long spills = 0;  // bytes stored + loaded
};
// Reads `nvcc -Xptxas -v` output.
std::vector<KernelFigures> parse_ptxas(const Text& text);

struct KernelCode {
  std::string kernel;
  std::size_t first_line = 0;
  std::size_t last_line = 0;
};
// Reads sass.txt: `cuobjdump -sass` without addresses and encodings.
std::vector<KernelCode> parse_sass(const Text& text);
// Makes sass.txt from what cuobjdump printed.
std::string strip_sass(std::string_view cuobjdump_output);
// "_Z6corankPKfS0_i" → "corank"; a name that is not mangled stays.
std::string unmangle(std::string_view symbol);

}  // namespace daybook
