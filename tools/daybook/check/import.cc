#include "check/import.h"

#include <algorithm>
#include <charconv>

#include "base/digest.h"
#include "check/device_code.h"
#include "check/evidence.h"
#include "check/gpu_report.h"
#include "check/results.h"
#include "check/spread.h"
#include "formats/device_report.h"
#include "formats/slug.h"

namespace daybook {

namespace {

constexpr std::size_t kLongestErrors = 65536;

// What a program or a compiler wrote to its standard error: no folder names, and no more than
// anybody reads.
std::string error_text(const std::string* text) {
  if (text == nullptr) return "";
  std::string shown = without_folders(std::string_view(*text).substr(0, kLongestErrors));
  if (text->size() > kLongestErrors) {
    shown += "\n(cut: " + std::to_string(text->size()) + " bytes in all)\n";
  }
  return shown;
}

// Compile times say nothing about the kernels and differ from build to build.
std::string ptxas_text(const std::string& raw) {
  std::string kept;
  for (const std::string& line : split_lines(without_folders(raw))) {
    if (line.find("Compile time = ") == std::string::npos) kept += line + "\n";
  }
  return kept;
}

std::string first_error(const std::string& text) {
  for (const std::string& line : split_lines(text)) {
    if (line.find("error") != std::string::npos) return visible(line);
  }
  return text.empty() ? "no message" : visible(split_lines(text).front());
}

std::string exit_words(const std::string& end, const UnitResults& results) {
  if (end == "hung") return "hung after " + results.fact("limit") + " s";
  if (end == "over-limit") {
    return "stopped: more than " + std::to_string(results.unit->output_limit) + " bytes printed";
  }
  const bool number =
      !end.empty() && end.size() < 4 && end.find_first_not_of("0123456789") == std::string::npos;
  const bool expected = end == std::to_string(results.unit->expectation.exit.value_or(0));
  if (number && std::stoi(end) > 128 && !expected) {
    return "signal " + std::to_string(std::stoi(end) - 128);
  }
  return end.empty() ? std::string(kUnknown) : end;
}

// Judges one unit's results and makes them into a run.
class UnitImport {
 public:
  UnitImport(const UnitResults& results, const Facts& machine, const std::string& recorder)
      : results_(results), unit_(*results.unit) {
    imported_.day = unit_.day;
    imported_.unit = unit_.name;
    describe(machine, recorder);
  }

  ImportedUnit import() {
    take_source();
    judge_build();
    take_machine_code();
    if (provenance().gpu.other_processes != "none" &&
        provenance().gpu.other_processes != kUnknown) {
      reject("another process computed on the GPU during the recording (" +
             provenance().gpu.other_processes + ")");
    }
    take_runs();
    if (reasons_.empty()) compare_runs();
    close();
    return std::move(imported_);
  }

 private:
  Provenance& provenance() { return imported_.provenance; }
  void reject(std::string reason) { reasons_.push_back(std::move(reason)); }

  void describe(const Facts& machine, const std::string& recorder) {
    Provenance& made = provenance();
    made.day = unit_.day;
    made.unit = unit_.name;
    made.variant = unit_.variant();
    made.program = unit_.program;
    const std::string* samples = results_.find("samples.txt");
    made.gpu = read_gpu(machine, samples == nullptr ? "" : *samples);
    const bool cuda = results_.fact("cubin") != "-";
    made.card = made.gpu.name != kUnknown ? card_slug(made.gpu.name) : cuda ? "unknown" : "cpu";
    made.build.command = results_.fact("build");
    made.build.nvcc = machine.at("nvcc");
    made.build.host = without_folders(machine.at("host-compiler"));
    made.run_command = results_.fact("run");
    made.expectation = describe_expectation(unit_.expectation);
    made.started = results_.fact("started");
    made.ended = results_.fact("ended");
    made.recorder = recorder;
  }

  void take_source() {
    const std::string& source = *results_.find("source/" + unit_.program);
    provenance().source_sha256 = sha256_hex(source);
    provenance().tokens_sha256 = token_digest(source);
    imported_.source_changed = source != unit_.source;
    add(unit_.program, source);
    for (const NamedFile& header : unit_.headers) {
      const std::string* recorded = results_.find("source/" + header.name);
      if (recorded == nullptr || *recorded != header.bytes) imported_.source_changed = true;
      if (recorded != nullptr) add(header.name, *recorded);
    }
  }

  void judge_build() {
    Compilation& build = provenance().build;
    const std::string& status = results_.fact("build.exit");
    const bool number = !status.empty() && status.size() < 4 &&
                        status.find_first_not_of("0123456789") == std::string::npos;
    build.status = number ? std::stoi(status) : -1;
    build.errors = error_text(results_.find("build.txt"));
    const std::string& expected = unit_.expectation.build_error;
    if (expected.empty()) {
      if (build.status != 0) reject("it does not compile: " + first_error(build.errors));
    } else if (build.status == 0) {
      reject("it should not compile, and it does");
    } else if (build.errors.find(expected) == std::string::npos) {
      reject("the compiler's errors should say '" + expected + "': " + first_error(build.errors));
    }
  }

  void take_machine_code() {
    if (results_.fact("cubin") == "-" || provenance().build.status != 0) return;
    const std::string* ptxas = results_.find("ptxas.raw");
    const std::string* cubin = results_.find("unit.cubin");
    if (ptxas == nullptr || cubin == nullptr) {
      reject("its machine code could not be built: " +
             first_error(ptxas == nullptr ? "" : without_folders(*ptxas)));
      return;
    }
    provenance().device_code[results_.fact("arch")] = device_code_digest(*cubin);
    ptxas_ = ptxas_text(*ptxas);
    if (const std::string* sass = results_.find("sass.raw")) sass_ = strip_sass(*sass);
  }

