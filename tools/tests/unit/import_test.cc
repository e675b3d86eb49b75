#include "check/import.h"

#include <gtest/gtest.h>

#include "check/evidence.h"
#include "check/gpu_report.h"
#include "recording_fixture.h"

namespace daybook {
namespace {

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

TEST(GpuReport, ThrottleReasonsAreWords) {
  EXPECT_EQ(throttle_words(0), "none");
  EXPECT_EQ(throttle_words(0x5), "idle, software power cap");
  EXPECT_EQ(throttle_words(0x40 | 0x8000), "hardware thermal slowdown, another reason");
}

}  // namespace
}  // namespace daybook
