#include "check/device_build.h"

#include <cstdlib>

#include "base/digest.h"
#include "base/file.h"
#include "base/process.h"
#include "base/scratch_folder.h"
#include "check/build_command.h"
#include "check/device_code.h"

namespace daybook {

namespace {

constexpr const char* kUsualPlace = "/usr/local/cuda";
constexpr std::string_view kFailed = "failed\n";

// The compiler's own word for its version, "" when it cannot even say that; asked once a run of the
// program.
const std::string& nvcc_version(const std::string& nvcc) {
  static const std::string version = [&] {
    Command command;
    command.arguments = {nvcc, "--version"};
    const ProcessResult said = run_process(command);
    return said.status == 0 ? said.output : std::string();
  }();
  return version;
}

DeviceBuild compile(const std::string& nvcc, const std::string& command_line,
                    const std::string& source, const std::vector<NamedFile>& headers) {
  DeviceBuild build;
  build.outcome = DeviceBuild::Outcome::failed;
  const ScratchFolder folder;
  std::error_code error;
  for (const NamedFile& header : headers) {
    if (!is_safe_name(header.name)) continue;
    fs::create_directories((folder.path() / header.name).parent_path(), error);
    write_file_atomic(folder.path() / header.name, header.bytes);
  }
  const FileResult written = write_file_atomic(folder.path() / kCubinSource, source);
  if (!written.ok) {
    build.errors = "cannot write a temporary file: " + written.error;
    return build;
  }
  Command command;
  command.folder = folder.path();
  command.arguments = {"sh",
                       "-c",
                       "PATH=\"$1:$PATH\"; export PATH; eval \"$2\"",
                       "sh",
                       fs::path(nvcc).parent_path().string(),
                       command_line};
  const ProcessResult result = run_process(command);
  const FileResult cubin = read_file(folder.path() / kCubin);
  if (result.status != 0 || !cubin.ok) {
    build.errors = without_folders(result.output + result.errors);
    return build;
  }
  build.outcome = DeviceBuild::Outcome::built;
  build.digest = device_code_digest(cubin.bytes);
  return build;
}

}  // namespace

std::string find_nvcc() {
  if (const std::string found = find_program("nvcc"); !found.empty()) return found;
  const char* home = std::getenv("CUDA_HOME");
  for (const std::string& place :
       {std::string(home == nullptr ? "" : home), std::string(kUsualPlace)}) {
    if (place.empty()) continue;
    if (const std::string found = find_program(place + "/bin/nvcc"); !found.empty()) return found;
  }
  return {};
}

DeviceBuild build_device_code(const std::string& source, const std::vector<NamedFile>& headers,
                              const SourceKind& kind, const std::string& arch,
                              const fs::path& cache) {
  DeviceBuild build;
  const std::string command = cubin_command(kind, arch);
  const std::string nvcc = find_nvcc();
  if (command.empty() || nvcc.empty()) return build;
  if (nvcc_version(nvcc).empty()) return build;
  std::string key = nvcc_version(nvcc) + command + "\n";
  for (const NamedFile& header : headers)
    key += header.name + " " + sha256_hex(header.bytes) + "\n";
  const fs::path known = cache / sha256_hex(key + sha256_hex(source));
  if (const FileResult kept = read_file(known); kept.ok) {
    const bool failed = kept.bytes.starts_with(kFailed);
    build.outcome = failed ? DeviceBuild::Outcome::failed : DeviceBuild::Outcome::built;
    (failed ? build.errors : build.digest) =
        failed ? kept.bytes.substr(kFailed.size()) : kept.bytes;
    return build;
  }
  build = compile(nvcc, command, source, headers);
  const bool built = build.outcome == DeviceBuild::Outcome::built;
  std::error_code error;
  fs::create_directories(cache, error);
  write_file_atomic(known, built ? build.digest : std::string(kFailed) + build.errors);
  return build;
}

}  // namespace daybook