  void take_runs() {
    const std::string expected =
        unit_.expectation.hangs ? "hung" : std::to_string(unit_.expectation.exit.value_or(0));
    bool wrote_errors = false;
    for (int number = 1; number <= kRuns; ++number) {
      const std::string name = "run-" + std::to_string(number);
      const std::string& end = results_.fact(name + ".exit");
      const std::string* output = results_.find(name + ".txt");
      if (end.empty() && output == nullptr) break;
      provenance().exits.push_back(exit_words(end, results_));
      provenance().stderrs.push_back(error_text(results_.find(name + ".err")));
      wrote_errors = wrote_errors || !provenance().stderrs.back().empty();
      if (output != nullptr) add(name + ".txt", *output);
      if (output == nullptr) reject("run " + std::to_string(number) + ": its output is not there");
      if (end != expected) judge_end(number);
    }
    const int count = static_cast<int>(provenance().exits.size());
    if (reasons_.empty() && count != unit_.runs()) {
      reject(std::to_string(unit_.runs()) + " runs are needed, " + std::to_string(count) +
             " were recorded");
    }
    judge_limit();
    judge_errors();
    if (!wrote_errors) provenance().stderrs.clear();
  }

  // The front matter may ask for a longer wait than the recording gave.
  void judge_limit() {
    const std::string& limit = results_.fact("limit");
    double seconds = 0;
    const auto read = std::from_chars(limit.data(), limit.data() + limit.size(), seconds);
    const auto& hangs = unit_.expectation.hangs;
    if (hangs && (read.ec != std::errc() || seconds < *hangs)) {
      reject("it was given " + limit + " s, too little to show that it " +
             describe_expectation(unit_.expectation));
    }
  }

  void judge_end(int number) {
    const std::string run = "run " + std::to_string(number);
    const std::string& end = provenance().exits.back();
    if (unit_.expectation.hangs) {
      reject(run + " should hang for " + results_.fact("limit") + " s and ended: " + end);
      return;
    }
    std::string reason = run + " should end with " +
                         std::to_string(unit_.expectation.exit.value_or(0)) + ", and it did with " +
                         end;
    const std::vector<std::string> lines = split_lines(provenance().stderrs.back());
    if (!lines.empty()) reason += ": " + visible(lines.back());
    reject(std::move(reason));
  }

  void judge_errors() {
    const std::string& expected = unit_.expectation.stderr_text;
    if (expected.empty()) return;
    for (std::size_t i = 0; i < provenance().stderrs.size(); ++i) {
      if (provenance().stderrs[i].find(expected) != std::string::npos) continue;
      reject("run " + std::to_string(i + 1) + ": its standard error does not say '" + expected +
             "'");
    }
  }

  void compare_runs() {
    for (const NamedFile& file : imported_.files) {
      if (!file.name.starts_with("run-") || !file.name.ends_with(".txt")) continue;
      auto transcript = parse_transcript(Text(file.name, file.bytes));
      for (const Finding& finding : transcript.findings) {
        if (finding.severity == Severity::warning || unit_.expectation.hangs) continue;
        reject(finding.place.file + ":" + std::to_string(finding.place.line) + ": " +
               finding.message);
      }
      imported_.transcripts.push_back(std::move(transcript.value));
    }
    const auto& runs = imported_.transcripts;
    for (std::size_t i = 1; i < runs.size(); ++i) {
      for (std::string& difference : exact_differences(
               runs[0], "run 1", runs[i], "run " + std::to_string(i + 1), unit_.measured)) {
        reject("an exact column is not the same in all runs: " + std::move(difference));
      }
    }
    if (!reasons_.empty()) return;
    Spread spread = measure_spread(runs, unit_.measured);
    provenance().spread = std::move(spread.cells);
    provenance().published = spread.published;
  }

  void add(std::string name, std::string bytes) {
    imported_.files.push_back({std::move(name), std::move(bytes)});
  }

  void close() {
    if (!ptxas_.empty()) add("ptxas.txt", ptxas_);
    if (!sass_.empty()) add("sass.txt", sass_);
    for (const NamedFile& file : imported_.files) {
      provenance().subjects.push_back({file.name, sha256_hex(file.bytes)});
    }
    add(std::string(kProvenance), write_provenance(provenance()));
    add(std::string(kSums), write_sums(imported_.files));
    if (reasons_.empty()) return;
    imported_.rejection = reasons_.front();
    std::string all;
    for (const std::string& reason : reasons_) all += reason + "\n";
    add("rejection.txt", all);
  }

  const UnitResults& results_;
  const RecordingUnit& unit_;
  ImportedUnit imported_;
  std::vector<std::string> reasons_;
  std::string ptxas_, sass_;
};

}  // namespace

Parsed<Import> import_results(std::vector<NamedFile> results, const RecordingPlan& plan,
                              const std::string& recorder) {
  Parsed<Import> import;
  Parsed<Results> read = read_results(std::move(results), plan);
  import.findings = std::move(read.findings);
  if (!import.findings.empty()) return import;
  for (const UnitResults& unit : read.value.units) {
    import.value.units.push_back(UnitImport(unit, read.value.machine, recorder).import());
  }
  for (const RecordingUnit& unit : plan.units) {
    const auto& units = import.value.units;
    const bool there = std::any_of(units.begin(), units.end(), [&](const ImportedUnit& one) {
      return one.day == unit.day && one.unit == unit.name;
    });
    if (!there) import.value.missing.push_back(unit.day + "/" + unit.name);
  }
  return import;
}

}  // namespace daybook
