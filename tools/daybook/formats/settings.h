// course.yaml, the one settings file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/finding.h"
#include "base/text.h"

namespace daybook {

struct Given {
  std::string name;
  std::string value;   // "4.8 TB/s"
  std::string source;  // where it comes from, shown to readers
  Place place;
};

struct Module {
  std::string title;
  std::map<std::string, std::string> titles;  // other languages
  std::vector<std::string> days;
};

struct SourceKind {
  std::string build;  // "nvcc -std=c++17 -O3 -arch={arch} -o {out} {in}"
  std::string run;    // "./{out}"
};

struct Settings {
  std::string title;
  std::map<std::string, std::string> titles;
  std::string site;  // "https://…", "" when not given
  std::string repository;
  std::vector<std::string> languages;  // the first is the original: "en"
  std::vector<Module> modules;
  std::string card;                         // "h200"
  std::string arch;                         // "sm_90"
  std::map<std::string, SourceKind> kinds;  // by file ending: "cu"
  std::vector<Given> given;
  std::string accept = "any";
  std::size_t output_limit = 64u << 20;  // bytes one run may print
  double time_limit = 60;                // seconds a variant may take
  std::vector<Place> day_places;         // of modules' days, in order
  std::vector<std::string> days() const;
};

// Findings: course-settings (unknown key with suggestion, wrong type, day twice, missing key).
Parsed<Settings> parse_settings(const Text& text);

}  // namespace daybook
