// Builds device code with the toolkit at hand, to compare what two sources become.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "check/bundle.h"
#include "formats/settings.h"

namespace daybook {

struct DeviceBuild {
  enum class Outcome { built, failed, no_compiler } outcome = Outcome::no_compiler;
  std::string digest;  // of the cubin, module ids zeroed
  std::string errors;  // the compiler's words, folders left out
};

// nvcc's path: on PATH, in CUDA_HOME, in /usr/local/cuda; "" when there is none.
std::string find_nvcc();

// Device code of `source` under one fixed file name, without line info. Answers from `cache` when
// it knows these bytes, this command and this compiler's version; a cache that cannot be written is
// done without.
DeviceBuild build_device_code(const std::string& source, const std::vector<NamedFile>& headers,
                              const SourceKind& kind, const std::string& arch,
                              const std::filesystem::path& cache);

}  // namespace daybook
