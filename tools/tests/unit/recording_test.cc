// The whole way of a recording on this machine: bundle, run.sh, results, import. The programs are
// C++ built by g++, nvidia-smi is a script, so that no GPU is needed.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "check/archive.h"
#include "check/bundle.h"
#include "check/evidence.h"
#include "check/import.h"
#include "check/remote.h"

namespace daybook {
namespace {

constexpr char kTable[] =
    "#include <cstdio>\n"
    "int main() { std::puts(\"t: x\\nn    time (ms)\\n---  ---------\\n1    2.500\"); }\n";

RecordingUnit unit(const std::string& name, const std::string& source) {
  RecordingUnit made;
  made.day = "day01-a";
  made.name = name;
  made.program = "p.cpp";
  made.source = source;
  made.kind.build = "g++ -std=c++17 -o {out} {in}";
  made.kind.run = "./{out}";
  made.limit = 20;
  return made;
}

class RecordingHere : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "daybook-recording-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    fs::create_directories(root_ / "bin");
  }
  void TearDown() override { fs::remove_all(root_); }

  void put_program(const std::string& name, const std::string& script) {
    ASSERT_TRUE(write_file_if_changed(root_ / "bin" / name, script).ok);
    ASSERT_EQ(::chmod((root_ / "bin" / name).c_str(), 0755), 0);
  }

  ProcessResult run(const RecordingPlan& plan, const std::vector<std::string>& options = {}) {
    const auto bundle = make_bundle(plan);
    const auto written = write_folder(root_ / "bundle", bundle.value, "plan.tsv");
    EXPECT_TRUE(written.ok) << written.error;
    Command command;
    const std::string shell = find_program("dash").empty() ? "sh" : "dash";
    command.arguments = {"env", "PATH=" + (root_ / "bin").string() + ":" + std::getenv("PATH"),
                         shell, (root_ / "bundle/run.sh").string(),
                         "-o",  (root_ / "out").string()};
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    command.limit = std::chrono::minutes(2);
    return run_process(command);
  }

  std::vector<NamedFile> results() {
    for (const char* name : {"results.tar.gz", "results.tar", "results"}) {
      if (fs::exists(root_ / "out" / name)) return read_received(root_ / "out" / name).value;
    }
    return {};
  }

  Import import(const RecordingPlan& plan) {
    auto imported = import_results(results(), plan, "daybook test");
    for (const Finding& finding : imported.findings) ADD_FAILURE() << finding.message;
    return std::move(imported.value);
  }

  fs::path root_;
};

TEST_F(RecordingHere, EveryKindOfUnitComesBackAsItsLessonSays) {
  RecordingUnit hangs = unit("p+hangs", "int main() { for (volatile int i = 0;; i = i + 1) {} }\n");
  hangs.expectation.hangs = 1;
  RecordingUnit broken =
      unit("p+broken", "int main() { static_assert(false, \"half the block\"); }\n");
  broken.expectation.build_error = "half the block";
  RecordingUnit fails = unit("p+fails",
                             "#include <cstdio>\nint main() { std::fputs(\"out of order\\n\", "
                             "stderr); return 3; }\n");
  fails.expectation.exit = 3;
  fails.expectation.stderr_text = "order";
  const RecordingPlan plan = {{hangs, broken, fails, unit("p", kTable)}};
  const ProcessResult ran = run(plan);
  ASSERT_EQ(ran.status, 0) << ran.errors;
  EXPECT_NE(ran.errors.find("[4/4] day01-a/p+hangs: 1 of 1 runs"), std::string::npos) << ran.errors;
  const Import imported = import(plan);
  ASSERT_EQ(imported.units.size(), 4u);
  for (const ImportedUnit& one : imported.units) {
    EXPECT_EQ(one.rejection, "") << one.unit;
    EXPECT_EQ(one.provenance.card, "cpu");
    std::map<std::string, std::string> contents;
    for (const NamedFile& file : one.files) contents[file.name] = file.bytes;
    EXPECT_TRUE(verify_run_folder("evidence/day01-a/" + one.unit + "/x", contents).empty());
  }
  const ImportedUnit& program = imported.units[3];
  EXPECT_EQ(program.provenance.spread.at(0).median, "2.500");
  EXPECT_EQ(program.files.size(), 8u);
  EXPECT_EQ(imported.units[0].provenance.exits.at(0), "hung after 1 s");
}

