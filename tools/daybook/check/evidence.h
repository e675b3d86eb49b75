// A recorded run's folder: what proves that nobody edited it, and how it comes to be.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/bundle.h"
#include "formats/provenance.h"

namespace daybook {

namespace fs = std::filesystem;

inline constexpr std::string_view kSums = "SHA256SUMS";
inline constexpr std::string_view kSignature = "SHA256SUMS.sig";
inline constexpr std::string_view kProvenance = "provenance.json";

// SHA256SUMS over `files`, in their order.
std::string write_sums(const std::vector<NamedFile>& files);

// Proves a run's folder from its bytes (`contents`: name → bytes, all files there are): SHA256SUMS
// lists exactly these files, each digest holds, and provenance.json names the same subjects and
// this day and unit. `folder` is its path in messages. Findings: evidence-digest,
// evidence-missing-file, evidence-extra-file, evidence-subject, evidence-place, sums-syntax,
// provenance-syntax, provenance-field.
Findings verify_run_folder(const std::string& folder,
                           const std::map<std::string, std::string>& contents);
// The same of a folder read file by file, with what the statement says as far as it can be read.
struct ReadFolder {
  std::map<std::string, std::string> digests;  // name → SHA-256, of all files there are
  std::optional<std::string> sums;             // the bytes of SHA256SUMS
  std::optional<Parsed<Provenance>> statement;
};
Parsed<Provenance> read_run_folder(const std::string& folder, ReadFolder files);

// The name of a new run's folder: "2026-12-01-h200", with "-2", "-3"… when `taken` has it.
std::string run_folder_name(const std::string& started, const std::string& card,
                            const std::vector<std::string>& taken);

struct WrittenFolder {
  bool ok = false;
  bool there_already = false;  // a run with these very bytes: at most a signature was added
  bool signed_now = false;     // `files` hold a signature that the run there lacked
  std::string name;            // of the run's folder
  std::string error;
};

// Writes a new run below `parent` (evidence/<day>/<unit>), which is made when missing. The folder
// appears whole or not at all: it is filled under a hidden name, synced, then renamed. What an
// interrupted write left behind is removed first. A run that is there with the same SHA256SUMS
// stays as it is, but for the signature it may lack.
WrittenFolder write_run_folder(const fs::path& parent, const std::string& started,
                               const std::string& card, const std::vector<NamedFile>& files);

// Writes `files` as the folder `target`, whole or not at all. A folder that is there is replaced
// only when it holds `replaceable` (a file an earlier folder of that sort has).
WrittenFolder write_folder(const fs::path& target, const std::vector<NamedFile>& files,
                           const std::string& replaceable);

}  // namespace daybook
