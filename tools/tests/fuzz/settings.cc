// course.yaml and front matter.
#include "formats/settings.h"
#include "formats/front_matter.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  const std::string bytes(as_text(data, size));
  const auto settings = parse_settings(Text("course.yaml", bytes));
  require_sound(settings.findings);
  require(settings.value.day_places.size() == settings.value.days().size(),
          "each day has its place");
  if (invalid_utf8(bytes) != std::string_view::npos) return 0;
  const Text lesson("lesson.md", "---\n" + bytes + "\n---\n");
  for (const bool translation : {false, true}) {
    require_sound(parse_front_matter(lesson, translation).findings);
  }
  return 0;
}
