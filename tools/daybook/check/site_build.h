// The commands that build a site's pages, for messages: from where the pages stand.
#pragma once

#include <string>

#include "base/file.h"

namespace daybook {

// `site` is the folder of the pages, BUILD/site/html where Ninja builds them.
// "rm -r BUILD/site && ninja -C BUILD site"; words without a command for any other folder.
std::string mend_of_pages(const fs::path& site);
// The same where there are no pages: "ninja -C BUILD site".
std::string mend_of_missing_pages(const fs::path& site);

}  // namespace daybook
