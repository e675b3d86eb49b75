// What a build step read, for the build tool: a rule in Make's syntax.
#pragma once

#include <string>
#include <vector>

#include "check/store.h"

namespace daybook {

// Everything the store read or listed. What was sought and is not there cannot be named; its
// nearest folder can, which changes when the file appears. Empty names in `more` are left out.
std::string depfile_text(const std::string& target, const Store& store,
                         const std::vector<std::string>& more = {});

}  // namespace daybook
