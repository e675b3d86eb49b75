// The results of a recording as run.sh packs them, for the tests of import.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "check/import.h"

namespace daybook {

inline constexpr char kOutput[] =
    "NVIDIA H200, compute capability 9.0\n\n"
    "slices: merge\n"
    "per thread    steps    time (ms)\n"
    "----------    -----    ---------\n"
    "4             12       0.0814\n"
    "8             11       0.0902\n";

inline RecordingPlan plan() {
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

inline Parsed<Import> import(std::vector<NamedFile> files) {
  return import_results(std::move(files), plan(), "daybook test");
}

inline ImportedUnit import_one(const Recording& recording) {
  auto imported = import(recording.packed());
  EXPECT_TRUE(imported.findings.empty())
      << (imported.findings.empty() ? "" : imported.findings[0].message);
  if (imported.value.units.empty()) return {};
  return imported.value.units.front();
}

inline std::string refusal(std::vector<NamedFile> files) {
  const auto imported = import(std::move(files));
  EXPECT_TRUE(imported.value.units.empty());
  if (imported.findings.empty()) return "(accepted)";
  EXPECT_EQ(imported.findings[0].severity, Severity::failure);
  return imported.findings[0].id + ": " + imported.findings[0].message;
}

inline std::string file_of(const ImportedUnit& unit, const std::string& name) {
  for (const NamedFile& file : unit.files) {
    if (file.name == name) return file.bytes;
  }
  return "(none)";
}

inline void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

}  // namespace daybook
