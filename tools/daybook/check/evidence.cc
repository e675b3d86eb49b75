#include "check/evidence.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "base/digest.h"
#include "base/file.h"

namespace daybook {

namespace {

constexpr std::string_view kPartial = ".partial";

class Verifier {
 public:
  Verifier(const std::string& folder, ReadFolder files)
      : folder_(folder), files_(std::move(files)) {
    if (files_.statement) statement_ = std::move(*files_.statement);
  }

  Parsed<Provenance> verify() {
    if (!files_.sums) {
      report("evidence-missing-file", {folder_ + "/" + std::string(kSums), 0, 0},
             "the run has no " + std::string(kSums) + ": nothing proves its files");
    } else {
      check_sums(Text(folder_ + "/" + std::string(kSums), std::move(*files_.sums)));
      check_provenance();
    }
    return {std::move(statement_.value), std::move(findings_)};
  }

 private:
  void report(const std::string& id, Place place, std::string message) {
    Finding finding = make_finding(id, std::move(place), std::move(message));
    finding.cause = "nothing under evidence/ is edited by hand";
    finding.mend = "restore it: git checkout -- " + folder_ + ", or record again";
    findings_.push_back(std::move(finding));
  }

  void check_sums(const Text& text) {
    auto sums = parse_sums(text);
    append(findings_, std::move(sums.findings));
    for (const Sum& sum : sums.value) {
      const auto file = files_.digests.find(sum.file);
      if (!digests_.emplace(sum.file, sum.sha256).second) {
        report("evidence-digest", text.line_place(sum.line),
               "'" + visible(sum.file) + "' is listed twice");
      } else if (file == files_.digests.end()) {
        report("evidence-missing-file", text.line_place(sum.line),
               "'" + visible(sum.file) + "' is listed and not there");
      } else if (const std::string& found = file->second; found != sum.sha256) {
        report("evidence-digest", {folder_ + "/" + sum.file, 0, 0},
               "the file is not the one recorded: SHA-256 " + sum.sha256.substr(0, 12) +
                   "… expected, " + found.substr(0, 12) + "… found");
      }
    }
    for (const auto& [name, sha256] : files_.digests) {
      if (name == kSums || name == kSignature || digests_.count(name) > 0) continue;
      report("evidence-extra-file", {folder_ + "/" + name, 0, 0},
             "the file does not belong to the run: " + std::string(kSums) + " does not list it");
    }
  }

  // Subjects are all files but the statement itself. Their digests are compared with SHA256SUMS,
  // which was held against the bytes above.
  void check_provenance() {
    const std::string place = folder_ + "/" + std::string(kProvenance);
    if (!files_.statement) {
      if (digests_.count(std::string(kProvenance)) == 0) {
        report("evidence-missing-file", {place, 0, 0}, "the run has no provenance");
      }
      return;
    }
    append(findings_, statement_.findings);
    if (!statement_.findings.empty()) return;
    check_subjects(place, statement_.value);
    check_place(place, statement_.value);
  }

  void check_subjects(const std::string& place, const Provenance& provenance) {
    std::set<std::string> named;
    for (const Subject& subject : provenance.subjects) {
      named.insert(subject.name);
      const auto digest = digests_.find(subject.name);
      if (digest == digests_.end() || digest->second != subject.sha256) {
        report("evidence-subject", {place, 0, 0},
               "the subject '" + visible(subject.name) + "' is not what " + std::string(kSums) +
                   " lists");
      }
    }
    for (const auto& [name, sha256] : digests_) {
      if (name == kProvenance || named.count(name) > 0) continue;
      report("evidence-subject", {place, 0, 0}, "'" + visible(name) + "' is no subject");
    }
    const auto source = digests_.find(provenance.program);
    if (source == digests_.end() || source->second != provenance.source_sha256) {
      report("evidence-subject", {place, 0, 0},
             "the source '" + visible(provenance.program) + "' is not the one recorded");
    }
    const std::string published = "run-" + std::to_string(provenance.published) + ".txt";
    if (!provenance.exits.empty() && digests_.count(published) == 0) {
      report("evidence-missing-file", {place, 0, 0},
             "the published run '" + published + "' is not there");
    }
  }

  // A run moved to another day or unit would stand for what it did not run.
  void check_place(const std::string& place, const Provenance& provenance) {
    const std::string expected = provenance.day + "/" + provenance.unit;
    const std::size_t name = folder_.rfind('/');
    const std::string parent = folder_.substr(0, name == std::string::npos ? 0 : name);
    if (parent == expected || parent.ends_with("/" + expected)) return;
    report("evidence-place", {place, 0, 0},
           "the run is one of " + visible(expected) + ", and lies in " + parent);
  }

