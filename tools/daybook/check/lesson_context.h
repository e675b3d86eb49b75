// What every rule about a lesson needs at hand. Internal to check/.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/checked_lesson.h"
#include "check/course.h"
#include "formats/run_path.h"

namespace daybook {

struct LessonContext {
  Course& course;
  const LessonFile& file;
  const Lesson& lesson;
  Findings findings;
  bool run_says_nothing = false;  // of the quote being checked: the run's own findings stand for it

  // The lesson's command line name: "day36-merge-path".
  const std::string& day() const { return file.day; }
  std::string mend_by_update() const { return "daybook update " + file.day; }
  void report(Finding finding) { findings.push_back(std::move(finding)); }
};

// The run a path or scheme ("run", "run@t4") names, or why there is none.
struct FoundRun {
  std::shared_ptr<RunRecord> run;
  std::string day;
  std::string unit;
  std::string problem;
  std::string mend;
};
FoundRun find_run(LessonContext& context, const RunPath& path, const std::string& card);
RunPath parse_path(LessonContext& context, const std::string& text);
// "t4" of "run@t4", "" of "run".
std::string card_of_scheme(const std::string& scheme);

// One rule each; they fill `checked` and report to the context.
void check_code(LessonContext& context, const Quote& quote, CheckedQuote& checked);
void check_output(LessonContext& context, const Quote& quote, CheckedQuote& checked);
void check_command(LessonContext& context, const Quote& quote, CheckedQuote& checked);
void check_variant_quote(LessonContext& context, const Quote& quote, CheckedQuote& checked);
void check_table(LessonContext& context, const Quote& quote, CheckedQuote& checked);
// Behind check_table: what the drawing names is there and can be drawn.
void check_chart(LessonContext& context, const Quote& quote, CheckedQuote& checked);
void check_number(LessonContext& context, const Quote& quote, CheckedQuote& checked);
void check_calc(LessonContext& context, const Quote& quote, CheckedQuote& checked);
void check_claim(LessonContext& context, const Quote& quote, CheckedQuote& checked);

// Rules about the lesson as a whole.
void check_pinned_run(LessonContext& context);  // that it is there
void check_links(LessonContext& context);       // lessons and terms that are linked
void check_variants(LessonContext& context);    // what the front matter expects of each
void check_evidence(LessonContext& context);    // runs that count: whole, and of this very source
void check_house_text(LessonContext& context);  // regions named like a file in snippets/

// Compares a block quote's content with `truth` (source_file is set in `checked`): finding, diff,
// edit.
struct BlockTruth {
  std::vector<std::string> lines;
  std::vector<std::size_t> numbers;  // of each line in the source file
  std::string what;                  // "code differs from snippet 'corank'"
  Place related;
  std::string cause;
};
void compare_block(LessonContext& context, const Quote& quote, const BlockTruth& truth,
                   CheckedQuote& checked);

}  // namespace daybook
