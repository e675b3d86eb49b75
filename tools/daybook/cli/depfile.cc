#include "cli/depfile.h"

#include <set>

namespace daybook {

namespace {

std::string escaped(const std::string& path) {
  std::string text;
  for (const char byte : path) {
    if (byte == ' ' || byte == '#') text += '\\';
    if (byte == '$') text += '$';
    text += byte;
  }
  return text;
}

}  // namespace

std::string depfile_text(const std::string& target, const Store& store,
                         const std::vector<std::string>& more) {
  std::set<std::string> files;
  for (const std::string& input : store.inputs()) {
    std::error_code error;
    fs::path path = store.root() / input;
    while (!fs::exists(path, error) && path.has_parent_path() && path != path.parent_path()) {
      path = path.parent_path();
    }
    files.insert(path.generic_string());
  }
  for (const std::string& file : more) {
    if (!file.empty()) files.insert(file);
  }
  std::string text = escaped(target) + ":";
  for (const std::string& file : files) text += " \\\n  " + escaped(file);
  return text + "\n";
}

}  // namespace daybook
