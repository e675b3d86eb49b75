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
  if (fs::path(path).is_absolute() || !is_inside(root_, root_ / path)) {
    file.error = "it lies outside the course";
  } else {
    file = read_file(root_ / path);
  }
  if (!file.ok) errors_[path] = file.error;
  return file;
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

std::vector<std::string> Store::folders(const std::string& path) {
  inputs_.insert(path);
  return list_folders(root_ / path);
}

std::vector<std::string> Store::files(const std::string& path) {
  inputs_.insert(path);
  return list_files(root_ / path);
}

void Store::lay_over(const std::string& path, std::string bytes) {
  texts_[path] = std::make_shared<const Text>(path, std::move(bytes));
}

}  // namespace daybook
