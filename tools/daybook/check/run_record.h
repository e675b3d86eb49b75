// One recorded run of one unit, as it lies under evidence/<day>/<unit>/<date>-<card>/.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/store.h"
#include "formats/device_report.h"
#include "formats/provenance.h"
#include "formats/transcript.h"

namespace daybook {

struct RunRecord {
  std::string day;
  std::string unit;     // "merge_path", "merge_path+floor"
  std::string name;     // "2026-12-01-h200"
  std::string folder;   // "evidence/day36-merge-path/merge_path/2026-12-01-h200"
  bool intact = false;  // every digest holds and the provenance could be read
  bool stated = false;  // the provenance could be read; without it the run says nothing
  Provenance provenance;
  std::shared_ptr<const Text> published;  // the published run's standard output
  Transcript transcript;                  // its tables
  std::shared_ptr<const Text> ptxas;      // null when not recorded
  std::vector<KernelFigures> kernels;
  std::shared_ptr<const Text> sass;
  std::vector<KernelCode> machine_code;
  std::vector<std::string> files;  // names in the folder
  bool is_signed = false;          // by an allowed signer; a bad signature is a finding
  std::string signer;
  Findings findings;

  // Median, smallest and largest of a cell over the runs; null when not measured.
  const CellSpread* spread(const std::string& path) const;
};

// Reads and verifies a run: every file listed in SHA256SUMS with its digest, none besides, the
// provenance's subjects the same. Machine code and ptxas are parsed at their first quote
// (load_device_reports), since most lessons quote neither.
std::shared_ptr<RunRecord> load_run(Store& store, const std::string& day, const std::string& unit,
                                    const std::string& name);
void load_device_reports(Store& store, RunRecord& run);

}  // namespace daybook
