#include "check/store.h"

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
    file.error = "it lies outside the course";
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
    known->second = list_folders(root_ / path);
  }
  return known->second;
}

const std::vector<std::string>& Store::files(const std::string& path) {
  const auto [known, is_new] = files_.try_emplace(path);
  if (is_new) {
    inputs_.insert(path);
    known->second = list_files(root_ / path);
  }
  return known->second;
}

void Store::lay_over(const std::string& path, std::string bytes) {
  texts_[path] = std::make_shared<const Text>(path, std::move(bytes));
}

}  // namespace daybook
