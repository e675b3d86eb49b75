// provenance.json: an in-toto Statement v1 about one recorded run, and SHA256SUMS beside it.
// Source: in-toto attestation framework, Statement v1.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/text.h"

namespace daybook {

inline constexpr std::string_view kStatementType = "https://in-toto.io/Statement/v1";
inline constexpr std::string_view kPredicateType = "https://daybook.dev/recorded-run/v1";

struct Subject {
  std::string name;
  std::string sha256;
};

struct Compilation {
  std::string command;  // full, as run
  std::string nvcc;     // "13.0.88"
  std::string host;     // host compiler's first version line
  int status = 0;
  std::string errors;  // what it printed, for an expected build error
};

struct Gpu {
  std::string name, compute_capability, uuid_sha256, driver, ecc, throttle, temperature;
  std::string clock_sm_max, clock_mem_max;  // MHz as printed by nvidia-smi
  std::vector<std::string> clocks_sampled;  // "1980 MHz SM, 3201 MHz memory"
  std::string other_processes;              // "none", a list, or "unknown"
};

struct CellSpread {
  std::string path;  // table/row/column
  std::string median, min, max;
};

struct Provenance {
  std::vector<Subject> subjects;
  std::string day, unit, variant, program, card;
  std::string source_sha256, tokens_sha256;
  std::map<std::string, std::string> device_code;  // "sm_90" → sha256 of the cubin, ids zeroed
  Compilation build;
  std::string run_command;
  std::string expectation;  // variants: "hangs: 10"
  Gpu gpu;
  std::string started, ended;        // UTC, RFC 3339
  std::vector<std::string> exits;    // of each run: "0", "1", "hung after 10 s", "signal 9"
  std::vector<std::string> stderrs;  // what each run wrote there, when not empty
  int published = 1;                 // the run shown, from 1
  std::vector<CellSpread> spread;
  std::string recorder;  // "daybook 0.1.0"
};

// A value that could not be read is "unknown". Findings: provenance-syntax, provenance-field.
Parsed<Provenance> parse_provenance(const Text& text);
std::string write_provenance(
    const Provenance& provenance);  // stable key order, 2 blanks, final line end

struct Sum {
  std::string sha256;
  std::string file;
  std::size_t line = 0;
};
// Findings: sums-syntax.
Parsed<std::vector<Sum>> parse_sums(const Text& text);

}  // namespace daybook
