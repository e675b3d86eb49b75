#include "check/waiver.h"

#include "base/digest.h"
#include "formats/yaml_reader.h"

namespace daybook {

namespace {

constexpr std::size_t kDigestLength = 64;

bool is_digest(const std::string& text) {
  return text.size() == kDigestLength &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

Waiver read_waiver(Store& store, const std::string& day, const std::string& unit) {
  Waiver waiver;
  const std::string path = "evidence/" + day + "/" + unit + "/waiver.yaml";
  if (!store.exists(path)) return waiver;
  const auto text = store.text(path);
  if (text == nullptr) {
    waiver.findings.push_back(make_finding(
        "waiver-syntax", {path, 0, 0}, "cannot be read: " + store.error(path), Severity::failure));
    return waiver;
  }
  YamlReader reader(*text, 1, "waiver-syntax");
  const std::vector<std::string> known = {"source", "reason"};
  for (const YamlEntry& entry : reader.parse(text->bytes())) {
    if (entry.key == "source") {
      waiver.source_sha256 = reader.text(entry);
      const std::string mend = "daybook status " + day + " prints it, once the source can be made";
      if (!is_digest(waiver.source_sha256)) {
        reader.problem(entry.place, "'source' is the sha256 of the unit's source, 64 hex digits",
                       mend);
      } else if (waiver.source_sha256 == sha256_hex("")) {
        reader.problem(entry.place,
                       "'source' is the sha256 of the unit's source, and this is that of nothing",
                       mend);
      }
    } else if (entry.key == "reason") {
      waiver.reason = reader.text(entry);
    } else {
      reader.unknown_key(entry, known);
    }
  }
  waiver.findings = std::move(reader.findings);
  if (waiver.findings.empty() && (waiver.reason.empty() || waiver.source_sha256.empty())) {
    reader.problem({path, 1, 1}, "a waiver needs a 'source' and a 'reason'",
                   "write source: <sha256> and reason: why the run may stand");
    waiver.findings = std::move(reader.findings);
  }
  if (!waiver.findings.empty()) waiver.reason.clear();
  return waiver;
}

}  // namespace daybook
