#include "formats/yaml_reader.h"

#include <yaml-cpp/depthguard.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/suggest.h"

namespace daybook {

namespace {

// ", not 'perhaps'"; nothing for what is no single value.
std::string not_found_so(const YAML::Node& node) {
  if (node.IsScalar()) return ", not '" + visible(node.Scalar(), 40) + "'";
  return node.IsSequence() ? ", not a list" : node.IsMap() ? ", not 'key: value' lines" : "";
}

}  // namespace

YamlReader::YamlReader(const Text& text, std::size_t first_line, std::string id)
    : text_(&text), first_line_(first_line), id_(std::move(id)) {}

Place YamlReader::place(const YAML::Mark& mark) const {
  if (mark.is_null()) return text_->line_place(first_line_);
  const std::size_t line = first_line_ + static_cast<std::size_t>(mark.line);
  const Span span = text_->line_span(std::min(line, text_->line_count()));
  return text_->place(std::min(span.begin + static_cast<std::size_t>(mark.column), span.end));
}

Place YamlReader::place(const YAML::Node& node) const { return place(node.Mark()); }

void YamlReader::problem(const Place& place, std::string message, std::string mend) {
  findings.push_back(make_finding(id_, place, std::move(message)));
  findings.back().mend = std::move(mend);
}

std::vector<YamlEntry> YamlReader::parse(std::string_view yaml) {
  YAML::Node root;
  try {
    root = YAML::Load(std::string(yaml));
  } catch (const YAML::DeepRecursion& error) {
    Place deep = place(error.mark);
    deep.column = 1;
    problem(deep, "lists and maps nest too deep, up to this line",
            "take brackets out: nothing here needs more than four of them");
    return {};
  } catch (const YAML::Exception& error) {
    problem(place(error.mark), "not YAML: " + error.msg,
            "write it as YAML, 'key: value' on each line; quote a value that holds ': ', # or [");
    return {};
  }
  if (!root.IsDefined() || root.IsNull()) return {};
  return entries(root, "the whole of it");
}

std::vector<YamlEntry> YamlReader::entries(const YAML::Node& node, std::string_view what) {
  if (!node.IsMap()) {
    problem(place(node), "expected 'key: value' lines for " + std::string(what));
    return {};
  }
  std::vector<YamlEntry> all;
  std::set<std::string> seen;
  for (const auto& pair : node) {
    if (!pair.first.IsScalar()) {
      problem(place(pair.first), "a key is one word");
      continue;
    }
    YamlEntry entry{pair.first.Scalar(), pair.second, place(pair.first)};
    if (!seen.insert(entry.key).second) {
      problem(entry.place, "'" + entry.key + "' is given twice", "remove one of the two");
      continue;
    }
    all.push_back(std::move(entry));
  }
  return all;
}

std::string YamlReader::text(const YamlEntry& entry) {
  if (entry.value.IsScalar()) return entry.value.Scalar();
  problem(entry.place, "'" + entry.key + "' is one text" + not_found_so(entry.value),
          "write " + entry.key + ": text");
  return {};
}

std::vector<std::string> YamlReader::list(const YamlEntry& entry) {
  if (!entry.value.IsSequence()) {
    problem(entry.place, "'" + entry.key + "' is a list" + not_found_so(entry.value),
            "write " + entry.key + ": [one, another]");
    return {};
  }
  std::vector<std::string> items;
  for (const YAML::Node& item : entry.value) {
    if (item.IsScalar()) {
      items.push_back(item.Scalar());
    } else {
      problem(place(item), "an item of '" + entry.key + "' is one text");
    }
  }
  return items;
}

std::optional<bool> YamlReader::truth(const YamlEntry& entry) {
  if (entry.value.IsScalar()) {
    if (entry.value.Scalar() == "true") return true;
    if (entry.value.Scalar() == "false") return false;
  }
  problem(entry.place, "'" + entry.key + "' is true or false" + not_found_so(entry.value),
          "write " + entry.key + ": true");
  return std::nullopt;
}

std::optional<double> YamlReader::number(const YamlEntry& entry) {
  if (entry.value.IsScalar()) {
    const std::string& text = entry.value.Scalar();
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return value;
  }
  problem(entry.place, "'" + entry.key + "' is a number" + not_found_so(entry.value),
          "write " + entry.key + ": 10");
  return std::nullopt;
}

std::optional<int> YamlReader::whole_number(const YamlEntry& entry) {
  if (entry.value.IsScalar()) {
    const std::string& text = entry.value.Scalar();
    int value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return value;
  }
  problem(entry.place, "'" + entry.key + "' is a whole number" + not_found_so(entry.value),
          "write " + entry.key + ": 1");
  return std::nullopt;
}

void YamlReader::unknown_key(const YamlEntry& entry, const std::vector<std::string>& known) {
  std::string all;
  for (const std::string& key : known) all += (all.empty() ? "" : ", ") + key;
  problem(entry.place, "unknown key '" + entry.key + "'" + did_you_mean(entry.key, known),
          "known keys: " + all);
}

}  // namespace daybook
