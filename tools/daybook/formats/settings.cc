#include "formats/settings.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>

#include "base/text.h"
#include "formats/quantity.h"
#include "formats/yaml_reader.h"

namespace daybook {

namespace {

constexpr char kId[] = "course-settings";
constexpr std::size_t kKilo = 1024;

const std::vector<std::string> kKeys = {"title", "site", "repository", "languages", "modules",
                                        "card",  "arch", "given",      "accept",    "limits"};

// "title: Text", or "title: {en: Text, zh-TW: Text}" where the first is the original's.
void read_titles(YamlReader& reader, const YamlEntry& entry, std::string& title,
                 std::map<std::string, std::string>& titles) {
  if (!entry.value.IsMap()) {
    title = reader.text(entry);
    return;
  }
  for (const YamlEntry& language : reader.entries(entry.value, "'title'")) {
    const std::string text = reader.text(language);
    if (title.empty()) title = text;
    titles[language.key] = text;
  }
}

std::string read_address(YamlReader& reader, const YamlEntry& entry) {
  std::string address = reader.text(entry);
  if (address.starts_with("https://") || address.starts_with("http://") || address.empty()) {
    return address;
  }
  const bool is_host = address.find_first_of(": \t'\"<>()") == std::string::npos;
  reader.problem(entry.place,
                 "'" + entry.key + "' is an address that begins with https://, not '" +
                     visible(address, 60) + "'",
                 "write " + entry.key + ": https://" + (is_host ? address : "example.org/course"));
  return {};
}

bool is_folder_name(const std::string& name) {
  static constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return !name.empty() && name[0] != '.' && name.find_first_not_of(kAllowed) == std::string::npos;
}

class SettingsReader {
 public:
  explicit SettingsReader(const Text& text) : text_(text), reader_(text, 1, kId) {}

  Parsed<Settings> read() {
    const Span whole{text_.line_span(1).begin, text_.bytes().size()};
    for (const YamlEntry& entry : reader_.parse(text_.slice(whole))) read_key(entry);
    const bool readable = reader_.findings.empty() || seen_any_;
    const auto need = [&](bool given, const std::string& key) {
      if (!given && readable)
        reader_.problem({text_.name(), 1, 1}, "'" + key + "' is missing",
                        key == "title" ? "write title: the course's title"
                                       : "write modules: [{title: …, days: […]}]");
    };
    need(!settings_.title.empty(), "title");
    need(seen_modules_, "modules");
    if (settings_.languages.empty()) settings_.languages = {"en"};
    return {std::move(settings_), std::move(reader_.findings)};
  }

 private:
  void read_key(const YamlEntry& entry) {
    seen_any_ = true;
    if (entry.key == "title") {
      read_titles(reader_, entry, settings_.title, settings_.titles);
    } else if (entry.key == "site") {
      settings_.site = read_address(reader_, entry);
    } else if (entry.key == "repository") {
      settings_.repository = read_address(reader_, entry);
    } else if (entry.key == "languages") {
      read_languages(entry);
    } else if (entry.key == "modules") {
      read_modules(entry);
    } else if (entry.key == "card") {
      settings_.card = reader_.text(entry);
    } else if (entry.key == "arch") {
      settings_.arch = reader_.text(entry);
    } else if (entry.key == "given") {
      read_given(entry);
    } else if (entry.key == "accept") {
      settings_.accept = reader_.text(entry);
      if (settings_.accept != "any" && settings_.accept != "signed") {
        reader_.problem(entry.place,
                        "'accept' is 'any' or 'signed', not '" + settings_.accept + "'",
                        "write accept: any, or accept: signed");
      }
    } else if (entry.key == "limits") {
      read_limits(entry);
    } else if (entry.value.IsMap() && (entry.value["build"] || entry.value["run"])) {
      read_kind(entry);
    } else {
      reader_.unknown_key(entry, kKeys);
    }
  }

  void read_languages(const YamlEntry& entry) {
    for (const std::string& language : reader_.list(entry)) {
      if (!is_folder_name(language)) {
        reader_.problem(entry.place, "'" + language + "' is no language code like en or zh-TW",
                        "write languages: [en, zh-TW]");
        continue;
      }
      auto& known = settings_.languages;
      if (std::find(known.begin(), known.end(), language) != known.end()) {
        reader_.problem(entry.place, "language '" + language + "' is listed twice",
                        "take one of the two out");
        continue;
      }
      known.push_back(language);
    }
  }

  void read_modules(const YamlEntry& entry) {
    seen_modules_ = true;
    if (!entry.value.IsSequence()) {
      reader_.problem(entry.place, "'modules' is a list of 'title' and 'days'",
                      "write modules: [{title: …, days: […]}]");
      return;
    }
    for (const YAML::Node& node : entry.value) {
      Module module;
      bool titled = false;
      for (const YamlEntry& part : reader_.entries(node, "a module")) {
        if (part.key == "title") {
          titled = true;
          read_titles(reader_, part, module.title, module.titles);
        } else if (part.key == "days") {
          read_days(part, module);
        } else {
          reader_.unknown_key(part, {"title", "days"});
        }
      }
      if (!titled && node.IsMap())
        reader_.problem(reader_.place(node), "a module's 'title' is missing",
                        "write title: the module's title");
      settings_.modules.push_back(std::move(module));
    }
  }

