// Patches: parsed, applied, and made again. The input is a patch, or two texts with a line "%%"
// between them.
#include "formats/patch.h"
#include "target.h"

namespace {

constexpr char kSource[] =
    "int steps(int n) {\n  int count = 0;\n  while (n > 1) {\n    n = (n + 1) / 2;\n    ++count;\n"
    "  }\n  return count;\n}\n\nint main() {\n  return steps(16) == 4 ? 0 : 1;\n}\n";

// A new line takes the line end of the file it comes into, so carriage returns at the end of a line
// are left out of the comparison.
std::string without_carriage_returns(std::string_view text) {
  std::string kept;
  const auto end_line = [&kept] {
    while (kept.ends_with('\r')) kept.pop_back();
  };
  for (const char c : text) {
    if (c == '\n') end_line();
    kept += c;
  }
  end_line();
  return kept;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  const std::string_view text = as_text(data, size);
  const auto parsed = parse_patch(Text("a.patch", std::string(text)));
  require_sound(parsed.findings);
  if (parsed.findings.empty()) {
    const Applied applied = apply_patch(parsed.value, kSource);
    require(applied.ok || applied.failed_hunk < parsed.value.hunks.size(),
            "what does not apply names its hunk");
    parsed.value.shown();
  }
  const std::size_t middle = text.find("\n%%\n");
  if (middle == std::string_view::npos || invalid_utf8(text) != std::string_view::npos) return 0;
  const std::string_view before = text.substr(0, middle + 1);
  const std::string_view after = text.substr(middle + 4);
  const std::string made = make_patch("src/a.cu", before, after);
  if (before == after) return 0;
  const auto again = parse_patch(Text("a.patch", made));
  require(again.findings.empty(), "a patch that was made can be read");
  const Applied applied = apply_patch(again.value, before);
  require(applied.ok && applied.exact &&
              without_carriage_returns(applied.result) == without_carriage_returns(after),
          "a patch makes what it was made of");
  return 0;
}
