#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace daybook {

namespace {

// Closes a file descriptor when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  bool open() const { return number_ >= 0; }
  int number() const { return number_; }
  // False when the last bytes could not be written (a full disk may only tell here).
  bool close() {
    const int number = number_;
    number_ = -1;
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
};

FileResult failed(int error) { return {false, {}, std::generic_category().message(error)}; }

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// A rename is only safe from a power cut once its folder was synced too.
void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.open()) ::fsync(descriptor.number());
}

mode_t mode_for(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777U;
  return 0644;
}

// Calls `visit` for each entry of folder/inner, with its path from `folder`. A folder that is not
// there has none.
template <typename Visit>
void each_entry(const fs::path& folder, const std::string& inner, std::vector<Unlisted>* unlisted,
                const Visit& visit) {
  const fs::path path = inner.empty() ? folder : folder / inner;
  std::error_code error;
  fs::directory_iterator entries(path, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    visit(*entries, inner.empty() ? name : inner + "/" + name);
  }
  std::error_code ignored;
  const bool absent =
      error == std::errc::no_such_file_or_directory && !fs::is_symlink(path, ignored);
  if (error && !absent && unlisted != nullptr) unlisted->push_back({inner, error.message()});
}

}  // namespace

FileResult read_file(const fs::path& path) {
  // A pipe that nobody writes to would hold up open() for ever.
  const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor.open()) return failed(errno);
  struct stat status {};
  if (::fstat(descriptor.number(), &status) != 0) return failed(errno);
  if (S_ISDIR(status.st_mode)) return failed(EISDIR);
  FileResult result;
  if (!S_ISREG(status.st_mode)) {
    if (!path.native().starts_with("/dev/")) {
      result.error = "it is no plain file";
      return result;
    }
    ::fcntl(descriptor.number(), F_SETFL, 0);  // /dev/stdin, /dev/fd/3: waits for its bytes
  }
  result.bytes.resize(static_cast<std::size_t>(std::max<off_t>(status.st_size, 0)));
  std::size_t filled = 0;
  while (true) {
    if (filled == result.bytes.size()) {
      // Usually at the end by now: look with a small buffer before growing.
      char more[4096];
      const ssize_t count = ::read(descriptor.number(), more, sizeof more);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return failed(errno);
      if (count == 0) break;
      result.bytes.append(more, static_cast<std::size_t>(count));
      filled = result.bytes.size();
      continue;
    }
    const ssize_t count =
        ::read(descriptor.number(), result.bytes.data() + filled, result.bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed(errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  result.bytes.resize(filled);
  result.ok = true;
  return result;
}

namespace {

// Whole under its name or not there at all; `synced`: even when the power fails.
FileResult write_renamed(const fs::path& path, std::string_view bytes, bool synced) {
  std::error_code error;
  const fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  if (error && error != std::errc::no_such_file_or_directory) return failed(error.value());
  if (fs::exists(target, error) && ::access(target.c_str(), W_OK) != 0) return failed(errno);
  std::string temporary = (target.parent_path() / ("." + target.filename().string())).string();
  temporary += ".XXXXXX";
  Descriptor descriptor(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!descriptor.open()) return failed(errno);
  const auto give_up = [&](int reason) {
    ::unlink(temporary.c_str());
    return failed(reason);
  };
  if (!write_all(descriptor.number(), bytes)) return give_up(errno);
  if (::fchmod(descriptor.number(), mode_for(target)) != 0) return give_up(errno);
  if (synced && ::fsync(descriptor.number()) != 0) return give_up(errno);
  if (!descriptor.close()) return give_up(errno);
  if (::rename(temporary.c_str(), target.c_str()) != 0) return give_up(errno);
  if (synced) sync_folder(target.parent_path());
  FileResult result;
  result.ok = true;
  return result;
}

bool holds(const fs::path& path, std::string_view bytes) {
  const FileResult before = read_file(path);
  return before.ok && before.bytes == bytes;
}

}  // namespace

FileResult write_file_atomic(const fs::path& path, std::string_view bytes) {
  return write_renamed(path, bytes, true);
}

FileResult write_file_if_changed(const fs::path& path, std::string_view bytes) {
  if (holds(path, bytes)) return {true, {}, {}};
  return write_file_atomic(path, bytes);
}

FileResult write_built_file(const fs::path& path, std::string_view bytes) {
  if (holds(path, bytes)) return {true, {}, {}};
  return write_renamed(path, bytes, false);
}

bool is_inside(const fs::path& root, const fs::path& path) {
  std::error_code error;
  const fs::path real_root = fs::weakly_canonical(root, error);
  if (error) return false;
  const fs::path real_path = fs::weakly_canonical(path, error);
  if (error) return false;
  const auto [root_end, path_at] =
      std::mismatch(real_root.begin(), real_root.end(), real_path.begin(), real_path.end());
  return root_end == real_root.end();
}

std::vector<std::string> list_files(const fs::path& folder, std::vector<Unlisted>* unlisted) {
  std::vector<std::string> files;
  std::vector<std::string> open = {""};
  while (!open.empty()) {
    const std::string inner = std::move(open.back());
    open.pop_back();
    each_entry(folder, inner, unlisted, [&](const fs::directory_entry& entry, std::string name) {
      std::error_code error;
      const bool is_folder = entry.is_directory(error) && !entry.is_symlink(error);
      (is_folder ? open : files).push_back(std::move(name));
    });
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> list_folders(const fs::path& folder, std::vector<Unlisted>* unlisted) {
  std::vector<std::string> folders;
  each_entry(folder, "", unlisted, [&](const fs::directory_entry& entry, std::string name) {
    std::error_code error;
    if (entry.is_directory(error)) {
      folders.push_back(std::move(name));
    } else if (error && error != std::errc::no_such_file_or_directory && unlisted != nullptr) {
      unlisted->push_back({std::move(name), error.message()});
    }
  });
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace daybook
