#include "check/import.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/digest.h"
#include "check/evidence.h"
#include "check/gpu_report.h"

namespace daybook {
namespace {

constexpr char kOutput[] =
    "NVIDIA H200, compute capability 9.0\n\n"
    "slices: merge\n"
    "per thread    steps    time (ms)\n"
    "----------    -----    ---------\n"
    "4             12       0.0814\n"
    "8             11       0.0902\n";

RecordingPlan plan() {
  RecordingUnit unit;
  unit.day = "day36-merge-path";
  unit.name = "merge_path";
  unit.program = "merge_path.cu";
  unit.source = "int main() { return 0; }\n";
  unit.kind.build = "nvcc -arch={arch} -o {out} {in}";
  unit.kind.run = "./{out}";
  unit.arch = "sm_90";
  RecordingUnit floor = unit;
  floor.name = "merge_path+floor";
  floor.expectation.hangs = 10;
  RecordingUnit half = unit;
  half.name = "merge_path+half";
  half.expectation.build_error = "half the block";
  RecordingUnit origin = unit;
  origin.name = "merge_path+origin";
  origin.expectation.exit = 1;
  origin.expectation.stderr_text = "order";
  return {{unit, floor, half, origin}};
}

// The results of a recording, file by file, before they are packed.
class Recording {
 public:
  Recording() {
    files["machine.txt"] =
        "format\t1\ngpu\tNVIDIA H200\ncompute-capability\t9.0\nuuid-sha256\tabc\n"
        "driver\t580.159.03\necc\tEnabled\nclock-sm-max\t1980 MHz\nclock-memory-max\t3201 MHz\n"
        "nvcc\t13.0.88\nhost-compiler\tg++ 12.2.0\n";
  }

  static std::string facts(const std::string& limit = "600") {
    return "program\tmerge_path.cu\narch\tsm_90\nbuild\tnvcc -arch=sm_90 -o merge_path "
           "merge_path.cu"
           "\ncubin\tnvcc -cubin\nrun\t./merge_path\nlimit\t" +
           limit + "\nbuild.exit\t0\nstarted\t2026-12-01T08:00:00Z\nended\t2026-12-01T08:00:09Z\n";
  }

  Recording& add_program() {
    const std::string unit = "day36-merge-path/merge_path/";
    files[unit + "facts.txt"] = facts();
    add_sources(unit);
    for (int number = 1; number <= 5; ++number) {
      const std::string run = "run-" + std::to_string(number);
      files[unit + run + ".txt"] = kOutput;
      files[unit + run + ".err"] = "";
      files[unit + "facts.txt"] += run + ".exit\t0\n";
    }
    files[unit + "samples.txt"] =
        "before\t345 MHz, 2619 MHz, 31, 0x0000000000000001\t0\n"
        "run-1\t1755 MHz, 3201 MHz, 44, 0x0000000000000004\t1\n"
        "run-1\t1980 MHz, 3201 MHz, 45, 0x0000000000000000\t1\n"
        "after\t1980 MHz, 3201 MHz, 45, 0x0000000000000001\t0\n";
    return *this;
  }

  Recording& add_variant(const std::string& name, const std::string& extra_facts,
                         const std::string& output, const std::string& errors) {
    const std::string unit = "day36-merge-path/merge_path+" + name + "/";
    files[unit + "facts.txt"] = facts("10") + extra_facts;
    add_sources(unit);
    for (int number = 1; number <= 5; ++number) {
      const std::string run = "run-" + std::to_string(number);
      if (extra_facts.find(run + ".exit") == std::string::npos) continue;
      files[unit + run + ".txt"] = output;
      files[unit + run + ".err"] = errors;
    }
    return *this;
  }

  void add_sources(const std::string& unit) {
    files[unit + "source/merge_path.cu"] = "int main() { return 0; }\n";
    files[unit + "build.txt"] = "";
    files[unit + "ptxas.raw"] =
        "ptxas info    : Compiling entry function '_Z5mergev' for 'sm_90'\n"
        "ptxas info    : Used 24 registers\nptxas info    : Compile time = 7.688 ms\n";
    files[unit + "unit.cubin"] = "code _GLOBAL__N__8ec9813d_7_unit_cu end";
    files[unit + "sass.raw"] = "\t\tFunction : _Z5mergev\n        /*0000*/ EXIT ; /* 0x00 */\n";
  }

  std::string& operator[](const std::string& name) {
    return files["day36-merge-path/merge_path/" + name];
  }