  void read_days(const YamlEntry& entry, Module& module) {
    if (!entry.value.IsSequence()) {
      reader_.problem(entry.place, "'days' is a list", "write days: [day01-one, day02-two]");
      return;
    }
    for (const YAML::Node& node : entry.value) {
      const Place place = reader_.place(node);
      if (!node.IsScalar() || !is_folder_name(node.Scalar())) {
        reader_.problem(place, "a day is the name of its folder, like day36-merge-path",
                        "name a folder of lessons/");
        continue;
      }
      const std::string& day = node.Scalar();
      const auto [first, is_new] = days_.emplace(day, place);
      if (!is_new) {
        reader_.problem(place,
                        "day '" + day + "' is listed twice, first in line " +
                            std::to_string(first->second.line),
                        "take one of the two out");
        reader_.findings.back().related = first->second;
        continue;
      }
      module.days.push_back(day);
      settings_.day_places.push_back(place);
    }
  }

  void read_kind(const YamlEntry& entry) {
    SourceKind kind;
    for (const YamlEntry& part : reader_.entries(entry.value, "'" + entry.key + "'")) {
      if (part.key == "build") {
        kind.build = reader_.text(part);
      } else if (part.key == "run") {
        kind.run = reader_.text(part);
      } else {
        reader_.unknown_key(part, {"build", "run"});
      }
    }
    const auto need = [&](std::string_view field, const std::string& what) {
      if (kind.build.empty() || kind.build.find(field) != std::string::npos) return;
      reader_.problem(entry.place,
                      "the 'build' command of '" + entry.key + "' lacks " + std::string(field) +
                          ", " + what + ": '" + visible(kind.build, 60) + "'",
                      "write it like build: nvcc -O3 -arch={arch} -o {out} {in}");
    };
    need("{in}", "which stands for the source");
    need("{out}", "which stands for the program it makes");
    if (kind.run.empty()) {
      reader_.problem(entry.place, "'" + entry.key + "' lacks its 'run' command",
                      "write run: ./{out}");
    }
    settings_.kinds[entry.key] = std::move(kind);
  }

  void read_given(const YamlEntry& entry) {
    for (const YamlEntry& constant : reader_.entries(entry.value, "'given'")) {
      Given given;
      given.name = constant.key;
      given.place = constant.place;
      for (const YamlEntry& part : reader_.entries(constant.value, "'" + constant.key + "'")) {
        if (part.key == "value") {
          given.value = reader_.text(part);
        } else if (part.key == "source") {
          given.source = reader_.text(part);
        } else {
          reader_.unknown_key(part, {"value", "source"});
        }
      }
      if (given.value.empty() || given.source.empty()) {
        reader_.problem(constant.place,
                        "constant '" + constant.key + "' needs a 'value' and a 'source'",
                        "write {value: 4.8 TB/s, source: where it comes from}");
      } else if (!parse_printed(given.value, {})) {
        reader_.problem(constant.place,
                        "constant '" + constant.key + "': '" + visible(given.value) +
                            "' is no number with a known unit, nor one without",
                        "write a number, and a unit as in 4.8 TB/s, 32 MiB, 1.98 GHz or 12.5 %");
      }
      settings_.given.push_back(std::move(given));
    }
  }

  void read_limits(const YamlEntry& entry) {
    for (const YamlEntry& limit : reader_.entries(entry.value, "'limits'")) {
      if (limit.key == "output") {
        if (const auto bytes = read_bytes(limit)) settings_.output_limit = *bytes;
      } else if (limit.key == "time") {
        const auto seconds = reader_.number(limit);
        if (seconds && *seconds > 0) {
          settings_.time_limit = *seconds;
        } else if (seconds) {
          reader_.problem(limit.place, "'time' is in seconds, more than 0", "write time: 60");
        }
      } else {
        reader_.unknown_key(limit, {"output", "time"});
      }
    }
  }

  // "67108864", "64 MiB".
  std::optional<std::size_t> read_bytes(const YamlEntry& entry) {
    const std::string text = reader_.text(entry);
    std::size_t value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    const std::string_view unit =
        trim(std::string_view(read.ptr, static_cast<std::size_t>(end - read.ptr)));
    static const std::map<std::string_view, std::size_t> kUnits = {
        {"", 1}, {"B", 1}, {"KiB", kKilo}, {"MiB", kKilo * kKilo}, {"GiB", kKilo * kKilo * kKilo}};
    const auto factor = kUnits.find(unit);
    const bool fits =
        factor != kUnits.end() && value <= std::numeric_limits<std::size_t>::max() / factor->second;
    if (read.ec == std::errc() && value > 0 && fits) return value * factor->second;
    reader_.problem(
        entry.place,
        "'" + entry.key + "' is a number of bytes like 64 MiB, not '" + visible(text, 40) + "'",
        "write " + entry.key + ": 64 MiB");
    return std::nullopt;
  }

  const Text& text_;
  YamlReader reader_;
  Settings settings_;
  std::map<std::string, Place> days_;
  bool seen_modules_ = false;
  bool seen_any_ = false;
};

}  // namespace

std::vector<std::string> Settings::days() const {
  std::vector<std::string> all;
  for (const Module& module : modules)
    all.insert(all.end(), module.days.begin(), module.days.end());
  return all;
}

Parsed<Settings> parse_settings(const Text& text) {
  if (const std::size_t bad = invalid_utf8(text.bytes()); bad != std::string_view::npos) {
    Parsed<Settings> parsed;
    const bool nul = text.bytes()[bad] == '\0';
    parsed.findings.push_back(make_finding("not-text", text.place(bad),
                                           "byte " + std::to_string(bad + 1) + " is " +
                                               (nul ? "NUL" : "not UTF-8") +
                                               "; the settings are UTF-8 text"));
    parsed.findings.back().mend = "save the file as UTF-8";
    return parsed;
  }
  return SettingsReader(text).read();
}

}  // namespace daybook
