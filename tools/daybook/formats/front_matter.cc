#include "formats/front_matter.h"

#include <re2/re2.h>

#include <cmath>

#include "formats/yaml_reader.h"

namespace daybook {

namespace {

constexpr char kId[] = "front-matter";

bool is_rule(std::string_view line) {
  const std::size_t end = line.find_last_not_of(" \t") + 1;
  return line.substr(0, end) == "---";
}

void read_facts(YamlReader& reader, const YamlEntry& entry, FrontMatter& front) {
  for (const YamlEntry& fact : reader.entries(entry.value, "'facts'")) {
    const std::string pattern = reader.text(fact);
    const RE2 compiled(pattern, RE2::Quiet);
    if (!compiled.ok()) {
      reader.problem(fact.place,
                     "the pattern of fact '" + fact.key + "' is no RE2: " + compiled.error(),
                     "mend the pattern, one group in ( ) around the value");
    } else if (compiled.NumberOfCapturingGroups() != 1) {
      reader.problem(fact.place,
                     "the pattern of fact '" + fact.key + "' has " +
                         std::to_string(compiled.NumberOfCapturingGroups()) +
                         " groups in ( ), it needs one around the value",
                     "write (?: ) around what is not the value");
    } else {
      front.facts.push_back({fact.key, pattern, fact.place});
    }
  }
}

void read_expectation(YamlReader& reader, const YamlEntry& entry, VariantExpectation& variant) {
  if (entry.key == "hangs") {
    variant.hangs = reader.number(entry);
    if (variant.hangs && !(*variant.hangs > 0 && std::isfinite(*variant.hangs))) {
      reader.problem(entry.place, "'hangs' is a time in seconds, more than 0", "write hangs: 10");
      variant.hangs.reset();
    }
  } else if (entry.key == "exit") {
    variant.exit = reader.whole_number(entry);
    if (variant.exit && (*variant.exit < 0 || *variant.exit > 255)) {
      reader.problem(entry.place, "'exit' is a status from 0 to 255", "write exit: 1");
      variant.exit.reset();
    }
  } else if (entry.key == "stderr") {
    variant.stderr_text = reader.text(entry);
  } else if (entry.key == "build-error") {
    variant.build_error = reader.text(entry);
  } else if (entry.key == "claim") {
    variant.claim = reader.text(entry);
  } else {
    reader.unknown_key(entry, {"hangs", "exit", "stderr", "build-error", "claim"});
  }
}

void read_variants(YamlReader& reader, const YamlEntry& entry, FrontMatter& front) {
  for (const YamlEntry& named : reader.entries(entry.value, "'variants'")) {
    VariantExpectation variant;
    variant.name = named.key;
    variant.place = named.place;
    const auto expectations = reader.entries(
        named.value, "variant '" + named.key + "' (hangs, exit, stderr, build-error, claim)");
    for (const YamlEntry& expectation : expectations)
      read_expectation(reader, expectation, variant);
    if (expectations.empty()) {
      reader.problem(named.place, "variant '" + named.key + "' does not say what must happen",
                     "write one of hangs, exit, stderr, build-error, claim");
    }
    front.variants.push_back(variant);
  }
}

// True when `key` was one of those a translation may hold too.
bool read_own_key(YamlReader& reader, const YamlEntry& entry, FrontMatter& front) {
  if (entry.key == "title") {
    front.title = reader.text(entry);
    if (front.title.empty()) reader.problem(entry.place, "the title is empty", "write title: …");
  } else if (entry.key == "draft") {
    front.draft = reader.truth(entry).value_or(false);
  } else {
    return false;
  }
  return true;
}

void read_key(YamlReader& reader, const YamlEntry& entry, FrontMatter& front) {
  if (read_own_key(reader, entry, front)) return;
  if (entry.key == "run") {
    front.run = reader.text(entry);
    front.run_place = entry.place;
  } else if (entry.key == "measured") {
    front.measured = reader.list(entry);
  } else if (entry.key == "facts") {
    read_facts(reader, entry, front);
  } else if (entry.key == "variants") {
    read_variants(reader, entry, front);
  } else if (entry.key == "programs") {
    front.programs = reader.list(entry);
  } else if (entry.key == "proves") {
    front.summary = reader.text(entry);
  } else if (entry.key == "needs") {
    front.needs = reader.list(entry);
  } else {
    reader.unknown_key(entry, {"title", "draft", "run", "measured", "facts", "variants", "programs",
                               "proves", "needs"});
  }
}

}  // namespace

FrontMatterLines find_front_matter(const Text& text) {
  if (text.line_count() == 0 || !is_rule(text.line(1))) return {};
  for (std::size_t line = 2; line <= text.line_count(); ++line) {
    if (is_rule(text.line(line))) return {line, false};
  }
  return {0, true};
}

Parsed<FrontMatter> parse_front_matter(const Text& text, bool translation) {
  Parsed<FrontMatter> parsed;
  const FrontMatterLines lines = find_front_matter(text);
  YamlReader reader(text, 2, kId);
  if (lines.unclosed) {
    reader.problem(text.line_place(1), "the front matter is never closed",
                   "write a line of --- behind it");
  }
  if (lines.count > 0) {
    parsed.value.span = {text.line_span(1).begin, text.line_end(lines.count)};
    const Span yaml{text.line_end(1), text.line_span(lines.count).begin};
    for (const YamlEntry& entry : reader.parse(text.slice(yaml))) {
      if (!translation) {
        read_key(reader, entry, parsed.value);
      } else if (!read_own_key(reader, entry, parsed.value)) {
        reader.problem(entry.place,
                       "a translation's front matter holds only 'title', not '" + entry.key + "'",
                       "remove it: the original's counts");
      }
    }
  }
  parsed.findings = std::move(reader.findings);
  return parsed;
}

}  // namespace daybook
