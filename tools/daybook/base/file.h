// Files: read whole, written whole. A write is old or new at every instant (temporary file in the
// same folder, fsync, rename, fsync of the folder), and an unchanged file is not written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace daybook {

namespace fs = std::filesystem;

struct FileResult {
  bool ok = false;
  std::string bytes;  // read_file: the content
  std::string error;  // why not, in words: "No such file or directory"
};

FileResult read_file(const fs::path& path);
// Replaces or creates `path`; keeps the mode of the file it replaces. Refuses a file without write
// permission. Folders must exist.
FileResult write_file_atomic(const fs::path& path, std::string_view bytes);
// The same, and leaves the file alone when it already holds these bytes (its time stamp too).
FileResult write_file_if_changed(const fs::path& path, std::string_view bytes);
// For what a build can make again: as write_file_if_changed, without waiting for the disk.
FileResult write_built_file(const fs::path& path, std::string_view bytes);

// True when `path`, links resolved as far as it exists, lies within `root`.
bool is_inside(const fs::path& root, const fs::path& path);
// A folder that is there and could not be listed, or a link that could not be followed.
struct Unlisted {
  std::string path;   // from the folder that was to be listed; "" is that folder itself
  std::string error;  // why not, in words
};
// Regular files below `folder`, relative, sorted, with forward slashes; links are listed, never
// followed. A folder that is not there is empty.
std::vector<std::string> list_files(const fs::path& folder,
                                    std::vector<Unlisted>* unlisted = nullptr);
// Direct subfolders' names, sorted.
std::vector<std::string> list_folders(const fs::path& folder,
                                      std::vector<Unlisted>* unlisted = nullptr);

}  // namespace daybook
