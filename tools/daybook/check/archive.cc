#include "check/archive.h"

#include <zlib.h>

#include <algorithm>
#include <system_error>

#include "base/file.h"

namespace daybook {

namespace {

constexpr std::size_t kBlock = 512;

struct Refusal {
  std::string id;
  std::string message;
};

Finding refuse(const std::string& name, const Refusal& refusal) {
  Finding finding = make_finding(refusal.id, {name, 0, 0}, refusal.message, Severity::failure);
  finding.mend = "take the results that run.sh packed, unchanged";
  return finding;
}

std::string limit_text(std::size_t limit) {
  return "more than the " + std::to_string(limit) + " bytes that results may hold";
}

// Inflates a gzip stream; false when it is damaged or grows beyond `limit`.
bool inflate_gzip(std::string_view bytes, std::size_t limit, std::string& out, Refusal& refusal) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) {
    refusal = {"import-format", "zlib cannot start"};
    return false;
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string chunk(1u << 18, '\0');
  int status = Z_OK;
  while (status == Z_OK && out.size() <= limit) {
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    status = inflate(&stream, Z_NO_FLUSH);
    // A string that doubles would take three times the limit before it is found too big.
    if (out.size() > limit / 8 && out.capacity() < limit) out.reserve(limit + chunk.size());
    out.append(chunk, 0, chunk.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (out.size() > limit) {
    refusal = {"import-too-big", "unpacks to " + limit_text(limit)};
  } else if (status != Z_STREAM_END) {
    refusal = {"import-format", "the gzip stream is damaged or cut short"};
  }
  return refusal.id.empty();
}

std::string_view field(std::string_view block, std::size_t at, std::size_t size) {
  const std::string_view raw = block.substr(at, size);
  return raw.substr(0, std::min(raw.find('\0'), raw.size()));
}

// An octal number; -1 when it is none.
long long octal(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() > 12) return -1;
  long long value = 0;
  for (char c : text) {
    if (c < '0' || c > '7') return -1;
    value = value * 8 + (c - '0');
  }
  return value;
}

bool checksum_holds(std::string_view block) {
  long long sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const bool own = i >= 148 && i < 156;
    sum += own ? ' ' : static_cast<unsigned char>(block[i]);
  }
  return octal(field(block, 148, 8)) == sum;
}

// The "path" record of a pax header, "" when it has none.
std::string pax_path(std::string_view records) {
  while (!records.empty()) {
    const std::size_t blank = records.find(' ');
    if (blank == std::string_view::npos || blank > 9) return "";
    std::size_t length = 0;
    for (char c : records.substr(0, blank)) {
      if (c < '0' || c > '9') return "";
      length = length * 10 + static_cast<std::size_t>(c - '0');
    }
    if (length <= blank + 1 || length > records.size()) return "";
    const std::string_view record = records.substr(blank + 1, length - blank - 2);
    if (record.starts_with("path=")) return std::string(record.substr(5));
    records.remove_prefix(length);
  }
  return "";
}

class TarReader {
 public:
  TarReader(std::string_view bytes, std::size_t limit) : bytes_(bytes), limit_(limit) {}

  bool read(std::vector<NamedFile>& files, Refusal& refusal) {
    while (at_ + kBlock <= bytes_.size()) {
      const std::string_view block = bytes_.substr(at_, kBlock);
      if (block.find_first_not_of('\0') == std::string_view::npos) return finish(files, refusal);
      if (!read_entry(block, files, refusal)) return false;
    }
    refusal = {"import-format", "the tar archive is cut short"};
    return false;
  }

 private:
  bool finish(const std::vector<NamedFile>& files, Refusal& refusal) {
    if (files.empty()) refusal = {"import-format", "the archive holds no file"};
    return refusal.id.empty();
  }

  bool read_entry(std::string_view block, std::vector<NamedFile>& files, Refusal& refusal) {
    const long long size = octal(field(block, 124, 12));
    if (!checksum_holds(block) || size < 0) {
      refusal = {"import-format",
                 "no tar archive: the header at byte " + std::to_string(at_) + " is damaged"};
      return false;
    }
    const std::size_t content = at_ + kBlock;
    const auto length = static_cast<std::size_t>(size);
    if (length > limit_ || total_ + length > limit_) {
      refusal = {"import-too-big", limit_text(limit_)};
      return false;
    }
    if (length > bytes_.size() - content) {
      refusal = {"import-format", "the tar archive is cut short"};
      return false;
    }
    total_ += length;
    at_ = content + (length + kBlock - 1) / kBlock * kBlock;
    return take(block, bytes_.substr(content, length), files, refusal);
  }

