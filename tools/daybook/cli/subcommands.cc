#include "cli/subcommand.h"

namespace daybook {

const std::vector<Subcommand>& subcommands() {
  static const Option kFormat = {"--format", "text|json", "how findings are written"};
  static const Option kStrict = {"--strict", "",
                                 "warnings make the exit status 1, unproved things 2"};
  static const std::vector<Subcommand> kSubcommands = {
      {"check",
       "Check every quote, number and claim.",
       "LESSON…",
       0,
       {kFormat,
        kStrict,
        {"--stamp", "FILE", "write this file when all holds (used by the build)"},
        {"--depfile", "FILE", "list there what was read (used by the build)"}},
       run_check},
      {"update",
       "Write the truth into quotes, tables, numbers, patches and house text.",
       "LESSON…",
       0,
       {{"--dry-run", "", "print a patch instead of writing"}, kStrict},
       run_update},
      {"status",
       "Show each lesson's evidence and the command that mends it.",
       "LESSON…",
       0,
       {kFormat},
       run_status},
      {"snippets", "List the regions of sources.", "FILE|LESSON…", 0, {kFormat}, run_snippets},
      {"tables",
       "Print every path of recorded runs with its value.",
       "FILE|LESSON…",
       0,
       {kFormat},
       run_tables},
      {"record",
       "Build, run five times and keep the evidence.",
       "DAY UNIT…",
       0,
       {{"--bundle", "DIR", "only write what the GPU machine needs: sources and run.sh"},
        {"--via", "CMD", "run on another machine: 'ssh box', 'srun --gres=gpu:1'"},
        {"--try", "", "show the tables and the comparison, keep nothing"}},
       run_record},
      {"import", "Take the results of a bundle in as evidence.", "DIR|TAR", 1, {}, run_import},
      {"audit",
       "Prove that a built site shows the truth.",
       "SITE [DAY…]",
       1,
       {kFormat, kStrict},
       run_audit},
      {"weave",
       "Make a lesson's part of the site (used by the build).",
       "LESSON",
       1,
       {{"--output", "FILE", "where to write it"},
        {"--depfile", "FILE", "where to list what was read"},
        {"--pandoc", "PROGRAM", "the Pandoc to use"}},
       run_weave},
  };
  return kSubcommands;
}

}  // namespace daybook
