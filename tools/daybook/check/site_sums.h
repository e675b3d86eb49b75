// SHA256SUMS of a built site, as `sha256sum -c` reads it: whether every file is the one that was
// built. What a file says is proved before; this finds the edit in what no lesson says.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/finding.h"

namespace daybook {

// `files`: all there are in `site`. `read`: the SHA-256 of those that were read already, "" of one
// that could not be. `blamed`: files, as messages name them, of which enough is said already.
// Findings: audit-file-differs, audit-page-extra, audit-page-missing, audit-page-unreadable,
// sums-syntax.
Findings audit_sums(const fs::path& site, const std::vector<std::string>& files,
                    const std::map<std::string, std::string>& read,
                    const std::set<std::string>& blamed);

}  // namespace daybook
