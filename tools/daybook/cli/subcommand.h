// The table of commands: it drives dispatch, help and suggestions. One cmd_<verb>.cc each.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace daybook {

struct Option {
  std::string name;   // "--format"
  std::string value;  // "text|json"; "" for a flag. Alternatives with | are the only ones taken
  std::string help;
};

// A command line, parsed.
struct Invocation {
  std::filesystem::path directory;  // -C, else the current folder
  bool strict = false;
  std::vector<std::string> names;              // positional arguments
  std::map<std::string, std::string> options;  // flags hold "yes"

  bool has(const std::string& option) const { return options.contains(option); }
  std::string get(const std::string& option, const std::string& otherwise = "") const {
    const auto found = options.find(option);
    return found == options.end() ? otherwise : found->second;
  }
};

struct Subcommand {
  std::string name;
  std::string summary;
  std::string positional;  // "LESSON…", "" when it takes none
  std::size_t least = 0;   // positional arguments needed
  std::vector<Option> options;
  int (*run)(const Invocation& invocation) = nullptr;
};

// In the order the help shows them.
const std::vector<Subcommand>& subcommands();

int run_audit(const Invocation& invocation);
int run_check(const Invocation& invocation);
int run_compare(const Invocation& invocation);
int run_import(const Invocation& invocation);
int run_record(const Invocation& invocation);
int run_snippets(const Invocation& invocation);
int run_status(const Invocation& invocation);
int run_tables(const Invocation& invocation);
int run_update(const Invocation& invocation);
int run_weave(const Invocation& invocation);

}  // namespace daybook
