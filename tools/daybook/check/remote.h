// Recording through a launcher (`ssh box`, `srun --gres=gpu:1`): the bundle travels inside one
// shell script on standard input, the results come back on standard output. The other side needs
// what run.sh needs, nothing more.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "check/bundle.h"

namespace daybook {

// A script for `LAUNCHER sh -s`: unpacks the bundle into a temporary folder, runs run.sh there,
// prints the results between two marks and removes the folder.
std::string make_remote_script(const std::vector<NamedFile>& bundle);

// The results in what a launcher printed; whatever it printed besides is passed over. Findings:
// import-format (no results, or cut short), and those of read_archive. `launcher` is for messages.
Parsed<std::vector<NamedFile>> read_remote_output(const std::string& launcher,
                                                  std::string_view output);

// True when the launcher hands work to a queue that finds each job its own GPU (srun, qrsh, bsub,
// flux): only then may units go out side by side.
bool is_queue(std::string_view launcher);

struct RemoteOutcome {
  std::vector<NamedFile> results;
  Findings findings;     // why there are no results
  std::string progress;  // what run.sh said on standard error
};

// Sends each bundle out, at most `side_by_side` at a time, and answers in their order. One that
// fails leaves the others alone. `done` is called as each ends, never twice at once. Once `stopped`
// says so nothing further is sent out; what was not has a finding.
std::vector<RemoteOutcome> record_remotely(
    const std::string& launcher, const std::vector<std::vector<NamedFile>>& bundles,
    std::size_t side_by_side,
    const std::function<void(std::size_t bundle, const RemoteOutcome&)>& done,
    const std::function<bool()>& stopped = [] { return false; });

}  // namespace daybook