TEST_F(RecordingHere, FailuresAreRejectedAndDoNotTakeOthersAlong) {
  RecordingUnit noisy =
      unit("p+noisy", "#include <cstdio>\nint main() { for (;;) std::puts(\"again\"); }\n");
  noisy.output_limit = 100000;
  RecordingUnit slow = unit("p+slow", "int main() { for (volatile int i = 0;; i = i + 1) {} }\n");
  slow.limit = 1;
  const RecordingPlan plan = {{unit("p+crash", "int main() { __builtin_trap(); }\n"),
                               unit("p+typo", "int main() { retrun 0; }\n"), noisy, slow,
                               unit("p", kTable)}};
  ASSERT_EQ(run(plan).status, 0);
  const Import imported = import(plan);
  ASSERT_EQ(imported.units.size(), 5u);
  EXPECT_NE(imported.units[0].rejection.find("signal 4"), std::string::npos);
  EXPECT_NE(imported.units[1].rejection.find("does not compile: p.cpp:1:"), std::string::npos);
  EXPECT_NE(imported.units[2].rejection.find("100000 bytes"), std::string::npos);
  EXPECT_NE(imported.units[3].rejection.find("hung after 1 s"), std::string::npos);
  EXPECT_EQ(imported.units[4].rejection, "");
}

TEST_F(RecordingHere, WhatTheGpuSaysIsRecordedAndItsUuidIsNot) {
  put_program("nvidia-smi",
              "#!/bin/sh\ncase \"$*\" in\n"
              "*compute-apps*) exit 0 ;;\n*gpu=name*) echo 'NVIDIA H200' ;;\n"
              "*gpu=uuid*) echo GPU-secret ;;\n*gpu=compute_cap*) echo 9.0 ;;\n"
              "*gpu=driver_version*) echo 580.159.03 ;;\n*gpu=ecc*) echo '[N/A]' ;;\n"
              "*clocks_event_reasons.active*) echo 'Field is not a valid field'; exit 2 ;;\n"
              "*gpu=clocks_throttle*) echo 0x0 ;;\n"
              "*clocks.sm,*) echo '1755 MHz, 3201 MHz, 45, 0x0000000000000004' ;;\n"
              "*) exit 6 ;;\nesac\n");
  const RecordingPlan plan = {{unit("p",
                                    "#include <unistd.h>\n#include <cstdio>\nint main() { "
                                    "usleep(300000); std::puts(\"x\"); }\n")}};
  ASSERT_EQ(run(plan).status, 0);
  const Import imported = import(plan);
  ASSERT_EQ(imported.units.size(), 1u);
  const Provenance& made = imported.units[0].provenance;
  EXPECT_EQ(imported.units[0].rejection, "");
  EXPECT_EQ(made.card, "h200");
  EXPECT_EQ(made.gpu.ecc, "unknown");
  EXPECT_EQ(made.gpu.clock_sm_max, "unknown");
  EXPECT_EQ(made.gpu.uuid_sha256.size(), 64u);
  EXPECT_EQ(made.gpu.throttle, "software power cap");
  EXPECT_EQ(made.gpu.other_processes, "none");
  for (const NamedFile& file : results()) {
    EXPECT_EQ(file.bytes.find("GPU-secret"), std::string::npos) << file.name;
  }
}

TEST_F(RecordingHere, AnotherProcessOnTheGpuIsSeen) {
  put_program("nvidia-smi",
              "#!/bin/sh\ncase \"$*\" in\n*compute-apps*) echo 4711 ;;\n"
              "*gpu=name*) echo 'NVIDIA H200' ;;\n*) exit 6 ;;\nesac\n");
  const RecordingPlan plan = {{unit("p", kTable)}};
  ASSERT_EQ(run(plan).status, 0);
  EXPECT_NE(import(plan).units.at(0).rejection.find("another process"), std::string::npos);
}

TEST_F(RecordingHere, ADamagedBundleIsNotRun) {
  const auto bundle = make_bundle({{unit("p", kTable)}});
  ASSERT_TRUE(write_folder(root_ / "bundle", bundle.value, "plan.tsv").ok);
  ASSERT_TRUE(write_file_if_changed(root_ / "bundle/plan.tsv", "day01-a\tp\n").ok);
  Command command;
  command.arguments = {"sh", (root_ / "bundle/run.sh").string(), "-o", (root_ / "out").string()};
  const ProcessResult ran = run_process(command);
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.errors.find("damaged"), std::string::npos);
}

TEST_F(RecordingHere, ASecondRunStartsClean) {
  ASSERT_EQ(run({{unit("p", kTable), unit("p+a", kTable)}}).status, 0);
  const RecordingPlan second = {{unit("p", kTable)}};
  ASSERT_EQ(run(second).status, 0);
  EXPECT_EQ(import(second).units.size(), 1u);
}

