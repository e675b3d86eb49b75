// Finds what a path, a name or a constant stands for: in a run, in the lesson, in course.yaml.
// Internal to check/.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "check/lesson_context.h"
#include "formats/formula.h"

namespace daybook {

struct FoundValue {
  Sample sample;
  std::optional<Printed> printed;  // when it is a number
  TruthCell cell;
};

struct FoundValues {
  std::vector<FoundValue> values;  // one, or one a row for '*'
  std::shared_ptr<RunRecord> run;  // null for constants
  std::string source_file;         // where it stands: a transcript, course.yaml
  std::string source_note;         // a constant's source, shown to readers
  std::string problem;
  std::string mend;
  bool ambiguous = false;  // the path fits several values
};

// `scheme`: "run", "run@t4", "given"; `reference`: what stands behind it. `card`: the card to read
// instead of the course's, "" for that one.
FoundValues find_values(LessonContext& context, const std::string& scheme,
                        const std::string& reference, const std::string& card = "");

// Evaluates a calc or a claim; names in it may be other named values, calcs too.
struct EvaluatedFormula {
  Evaluation evaluation;
  std::set<std::shared_ptr<RunRecord>> runs;  // every run it read, through names too
  bool takes_constant = false;                // a constant of course.yaml too, and …
  std::size_t written_numbers = 0;            // … how many numbers stand in it, through names too
  std::string problem;                        // syntax, or a reference that leads nowhere
  std::string mend;                           // of such a reference
  bool run_missing = false;
};
EvaluatedFormula evaluate_formula(LessonContext& context, const std::string& formula,
                                  const std::string& card = "");
// Why nothing recorded could make a claim false, to follow its formula in a message; "" when it
// could.
std::string why_unproved(const EvaluatedFormula& claim);
// The command that prints the paths to take: of the first of `runs`, else of the lesson's own day.
std::string where_paths_are(LessonContext& context,
                            const std::set<std::shared_ptr<RunRecord>>& runs);

}  // namespace daybook