  std::vector<NamedFile> packed() const {
    std::vector<NamedFile> list;
    std::string manifest;
    for (const auto& [name, bytes] : files) {
      list.push_back({"results/" + name, bytes});
      manifest += sha256_hex(bytes) + "  " + name + "\n";
    }
    list.push_back({"results/MANIFEST", manifest});
    return list;
  }

  std::map<std::string, std::string> files;
};

Parsed<Import> import(std::vector<NamedFile> files) {
  return import_results(std::move(files), plan(), "daybook test");
}

ImportedUnit import_one(const Recording& recording) {
  auto imported = import(recording.packed());
  EXPECT_TRUE(imported.findings.empty())
      << (imported.findings.empty() ? "" : imported.findings[0].message);
  if (imported.value.units.empty()) return {};
  return imported.value.units.front();
}

std::string refusal(std::vector<NamedFile> files) {
  const auto imported = import(std::move(files));
  EXPECT_TRUE(imported.value.units.empty());
  if (imported.findings.empty()) return "(accepted)";
  EXPECT_EQ(imported.findings[0].severity, Severity::failure);
  return imported.findings[0].id + ": " + imported.findings[0].message;
}

std::string file_of(const ImportedUnit& unit, const std::string& name) {
  for (const NamedFile& file : unit.files) {
    if (file.name == name) return file.bytes;
  }
  return "(none)";
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

TEST(Import, AGoodRecordingBecomesARunThatVerifies) {
  const ImportedUnit unit = import_one(Recording().add_program());
  EXPECT_EQ(unit.rejection, "");
  EXPECT_FALSE(unit.source_changed);
  std::vector<std::string> names;
  std::map<std::string, std::string> contents;
  for (const NamedFile& file : unit.files) {
    names.push_back(file.name);
    contents[file.name] = file.bytes;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"merge_path.cu", "run-1.txt", "run-2.txt", "run-3.txt",
                                             "run-4.txt", "run-5.txt", "ptxas.txt", "sass.txt",
                                             "provenance.json", "SHA256SUMS"}));
  EXPECT_TRUE(
      verify_run_folder("evidence/day36-merge-path/merge_path/2026-12-01-h200", contents).empty());
  EXPECT_EQ(file_of(unit, "run-3.txt"), kOutput);
}

TEST(Import, ProvenanceHoldsWhatTheMachineSaid) {
  const Provenance made = import_one(Recording().add_program()).provenance;
  EXPECT_EQ(made.card, "h200");
  EXPECT_EQ(made.gpu.clocks_sampled,
            (std::vector<std::string>{"before: 345 MHz SM, 2619 MHz memory (1 sample)",
                                      "run-1: 1755 to 1980 MHz SM, 3201 MHz memory (2 samples)",
                                      "after: 1980 MHz SM, 3201 MHz memory (1 sample)"}));
  EXPECT_EQ(made.gpu.throttle, "software power cap");
  EXPECT_EQ(made.gpu.temperature, "31 to 45 C");
  EXPECT_EQ(made.gpu.other_processes, "none");
  EXPECT_EQ(made.build.command, "nvcc -arch=sm_90 -o merge_path merge_path.cu");
  EXPECT_EQ(made.exits, std::vector<std::string>(5, "0"));
  EXPECT_TRUE(made.stderrs.empty());
  EXPECT_EQ(made.expectation, "exit: 0");
  EXPECT_EQ(made.device_code.at("sm_90"), sha256_hex("code _GLOBAL__N__00000000_7_unit_cu end"));
  ASSERT_EQ(made.spread.size(), 2u);
  EXPECT_EQ(made.spread[1].path, "slices/8/time");
  EXPECT_EQ(made.recorder, "daybook test");
}

TEST(Import, CompileTimesAndFolderNamesAreLeftOut) {
  Recording recording = Recording().add_program();
  recording["build.txt"] = "/home/ada/tmp/merge_path.cu(3): warning: unused\n  a /b // c\n";
  const ImportedUnit unit = import_one(recording);
  EXPECT_EQ(unit.provenance.build.errors, "merge_path.cu(3): warning: unused\n  a /b // c\n");
  EXPECT_EQ(file_of(unit, "ptxas.txt").find("Compile time"), std::string::npos);
  EXPECT_NE(file_of(unit, "ptxas.txt").find("Used 24 registers"), std::string::npos);
}

TEST(Import, WithoutAGpuTheCardIsTheProcessor) {
  Recording recording = Recording().add_program();
  recording.files["machine.txt"] =
      "format\t1\ngpu\tunknown\ncompute-capability\tunknown\nuuid-sha256\tunknown\n"
      "driver\tunknown\necc\tunknown\nclock-sm-max\tunknown\nclock-memory-max\tunknown\n"
      "nvcc\tunknown\nhost-compiler\tg++ 12.2.0\n";
  recording.files.erase("day36-merge-path/merge_path/samples.txt");
  for (const char* name : {"ptxas.raw", "sass.raw", "unit.cubin"}) {
    recording.files.erase(std::string("day36-merge-path/merge_path/") + name);
  }
  replace(recording["facts.txt"], "cubin\tnvcc -cubin", "cubin\t-");
  const ImportedUnit unit = import_one(recording);
  EXPECT_EQ(unit.rejection, "");
  EXPECT_EQ(unit.provenance.card, "cpu");
  EXPECT_EQ(unit.provenance.gpu.other_processes, "unknown");
  EXPECT_EQ(unit.provenance.gpu.throttle, "unknown");
  EXPECT_TRUE(unit.provenance.device_code.empty());
}

TEST(Import, AnotherSourceThanTodaysIsImportedAndSaid) {
  Recording recording = Recording().add_program();
  recording["source/merge_path.cu"] = "int main() { return 0; } // older\n";
  const ImportedUnit unit = import_one(recording);
  EXPECT_EQ(unit.rejection, "");
  EXPECT_TRUE(unit.source_changed);
  EXPECT_EQ(file_of(unit, "merge_path.cu"), "int main() { return 0; } // older\n");
}

TEST(Import, AnUnequalExactColumnRejects) {
  Recording recording = Recording().add_program();
  replace(recording["run-4.txt"], "12 ", "13 ");
  const ImportedUnit unit = import_one(recording);
  EXPECT_EQ(unit.rejection,
            "an exact column is not the same in all runs: slices/4/steps: '12' in run 1, '13' in "
            "run 4");
  EXPECT_EQ(file_of(unit, "rejection.txt"), unit.rejection + "\n");
}

TEST(Import, AMeasuredColumnMayMove) {
  Recording recording = Recording().add_program();
  replace(recording["run-4.txt"], "0.0814", "9.9999");
  EXPECT_EQ(import_one(recording).rejection, "");
}

TEST(Import, AnotherProcessOnTheGpuRejects) {
  for (const std::string samples :
       {"before\t345 MHz, 2619 MHz, 31, 0x0\t1\n", "run-2\t345 MHz, 2619 MHz, 31, 0x0\t2\n"}) {
    Recording recording = Recording().add_program();
    recording["samples.txt"] = samples;
    EXPECT_EQ(import_one(recording).rejection,
              "another process computed on the GPU during the recording (1 other)");
  }
}

TEST(Import, AFailedExitRejectsWithItsLastWords) {
  Recording recording = Recording().add_program();
  replace(recording["facts.txt"], "run-2.exit\t0", "run-2.exit\t139");
  recording["run-2.err"] = "first\nmerge_path.cu:9: out of memory\n";
  EXPECT_EQ(import_one(recording).rejection,
            "run 2 should end with 0, and it did with signal 11: merge_path.cu:9: out of memory");
  recording = Recording().add_program();
  replace(recording["facts.txt"], "run-1.exit\t0", "run-1.exit\tover-limit");
  EXPECT_NE(import_one(recording).rejection.find("more than 67108864 bytes printed"),
            std::string::npos);
}

TEST(Import, FewerThanFiveRunsReject) {
  Recording recording = Recording().add_program();
  recording.files.erase("day36-merge-path/merge_path/run-5.txt");
  recording.files.erase("day36-merge-path/merge_path/run-5.err");
  replace(recording["facts.txt"], "run-5.exit\t0\n", "");
  EXPECT_EQ(import_one(recording).rejection, "5 runs are needed, 4 were recorded");
}

TEST(Import, ATranscriptThatIsNoTextRejects) {
  Recording recording = Recording().add_program();
  recording["run-3.txt"] += std::string("bad \0 byte\n", 11);
  EXPECT_NE(import_one(recording).rejection.find("run-3.txt:"), std::string::npos);
}

TEST(Import, AProgramThatDoesNotCompileRejects) {
  Recording recording = Recording().add_program();
  recording.files.erase("day36-merge-path/merge_path/run-1.txt");
  recording["facts.txt"] = Recording::facts();
  replace(recording["facts.txt"], "build.exit\t0", "build.exit\t1");
  recording["build.txt"] = "note\nmerge_path.cu(3): error: expected a \";\"\n";
  EXPECT_EQ(import_one(recording).rejection,
            "it does not compile: merge_path.cu(3): error: expected a \";\"");
}

TEST(Import, MachineCodeThatCouldNotBeBuiltRejects) {
  Recording recording = Recording().add_program();
  recording.files.erase("day36-merge-path/merge_path/unit.cubin");
  EXPECT_NE(import_one(recording).rejection.find("machine code"), std::string::npos);
}

TEST(ImportedVariants, AreHeldAgainstWhatTheLessonSays) {
  Recording good;
  good.add_variant("floor", "run-1.exit\thung\n", "", "");
  std::string five;
  for (int i = 1; i <= 5; ++i) five += "run-" + std::to_string(i) + ".exit\t1\n";
  good.add_variant("origin", five, "out\n", "element 3 is out of order\n");
  good.add_variant("half", "", "", "");
  std::string& half = good.files["day36-merge-path/merge_path+half/facts.txt"];
  replace(half, "build.exit\t0", "build.exit\t2");
  good.files["day36-merge-path/merge_path+half/build.txt"] = "error: half the block\n";
  const auto imported = import(good.packed());
  ASSERT_EQ(imported.value.units.size(), 3u);
  for (const ImportedUnit& unit : imported.value.units) EXPECT_EQ(unit.rejection, "") << unit.unit;
  EXPECT_EQ(imported.value.units[0].provenance.exits, std::vector<std::string>{"hung after 10 s"});
  EXPECT_EQ(imported.value.units[0].provenance.variant, "floor");
  EXPECT_EQ(imported.value.units[1].provenance.build.status, 2);
  EXPECT_EQ(imported.value.units[1].provenance.exits.size(), 0u);
  EXPECT_EQ(imported.value.units[2].provenance.exits, std::vector<std::string>(5, "1"));
  EXPECT_EQ(imported.value.units[2].provenance.stderrs.size(), 5u);
  EXPECT_EQ(imported.value.missing, std::vector<std::string>{"day36-merge-path/merge_path"});
}

TEST(ImportedVariants, ThatDoSomethingElseAreRejected) {
  Recording other;
  other.add_variant("floor", "run-1.exit\t0\n", "", "");
  other.add_variant("half", "", "", "");
  std::string five;
  for (int i = 1; i <= 5; ++i) five += "run-" + std::to_string(i) + ".exit\t1\n";
  other.add_variant("origin", five, "", "another trouble\n");
  const auto imported = import(other.packed());
  ASSERT_EQ(imported.value.units.size(), 3u);
  EXPECT_EQ(imported.value.units[0].rejection, "run 1 should hang for 10 s and ended: 0");
  EXPECT_EQ(imported.value.units[1].rejection, "it should not compile, and it does");
  EXPECT_EQ(imported.value.units[2].rejection, "run 1: its standard error does not say 'order'");
}

TEST(ImportedVariants, AHangThatWasGivenTooLittleTimeIsNoProof) {
  Recording recording;
  recording.add_variant("floor", "run-1.exit\thung\n", "", "");
  replace(recording.files["day36-merge-path/merge_path+floor/facts.txt"], "limit\t10", "limit\t5");
  EXPECT_NE(import(recording.packed()).value.units.at(0).rejection.find("too little"),
            std::string::npos);
}

TEST(HostileResults, AWrongDigestIsRefused) {
  auto files = Recording().add_program().packed();
  for (NamedFile& file : files) {
    if (file.name.ends_with("run-2.txt")) file.bytes += "x";
  }
  EXPECT_EQ(refusal(files).substr(0, 14), "import-digest:");
}

TEST(HostileResults, ExtraAndMissingFilesAreRefused) {
  auto files = Recording().add_program().packed();
  files.push_back({"results/day36-merge-path/merge_path/virus", "x"});
  EXPECT_EQ(refusal(files).substr(0, 18), "import-extra-file:");
  Recording listed = Recording().add_program();
  listed["virus"] = "x";
  EXPECT_EQ(refusal(listed.packed()), "import-extra-file: 'virus' is no file of a recording");
  listed = Recording().add_program();
  listed["source/other.cu"] = "x";
  EXPECT_EQ(refusal(listed.packed()).substr(0, 18), "import-extra-file:");
  listed = Recording().add_program();
  listed["run-6.txt"] = "x";
  EXPECT_EQ(refusal(listed.packed()).substr(0, 18), "import-extra-file:");
  listed = Recording().add_program();
  listed.files["stray"] = "x";
  EXPECT_EQ(refusal(listed.packed()), "import-extra-file: 'stray' belongs to no unit");

  files = Recording().add_program().packed();
  files.erase(files.begin());
  EXPECT_EQ(refusal(files).substr(0, 20), "import-missing-file:");
  files.pop_back();
  EXPECT_EQ(refusal(files),
            "import-missing-file: the results have no MANIFEST: nothing proves them");
  for (const char* name : {"facts.txt", "build.txt", "source/merge_path.cu"}) {
    listed = Recording().add_program();
    listed.files.erase(std::string("day36-merge-path/merge_path/") + name);
    EXPECT_EQ(refusal(listed.packed()).substr(0, 20), "import-missing-file:") << name;
  }
  listed = Recording().add_program();
  listed.files.erase("machine.txt");
  EXPECT_EQ(refusal(listed.packed()).substr(0, 20), "import-missing-file:");
}

TEST(HostileResults, ARenamedDayOrUnitIsRefusedWithASuggestion) {
  const Recording good = Recording().add_program();
  Recording renamed;
  for (const auto& [name, bytes] : good.files) {
    const bool machine = name == "machine.txt";
    renamed.files[machine ? name : "day36-merge-paths" + name.substr(16)] = bytes;
  }
  EXPECT_EQ(refusal(renamed.packed()),
            "import-unknown-unit: the course has no day 'day36-merge-paths'; did you mean "
            "'day36-merge-path'?");
  Recording unit;
  for (const auto& [name, bytes] : good.files) {
    const bool machine = name == "machine.txt";
    unit.files[machine ? name : "day36-merge-path/merge_pth" + name.substr(27)] = bytes;
  }
  EXPECT_EQ(refusal(unit.packed()),
            "import-unknown-unit: 'day36-merge-path' has no unit 'merge_pth'; did you mean "
            "'merge_path'?");
}

TEST(HostileResults, NamesThatLeadOutAreRefused) {
  auto files = Recording().add_program().packed();
  files.push_back({"results/../../etc/cron.d/x", "x"});
  EXPECT_EQ(refusal(files).substr(0, 14), "import-unsafe:");
}

TEST(HostileResults, FactsThatAreNoFactsAreRefused) {
  const std::vector<std::pair<std::string, std::string>> edits = {
      {"started\t2026-12-01T08:00:00Z", "started\t../../../../tmp"},
      {"started\t2026-12-01T08:00:00Z\n", ""},
      {"run\t./merge_path", "run\t./merge\x01path"},
      {"run\t./merge_path", "run\t./merge\xffpath"},
      {"run\t./merge_path", "run\ta\tb"},
      {"run\t./merge_path", "no tab"},
      {"arch\tsm_90\n", "arch\tsm_90\narch\tsm_75\n"},
      {"run\t./merge_path", "run\t" + std::string(5000, 'x')},
      {"program\tmerge_path.cu", "program\tother.cu"}};
  for (const auto& [from, to] : edits) {
    Recording recording = Recording().add_program();
    replace(recording["facts.txt"], from, to);
    EXPECT_NE(refusal(recording.packed()), "(accepted)") << to;
  }
  Recording machine = Recording().add_program();
  replace(machine.files["machine.txt"], "format\t1", "format\t2");
  EXPECT_EQ(refusal(machine.packed()),
            "import-format: results of format '2'; this daybook reads format 1");
}

TEST(HostileResults, StrangeSamplesAreOnlyUnknown) {
  Recording recording = Recording().add_program();
  recording["samples.txt"] =
      "run-1\tx\ty\nrun-1\n\n\t\t\nlabel\t1, 2, 3, 4\t9\n"
      "run-1\t99999999999999999999, 1, 1, 0xffffffffffffffffff\t-3\n";
  const ImportedUnit unit = import_one(recording);
  EXPECT_EQ(unit.rejection, "");
  EXPECT_EQ(unit.provenance.gpu.other_processes, "unknown");
}

TEST(HostileResults, NothingAtAllIsRefused) {
  EXPECT_NE(refusal({}), "(accepted)");
  EXPECT_EQ(refusal(Recording().packed()),
            "import-format: the results hold no unit: nothing was recorded");
}

TEST(GpuReport, ThrottleReasonsAreWords) {
  EXPECT_EQ(throttle_words(0), "none");
  EXPECT_EQ(throttle_words(0x5), "idle, software power cap");
  EXPECT_EQ(throttle_words(0x40 | 0x8000), "hardware thermal slowdown, another reason");
}

}  // namespace
}  // namespace daybook
