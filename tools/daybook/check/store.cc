#include "check/store.h"

#include <unistd.h>

#include <utility>

namespace daybook {

std::shared_ptr<const Text> Store::text(const std::string& path) {
  if (const auto known = texts_.find(path); known != texts_.end()) return known->second;
  FileResult file = bytes(path);
  std::shared_ptr<const Text> text;
  if (file.ok) text = std::make_shared<const Text>(path, std::move(file.bytes));
  return texts_[path] = text;
}

FileResult Store::bytes(const std::string& path) {
  inputs_.insert(path);
  if (const auto known = texts_.find(path); known != texts_.end() && known->second != nullptr) {
    return {true, std::string(known->second->bytes()), {}};
  }
  FileResult file;
  if (lies_inside(path)) {
    file = read_file(root_ / path);
  } else {
    std::error_code loop;
    static_cast<void>(fs::status(root_ / path, loop));
    const bool circle = loop == std::errc::too_many_symbolic_link_levels;
    file.error = circle ? "it is a link that leads to itself" : "it lies outside the course";
  }
  if (!file.ok) errors_[path] = file.error;
  return file;
}

// The files of a folder share its answer; a link is followed for itself.
bool Store::lies_inside(const std::string& path) {
  if (path.starts_with('/')) return false;
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  std::error_code error;
  if (name.empty() || name == "." || name == ".." || fs::is_symlink(root_ / path, error)) {
    return is_inside(root_, root_ / path);
  }
  const std::string folder = path.substr(0, slash == std::string::npos ? 0 : slash);
  const auto [known, is_new] = inside_.try_emplace(folder, false);
  if (is_new) known->second = is_inside(root_, root_ / folder);
  return known->second;
}

std::string Store::error(const std::string& path) const {
  const auto found = errors_.find(path);
  return found == errors_.end() ? std::string() : found->second;
}

bool Store::exists(const std::string& path) {
  inputs_.insert(path);
  std::error_code error;
  return texts_.contains(path) || fs::exists(root_ / path, error);
}

const std::vector<std::string>& Store::folders(const std::string& path) {
  const auto [known, is_new] = folders_.try_emplace(path);
  if (is_new) {
    inputs_.insert(path);
    std::vector<Unlisted> unlisted;
    known->second = list_folders(root_ / path, &unlisted);
    note_unlisted(path, unlisted);
  }
  return known->second;
}

const std::vector<std::string>& Store::files(const std::string& path) {
  const auto [known, is_new] = files_.try_emplace(path);
  if (is_new) {
    inputs_.insert(path);
    std::vector<Unlisted> unlisted;
    known->second = list_files(root_ / path, &unlisted);
    note_unlisted(path, unlisted);
  }
  return known->second;
}

// The outermost folder that shuts others off is the one to blame.
void Store::note_unlisted(const std::string& folder, const std::vector<Unlisted>& unlisted) {
  for (const Unlisted& one : unlisted) {
    std::string path = one.path.empty() ? folder : folder + "/" + one.path;
    for (std::size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      if (::access((root_ / path.substr(0, slash)).c_str(), X_OK) != 0) path.resize(slash);
    }
    unlisted_.emplace(std::move(path), one.error);
  }
}

Findings Store::unlisted_folders() const {
  Findings findings;
  for (const auto& [path, reason] : unlisted_) {
    Finding finding = make_finding("folder-unreadable", {path, 0, 0},
                                   "the folder cannot be listed: " + reason, Severity::failure);
    std::error_code error;
    finding.mend = fs::is_symlink(root_ / path, error)
                       ? "put the folder itself in the place of this link"
                       : "make it a folder that can be read: chmod u+rx " + path;
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::string Store::hidden_by(std::string path) const {
  while (!path.empty() && !unlisted_.contains(path)) {
    const std::size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
  }
  return path;
}

void Store::add_reading(const Reading& other) {
  inputs_.insert(other.inputs.begin(), other.inputs.end());
  unlisted_.insert(other.unlisted.begin(), other.unlisted.end());
}

void Store::lay_over(const std::string& path, std::string bytes) {
  texts_[path] = std::make_shared<const Text>(path, std::move(bytes));
}

}  // namespace daybook
