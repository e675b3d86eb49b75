// The course's build and run commands, filled in for one program.
#pragma once

#include <string>
#include <string_view>

#include "formats/settings.h"

namespace daybook {

// A word as the shell takes it: as it is when it holds only letters, digits and _ - . / + = : @ % ,
// else in single quotes.
std::string shell_word(std::string_view word);

// Fills {arch}, {in} and {out}; names are quoted for the shell where they need it.
std::string fill_command(std::string_view pattern, std::string_view arch, std::string_view in,
                         std::string_view out);

// "merge_path.cu" → "merge_path": the name of what is built.
std::string program_stem(std::string_view program);
std::string build_command(const SourceKind& kind, std::string_view arch, std::string_view program);
std::string run_command(const SourceKind& kind, std::string_view arch, std::string_view program);

// The machine code's own build: one fixed file name and no line info, so that the same code gives
// the same bytes (nvcc's module ids apart); `ptxas -v` reports on the way. "" when the kind's
// compiler is not nvcc.
inline constexpr std::string_view kCubinSource = "unit.cu";
inline constexpr std::string_view kCubin = "unit.cubin";
std::string cubin_command(const SourceKind& kind, std::string_view arch);

}  // namespace daybook
