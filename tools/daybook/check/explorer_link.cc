#include "check/explorer_link.h"

#include <zlib.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

namespace daybook {

namespace {

constexpr std::size_t kLongestLink = 7500;
constexpr std::string_view kAddress = "https://godbolt.org/clientstate/";

struct Release {
  int major, minor, build;  // as nvcc --version prints: V13.0.88
  const char* id;
};
// Compilers offered there, in order of their release. `build` is the first of that release; 13.0.2
// brought the nvcc of 13.0.1, so a recorded version cannot tell the two apart.
constexpr std::array kReleases = {
    Release{12, 0, 76, "nvcc120"},    Release{12, 0, 140, "nvcc120u1"},
    Release{12, 1, 66, "nvcc121"},    Release{12, 2, 128, "nvcc122u1"},
    Release{12, 3, 103, "nvcc123u1"}, Release{12, 4, 131, "nvcc124u1"},
    Release{12, 5, 82, "nvcc125u1"},  Release{12, 6, 68, "nvcc126u1"},
    Release{12, 6, 77, "nvcc126u2"},  Release{12, 8, 93, "nvcc128u1"},
    Release{12, 9, 41, "nvcc129"},    Release{12, 9, 86, "nvcc129u1"},
    Release{13, 0, 48, "nvcc130"},    Release{13, 0, 88, "nvcc130u1"},
    Release{13, 1, 80, "nvcc131"},    Release{13, 1, 115, "nvcc131u1"},
    Release{13, 2, 0, "nvcc132"},     Release{13, 3, 0, "nvcc133"},
};

std::array<int, 3> version_of(std::string_view text) {
  std::array<int, 3> version{};
  for (int& part : version) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), part);
    if (read.ec != std::errc()) break;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
  }
  return version;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

// The compiler's options alone: without its name, its files and, for the executor, the
// architecture.
std::string options_of(std::string_view build, std::string_view arch, bool with_arch) {
  constexpr std::string_view kArch = "{arch}";
  const auto words = words_of(build);
  std::string options;
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::string word = words[i];
    const std::string next = i + 1 < words.size() ? words[i + 1] : "";
    if (word == "-o" || (!with_arch && next == kArch)) {
      ++i;
      continue;
    }
    const std::size_t at = word.find(kArch);
    if (word == "{in}" || (!with_arch && at != std::string::npos)) continue;
    if (at != std::string::npos) word.replace(at, kArch.size(), arch);
    options += (options.empty() ? "" : " ") + word;
  }
  return options;
}

std::string deflated(const std::string& text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string bytes(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                               reinterpret_cast<const Bytef*>(text.data()),
                               static_cast<uLong>(text.size()), Z_BEST_COMPRESSION);
  bytes.resize(status == Z_OK ? size : 0);
  return bytes;
}

// RFC 4648, section 5, without padding.
std::string base64url(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char byte : bytes) {
    bits = (bits << 8U | static_cast<unsigned char>(byte)) & 0xFFFFU;
    for (held += 8; held >= 6; held -= 6) text += kDigits[bits >> (held - 6) & 63U];
  }
  if (held > 0) text += kDigits[bits << (6 - held) & 63U];
  return text;
}

std::string link_of(const nlohmann::ordered_json& state) {
  using json = nlohmann::ordered_json;
  return std::string(kAddress) +
         base64url(deflated(state.dump(-1, ' ', true, json::error_handler_t::replace)));
}

}  // namespace

std::string explorer_compiler(std::string_view nvcc) {
  const auto version = version_of(nvcc);
  if (version == std::array<int, 3>{}) return kReleases.back().id;
  const char* id = kReleases.front().id;
  for (const Release& release : kReleases) {
    if (std::array{release.major, release.minor, release.build} <= version) id = release.id;
  }
  return id;
}

std::string explorer_link(std::string_view source, std::string_view build, std::string_view arch,
                          std::string_view nvcc) {
  const auto words = words_of(build);
  if (words.empty() || (words.front() != "nvcc" && !words.front().ends_with("/nvcc"))) return {};
  const std::string id = explorer_compiler(nvcc);
  nlohmann::ordered_json session = {
      {"id", 1},
      {"language", "cuda"},
      {"source", std::string(source)},
      {"compilers", {{{"id", id}, {"options", options_of(build, arch, true)}}}}};
  nlohmann::ordered_json with_executor = session;
  with_executor["executors"] = {{{"arguments", ""},
                                 {"stdin", ""},
                                 {"compiler",
                                  {{"id", id},
                                   {"libs", nlohmann::ordered_json::array()},
                                   {"options", options_of(build, arch, false)}}}}};
  for (auto* candidate : {&with_executor, &session}) {
    nlohmann::ordered_json state;
    state["sessions"] = nlohmann::ordered_json::array({*candidate});
    std::string link = link_of(state);
    if (link.size() <= kLongestLink) return link;
  }
  return {};
}

}  // namespace daybook
