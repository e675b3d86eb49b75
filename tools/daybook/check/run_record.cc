#include "check/run_record.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/digest.h"
#include "check/evidence.h"
#include "check/signature.h"

namespace daybook {

namespace {

std::string published_file(const Provenance& provenance) {
  return "run-" + std::to_string(provenance.published) + ".txt";
}

bool has_syntax_problem(const Findings& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.id == "provenance-syntax"; });
}

void check_signature(Store& store, const std::string& sums, const std::string& signature,
                     RunRecord& run) {
  const auto signers = store.text(kAllowedSigners);
  const std::string allowed(signers == nullptr ? "" : signers->bytes());
  const SignatureVerdict verdict = verify_signature(sums, signature, allowed, run.provenance.ended,
                                                    store.root() / "build" / "signatures");
  run.is_signed = verdict.state == SignatureVerdict::State::good;
  run.signer = verdict.signer;
  if (run.is_signed) return;
  const bool bad = verdict.state == SignatureVerdict::State::bad;
  Finding finding = make_finding(
      "evidence-signature", {run.folder + "/" + std::string(kSignature), 0, 0},
      std::string(bad ? "the signature does not hold: " : "the signature could not be checked: ") +
          verdict.reason,
      bad ? Severity::error : Severity::unproved);
  finding.related = Place{kAllowedSigners, 0, 0};
  finding.cause =
      bad ? "SHA256SUMS was changed after it was signed, or the signer is not listed" : "";
  finding.mend = bad ? "restore the folder (git checkout -- " + run.folder +
                           "), or list the signer in " + kAllowedSigners
                     : "install openssh-client";
  run.findings.push_back(std::move(finding));
}

}  // namespace

const CellSpread* RunRecord::spread(const std::string& path) const {
  const auto found = std::find_if(provenance.spread.begin(), provenance.spread.end(),
                                  [&](const CellSpread& cell) { return cell.path == path; });
  return found == provenance.spread.end() ? nullptr : &*found;
}

std::shared_ptr<RunRecord> load_run(Store& store, const std::string& day, const std::string& unit,
                                    const std::string& name) {
  auto run = std::make_shared<RunRecord>();
  run->day = day;
  run->unit = unit;
  run->name = name;
  run->folder = "evidence/" + day + "/" + unit + "/" + name;
  run->files = store.files(run->folder);

  // A transcript may be as long as it likes: only the published one is kept. Files come sorted, the
  // statement that says which it is before them.
  ReadFolder read;
  std::optional<std::string> signature;
  const auto keep = [&](const std::string& file, std::string bytes) {
    read.digests.emplace(file, sha256_hex(bytes));
    if (file == kSums) {
      read.sums = std::move(bytes);
    } else if (file == kSignature) {
      signature = std::move(bytes);
    } else if (file == kProvenance) {
      read.statement = parse_provenance(Text(run->folder + "/" + file, std::move(bytes)));
    } else if (read.statement && file == published_file(read.statement->value)) {
      run->published = std::make_shared<const Text>(run->folder + "/" + file, std::move(bytes));
    }
  };
  for (const std::string& file : run->files) {
    FileResult bytes = store.bytes(run->folder + "/" + file);
    if (bytes.ok) {
      keep(file, std::move(bytes.bytes));
    } else {
      Finding finding =
          make_finding("evidence-unreadable", {run->folder + "/" + file, 0, 0},
                       "a recorded file cannot be read: " + bytes.error, Severity::failure);
      finding.mend = "restore it: git checkout -- " + run->folder;
      run->findings.push_back(std::move(finding));
    }
  }
  const std::optional<std::string> sums = read.sums;
  run->stated = read.statement && !has_syntax_problem(read.statement->findings);
  auto proved = read_run_folder(run->folder, std::move(read));
  run->provenance = std::move(proved.value);
  // Of files that cannot be read nothing more can be said.
  if (run->findings.empty()) append(run->findings, std::move(proved.findings));
  if (sums && signature) check_signature(store, *sums, *signature, *run);
  run->intact = std::none_of(run->findings.begin(), run->findings.end(), [](const Finding& f) {
    return f.severity == Severity::error || f.severity == Severity::failure;
  });

  if (run->published != nullptr) {
    auto parsed = parse_transcript(*run->published);
    run->transcript = std::move(parsed.value);
    append(run->findings, std::move(parsed.findings));
  }
  return run;
}

void load_device_reports(Store& store, RunRecord& run) {
  if (run.ptxas != nullptr || run.sass != nullptr) return;
  const auto read = [&](const std::string& file) -> std::shared_ptr<const Text> {
    const bool recorded = std::find(run.files.begin(), run.files.end(), file) != run.files.end();
    return recorded ? store.text(run.folder + "/" + file) : nullptr;
  };
  run.ptxas = read("ptxas.txt");
  if (run.ptxas != nullptr) run.kernels = parse_ptxas(*run.ptxas);
  run.sass = read("sass.txt");
  if (run.sass != nullptr) run.machine_code = parse_sass(*run.sass);
}

}  // namespace daybook
