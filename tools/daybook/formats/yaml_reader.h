// YAML mappings read with places: each wrong type, unknown key or repeated key is one finding at
// its line. Used by course.yaml and by front matter.
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/text.h"

namespace daybook {

struct YamlEntry {
  std::string key;
  YAML::Node value;
  Place place;  // of the key
};

class YamlReader {
 public:
  // `yaml` is a part of `text` that starts on `first_line`. Findings get `id`.
  YamlReader(const Text& text, std::size_t first_line, std::string id);

  // The whole document as a mapping; empty when it is none (one finding, unless it is empty).
  std::vector<YamlEntry> parse(std::string_view yaml);
  // A mapping's entries, repeated keys left out with a finding. `what` names it in messages.
  std::vector<YamlEntry> entries(const YAML::Node& node, std::string_view what);

  std::string text(const YamlEntry& entry);
  // One line of text per item.
  std::vector<std::string> list(const YamlEntry& entry);
  std::optional<bool> truth(const YamlEntry& entry);
  std::optional<double> number(const YamlEntry& entry);
  std::optional<int> whole_number(const YamlEntry& entry);

  void unknown_key(const YamlEntry& entry, const std::vector<std::string>& known);
  Place place(const YAML::Node& node) const;
  void problem(const Place& place, std::string message, std::string mend = {});

  Findings findings;

 private:
  Place place(const YAML::Mark& mark) const;

  const Text* text_;
  std::size_t first_line_;
  std::string id_;
};

}  // namespace daybook