TEST_F(RecordingHere, UnitsBehindTheTimeLimitAreLeftOut) {
  const RecordingPlan plan = {{unit("p", kTable), unit("p+late", kTable)}};
  const ProcessResult ran = run(plan, {"-t", "0"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.errors.find("recorded 0 of 2"), std::string::npos) << ran.errors;
}

TEST_F(RecordingHere, TheCompilersFlagsOfTheEnvironmentDoNotCount) {
  put_program("nvcc",
              "#!/bin/sh\nif [ -n \"${NVCC_APPEND_FLAGS:-}\" ]; then echo flagged >&2; exit 1; fi\n"
              "case $1 in --version) echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit;;"
              " esac\n"
              "while [ $# -gt 0 ]; do case $1 in -o) out=$2; shift ;; *.cu) in=$1 ;; esac; shift; "
              "done\n"
              "echo \"ptxas info : Compiling entry function 'k' for 'sm_90'\" >&2\n"
              "case $out in *.cubin) echo code >\"$out\" ;;"
              " *) g++ -x c++ -o \"$out\" \"$in\" ;; esac\n");
  put_program("cuobjdump", "#!/bin/sh\nprintf '\\t\\tFunction : k\\n'\n");
  RecordingUnit cuda = unit("p", kTable);
  cuda.program = "p.cu";
  cuda.kind.build = "nvcc -O3 -arch={arch} -o {out} {in}";
  cuda.arch = "sm_90";
  ::setenv("NVCC_APPEND_FLAGS", "-G", 1);
  const ProcessResult ran = run({{cuda}});
  ::unsetenv("NVCC_APPEND_FLAGS");
  ASSERT_EQ(ran.status, 0) << ran.errors;
  const Import imported = import({{cuda}});
  ASSERT_EQ(imported.units.size(), 1u);
  EXPECT_EQ(imported.units[0].rejection, "");
  EXPECT_EQ(imported.units[0].provenance.build.nvcc, "13.0.88");
  EXPECT_EQ(imported.units[0].provenance.build.command, "nvcc -O3 -arch=sm_90 -o p p.cu");
  EXPECT_EQ(imported.units[0].provenance.device_code.count("sm_90"), 1u);
}

TEST_F(RecordingHere, AStoppedRecordingKeepsWholeUnitsOnly) {
  RecordingUnit first = unit("p", kTable);
  RecordingUnit slow =
      unit("p+slow", "#include <unistd.h>\nint main() { for (;;) usleep(1000); }\n");
  slow.limit = 60;
  const RecordingPlan plan = {{first, slow}};
  const auto bundle = make_bundle(plan);
  ASSERT_TRUE(write_folder(root_ / "bundle", bundle.value, "plan.tsv").ok);
  Command command;
  command.arguments = {"sh",
                       "-c",
                       "sh \"$1\" -o \"$2\" 2>\"$2.log\" & main=$!\n"
                       "until grep -q '1/2' \"$2.log\"; do sleep 0.1; done; sleep 0.5\n"
                       "kill \"$main\"; wait \"$main\"",
                       "sh",
                       (root_ / "bundle/run.sh").string(),
                       (root_ / "out").string()};
  command.limit = std::chrono::seconds(50);
  const ProcessResult ran = run_process(command);
  EXPECT_EQ(ran.status, 1) << read_file(root_ / "out.log").bytes;
  const Import imported = import(plan);
  ASSERT_EQ(imported.units.size(), 1u);
  EXPECT_EQ(imported.units[0].unit, "p");
  EXPECT_EQ(imported.missing, std::vector<std::string>{"day01-a/p+slow"});
}

TEST_F(RecordingHere, ThroughALauncherTheSameComesBack) {
  const RecordingPlan plan = {{unit("p", kTable), unit("p+again", kTable)}};
  std::vector<std::vector<NamedFile>> bundles;
  for (const RecordingPlan& part : split_plan(plan)) bundles.push_back(make_bundle(part).value);
  const auto outcomes = record_remotely("env", bundles, 2, [](auto, const auto&) {});
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    ASSERT_TRUE(outcomes[i].findings.empty()) << outcomes[i].findings[0].message;
    const auto imported = import_results(outcomes[i].results, plan, "daybook test");
    ASSERT_EQ(imported.value.units.size(), 1u);
    EXPECT_EQ(imported.value.units[0].unit, plan.units[i].name);
    EXPECT_EQ(imported.value.units[0].rejection, "");
  }
}

}  // namespace
}  // namespace daybook
