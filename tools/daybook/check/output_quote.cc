// Quotes of what a run left: printed output, machine code, the compiler's report, the commands; and
// a variant's patch.
#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "check/lesson_context.h"
#include "formats/slug.h"

namespace daybook {

namespace {

void report_problem(LessonContext& context, const Quote& quote, const char* id, std::string message,
                    std::string mend) {
  Finding finding = make_finding(id, quote.place, std::move(message));
  finding.mend = std::move(mend);
  context.report(std::move(finding));
}

// Lines first..last of a recorded file.
BlockTruth recorded_lines(const Text& text, std::size_t first, std::size_t last) {
  BlockTruth truth;
  for (std::size_t number = first; number <= last && number <= text.line_count(); ++number) {
    truth.lines.push_back(plain_line(text.line(number)));
    truth.numbers.push_back(number);
  }
  truth.related = {text.name(), first, 1};
  truth.cause = "the evidence changed after the lesson, or the quote was edited by hand";
  return truth;
}

void check_machine_code(LessonContext& context, const Quote& quote, const std::string& kernel,
                        CheckedQuote& checked) {
  std::vector<std::string> names;
  for (const KernelCode& code : checked.run->machine_code) {
    names.push_back(make_slug(code.kernel));
  }
  const SlugMatch match = match_slug(slug_part(kernel), names, "kernel");
  if (checked.run->sass == nullptr || !match.index) {
    report_problem(context, quote, "path-unknown",
                   checked.run->sass == nullptr
                       ? "no machine code was recorded in " + checked.run->folder
                       : match.problem,
                   "daybook tables " + checked.run->day + " prints every path");
    return;
  }
  const KernelCode& code = checked.run->machine_code[*match.index];
  BlockTruth truth = recorded_lines(*checked.run->sass, code.first_line, code.last_line);
  truth.what = "text differs from the machine code of '" + code.kernel + "'";
  checked.source_file = checked.run->sass->name();
  compare_block(context, quote, truth, checked);
}

void check_compiler_report(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  if (checked.run->ptxas == nullptr) {
    report_problem(context, quote, "path-unknown",
                   "no compiler report was recorded in " + checked.run->folder,
                   "daybook tables " + checked.run->day + " prints every path");
    return;
  }
  const Text& text = *checked.run->ptxas;
  BlockTruth truth = recorded_lines(text, 1, text.line_count());
  truth.what = "text differs from the compiler's report";
  checked.source_file = text.name();
  compare_block(context, quote, truth, checked);
}

void check_transcript(LessonContext& context, const Quote& quote, const RunPath& path,
                      CheckedQuote& checked) {
  if (checked.run->published == nullptr) {
    report_problem(context, quote, "path-unknown",
                   "no output was recorded in " + checked.run->folder,
                   "daybook record " + checked.run->day + " " + checked.run->unit);
    return;
  }
  const Text& text = *checked.run->published;
  BlockTruth truth;
  const bool whole = path.parts.empty() || (path.parts.size() == 1 && path.parts.front().empty());
  if (whole) {
    truth = recorded_lines(text, 1, text.line_count());
    truth.what = "text differs from the recorded output";
  } else {
    const Located located = locate(checked.run->transcript, {path.parts.front()});
    if (!located.problem.empty() || path.parts.size() > 1) {
      report_problem(
          context, quote, located.ambiguous ? "path-ambiguous" : "path-unknown",
          path.parts.size() > 1 ? "a fence quotes a whole table: run:<table>" : located.problem,
          "daybook tables " + checked.run->day + " prints every path");
      return;
    }
    const Table& table = *located.cells.front().table;
    checked.table = &table;
    truth = recorded_lines(text, table.first_line, table.last_line);
    truth.what = "text differs from the recorded table '" + table.path + "'";
  }
  checked.source_file = text.name();
  compare_block(context, quote, truth, checked);
}

}  // namespace

void check_output(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  const RunPath path = parse_path(context, quote.reference);
  const FoundRun found = find_run(context, path, card_of_scheme(quote.scheme));
  if (found.run == nullptr) {
    report_problem(context, quote, "run-missing", found.problem, found.mend);
    return;
  }
  checked.run = found.run;
  if (path.what == RunPath::What::sass || path.what == RunPath::What::ptxas) {
    load_device_reports(context.course.store(), *checked.run);
  }
  switch (path.what) {
    case RunPath::What::sass:
      check_machine_code(context, quote, path.parts.empty() ? "" : path.parts.front(), checked);
      break;
    case RunPath::What::ptxas:
      check_compiler_report(context, quote, checked);
      break;
    case RunPath::What::fact:
      report_problem(context, quote, "path-unknown", "a fact is one value, not a block of output",
                     "quote it as a number: [132 SMs](run:fact/…)");
      break;
    case RunPath::What::value:
      check_transcript(context, quote, path, checked);
      break;
  }
}

void check_command(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  const FoundRun found = find_run(context, RunPath{}, "");
  const bool build = quote.reference == "build";
  if (!build && quote.reference != "run") {
    report_problem(context, quote, "path-unknown",
                   "cmd:" + quote.reference + " names no command" +
                       did_you_mean(quote.reference, {"build", "run"}),
                   "write from=cmd:build or from=cmd:run");
    return;
  }
  if (found.run == nullptr) {
    report_problem(context, quote, "run-missing", found.problem, found.mend);
    return;
  }
  checked.run = found.run;
  checked.source_file = found.run->folder + "/provenance.json";
  BlockTruth truth;
  truth.lines =
      split_lines(build ? found.run->provenance.build.command : found.run->provenance.run_command);
  truth.what = "text differs from the recorded " + quote.reference + " command";
  truth.related = {checked.source_file, 0, 0};
  truth.cause = "the command changed after the lesson, or the quote was edited by hand";
  compare_block(context, quote, truth, checked);
}

void check_variant_quote(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  const Day* day = context.course.find_day(context.day());
  std::vector<std::string> names;
  if (day != nullptr) {
    for (const Program& program : day->programs) {
      names.insert(names.end(), program.variants.begin(), program.variants.end());
    }
  }
  const bool known = std::find(names.begin(), names.end(), quote.reference) != names.end();
  // Of a folder that cannot be listed there is a finding already.
  const std::string folder = "src/" + context.day() + "/variants";
  if (!known && !context.course.store().hidden_by(folder).empty()) return;
  if (!known) {
    report_problem(context, quote, "variant-unknown",
                   "there is no variant '" + quote.reference + "' of this day" +
                       did_you_mean(quote.reference, names),
                   "write src/" + context.day() + "/variants/" + quote.reference + ".patch");
    return;
  }
  checked.source_file = Course::variant_file(*day, quote.reference);
  const auto* patch = context.course.patch(checked.source_file);
  if (patch == nullptr) {
    report_problem(context, quote, "variant-unknown", "cannot read " + checked.source_file,
                   "restore the file");
    return;
  }
  if (!patch->findings.empty()) {
    for (const Finding& finding : patch->findings) context.report(finding);
    return;
  }
  BlockTruth truth;
  for (const PatchLine& line : patch->value.shown()) {
    truth.lines.push_back(line.text);
    truth.numbers.push_back(line.line);
  }
  truth.what = "text differs from variant '" + quote.reference + "'";
  truth.related = {checked.source_file, 1, 1};
  truth.cause = "the patch changed after the lesson, or the quote was edited by hand";
  compare_block(context, quote, truth, checked);
}

}  // namespace daybook
