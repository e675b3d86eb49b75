#include "check/site_build.h"

#include "check/build_command.h"

namespace daybook {

namespace {

// Of a build folder, as site/meson.build names them. New pages stand in html.next until they are
// proved.
constexpr const char* kSite = "site";
constexpr const char* kPages = "html";

// "." for the current folder, "" when the pages stand in no build folder.
std::string build_folder(const fs::path& site) {
  fs::path pages = site.lexically_normal();
  if (pages.filename().empty()) pages = pages.parent_path();
  const fs::path above = pages.parent_path();
  if (pages.stem() != kPages || above.filename() != kSite) return {};
  const std::string build = above.parent_path().generic_string();
  return build.empty() ? "." : build;
}

std::string ninja_command(const std::string& build) {
  return build == "." ? "ninja site" : "ninja -C " + shell_word(build) + " site";
}

}  // namespace

// The pages that stand are newer than what they are made of: Ninja alone would leave them.
std::string mend_of_pages(const fs::path& site) {
  const std::string build = build_folder(site);
  if (build.empty()) return "build the site again";
  const fs::path pages = build == "." ? fs::path(kSite) : fs::path(build) / kSite;
  return "rm -r " + shell_word(pages.generic_string()) + " && " + ninja_command(build);
}

std::string mend_of_missing_pages(const fs::path& site) {
  const std::string build = build_folder(site);
  return build.empty() ? "build the site, and name the folder of its pages" : ninja_command(build);
}

}  // namespace daybook
