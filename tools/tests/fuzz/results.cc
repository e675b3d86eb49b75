// Results of a recording with one file of the other side's choice; their digests hold. The first
// byte says which file.
#include "check/import.h"
#include "target.h"
#include "unit/recording_fixture.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  if (size == 0) return 0;
  Recording recording;
  recording.add_program();
  recording.add_variant("origin", "run-1.exit\t1\n", kOutput, "order");
  auto chosen = recording.files.begin();
  std::advance(chosen, data[0] % recording.files.size());
  chosen->second = std::string(as_text(data + 1, size - 1));
  const auto imported = import_results(recording.packed(), plan(), "daybook test");
  require_sound(imported.findings);
  require(imported.findings.empty() || imported.value.units.empty(),
          "refused results have no unit");
  for (const ImportedUnit& unit : imported.value.units) {
    for (const NamedFile& file : unit.files) {
      require(is_safe_name(file.name), "every name stays inside");
    }
    if (!unit.rejection.empty()) continue;
    const auto statement =
        parse_provenance(Text("provenance.json", file_of(unit, "provenance.json")));
    require(statement.findings.empty(), "evidence has a statement that can be read");
  }
  return 0;
}
