#include "check/page_address.h"

#include <vector>

namespace daybook {

namespace {

constexpr std::string_view kGlossaryDay = "glossary";

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t slash = path.find('/');
    parts.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    path.remove_prefix(slash + 1);
  }
}

bool stays(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') ||
         std::string_view("-._~/+=,@()!'").find(byte) != std::string_view::npos;
}

std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string encoded;
  for (const char byte : path) {
    if (stays(byte)) {
      encoded += byte;
    } else {
      const auto value = static_cast<unsigned char>(byte);
      encoded += '%';
      encoded += kHex[value >> 4U];
      encoded += kHex[value & 15U];
    }
  }
  return encoded;
}

}  // namespace

std::string language_folder(const Settings& settings, const std::string& language) {
  const bool original = settings.languages.empty() || language == settings.languages.front();
  return original ? "" : language + "/";
}

std::string lesson_page(const Settings& settings, const std::string& day,
                        const std::string& language) {
  const std::string folder = language_folder(settings, language);
  return folder + (day == kGlossaryDay ? "glossary.html" : day + "/index.html");
}

std::string claims_page(const Settings& settings, const std::string& language) {
  return language_folder(settings, language) + "claims.html";
}

std::set<std::string> shared_pages(const Settings& settings) {
  std::set<std::string> pages = {"404.html",   "sitemap.xml", "feed.xml",
                                 "index.html", "claims.html", "SHA256SUMS"};
  for (const std::string& language : settings.languages) {
    pages.insert(language_folder(settings, language) + "index.html");
    pages.insert(claims_page(settings, language));
  }
  return pages;
}

std::string program_download(const std::string& day, const std::string& program) {
  return day + "/" + program;
}

std::string program_page(const std::string& day, const std::string& program) {
  return program_download(day, program) + ".html";
}

std::string run_page(const std::string& day, const std::string& unit, const std::string& run) {
  return day + "/runs/" + unit + "/" + run + "/index.html";
}

std::string link_between(std::string_view page, std::string_view target) {
  const auto here = parts_of(page);
  const auto there = parts_of(target);
  std::size_t shared = 0;
  while (shared + 1 < here.size() && shared + 1 < there.size() && here[shared] == there[shared]) {
    ++shared;
  }
  std::string link;
  for (std::size_t i = shared; i + 1 < here.size(); ++i) link += "../";
  for (std::size_t i = shared; i < there.size(); ++i) {
    if (i > shared) link += '/';
    link += percent_encoded(there[i]);
  }
  return link;
}

std::string line_link(std::string_view page, std::string_view target, std::size_t line) {
  return link_between(page, target) + (line == 0 ? "" : "#L" + std::to_string(line));
}

}  // namespace daybook
