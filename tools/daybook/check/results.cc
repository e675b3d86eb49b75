#include "check/results.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/digest.h"
#include "base/suggest.h"
#include "formats/provenance.h"

namespace daybook {

namespace {

constexpr std::string_view kManifest = "MANIFEST";
constexpr std::string_view kMachine = "machine.txt";
constexpr std::string_view kRoot = "results/";
constexpr std::size_t kLongestFact = 4096;
constexpr std::array<std::string_view, 9> kNeededFacts = {
    "program", "arch", "build", "cubin", "run", "limit", "build.exit", "started", "ended"};
constexpr std::array<std::string_view, 9> kNeededMachine = {
    "gpu",          "compute-capability", "uuid-sha256", "driver",       "ecc",
    "clock-sm-max", "clock-memory-max",   "nvcc",        "host-compiler"};

bool is_utc_time(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00Z";
  return text.size() == kShape.size() &&
         std::equal(text.begin(), text.end(), kShape.begin(), [](char c, char shape) {
           return shape == '0' ? c >= '0' && c <= '9' : c == shape;
         });
}

bool is_run_file(std::string_view name) {
  if (name.size() != 9 || !name.starts_with("run-")) return false;
  const std::string_view ending = name.substr(5);
  return name[4] >= '1' && name[4] <= '0' + kRuns && (ending == ".txt" || ending == ".err");
}

class ResultsReader {
 public:
  explicit ResultsReader(const RecordingPlan& plan) : plan_(plan) {}

  Parsed<Results> read(std::vector<NamedFile> files) {
    const bool rooted =
        !files.empty() && std::all_of(files.begin(), files.end(), [](const NamedFile& file) {
          return std::string_view(file.name).starts_with(kRoot);
        });
    for (NamedFile& file : files) {
      std::string name = rooted ? file.name.substr(kRoot.size()) : file.name;
      if (!is_safe_name(name)) {
        refuse("import-unsafe", name, "the name '" + visible(name) + "' leads out or hides");
      }
      files_.emplace(std::move(name), std::move(file.bytes));
    }
    check_manifest();
    // Nothing is looked into before its digest holds.
    if (result_.findings.empty()) read_machine();
    if (result_.findings.empty()) sort_into_units();
    if (result_.findings.empty()) check_units();
    if (!result_.findings.empty()) result_.value = {};
    return std::move(result_);
  }

 private:
  void refuse(const std::string& id, const std::string& file, std::string message) {
    Finding finding =
        make_finding(id, {std::string(kRoot) + file, 0, 0}, std::move(message), Severity::failure);
    finding.mend = "take the results that run.sh packed, unchanged, or record again";
    result_.findings.push_back(std::move(finding));
  }

  void check_manifest() {
    const std::string name(kManifest);
    const auto manifest = files_.find(name);
    if (manifest == files_.end()) {
      refuse("import-missing-file", name, "the results have no MANIFEST: nothing proves them");
      return;
    }
    const auto sums = parse_sums(Text(name, manifest->second));
    for (const Finding& finding : sums.findings) refuse("import-format", name, finding.message);
    std::set<std::string> listed = {name};
    for (const Sum& sum : sums.value) {
      listed.insert(sum.file);
      const auto file = files_.find(sum.file);
      if (file == files_.end()) {
        refuse("import-missing-file", sum.file, "MANIFEST lists the file, and it is not there");
      } else if (sha256_hex(file->second) != sum.sha256) {
        refuse("import-digest", sum.file,
               "the file is not the one that MANIFEST lists: SHA-256 " + sum.sha256.substr(0, 12) +
                   "… expected, " + sha256_hex(file->second).substr(0, 12) + "… found");
      }
    }
    for (const auto& [file, bytes] : files_) {
      if (listed.count(file) == 0) {
        refuse("import-extra-file", file, "MANIFEST does not list '" + visible(file) + "'");
      }
    }
    files_.erase(name);
  }

  // Lines of a key, a tab and a value.
  Facts read_facts(const std::string& name, const std::string& bytes) {
    Facts facts;
    const Text text(name, bytes);
    for (std::size_t number = 1; number <= text.line_count(); ++number) {
      const std::string_view line = text.line(number);
      const std::size_t tab = line.find('\t');
      const bool clean = invalid_utf8(line) == std::string_view::npos &&
                         std::count_if(line.begin(), line.end(), [](char c) {
                           return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
                         }) == 1;
      if (tab == std::string_view::npos || !clean || line.size() > kLongestFact ||
          !facts.emplace(line.substr(0, tab), line.substr(tab + 1)).second) {
        refuse("import-format", name,
               "line " + std::to_string(number) + " is no new key with its value: '" +
                   visible(line, 60) + "'");
      }
    }
    return facts;
  }

  template <typename Keys>
  void need(const std::string& name, const Facts& facts, const Keys& keys) {
    for (std::string_view key : keys) {
      if (facts.count(std::string(key)) > 0) continue;
      refuse("import-format", name, "'" + std::string(key) + "' is missing");
    }
  }

