// What the compiler reported: ptxas -v figures and machine code, as recorded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

struct KernelFigures {
  std::string kernel;    // unmangle()d
  std::size_t line = 0;  // of its "Used … registers"
  long registers = 0;
  long shared = 0;  // bytes
  long spills = 0;  // bytes stored + loaded
};
// Reads `nvcc -Xptxas -v` output; one entry for each kernel and architecture, in its order.
std::vector<KernelFigures> parse_ptxas(const Text& text);

struct KernelCode {
  std::string kernel;
  std::size_t first_line = 0;  // "Function : …"
  std::size_t last_line = 0;   // the last that is not blank
};
// Reads sass.txt: `cuobjdump -sass` without addresses and encodings.
std::vector<KernelCode> parse_sass(const Text& text);
// Makes sass.txt from what cuobjdump printed: "code for sm_90", "Function : _Z3addPfS_i", then one
// instruction a line; a jump names a label (".L1:"), not an address. Of its own output it changes
// nothing.
std::string strip_sass(std::string_view cuobjdump_output);
// "_Z6corankPKfS0_i" → "corank", "void ns::merge_slices<4>(…)" → "merge_slices<4>": without return
// type, namespaces and parameters. A name that is not mangled stays.
std::string unmangle(std::string_view symbol);

}  // namespace daybook