  bool take(std::string_view block, std::string_view content, std::vector<NamedFile>& files,
            Refusal& refusal) {
    const char type = block[156];
    if (type == 'L') {
      long_name_ = std::string(field(content, 0, content.size()));
      return true;
    }
    if (type == 'x' || type == 'g') {
      if (type == 'x') long_name_ = pax_path(content);
      return true;
    }
    std::string name = std::move(long_name_);
    long_name_.clear();
    if (name.empty()) {
      const std::string prefix(block.substr(257, 5) == "ustar" && block[262] == '\0'
                                   ? field(block, 345, 155)
                                   : std::string_view());
      name = (prefix.empty() ? "" : prefix + "/") + std::string(field(block, 0, 100));
    }
    while (name.starts_with("./")) name.erase(0, 2);
    if (type == '5') {
      while (name.ends_with('/')) name.pop_back();
      if (name.empty()) return true;
      if (!is_safe_name(name) && name != ".") {
        refusal = {"import-unsafe", "the folder name '" + visible(name) + "' leads out"};
      }
      return refusal.id.empty();
    }
    if (type != '0' && type != '\0') {
      refusal = {"import-unsafe",
                 "'" + visible(name) + "' is a link or a special file; results hold files only"};
      return false;
    }
    if (!is_safe_name(name)) {
      refusal = {"import-unsafe", "the name '" + visible(name) + "' leads out or hides"};
      return false;
    }
    files.push_back({std::move(name), std::string(content)});
    return true;
  }

  std::string_view bytes_;
  std::size_t limit_;
  std::size_t at_ = 0;
  std::size_t total_ = 0;
  std::string long_name_;  // of the entry that follows
};

bool read_folder(const fs::path& folder, std::size_t limit, std::vector<NamedFile>& files,
                 Refusal& refusal) {
  std::error_code error;
  std::size_t total = 0;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().lexically_relative(folder).generic_string();
    const fs::file_status status = entry->symlink_status(error);
    if (error) break;
    if (fs::is_directory(status)) continue;
    if (!fs::is_regular_file(status)) {
      refusal = {"import-unsafe",
                 "'" + visible(name) + "' is a link or a special file; results hold files only"};
      return false;
    }
    if (!is_safe_name(name)) {
      refusal = {"import-unsafe", "the name '" + visible(name) + "' leads out or hides"};
      return false;
    }
    const std::uintmax_t size = entry->file_size(error);
    if (error) break;
    if (size > limit || total + size > limit) {
      refusal = {"import-too-big", limit_text(limit)};
      return false;
    }
    total += size;
    FileResult file = read_file(entry->path());
    if (!file.ok) {
      refusal = {"import-unreadable", "'" + visible(name) + "': " + file.error};
      return false;
    }
    files.push_back({name, std::move(file.bytes)});
  }
  if (error) refusal = {"import-unreadable", error.message()};
  if (refusal.id.empty() && files.empty()) refusal = {"import-format", "the folder holds no file"};
  return refusal.id.empty();
}

Parsed<std::vector<NamedFile>> sorted(const std::string& name, std::vector<NamedFile> files,
                                      const Refusal& refusal) {
  Parsed<std::vector<NamedFile>> result;
  if (!refusal.id.empty()) {
    result.findings.push_back(refuse(name, refusal));
    return result;
  }
  std::sort(files.begin(), files.end(),
            [](const NamedFile& a, const NamedFile& b) { return a.name < b.name; });
  const auto twice =
      std::adjacent_find(files.begin(), files.end(),
                         [](const NamedFile& a, const NamedFile& b) { return a.name == b.name; });
  if (twice != files.end()) {
    result.findings.push_back(
        refuse(name, {"import-unsafe", "'" + visible(twice->name) + "' is there twice"}));
    return result;
  }
  result.value = std::move(files);
  return result;
}

}  // namespace

Parsed<std::vector<NamedFile>> read_archive(const std::string& name, std::string_view bytes,
                                            std::size_t limit) {
  std::vector<NamedFile> files;
  Refusal refusal;
  std::string unpacked;
  const bool gzip = bytes.starts_with("\x1f\x8b");
  // Room for the headers; what the files hold is counted by the tar reader.
  if (gzip && !inflate_gzip(bytes, limit + limit / 8 + 65536, unpacked, refusal)) {
    return sorted(name, {}, refusal);
  }
  TarReader(gzip ? std::string_view(unpacked) : bytes, limit).read(files, refusal);
  return sorted(name, std::move(files), refusal);
}

Parsed<std::vector<NamedFile>> read_received(const fs::path& path, std::size_t limit) {
  const std::string name = path.generic_string();
  std::vector<NamedFile> files;
  Refusal refusal;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    read_folder(path, limit, files, refusal);
    return sorted(name, std::move(files), refusal);
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return sorted(name, {}, {"import-unreadable", error.message()});
  if (size > limit + limit / 8) return sorted(name, {}, {"import-too-big", limit_text(limit)});
  const FileResult file = read_file(path);
  if (!file.ok) return sorted(name, {}, {"import-unreadable", file.error});
  return read_archive(name, file.bytes, limit);
}

}  // namespace daybook
