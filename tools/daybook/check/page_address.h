// Where pages stand in the site, and how one links to another by file name. The only file that
// knows the site's addresses.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "formats/settings.h"

namespace daybook {

// Paths from the site's root: the original language lives there, every other in its own folder.
std::string language_folder(const Settings& settings, const std::string& language);
std::string lesson_page(const Settings& settings, const std::string& day,
                        const std::string& language);
std::string claims_page(const Settings& settings, const std::string& language);
// Those made of many lessons, and what names the pages to others or lists them.
std::set<std::string> shared_pages(const Settings& settings);
// Programs and runs have one page, beside the original's lesson.
std::string program_page(const std::string& day, const std::string& program);      // "….cu.html"
std::string program_download(const std::string& day, const std::string& program);  // "….cu"
std::string run_page(const std::string& day, const std::string& unit, const std::string& run);

// The relative address of `target` on `page`, percent-encoded; with "#L12" for a line.
std::string link_between(std::string_view page, std::string_view target);
std::string line_link(std::string_view page, std::string_view target, std::size_t line);

}  // namespace daybook
