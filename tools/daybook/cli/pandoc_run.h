// A lesson's prose through Pandoc, on a thread of its own: Pandoc starts while the lesson is
// parsed, and works while it is checked. As long as neither the lesson nor a tool changes, what
// Pandoc made the last time stands.
#pragma once

#include <future>
#include <string>
#include <string_view>

#include "base/process.h"

namespace daybook {

struct Pandoc {
  std::string program;     // as it is called, or its path
  bool no_ticker = false;  // it takes options of Haskell's runtime: started without its timer
};

struct PandocResult {
  std::string html;
  std::string warnings;  // what it said on standard error
  std::string problem;   // why there is no HTML
  std::string to_keep;   // for the next run; "" where Pandoc should say its warnings again
};

class PandocRun {
 public:
  // `path` and `lesson`: the lesson's file and its bytes, which say what Pandoc will be given.
  // `kept`: `to_keep` of the last run of this lesson.
  PandocRun(Pandoc pandoc, const std::string& path, std::string_view lesson,
            const std::string& kept);
  PandocRun(const PandocRun&) = delete;
  PandocRun& operator=(const PandocRun&) = delete;
  ~PandocRun();

  // The Markdown that Pandoc is waiting for; to be called once.
  void give(std::string markdown);
  // Waits for Pandoc.
  PandocResult finish();

 private:
  ProcessResult start(bool no_ticker);
  ProcessResult run();

  Pandoc pandoc_;
  std::string key_;
  std::string html_;  // of the last run, where it stands
  bool given_ = false;
  std::promise<std::string> promise_;
  std::shared_future<std::string> markdown_;
  std::future<ProcessResult> running_;
};

}  // namespace daybook
