#include "check/run_record.h"

#include <algorithm>
#include <map>
#include <utility>

#include "check/evidence.h"
#include "check/signature.h"

namespace daybook {

namespace {

void check_signature(Store& store, const std::map<std::string, std::string>& contents,
                     RunRecord& run) {
  const auto sums = contents.find(std::string(kSums));
  const auto signature = contents.find(std::string(kSignature));
  if (signature == contents.end() || sums == contents.end()) return;
  const auto signers = store.text(kAllowedSigners);
  const std::string allowed(signers == nullptr ? "" : signers->bytes());
  const SignatureVerdict verdict =
      verify_signature(sums->second, signature->second, allowed, run.provenance.ended,
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

  std::map<std::string, std::string> contents;
  for (const std::string& file : run->files) {
    FileResult bytes = store.bytes(run->folder + "/" + file);
    if (bytes.ok) {
      contents.emplace(file, std::move(bytes.bytes));
    } else {
      Finding finding =
          make_finding("evidence-unreadable", {run->folder + "/" + file, 0, 0},
                       "a recorded file cannot be read: " + bytes.error, Severity::failure);
      finding.mend = "restore it: git checkout -- " + run->folder;
      run->findings.push_back(std::move(finding));
    }
  }
  auto proved = read_run_folder(run->folder, contents);
  run->provenance = std::move(proved.value);
  // Of files that cannot be read nothing more can be said.
  if (run->findings.empty()) append(run->findings, std::move(proved.findings));
  check_signature(store, contents, *run);
  run->intact = std::none_of(run->findings.begin(), run->findings.end(), [](const Finding& f) {
    return f.severity == Severity::error || f.severity == Severity::failure;
  });

  const std::string published = "run-" + std::to_string(run->provenance.published) + ".txt";
  if (const auto output = contents.find(published); output != contents.end()) {
    run->published = std::make_shared<const Text>(run->folder + "/" + published, output->second);
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
