// What says where a run came from: statements are read as they were written, and digests listed.
#include "formats/provenance.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  const Text text("provenance.json", std::string(as_text(data, size)));
  const auto parsed = parse_provenance(text);
  require_sound(parsed.findings);
  const std::string written = write_provenance(parsed.value);
  if (parsed.findings.empty()) {
    const auto again = parse_provenance(Text("provenance.json", written));
    require(again.findings.empty() && write_provenance(again.value) == written,
            "what was written is read the same");
  }
  const auto sums = parse_sums(text);
  require_sound(sums.findings);
  require(sums.value.size() + sums.findings.size() == text.line_count(),
          "each line is a digest or a finding");
  return 0;
}
