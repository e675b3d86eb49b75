// Archives from another machine: no name leads out, and nothing grows beyond the limit.
#include "check/archive.h"
#include "check/remote.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  constexpr std::size_t kLimit = std::size_t{1} << 20;
  const std::string_view bytes = as_text(data, size);
  const auto read = read_archive("results.tar", bytes, kLimit);
  require_sound(read.findings);
  require(read.findings.empty() || read.value.empty(), "a refused archive has no files");
  std::size_t total = 0;
  for (const NamedFile& file : read.value) {
    require(is_safe_name(file.name), "every name stays inside");
    total += file.bytes.size();
  }
  require(total <= kLimit, "an archive keeps to its limit");
  const auto remote = read_remote_output("ssh box", bytes);
  require_sound(remote.findings);
  return 0;
}
