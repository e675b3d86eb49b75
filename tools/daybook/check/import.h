// What came back from the machine that has the GPU: verified, judged, and made into the files of
// evidence.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/bundle.h"
#include "formats/provenance.h"
#include "formats/transcript.h"

namespace daybook {

struct ImportedUnit {
  std::string day, unit;
  std::string rejection;                // why the run is no evidence, "" when it is
  bool source_changed = false;          // the program or a header is not the plan's any more
  Provenance provenance;                // `started` and `card` name the folder (run_folder_name)
  std::vector<Transcript> transcripts;  // of each run, for showing what was printed
  // What write_run_folder writes: source, runs, ptxas.txt, sass.txt, provenance.json and
  // SHA256SUMS. Of a rejected run with rejection.txt besides, for the build folder.
  std::vector<NamedFile> files;
};

struct Import {
  std::vector<ImportedUnit> units;   // in the plan's order
  std::vector<std::string> missing;  // "day/unit" of the plan that the results do not hold
};

// `results`: as read_received or read_remote_output give them, with or without the leading folder
// "results/". `plan`: every unit the course has today; its expectations and measured columns judge.
// `recorder`: "daybook 0.1.0". Findings, all of severity failure and then with no unit:
// import-format, import-digest, import-missing-file, import-extra-file, import-unknown-unit. One
// unit's rejection is no finding and takes nothing from the others.
Parsed<Import> import_results(std::vector<NamedFile> results, const RecordingPlan& plan,
                              const std::string& recorder);

}  // namespace daybook
