// Inline quotes: numbers, derived numbers and claims.
#include <algorithm>
#include <utility>

#include "check/lesson_context.h"
#include "check/moved_number.h"
#include "check/values.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

Finding& report(LessonContext& context, const Quote& quote, const char* id, std::string message,
                std::string mend) {
  Finding finding = make_finding(id, quote.place, std::move(message));
  finding.mend = std::move(mend);
  context.report(std::move(finding));
  return context.findings.back();
}

std::string raw_words(const LessonContext& context, const Quote& quote) {
  return std::string(context.lesson.text.slice(quote.text));
}

// What `update` writes between the brackets; nothing when the words hold no number to replace.
void add_edit(LessonContext& context, const Quote& quote, const std::string& words,
              CheckedQuote& checked, Finding& finding) {
  if (words.empty() || words == raw_words(context, quote)) return;
  checked.edits.push_back({context.file.path, quote.text, words});
  finding.fixes.push_back(checked.edits.back());
  finding.mend = context.mend_by_update();
}

// Only what `update` rewrites can have moved.
void note_move(const LessonContext& context, const Quote& quote,
               const std::optional<WrittenNumber>& written, const Value& value,
               CheckedQuote& checked) {
  if (checked.edits.empty()) return;
  const NumberSearch now = find_number(checked.edits.back().replacement);
  std::string note = moved_beyond_spread(context.lesson, quote, written, now.found, value);
  if (!note.empty()) checked.notes.push_back(std::move(note));
}

bool is_empty(const Quote& quote) { return trim(quote.words).empty(); }

// `truth`: what update fills in.
void report_empty(LessonContext& context, const Quote& quote, const std::string& truth,
                  CheckedQuote& checked) {
  Finding& finding =
      report(context, quote, "quote-empty", "the quote is empty: it should say " + visible(truth),
             "write '" + visible(truth) + "'");
  finding.cause = "nothing was quoted yet";
  add_edit(context, quote, truth, checked, finding);
}

void check_text_value(LessonContext& context, const Quote& quote, const FoundValue& value,
                      const FoundValues& found, CheckedQuote& checked) {
  if (quote.words == value.cell.text) {
    checked.holds = true;
    return;
  }
  Finding& finding = report(context, quote, "number-differs",
                            "'" + quote.reference + "' is '" + visible(value.cell.text) +
                                "', the lesson says '" + visible(quote.words) + "'",
                            "write '" + visible(value.cell.text) + "'");
  finding.related = Place{found.source_file, value.cell.line, 1};
}

// Values of several runs in one formula: of several cards they prove nothing, of several drivers
// they may.
void check_same_machine(LessonContext& context, const Quote& quote,
                        const EvaluatedFormula& result) {
  for (const auto& run : result.runs) {
    const auto& first = *result.runs.begin();
    if (run->provenance.card != first->provenance.card) {
      report(context, quote, "calc-across-cards",
             "the formula mixes runs of two cards, '" + first->provenance.card + "' and '" +
                 run->provenance.card + "'",
             "use runs of one card");
      return;
    }
    if (run->provenance.gpu.driver != first->provenance.gpu.driver) {
      report(context, quote, "calc-across-drivers",
             "the formula mixes runs under two drivers, " + first->provenance.gpu.driver + " and " +
                 run->provenance.gpu.driver,
             "record both again under one driver")
          .severity = Severity::warning;
      return;
    }
  }
}

bool report_problem(LessonContext& context, const Quote& quote, const EvaluatedFormula& result) {
  const std::string& problem = result.problem.empty() ? result.evaluation.problem : result.problem;
  if (problem.empty()) return false;
  report(context, quote, result.run_missing ? "run-missing" : "formula", problem,
         result.mend.empty() ? "mend the formula; " + where_paths_are(context, result.runs)
                             : result.mend)
      .detail = sample_lines(result.evaluation.samples);
  return true;
}

