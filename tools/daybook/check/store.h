// Everything the course reads goes through one door: read once, remembered, and listed, so that a
// build knows its inputs and `update` can tell a file that changed under it. An editor lays its
// unsaved text over a file.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/finding.h"
#include "base/text.h"

namespace daybook {

class Store {
 public:
  explicit Store(fs::path root) : root_(std::move(root)) {}
  const fs::path& root() const { return root_; }

  // The file's text, read at the first call; null when it cannot be read (`error` says why) or
  // leads out of the root. `path` is relative to the root, with forward slashes.
  std::shared_ptr<const Text> text(const std::string& path);
  // The bytes, without keeping them: for files that are only digested.
  FileResult bytes(const std::string& path);
  std::string error(const std::string& path) const;
  bool exists(const std::string& path);
  // What lies in a folder, sorted; listed at the first call and remembered like a text. One that is
  // not there is empty; of one that cannot be listed unlisted_folders() tells.
  const std::vector<std::string>& folders(const std::string& path);
  const std::vector<std::string>& files(const std::string& path);

  // Unsaved text that stands for the file from now on.
  void lay_over(const std::string& path, std::string bytes);
  // Relative paths of all files read or sought so far, and of all folders listed.
  const std::set<std::string>& inputs() const { return inputs_; }
  Findings unlisted_folders() const;
  // The folder that hides what lies at `path`: itself or one above it that could not be listed; ""
  // when none does.
  std::string hidden_by(std::string path) const;

  struct Reading {
    std::set<std::string> inputs;
    std::map<std::string, std::string> unlisted;
  };
  Reading reading() const { return {inputs_, unlisted_}; }
  // Counts what another store of the same root read as read by this one.
  void add_reading(const Reading& other);

 private:
  void note_unlisted(const std::string& folder, const std::vector<Unlisted>& unlisted);
  bool lies_inside(const std::string& path);

  fs::path root_;
  std::map<std::string, std::shared_ptr<const Text>> texts_;
  std::map<std::string, std::string> errors_;
  std::map<std::string, bool> inside_;  // by folder
  std::map<std::string, std::vector<std::string>> folders_;
  std::map<std::string, std::vector<std::string>> files_;
  std::map<std::string, std::string> unlisted_;  // folder to the reason, in words
  std::set<std::string> inputs_;
};

}  // namespace daybook
