// Regions of sources, in a language with block comments, in one with '#' and in one with neither.
#include "formats/snippet.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  for (const char* name : {"a.cu", "a.py", "a.html", "a.txt"}) {
    const Text text(name, std::string(as_text(data, size)));
    const auto parsed = parse_regions(text);
    require_sound(parsed.findings);
    for (const Region& region : parsed.value.regions) {
      require(region.start_line < region.end_line && region.end_line <= text.line_count(),
              "a region ends after it began");
      require(parsed.value.find(region.name) != nullptr, "a region is found by its name");
    }
  }
  return 0;
}
