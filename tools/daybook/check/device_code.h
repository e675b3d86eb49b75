// Digests that tell whether two programs are the same beyond their bytes.
#pragma once

#include <string>
#include <string_view>

namespace daybook {

// SHA-256 of the source's tokens, comments and layout left out.
std::string token_digest(std::string_view source);

// A cubin (built as check/build_command.h says) with the 8 hex digits behind `_GLOBAL__N__` and
// `_INTERNAL_` zeroed: nvcc hashes the file's path into them.
std::string without_module_ids(std::string cubin);
std::string device_code_digest(std::string_view cubin);  // SHA-256 of that

// Compiler output without folder names: an absolute path keeps its last part only.
std::string without_folders(std::string_view text);

}  // namespace daybook
