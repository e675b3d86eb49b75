#include "check/bundle.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/digest.h"
#include "check/build_command.h"

namespace daybook {
namespace {

SourceKind cuda() {
  SourceKind kind;
  kind.build = "nvcc -std=c++17 -O3 -arch={arch} -o {out} {in}";
  kind.run = "./{out}";
  return kind;
}

RecordingUnit unit(const std::string& name) {
  RecordingUnit made;
  made.day = "day36-merge-path";
  made.name = name;
  made.program = "merge_path.cu";
  made.source = "int main() {}\n";
  made.kind = cuda();
  made.arch = "sm_90";
  return made;
}

std::string content(const std::vector<NamedFile>& files, const std::string& name) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const NamedFile& file) { return file.name == name; });
  return found == files.end() ? "(none)" : found->bytes;
}

std::string first_problem(const RecordingPlan& plan) {
  const auto bundle = make_bundle(plan);
  EXPECT_EQ(bundle.findings.empty(), !bundle.value.empty());
  return bundle.findings.empty() ? "" : bundle.findings[0].message;
}

TEST(Bundle, HoldsTheScriptThePlanTheSourcesAndTheirDigests) {
  RecordingUnit one = unit("merge_path");
  one.headers = {{"tile.cuh", "// tile\n"}};
  const auto bundle = make_bundle({{one}});
  ASSERT_TRUE(bundle.findings.empty());
  const std::string folder = "units/day36-merge-path/merge_path/";
  EXPECT_EQ(content(bundle.value, folder + "merge_path.cu"), "int main() {}\n");
  EXPECT_EQ(content(bundle.value, folder + "tile.cuh"), "// tile\n");
  EXPECT_EQ(content(bundle.value, "run.sh").substr(0, 10), "#!/bin/sh\n");
  EXPECT_EQ(content(bundle.value, "plan.tsv"),
            "day36-merge-path\tmerge_path\tmerge_path.cu\tsm_90\t"
            "nvcc -std=c++17 -O3 -arch=sm_90 -o merge_path merge_path.cu\t"
            "nvcc -std=c++17 -O3 -arch=sm_90 -o unit.cubin unit.cu -cubin -Xptxas -v\t"
            "./merge_path\t0\t600\t67108864\t5\n");
  const std::string sums = content(bundle.value, "SHA256SUMS");
  for (const NamedFile& file : bundle.value) {
    if (file.name == "SHA256SUMS") continue;
    EXPECT_NE(sums.find(sha256_hex(file.bytes) + "  " + file.name + "\n"), std::string::npos);
  }
}

TEST(Bundle, UnitsThatHangComeLastWithOneRunUnderTheirLimit) {
  RecordingUnit hangs = unit("merge_path+floor");
  hangs.expectation.hangs = 10;
  RecordingUnit fails = unit("merge_path+origin");
  fails.expectation.exit = 1;
  RecordingUnit broken = unit("merge_path+warps32");
  broken.expectation.build_error = "half the block";
  const auto bundle = make_bundle({{hangs, unit("merge_path"), fails, broken}});
  const auto lines = split_lines(content(bundle.value, "plan.tsv"));
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_NE(lines[0].find("\tmerge_path\t"), std::string::npos);
  EXPECT_TRUE(lines[1].ends_with("\t1\t600\t67108864\t5")) << lines[1];
  EXPECT_TRUE(lines[2].ends_with("\t0\t600\t67108864\t0")) << lines[2];
  EXPECT_TRUE(lines[3].ends_with("\thung\t10\t67108864\t1")) << lines[3];
}

TEST(Bundle, NoFieldOfThePlanIsEmpty) {
  RecordingUnit one = unit("p");
  one.program = "p.cpp";
  one.kind.build = "g++ -o {out} {in}";
  one.arch = "";
  const auto bundle = make_bundle({{one}});
  EXPECT_EQ(content(bundle.value, "plan.tsv").find("\t\t"), std::string::npos);
}

