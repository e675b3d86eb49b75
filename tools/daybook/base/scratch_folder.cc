#include "base/scratch_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace daybook {

ScratchFolder::ScratchFolder() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "daybook.XXXXXX").string();
  if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

}  // namespace daybook