// Written numbers alone, here or behind a name, are fine for arithmetic: a ratio of two is what it
// says. They are no receipt of a time or a rate, and a lone number is none of anything.
bool report_written_measurement(LessonContext& context, const Quote& quote,
                                const EvaluatedFormula& result) {
  if (!result.runs.empty() || result.takes_constant) return false;
  const std::optional<Value>& value = result.evaluation.value;
  const bool has_unit = value && value->dimension != Dimension{};
  if (!has_unit && result.written_numbers > 1) return false;
  if (find_naked_numbers(quote.words).empty()) return false;
  report(context, quote, "naked-number",
         "'" + visible(quote.words) + "' is a measurement, and its formula \"" +
             visible(quote.reference) + "\" takes no value from a run",
         "name the value in {…}: one of a run (" + where_paths_are(context, result.runs) +
             "), or a constant of `given:` in course.yaml");
  return true;
}

bool report_claim_of_nothing(LessonContext& context, const Quote& quote,
                             const EvaluatedFormula& result) {
  const std::string why = why_unproved(result);
  if (why.empty()) return false;
  const std::string paths = where_paths_are(context, result.runs);
  report(context, quote, "claim-without-evidence",
         "'" + visible(quote.words) + "' is a claim, and its formula \"" +
             visible(quote.reference) + "\"" + why,
         result.runs.empty()
             ? "let it compare a value of a run in {…} (" + paths + "); arithmetic is a calc:"
             : "leave that part out, or let it compare two values; " + paths)
      .cause = "what no run could make false proves nothing";
  return true;
}

void keep_evaluation(const Quote& quote, const EvaluatedFormula& result, CheckedQuote& checked) {
  checked.formula = quote.reference;
  checked.words = quote.words;
  checked.samples = result.evaluation.samples;
  if (!result.runs.empty()) checked.run = *result.runs.begin();
  checked.found = result.problem.empty() && result.evaluation.problem.empty();
}

std::vector<std::string> cards_of(LessonContext& context) {
  const Day* day = context.course.find_day(context.day());
  if (day == nullptr || day->programs.empty()) return {};
  return context.course.cards(context.day(), day->programs.front().name);
}

// The claim on another card than the course's; its state is shown, and judged for claim@all:.
void check_other_card(LessonContext& context, const Quote& quote, const std::string& card,
                      bool must_hold, CheckedQuote& checked) {
  const EvaluatedFormula result = evaluate_formula(context, quote.reference, card);
  CardVerdict verdict;
  verdict.card = card;
  verdict.why = result.problem.empty() ? result.evaluation.problem : result.problem;
  verdict.known = verdict.why.empty();
  if (verdict.known) verdict.why = judge_claim(result.evaluation);
  verdict.holds = verdict.known && verdict.why.empty();
  verdict.could_flip = !result.evaluation.could_flip.empty();
  if (must_hold && !verdict.holds) {
    report(context, quote, "claim-false",
           "the claim does not hold on card '" + card + "': " + verdict.why,
           "say what holds on every card, or claim it for one: claim@<card>:")
        .detail = sample_lines(result.evaluation.samples);
    checked.holds = false;
  }
  checked.cards.push_back(std::move(verdict));
}

}  // namespace

void check_number(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  checked.words = quote.words;
  FoundValues found = find_values(context, quote.scheme, quote.reference);
  if (!found.problem.empty() || found.values.size() != 1) {
    const bool no_run = found.run == nullptr && quote.scheme != "given";
    report(context, quote,
           found.ambiguous ? "path-ambiguous"
           : no_run        ? "run-missing"
                           : "path-unknown",
           found.problem.empty() ? "'" + quote.reference +
                                       "' stands for several values; a number "
                                       "quotes one"
                                 : found.problem,
           found.mend.empty() ? "name one row and one column" : found.mend);
    return;
  }
  FoundValue& value = found.values.front();
  checked.found = true;
  checked.run = found.run;
  checked.source_file = found.source_file;
  checked.source_note = found.source_note;
  checked.cell = value.cell;
  checked.samples.push_back(value.sample);
  if (is_empty(quote)) {
    return report_empty(context, quote, value.printed ? show(*value.printed) : value.cell.text,
                        checked);
  }
  if (!value.printed) return check_text_value(context, quote, value, found, checked);

  const NumberSearch search = find_number(quote.words);
  const std::string problem =
      search.found ? compare_number(*search.found, *value.printed) : search.problem;
  if (problem.empty()) {
    checked.holds = true;
    return;
  }
  Finding& finding = report(
      context, quote, "number-differs",
      "'" + visible(quote.words) + "' does not quote " + show(*value.printed) + ": " + problem,
      value.printed->number.special.empty()
          ? "write one number that rounds from " + show(*value.printed)
          : "quote a cell that holds a number, or record again");
  finding.related = Place{found.source_file, value.cell.line, 1};
  finding.detail = sample_lines(checked.samples);
  add_edit(context, quote, rewrite_number(raw_words(context, quote), *value.printed), checked,
           finding);
  note_move(context, quote, search.found, value.sample.value, checked);
}

