// The daybook program: finds the command in the table and runs it.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "base/suggest.h"
#include "cli/output.h"

namespace daybook {

namespace {

constexpr const char* kVersion = DAYBOOK_VERSION;

std::vector<std::string> alternatives(const std::string& value) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t end = std::min(value.find('|', at), value.size());
    words.push_back(value.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

struct Values {
  std::map<std::string, std::string> texts;
  std::map<std::string, bool> flags;
};

void declare(CLI::App& app, const Subcommand& command, Invocation& invocation, Values& values) {
  if (!command.positional.empty()) {
    auto* names = app.add_option("names", invocation.names,
                                 command.least == 0 ? "all of them when none is given" : "");
    names->option_text(command.positional);
    if (command.least > 0) names->required();
  }
  for (const Option& option : command.options) {
    if (option.value.empty()) {
      app.add_flag(option.name, values.flags[option.name], option.help);
      continue;
    }
    auto* added = app.add_option(option.name, values.texts[option.name], option.help);
    added->option_text(option.value);
    if (option.value.find('|') != std::string::npos) {
      added->check(CLI::IsMember(alternatives(option.value)));
    }
  }
}

void collect(const Subcommand& command, const CLI::App& app, const Values& values,
             Invocation& invocation) {
  for (const Option& option : command.options) {
    if (app.count(option.name) == 0) continue;
    invocation.options[option.name] = option.value.empty() ? "yes" : values.texts.at(option.name);
  }
  invocation.strict = invocation.has("--strict");
}

void explain_unknown_option(const Subcommand& command, int count, char** arguments) {
  std::vector<std::string> names = {"--help"};
  for (const Option& option : command.options) names.push_back(option.name);
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const std::string word = argument.substr(0, argument.find('='));
    if (!word.starts_with("--") || word == "--") continue;
    if (std::find(names.begin(), names.end(), word) != names.end()) continue;
    print_note("'" + command.name + "' has no option '" + word + "'" + did_you_mean(word, names));
  }
}

// CLI11's own words for an unknown command or option name no other; ours do.
void explain_unknown(int count, char** arguments) {
  std::vector<std::string> names;
  for (const Subcommand& command : subcommands()) names.push_back(command.name);
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "-C") ++i;
    if (word.starts_with("-")) continue;
    const auto known = std::find(names.begin(), names.end(), word);
    if (known == names.end()) {
      print_note("there is no command '" + word + "'" + did_you_mean(word, names));
    } else {
      explain_unknown_option(subcommands()[static_cast<std::size_t>(known - names.begin())], count,
                             arguments);
    }
    return;
  }
}

// A command without what it acts on; CLI11's own words name it "names".
bool explain_missing(const CLI::ParseError& error, const std::vector<CLI::App*>& parsers) {
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return false;
  for (std::size_t i = 0; i < parsers.size(); ++i) {
    const Subcommand& command = subcommands()[i];
    if (!parsers[i]->parsed() || command.least == 0) continue;
    print_note("'" + command.name + "' needs " + command.positional +
               ", and nothing was named; daybook " + command.name + " --help says more");
    return true;
  }
  return false;
}

int run(int count, char** arguments) {
  CLI::App app{"Builds and checks a CUDA course in which nothing quoted can be wrong.", "daybook"};
  app.set_version_flag("--version", std::string("daybook ") + kVersion);
  app.require_subcommand(1);
  app.fallthrough();
  std::string directory = ".";
  app.add_option("-C", directory, "act as if started in DIR")->option_text("DIR");
  std::vector<std::unique_ptr<Invocation>> invocations;
  std::vector<std::unique_ptr<Values>> values;
  std::vector<CLI::App*> parsers;
  for (const Subcommand& command : subcommands()) {
    invocations.push_back(std::make_unique<Invocation>());
    values.push_back(std::make_unique<Values>());
    parsers.push_back(app.add_subcommand(command.name, command.summary));
    declare(*parsers.back(), command, *invocations.back(), *values.back());
  }
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) explain_unknown(count, arguments);
    if (explain_missing(error, parsers)) return kCouldNotCheck;
    return app.exit(error) == 0 ? kHolds : kCouldNotCheck;
  }
  for (std::size_t i = 0; i < parsers.size(); ++i) {
    if (!parsers[i]->parsed()) continue;
    const Subcommand& command = subcommands()[i];
    collect(command, *parsers[i], *values[i], *invocations[i]);
    invocations[i]->directory = directory;
    return command.run(*invocations[i]);
  }
  return kCouldNotCheck;
}

}  // namespace

}  // namespace daybook

int main(int count, char** arguments) {
  try {
    const int status = daybook::run(count, arguments);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    daybook::print_note("the results could not be written to standard output");
    return daybook::kCouldNotCheck;
  } catch (const std::exception& error) {
    daybook::print_note(std::string("could not go on: ") + error.what());
    return daybook::kCouldNotCheck;
  }
}
