#include "check/evidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/digest.h"
#include "base/file.h"
#include "formats/provenance.h"

namespace daybook {
namespace {

constexpr char kFolder[] = "evidence/day01-a/p/2026-12-01-h200";

std::vector<NamedFile> good_files() {
  std::vector<NamedFile> files = {{"p.cu", "int main() {}\n"}, {"run-1.txt", "42\n"}};
  Provenance made;
  for (const NamedFile& file : files) made.subjects.push_back({file.name, sha256_hex(file.bytes)});
  made.day = "day01-a";
  made.unit = "p";
  made.program = "p.cu";
  made.source_sha256 = sha256_hex(files[0].bytes);
  made.exits = {"0"};
  files.push_back({"provenance.json", write_provenance(made)});
  files.push_back({"SHA256SUMS", write_sums(files)});
  return files;
}

std::map<std::string, std::string> contents(const std::vector<NamedFile>& files) {
  std::map<std::string, std::string> bytes;
  for (const NamedFile& file : files) bytes[file.name] = file.bytes;
  return bytes;
}

std::vector<std::string> ids(const Findings& findings) {
  std::vector<std::string> all;
  for (const Finding& finding : findings) all.push_back(finding.id);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

using Ids = std::vector<std::string>;

TEST(Evidence, AnUntouchedRunHolds) {
  EXPECT_TRUE(verify_run_folder(kFolder, contents(good_files())).empty());
}

TEST(Evidence, ASignatureMayLieBesideTheSums) {
  auto files = contents(good_files());
  files["SHA256SUMS.sig"] = "signature";
  EXPECT_TRUE(verify_run_folder(kFolder, files).empty());
}

TEST(Evidence, OneChangedByteIsFound) {
  for (const std::string name : {"p.cu", "run-1.txt", "provenance.json"}) {
    auto files = contents(good_files());
    files[name].back() = ' ';
    const auto found = ids(verify_run_folder(kFolder, files));
    EXPECT_EQ(found, Ids{"evidence-digest"}) << name;
  }
}

TEST(Evidence, AMissingAndAnExtraFileAreFound) {
  auto files = contents(good_files());
  files.erase("run-1.txt");
  EXPECT_EQ(ids(verify_run_folder(kFolder, files)), Ids{"evidence-missing-file"});
  files = contents(good_files());
  files["note.txt"] = "hello";
  EXPECT_EQ(ids(verify_run_folder(kFolder, files)), Ids{"evidence-extra-file"});
  files = contents(good_files());
  files.erase("SHA256SUMS");
  EXPECT_EQ(ids(verify_run_folder(kFolder, files)), Ids{"evidence-missing-file"});
  EXPECT_EQ(ids(verify_run_folder(kFolder, {})), Ids{"evidence-missing-file"});
}

TEST(Evidence, ARewrittenSumsFileDoesNotHideAnEdit) {
  auto files = good_files();
  files[1].bytes = "43\n";
  files.pop_back();
  files.push_back({"SHA256SUMS", write_sums(files)});
  EXPECT_EQ(ids(verify_run_folder(kFolder, contents(files))), Ids{"evidence-subject"});
}

TEST(Evidence, AFileThatIsNoSubjectIsFound) {
  auto files = good_files();
  files.pop_back();
  files.push_back({"sass.txt", "EXIT\n"});
  files.push_back({"SHA256SUMS", write_sums(files)});
  EXPECT_EQ(ids(verify_run_folder(kFolder, contents(files))), Ids{"evidence-subject"});
}

TEST(Evidence, ARunMovedToAnotherUnitIsFound) {
  const auto files = contents(good_files());
  EXPECT_EQ(ids(verify_run_folder("evidence/day01-a/q/2026-12-01-h200", files)),
            Ids{"evidence-place"});
  EXPECT_EQ(ids(verify_run_folder("evidence/day02-a/p/2026-12-01-h200", files)),
            Ids{"evidence-place"});
}

TEST(Evidence, EachFindingSaysHowToMendIt) {
  auto files = contents(good_files());
  files["run-1.txt"] = "43\n";
  const Findings findings = verify_run_folder(kFolder, files);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].place.file, std::string(kFolder) + "/run-1.txt");
  EXPECT_NE(findings[0].mend.find("git checkout"), std::string::npos);
}

TEST(Evidence, ASecondRunOfADayGetsANumber) {
  const std::string time = "2026-12-01T08:00:00Z";
  EXPECT_EQ(run_folder_name(time, "h200", {}), "2026-12-01-h200");
  EXPECT_EQ(run_folder_name(time, "h200", {"2026-12-01-t4"}), "2026-12-01-h200");
  EXPECT_EQ(run_folder_name(time, "h200", {"2026-12-01-h200"}), "2026-12-01-h200-2");
  EXPECT_EQ(run_folder_name(time, "h200", {"2026-12-01-h200", "2026-12-01-h200-2"}),
            "2026-12-01-h200-3");
}

class EvidenceFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "daybook-evidence-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }
  fs::path root_;
};

