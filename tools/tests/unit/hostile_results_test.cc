// Results that lie: each is refused with its reason, and nothing is taken from it.
#include <gtest/gtest.h>

#include "recording_fixture.h"

namespace daybook {
namespace {

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

}  // namespace
}  // namespace daybook