  const std::string& folder_;
  ReadFolder files_;
  std::map<std::string, std::string> digests_;
  Parsed<Provenance> statement_;
  Findings findings_;
};

std::string in_words(const std::error_code& error) { return error.message(); }

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

// Fills `folder`, which must not be there. "" or why not.
std::string fill_folder(const fs::path& folder, const std::vector<NamedFile>& files) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return folder.string() + ": " + in_words(error);
  for (const NamedFile& file : files) {
    if (!is_safe_name(file.name)) return "'" + visible(file.name) + "' leads out of its folder";
    const fs::path target = folder / file.name;
    fs::create_directories(target.parent_path(), error);
    if (error) return target.string() + ": " + in_words(error);
    const FileResult written = write_file_atomic(target, file.bytes);
    if (!written.ok) return target.string() + ": " + written.error;
  }
  sync_folder(folder);
  return "";
}

fs::path partial_name(const fs::path& target) {
  return target.parent_path() / ("." + target.filename().string() + std::string(kPartial));
}

// Moves a filled folder to its name, which must be free.
std::string appear(const fs::path& filled, const fs::path& target) {
  if (::rename(filled.c_str(), target.c_str()) != 0) {
    return target.string() + ": " + std::generic_category().message(errno);
  }
  sync_folder(target.parent_path());
  return "";
}

void remove_leftovers(const fs::path& parent) {
  for (const std::string& name : list_folders(parent)) {
    if (!name.starts_with(".") || !name.ends_with(kPartial)) continue;
    std::error_code ignored;
    fs::remove_all(parent / name, ignored);
  }
}

std::string sums_of(const std::vector<NamedFile>& files) {
  const auto sums = std::find_if(files.begin(), files.end(),
                                 [](const NamedFile& file) { return file.name == kSums; });
  return sums == files.end() ? "" : sums->bytes;
}

// Gives the run in `folder` the signature among `files`, where it has none. It is written aside, so
// that an interruption leaves nothing strange in the run. "" or why not.
std::string add_signature(const fs::path& folder, const std::vector<NamedFile>& files,
                          bool& added) {
  const auto signature = std::find_if(
      files.begin(), files.end(), [](const NamedFile& file) { return file.name == kSignature; });
  const fs::path target = folder / std::string(kSignature);
  std::error_code error;
  if (signature == files.end() || fs::exists(target, error)) return "";
  const fs::path aside = partial_name(folder);
  std::string problem = fill_folder(aside, {*signature});
  if (problem.empty()) problem = appear(aside / std::string(kSignature), target);
  fs::remove_all(aside, error);
  added = problem.empty();
  return problem;
}

}  // namespace

std::string write_sums(const std::vector<NamedFile>& files) {
  std::string sums;
  for (const NamedFile& file : files) sums += sha256_hex(file.bytes) + "  " + file.name + "\n";
  return sums;
}

Findings verify_run_folder(const std::string& folder,
                           const std::map<std::string, std::string>& contents) {
  ReadFolder files;
  for (const auto& [name, bytes] : contents) {
    files.digests.emplace(name, sha256_hex(bytes));
    if (name == kSums) files.sums = bytes;
    if (name == kProvenance) files.statement = parse_provenance(Text(folder + "/" + name, bytes));
  }
  return read_run_folder(folder, std::move(files)).findings;
}

Parsed<Provenance> read_run_folder(const std::string& folder, ReadFolder files) {
  return Verifier(folder, std::move(files)).verify();
}

std::string run_folder_name(const std::string& started, const std::string& card,
                            const std::vector<std::string>& taken) {
  const std::string first = started.substr(0, 10) + "-" + card;
  std::string name = first;
  for (int number = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++number) {
    name = first + "-" + std::to_string(number);
  }
  return name;
}

WrittenFolder write_run_folder(const fs::path& parent, const std::string& started,
                               const std::string& card, const std::vector<NamedFile>& files) {
  WrittenFolder result;
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) {
    result.error = parent.string() + ": " + in_words(error);
    return result;
  }
  remove_leftovers(parent);
  const std::vector<std::string> taken = list_folders(parent);
  for (const std::string& name : taken) {
    const FileResult sums = read_file(parent / name / std::string(kSums));
    if (!sums.ok || sums.bytes != sums_of(files)) continue;
    result.there_already = true;
    result.name = name;
    result.error = add_signature(parent / name, files, result.signed_now);
    result.ok = result.error.empty();
    return result;
  }
  result.name = run_folder_name(started, card, taken);
  const fs::path target = parent / result.name;
  const fs::path filling = partial_name(target);
  result.error = fill_folder(filling, files);
  if (result.error.empty()) result.error = appear(filling, target);
  result.ok = result.error.empty();
  if (!result.ok) fs::remove_all(filling, error);
  return result;
}

WrittenFolder write_folder(const fs::path& target, const std::vector<NamedFile>& files,
                           const std::string& replaceable) {
  WrittenFolder result;
  result.name = target.filename().string();
  std::error_code error;
  const bool there = fs::exists(fs::symlink_status(target, error));
  if (there && !fs::is_empty(target, error) && !fs::exists(target / replaceable, error)) {
    result.error = target.string() + ": is there and holds other files; name a new folder";
    return result;
  }
  const fs::path filling = partial_name(target);
  fs::remove_all(filling, error);
  result.error = fill_folder(filling, files);
  if (result.error.empty() && there) {
    fs::remove_all(target, error);
    if (error) result.error = target.string() + ": " + in_words(error);
  }
  if (result.error.empty()) result.error = appear(filling, target);
  result.ok = result.error.empty();
  if (!result.ok) fs::remove_all(filling, error);
  return result;
}

}  // namespace daybook