TEST(Bundle, NothingToRecordIsAnError) {
  EXPECT_EQ(first_problem({}), "nothing to record: the plan holds no unit");
}

TEST(Bundle, WhatCannotTravelIsRefused) {
  EXPECT_NE(first_problem({{unit("a"), unit("a")}}).find("twice"), std::string::npos);
  RecordingUnit one = unit("../a");
  EXPECT_NE(first_problem({{one}}).find("'../a'"), std::string::npos);
  one = unit("a");
  one.day = "day01/x";
  EXPECT_NE(first_problem({{one}}), "");
  one = unit("a");
  one.headers = {{"../up.cuh", ""}};
  EXPECT_NE(first_problem({{one}}).find("'../up.cuh'"), std::string::npos);
  one = unit("a");
  one.kind.build = "nvcc\t{in}";
  EXPECT_NE(first_problem({{one}}).find("tab"), std::string::npos);
  one = unit("a");
  one.kind.run = "";
  EXPECT_NE(first_problem({{one}}).find("empty"), std::string::npos);
  one = unit("a");
  one.expectation.hangs = 0.2;
  EXPECT_NE(first_problem({{one}}).find("second"), std::string::npos);
}

TEST(Bundle, ExpectationsReadAsTheFrontMatterWritesThem) {
  VariantExpectation expectation;
  EXPECT_EQ(describe_expectation(expectation), "exit: 0");
  expectation.stderr_text = "order";
  expectation.exit = 1;
  EXPECT_EQ(describe_expectation(expectation), "exit: 1, stderr: 'order'");
  expectation = {};
  expectation.hangs = 2.5;
  EXPECT_EQ(describe_expectation(expectation), "hangs: 2.5");
  expectation.hangs = 3000000;
  EXPECT_EQ(describe_expectation(expectation), "hangs: 3000000");
  expectation = {};
  expectation.build_error = "half the block";
  EXPECT_EQ(describe_expectation(expectation), "build-error: 'half the block'");
}

TEST(SafeNames, StayInTheirFolder) {
  for (const std::string name : {"a", "a/b.cu", "day1/a+b/run-1.txt", "µ s.cu", "a..b"}) {
    EXPECT_TRUE(is_safe_name(name)) << name;
  }
  for (const std::string name : {"", "/a", "a/", "a//b", "..", "../a", "a/../b", ".a", "a/.b",
                                 "./a", "a\\b", "a\nb", "a\x7f"}) {
    EXPECT_FALSE(is_safe_name(name)) << name;
  }
  EXPECT_FALSE(is_safe_name(std::string_view("a\0b", 3)));
}

TEST(BuildCommand, NamesAreQuotedWhereTheShellNeedsIt) {
  EXPECT_EQ(build_command(cuda(), "sm_75", "my file's.cu"),
            "nvcc -std=c++17 -O3 -arch=sm_75 -o 'my file'\\''s' 'my file'\\''s.cu'");
  EXPECT_EQ(run_command(cuda(), "sm_75", "a.cu"), "./a");
  EXPECT_EQ(fill_command("{in}{nope}{out}", "", "{out}", "b"), "'{out}'{nope}b");
}

TEST(BuildCommand, TheCubinIsBuiltWithoutLineInfoAndOnlyByNvcc) {
  SourceKind kind = cuda();
  kind.build = "CUDA_X=1 /opt/cuda/bin/nvcc -lineinfo -G -g -arch={arch} -o {out} {in}";
  EXPECT_EQ(cubin_command(kind, "sm_90"),
            "CUDA_X=1 /opt/cuda/bin/nvcc -arch=sm_90 -o unit.cubin unit.cu -cubin -Xptxas -v");
  kind.build = "g++ -o {out} {in}";
  EXPECT_EQ(cubin_command(kind, "sm_90"), "");
}

}  // namespace
}  // namespace daybook
