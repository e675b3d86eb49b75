// The results of run.sh, taken apart and held against their own MANIFEST: what they say is believed
// by import.cc only after this.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/bundle.h"

namespace daybook {

using Facts = std::map<std::string, std::string>;

struct UnitResults {
  const RecordingUnit* unit = nullptr;       // of the plan
  Facts facts;                               // facts.txt, all needed keys there
  std::map<std::string, std::string> files;  // "run-1.txt", "source/merge_path.cu", …
  const std::string* find(const std::string& file) const;
  const std::string& fact(const std::string& key) const;  // "" when not there
};

struct Results {
  Facts machine;
  std::vector<UnitResults> units;  // in the plan's order
};

// Findings: as import_results.
Parsed<Results> read_results(std::vector<NamedFile> files, const RecordingPlan& plan);

}  // namespace daybook