  void read_machine() {
    const std::string name(kMachine);
    const auto machine = files_.find(name);
    if (machine == files_.end()) {
      refuse("import-missing-file", name, "the results do not say which machine made them");
      return;
    }
    Facts facts = read_facts(name, machine->second);
    if (facts["format"] != "1") {
      refuse("import-format", name,
             "results of format '" + visible(facts["format"]) + "'; this daybook reads format 1");
    }
    need(name, facts, kNeededMachine);
    result_.value.machine = std::move(facts);
    files_.erase(machine);
  }

  std::vector<std::string> known_days() const {
    std::vector<std::string> days;
    for (const RecordingUnit& unit : plan_.units) days.push_back(unit.day);
    return days;
  }

  std::vector<std::string> known_units(const std::string& day) const {
    std::vector<std::string> units;
    for (const RecordingUnit& unit : plan_.units) {
      if (unit.day == day) units.push_back(unit.name);
    }
    return units;
  }

  void report_unknown(const std::string& day, const std::string& unit) {
    if (!reported_.insert(day + "/" + unit).second) return;
    const std::vector<std::string> units = known_units(day);
    if (units.empty()) {
      refuse("import-unknown-unit", day,
             "the course has no day '" + visible(day) + "'" + did_you_mean(day, known_days()));
    } else {
      refuse("import-unknown-unit", day + "/" + unit,
             "'" + day + "' has no unit '" + visible(unit) + "'" + did_you_mean(unit, units));
    }
  }

  void sort_into_units() {
    std::map<const RecordingUnit*, UnitResults> found;
    for (auto& [name, bytes] : files_) {
      const std::size_t day_end = name.find('/');
      const std::size_t unit_end =
          day_end == std::string::npos ? std::string::npos : name.find('/', day_end + 1);
      if (unit_end == std::string::npos) {
        refuse("import-extra-file", name, "'" + visible(name) + "' belongs to no unit");
        continue;
      }
      const std::string day = name.substr(0, day_end);
      const std::string unit_name = name.substr(day_end + 1, unit_end - day_end - 1);
      const RecordingUnit* unit = plan_.find(day, unit_name);
      if (unit == nullptr) {
        report_unknown(day, unit_name);
        continue;
      }
      found[unit].unit = unit;
      found[unit].files.emplace(name.substr(unit_end + 1), std::move(bytes));
    }
    for (const RecordingUnit& unit : plan_.units) {
      const auto results = found.find(&unit);
      if (results != found.end()) result_.value.units.push_back(std::move(results->second));
    }
    if (result_.value.units.empty() && result_.findings.empty()) {
      refuse("import-format", "", "the results hold no unit: nothing was recorded");
    }
  }

  static bool belongs(const UnitResults& results, const std::string& name) {
    static const std::set<std::string, std::less<>> kNames = {
        "facts.txt", "samples.txt", "build.txt", "ptxas.raw", "sass.raw", "unit.cubin"};
    if (kNames.count(name) > 0 || is_run_file(name)) return true;
    if (name == "source/" + results.unit->program) return true;
    const auto& headers = results.unit->headers;
    return std::any_of(headers.begin(), headers.end(),
                       [&](const NamedFile& header) { return name == "source/" + header.name; });
  }

  void check_units() {
    for (UnitResults& results : result_.value.units) {
      const std::string folder = results.unit->day + "/" + results.unit->name + "/";
      for (const auto& [name, bytes] : results.files) {
        if (!belongs(results, name)) {
          refuse("import-extra-file", folder + name,
                 "'" + visible(name) + "' is no file of a recording");
        }
      }
      for (const std::string& name : {std::string("facts.txt"), std::string("build.txt"),
                                      "source/" + results.unit->program}) {
        if (results.find(name) == nullptr) {
          refuse("import-missing-file", folder + name, "the unit's recording has no such file");
        }
      }
      if (const std::string* facts = results.find("facts.txt")) {
        results.facts = read_facts(folder + "facts.txt", *facts);
        check_facts(folder + "facts.txt", results);
      }
    }
  }

  void check_facts(const std::string& name, const UnitResults& results) {
    need(name, results.facts, kNeededFacts);
    for (const std::string key : {"started", "ended"}) {
      if (!is_utc_time(results.fact(key))) {
        refuse("import-format", name,
               "'" + key + "' is no UTC time: '" + visible(results.fact(key)) + "'");
      }
    }
    if (results.fact("program") != results.unit->program) {
      refuse("import-unknown-unit", name,
             "the recording is of '" + visible(results.fact("program")) +
                 "', the course's unit of '" + results.unit->program + "'");
    }
  }

  const RecordingPlan& plan_;
  std::map<std::string, std::string> files_;
  std::set<std::string> reported_;
  Parsed<Results> result_;
};

}  // namespace

const std::string* UnitResults::find(const std::string& file) const {
  const auto found = files.find(file);
  return found == files.end() ? nullptr : &found->second;
}

const std::string& UnitResults::fact(const std::string& key) const {
  static const std::string kNone;
  const auto found = facts.find(key);
  return found == facts.end() ? kNone : found->second;
}

Parsed<Results> read_results(std::vector<NamedFile> files, const RecordingPlan& plan) {
  return ResultsReader(plan).read(std::move(files));
}

}  // namespace daybook
