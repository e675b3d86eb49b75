// What a recording takes along to the machine that has the GPU: plain values in, plain files out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "formats/lesson.h"
#include "formats/settings.h"

namespace daybook {

// A file of a bundle, of results or of a run: its name is relative, with forward slashes.
struct NamedFile {
  std::string name;
  std::string bytes;
};

inline constexpr int kRuns = 5;

// A program, or a program with a variant applied: built, run and judged alone.
struct RecordingUnit {
  std::string day;                 // "day36-merge-path"
  std::string name;                // "merge_path", "merge_path+floor"
  std::string program;             // file name: "merge_path.cu"
  std::string source;              // its bytes, the variant applied
  std::vector<NamedFile> headers;  // course headers it includes, named as from its folder
  SourceKind kind;                 // course.yaml's commands for its ending
  std::string arch;                // "sm_90"
  VariantExpectation expectation;  // of a variant; as made: ends with 0
  double limit = 600;              // seconds one run may take; of a variant that hangs, `hangs`
  std::size_t output_limit = 64u << 20;  // bytes one run may print
  std::vector<std::string> measured;     // the lesson's `measured:`

  // A hang is shown by one run to its limit; what must not compile is not run; all else runs five
  // times.
  int runs() const;
  std::string variant() const;  // "floor", "" for a program
};

// In words, as provenance keeps it: "hangs: 10", "exit: 1, stderr: 'order'", "exit: 0".
std::string describe_expectation(const VariantExpectation& expectation);

struct RecordingPlan {
  std::vector<RecordingUnit> units;
  const RecordingUnit* find(std::string_view day, std::string_view unit) const;
};

// The bundle's files: run.sh, plan.tsv, units/<day>/<unit>/… and SHA256SUMS. Units that hang come
// last. Findings: recording-plan (nothing to record, a unit twice, a name or command that cannot
// travel).
Parsed<std::vector<NamedFile>> make_bundle(const RecordingPlan& plan);

// One plan per unit, for queues that run units side by side.
std::vector<RecordingPlan> split_plan(const RecordingPlan& plan);

// True for a name that stays inside the folder it is put in: relative, no "..", no empty part, no
// hidden part, no backslash, no control character.
bool is_safe_name(std::string_view name);

// run.sh as a text; embedded at build time.
std::string_view run_script();

}  // namespace daybook
