// A link that opens a program in Compiler Explorer, built offline: the program travels in the
// address. Source: Compiler Explorer, "clientstate" links (zlib-deflated JSON, base64url).
#pragma once

#include <string>
#include <string_view>

namespace daybook {

// The compiler's id there whose release is nearest to a recorded nvcc ("13.0.88" → "nvcc130u1");
// the newest for a version that says nothing.
std::string explorer_compiler(std::string_view nvcc);

// `build` is the course's pattern ("nvcc -std=c++17 -O3 -arch={arch} -o {out} {in}"). Programs run
// there on a Tesla T4, so the executor gets no architecture. "" when the compiler is not nvcc or
// the program is too long to travel in an address.
std::string explorer_link(std::string_view source, std::string_view build, std::string_view arch,
                          std::string_view nvcc);

}  // namespace daybook
