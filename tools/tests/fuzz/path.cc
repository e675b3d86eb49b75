// Paths to values: parsed, and followed in a transcript.
#include "formats/run_path.h"
#include "formats/slug.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  static const Transcript kTranscript =
      parse_transcript(
          Text("run-1.txt",
               "slices: merge\nper thread  steps  time (ms)\n----------  -----  "
               "---------\n4              12     0.0814\n8              11     "
               "0.0902\n8              11     0.0903\n\nslices again\nn  x\n-  -\n1  2\n"))
          .value;
  const std::string_view text = as_text(data, size);
  const RunPath path = parse_run_path(
      text, [](const std::string&, const std::string& part) { return part == "merge_path"; });
  const Located located = locate(kTranscript, path.parts);
  require(located.cells.empty() != located.problem.empty(), "a path has cells or a problem");
  const bool whole = path.parts.size() == 3;
  for (const CellPlace& place : located.cells) {
    require(place.table != nullptr, "a path leads into a table");
    require(!whole || (place.row != nullptr && place.column != nullptr && place.cell != nullptr),
            "three parts lead to a cell");
  }
  const std::string slug = make_slug(text);
  require(make_slug(slug) == slug, "a slug's slug is itself");
  slug_part(text);
  require(!card_slug(text).empty(), "a card has a name");
  return 0;
}