void check_calc(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  const EvaluatedFormula result = evaluate_formula(context, quote.reference);
  keep_evaluation(quote, result, checked);
  if (report_problem(context, quote, result)) return;
  if (report_written_measurement(context, quote, result)) return;
  check_same_machine(context, quote, result);
  if (is_empty(quote) && result.evaluation.value) {
    return report_empty(context, quote, show(*result.evaluation.value), checked);
  }
  const NumberSearch search = find_number(quote.words);
  const std::string problem =
      search.found ? compare_calc(*search.found, result.evaluation) : search.problem;
  if (problem.empty()) {
    checked.holds = true;
    return;
  }
  Finding& finding = report(context, quote, "calc-differs",
                            "'" + visible(quote.words) + "' is not what \"" +
                                visible(quote.reference) + "\" gives: " + problem,
                            "write what the formula gives");
  finding.detail = sample_lines(result.evaluation.samples);
  add_edit(context, quote, rewrite_calc(raw_words(context, quote), result.evaluation), checked,
           finding);
  if (result.evaluation.value) {
    note_move(context, quote, search.found, *result.evaluation.value, checked);
  }
}

void check_claim(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  const std::string at = card_of_scheme(quote.scheme);
  const std::string own = at.empty() || at == "all" ? context.course.settings().card : at;
  const EvaluatedFormula result = evaluate_formula(context, quote.reference, at == "all" ? "" : at);
  keep_evaluation(quote, result, checked);
  if (report_problem(context, quote, result)) return;
  if (report_claim_of_nothing(context, quote, result)) return;
  check_same_machine(context, quote, result);
  if (is_empty(quote)) {
    report(context, quote, "quote-empty", "the claim is empty: it says nothing",
           "say in words what the formula claims; update never writes a claim");
    return;
  }

  const std::string why = judge_claim(result.evaluation);
  checked.holds = why.empty();
  checked.cards.push_back({own, checked.holds, true, !result.evaluation.could_flip.empty(), why});
  if (!checked.holds) {
    Finding& finding =
        report(context, quote, "claim-false", "'" + visible(quote.words) + "' is not true: " + why,
               "say what the run shows; update never changes a claim");
    finding.detail = sample_lines(result.evaluation.samples);
    finding.cause = "the run does not show it: \"" + visible(quote.reference) + "\"";
  } else if (!result.evaluation.could_flip.empty()) {
    report(context, quote, "claim-could-flip",
           "'" + visible(quote.words) +
               "' holds for the published run, but not for all values "
               "within the runs' spread: " +
               result.evaluation.could_flip,
           "claim what the spread allows")
        .severity = Severity::warning;
  }
  const ParsedFormula parsed = parse_formula(quote.reference);
  for (const std::string& number : numbers_not_in_formula(quote.words, *parsed.formula)) {
    report(context, quote, "claim-number",
           "the claim says '" + number + "', and its formula \"" + visible(quote.reference) +
               "\" does not",
           "let the formula compare with that number, or leave it out of the words");
    checked.holds = false;
  }
  for (const std::string& card : cards_of(context)) {
    if (card != own) check_other_card(context, quote, card, at == "all", checked);
  }
}

}  // namespace daybook
