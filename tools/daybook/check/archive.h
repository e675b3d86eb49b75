// Reads files that came from another machine: a folder, a tar archive (ustar, GNU and pax names;
// also gzipped, RFC 1952), and never trusts their names. Source: POSIX.1-2017 pax, ustar format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "check/bundle.h"

namespace daybook {

// All files and their sizes together may not exceed this.
inline constexpr std::size_t kArchiveLimit = std::size_t{1} << 30;

// Findings (all of severity failure; the value is then empty): import-unsafe (a name that leads
// out, a link, a device), import-too-big, import-format, import-unreadable.
Parsed<std::vector<NamedFile>> read_archive(const std::string& name, std::string_view bytes,
                                            std::size_t limit = kArchiveLimit);
// `path` is a folder or an archive; `name` is its name in messages.
Parsed<std::vector<NamedFile>> read_received(const std::filesystem::path& path,
                                             std::size_t limit = kArchiveLimit);

}  // namespace daybook
