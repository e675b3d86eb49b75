// The words that C++ and CUDA reserve or that every CUDA program uses.
#pragma once

#include <string_view>

namespace daybook {

bool is_cpp_keyword(std::string_view word);
// Execution and memory spaces, built-in variables, barriers, votes, shuffles, atomics.
bool is_cuda_word(std::string_view word);
// Arithmetic types, CUDA's vector types and the runtime's handles; any name that ends in `_t`.
bool is_type_word(std::string_view word);

}  // namespace daybook