TEST_F(EvidenceFolders, ARunAppearsWholeAndOnce) {
  const fs::path parent = root_ / "evidence/day01-a/p";
  const auto first = write_run_folder(parent, "2026-12-01T08:00:00Z", "h200", good_files());
  ASSERT_TRUE(first.ok) << first.error;
  EXPECT_EQ(first.name, "2026-12-01-h200");
  EXPECT_EQ(list_files(parent / first.name).size(), 4u);
  const auto again = write_run_folder(parent, "2026-12-01T08:00:00Z", "h200", good_files());
  EXPECT_TRUE(again.there_already);
  EXPECT_EQ(again.name, first.name);
  auto other = good_files();
  other.back().bytes += " ";
  const auto second = write_run_folder(parent, "2026-12-01T09:00:00Z", "h200", other);
  EXPECT_EQ(second.name, "2026-12-01-h200-2");
  EXPECT_EQ(list_folders(parent), (std::vector<std::string>{"2026-12-01-h200", second.name}));
}

TEST_F(EvidenceFolders, WhatAnInterruptedWriteLeftIsRemoved) {
  const fs::path parent = root_ / "evidence/day01-a/p";
  fs::create_directories(parent / ".2026-12-01-h200.partial");
  ASSERT_TRUE(write_file_atomic(parent / ".2026-12-01-h200.partial" / "half.txt", "x").ok);
  const auto written = write_run_folder(parent, "2026-12-01T08:00:00Z", "h200", good_files());
  ASSERT_TRUE(written.ok) << written.error;
  EXPECT_EQ(list_folders(parent), std::vector<std::string>{"2026-12-01-h200"});
  EXPECT_EQ(list_files(parent / written.name).size(), 4u);
}

TEST_F(EvidenceFolders, AFileNameThatLeadsOutIsNotWritten) {
  const auto written =
      write_run_folder(root_ / "a/b/c", "2026-12-01T08:00:00Z", "h200", {{"../../x", "x"}});
  EXPECT_FALSE(written.ok);
  EXPECT_FALSE(fs::exists(root_ / "a/x"));
  EXPECT_TRUE(list_folders(root_ / "a/b/c").empty());
}

TEST_F(EvidenceFolders, AFolderWithOtherFilesIsNotReplaced) {
  fs::create_directories(root_ / "mine");
  ASSERT_TRUE(write_file_atomic(root_ / "mine/thesis.txt", "years").ok);
  const auto refused = write_folder(root_ / "mine", {{"run.sh", "x"}}, "plan.tsv");
  EXPECT_FALSE(refused.ok);
  EXPECT_TRUE(fs::exists(root_ / "mine/thesis.txt"));
  ASSERT_TRUE(write_folder(root_ / "b", {{"plan.tsv", "1"}, {"old", "1"}}, "plan.tsv").ok);
  ASSERT_TRUE(write_folder(root_ / "b", {{"plan.tsv", "2"}}, "plan.tsv").ok);
  EXPECT_EQ(list_files(root_ / "b"), std::vector<std::string>{"plan.tsv"});
}

TEST_F(EvidenceFolders, AFolderThatCannotBeWrittenSaysWhy) {
  ASSERT_TRUE(write_file_atomic(root_ / "file", "x").ok);
  const auto written =
      write_run_folder(root_ / "file/p", "2026-12-01T08:00:00Z", "h200", good_files());
  EXPECT_FALSE(written.ok);
  EXPECT_NE(written.error.find("file/p"), std::string::npos);
}

}  // namespace
}  // namespace daybook
