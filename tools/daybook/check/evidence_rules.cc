// The runs a lesson rests on: there, whole, of this very source; and what its variants must show.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/diff.h"
#include "base/suggest.h"
#include "check/freshness.h"
#include "check/lesson_context.h"
#include "check/values.h"
#include "check/variant_build.h"
#include "check/waiver.h"

namespace daybook {

std::string card_of_scheme(const std::string& scheme) {
  const std::size_t at = scheme.find('@');
  return at == std::string::npos ? std::string() : scheme.substr(at + 1);
}

RunPath parse_path(LessonContext& context, const std::string& text) {
  return parse_run_path(text, [&](const std::string& day, const std::string& part) {
    return context.course.is_unit(day.empty() ? context.day() : day, part);
  });
}

FoundRun find_run(LessonContext& context, const RunPath& path, const std::string& scheme_card) {
  FoundRun found;
  found.day = path.day.empty() ? context.day() : path.day;
  const Day* day = context.course.find_day(found.day);
  if (day == nullptr) {
    found.problem =
        "there is no day '" + found.day + "'" + did_you_mean(found.day, context.course.day_names());
    found.mend = "name a day that course.yaml lists";
    return found;
  }
  found.unit = path.unit;
  if (found.unit.empty() && !day->programs.empty()) found.unit = day->programs.front().name;
  if (found.unit.empty()) {
    found.problem = "day '" + found.day + "' has no program in src/" + found.day + "/";
    found.mend = "write the program, or name another day's run: run:<day>/…";
    return found;
  }
  const std::string card = path.card.empty() ? scheme_card : path.card;
  found.run = context.course.default_run(found.day, found.unit, card);
  if (found.run == nullptr) {
    found.problem = context.course.no_run_words(found.day, found.unit, card);
    found.mend = context.course.no_run_mend(found.day, found.unit, card);
  } else if (!found.run->stated) {
    for (const Finding& finding : found.run->findings) context.report(finding);
    context.run_says_nothing = true;
    found.problem = "the provenance of " + found.run->folder + " cannot be read";
    found.mend = "restore it: git checkout -- " + found.run->folder + ", or record again";
    found.run = nullptr;
  } else if (found.run->published == nullptr && found.run->provenance.exits.empty()) {
    found.problem = "the run " + found.run->folder + " cannot be used";
    found.mend = "daybook record " + found.day;
    found.run = nullptr;
  }
  return found;
}

namespace {

// The run that counts must speak for today's source; another card's newest run may be older.
void check_freshness(LessonContext& context, const Day& day, const Program& program,
                     const std::string& variant, const RunRecord& run, bool counts) {
  if (!run.intact) return;
  const Freshness freshness = judge_freshness(context.course, day, program, variant, run);
  auto finding = freshness_finding(freshness, run, context.lesson.text.line_place(1));
  if (!finding) return;
  if (!counts && finding->severity != Severity::warning) {
    finding->severity = Severity::warning;
    finding->message += "; it is shown as older code";
  }
  context.report(std::move(*finding));
}

// course.yaml may take signed evidence only.
void check_accepted(LessonContext& context, const RunRecord& run) {
  if (context.course.settings().accept != "signed" || run.is_signed) return;
  Finding finding = make_finding("evidence-unsigned", context.lesson.text.line_place(1),
                                 "the run " + run.folder +
                                     " is not signed, and course.yaml accepts signed "
                                     "evidence only");
  finding.related = Place{run.folder, 0, 0};
  finding.mend = "daybook record " + run.day + " " + run.unit + " --sign KEY";
  context.report(std::move(finding));
}

void check_unit(LessonContext& context, const Day& day, const Program& program,
                const std::string& variant) {
  const std::string unit = Course::unit_name(program, variant);
  Course& course = context.course;
  for (const std::string& name : course.runs(day.key, unit)) {
    const auto run = course.run(day.key, unit, name);
    for (const Finding& finding : run->findings) context.report(finding);
  }
  for (const Finding& finding : read_waiver(course.store(), day.key, unit).findings) {
    context.report(finding);
  }
  const auto counting = course.default_run(day.key, unit);
  if (counting != nullptr) {
    check_freshness(context, day, program, variant, *counting, true);
    check_accepted(context, *counting);
  }
  for (const std::string& card : course.cards(day.key, unit)) {
    const auto run = course.default_run(day.key, unit, card);
    const bool other = run != nullptr && card != course.settings().card;
    if (other) check_freshness(context, day, program, variant, *run, false);
  }
}

// What a hunk seeks, numbered as the patch numbers it, against what the program holds.
std::string conflict_lines(const Hunk& hunk, const Applied& applied, const std::string& patch,
                           const std::string& program) {
  const std::string expected =
      program + " as " + fs::path(patch).filename().string() + " expects it";
  return unified_diff({expected, applied.expected, std::max<std::size_t>(hunk.old_start, 1)},
                      {program, applied.found, applied.found_line});
}

void check_patch(LessonContext& context, const Day& day, const Program& program,
                 const std::string& variant) {
  const std::string file = Course::variant_file(day, variant);
  const auto* patch = context.course.patch(file);
  if (patch == nullptr) return;
  for (const Finding& finding : patch->findings) context.report(finding);
  const auto source = context.course.store().text(program.file);
  if (!patch->findings.empty() || source == nullptr) return;
  const Applied applied = apply_patch(patch->value, source->bytes());
  const bool named = patch->value.old_file == program.file && patch->value.new_file == program.file;
  if (applied.ok && applied.exact && named) return;
  Finding finding =
      !applied.ok ? make_finding("variant-conflict",
                                 {file, patch->value.hunks[applied.failed_hunk].line, 1},
                                 "this hunk does not apply to " + program.file)
      : !applied.exact
          ? make_finding("variant-offset", {file, 1, 1},
                         "the patch applies to " + program.file + " only with an offset or fuzz")
          : make_finding("variant-conflict", {file, 1, 1},
                         "the patch's first lines name " + patch->value.old_file + " and " +
                             patch->value.new_file + ", and its program is " + program.file);
  finding.related = Place{program.file, 1, 1};
  finding.cause = named ? "the program changed after the patch"
                        : "the patch is of another file, or its program was renamed";
  if (!applied.ok) {
    const Hunk& hunk = patch->value.hunks[applied.failed_hunk];
    finding.detail = conflict_lines(hunk, applied, file, program.file);
    finding.related = Place{program.file, applied.found_line, 1};
    finding.mend = "mend the hunk by hand: its lines must be those of " + program.file;
  } else {
    const auto text = context.course.store().text(file);
    finding.mend = context.mend_by_update();
    finding.fixes.push_back({file,
                             {0, text->bytes().size()},
                             make_patch(program.file, source->bytes(), applied.result)});
  }
  context.report(std::move(finding));
}

void report_expectation(LessonContext& context, const VariantExpectation& variant, const char* id,
                        std::string message, std::string mend) {
  Finding finding = make_finding(id, variant.place, std::move(message));
  finding.mend = std::move(mend);
  context.report(std::move(finding));
}

bool contains_any(const std::vector<std::string>& texts, const std::string& sought) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    return text.find(sought) != std::string::npos;
  });
}

bool all_exits(const RunRecord& run, const std::function<bool(const std::string&)>& test) {
  const auto& exits = run.provenance.exits;
  return !exits.empty() && std::all_of(exits.begin(), exits.end(), test);
}

std::string exits_in_words(const RunRecord& run) {
  std::string words;
  const std::vector<std::string>& exits = run.provenance.exits;
  for (std::size_t i = 0; i < exits.size(); ++i) {
    if (i > 0 && exits[i] == exits[i - 1]) continue;
    words += (words.empty() ? "" : ", ") + exits[i];
  }
  return words.empty() ? "nothing" : words;
}

// What the recorded run of a variant has to show, held against what it did.
void check_outcome(LessonContext& context, const VariantExpectation& variant,
                   const RunRecord& run) {
  const std::string again = "record it again, or say in the front matter what happens";
  const auto is_hang = [](const std::string& exit) { return exit.starts_with("hung"); };
  if (!variant.build_error.empty()) {
    const Compilation& build = run.provenance.build;
    if (build.status == 0) {
      report_expectation(context, variant, "variant-outcome",
                         "'" + variant.name + "' should not compile, and it did: " + run.folder,
                         again);
    } else if (build.errors.find(variant.build_error) == std::string::npos) {
      report_expectation(context, variant, "variant-outcome",
                         "the compiler's errors for '" + variant.name + "' do not say '" +
                             variant.build_error + "': " + run.folder + "/provenance.json",
                         again);
    }
    return;
  }
  if (variant.hangs && !all_exits(run, is_hang)) {
    report_expectation(context, variant, "variant-outcome",
                       "'" + variant.name + "' should hang, and its runs ended: " +
                           exits_in_words(run) + " (" + run.folder + ")",
                       again);
  }
  const std::string wanted = std::to_string(variant.exit.value_or(0));
  const bool ends = !variant.hangs;
  if (ends && !all_exits(run, [&](const std::string& exit) { return exit == wanted; })) {
    report_expectation(context, variant, "variant-outcome",
                       "'" + variant.name + "' should exit with " + wanted +
                           ", and its runs did with " + exits_in_words(run) + " (" + run.folder +
                           ")",
                       again);
  }
  if (!variant.stderr_text.empty() && !contains_any(run.provenance.stderrs, variant.stderr_text)) {
    report_expectation(context, variant, "variant-outcome",
                       "the errors of '" + variant.name + "' do not say '" + variant.stderr_text +
                           "' (" + run.folder + "/provenance.json)",
                       again);
  }
}

// What the front matter claims of a variant is judged as a claim in the text is.
void check_claim_of(LessonContext& context, const VariantExpectation& variant) {
  if (variant.claim.empty()) return;
  const EvaluatedFormula result = evaluate_formula(context, variant.claim);
  if (context.run_says_nothing) {  // the run's own findings stand for it
    context.run_says_nothing = false;
    return;
  }
  const std::string formula = "\"" + visible(variant.claim) + "\"";
  const std::string paths = where_paths_are(context, result.runs);
  const std::string& problem = result.problem.empty() ? result.evaluation.problem : result.problem;
  if (!problem.empty()) {
    report_expectation(context, variant, result.run_missing ? "run-missing" : "formula",
                       "the claim of variant '" + variant.name + "': " + problem,
                       result.mend.empty() ? "mend the formula; " + paths : result.mend);
  } else if (const std::string unproved = why_unproved(result); !unproved.empty()) {
    report_expectation(context, variant, "claim-without-evidence",
                       "the claim " + formula + " of variant '" + variant.name + "'" + unproved,
                       "let each part compare a value of a run in {…}; " + paths);
  } else if (const std::string why = judge_claim(result.evaluation); !why.empty()) {
    report_expectation(context, variant, "claim-false",
                       "the claim of variant '" + variant.name + "' is not true: " + why,
                       "say what its run shows; update never changes a claim");
    context.findings.back().detail = sample_lines(result.evaluation.samples);
    context.findings.back().cause = "the run does not show it: " + formula;
  }
}

// A run of this very code proves more than a compiler could.
bool is_proved_by(Course& course, const Day& day, const Program& program,
                  const std::string& variant, const std::shared_ptr<RunRecord>& run) {
  return run != nullptr && run->intact &&
         speaks_for_this_code(judge_freshness(course, day, program, variant, *run).state);
}

void check_expectation(LessonContext& context, const Day& day, const VariantExpectation& variant) {
  std::vector<std::string> names;
  const Program* owner = nullptr;
  for (const Program& program : day.programs) {
    names.insert(names.end(), program.variants.begin(), program.variants.end());
    const auto& own = program.variants;
    if (std::find(own.begin(), own.end(), variant.name) != own.end()) owner = &program;
  }
  // Of a folder that cannot be listed there is a finding already.
  const std::string folder = "src/" + day.key + "/variants";
  if (owner == nullptr && !context.course.store().hidden_by(folder).empty()) return;
  if (owner == nullptr && day.programs.empty()) {
    report_expectation(
        context, variant, "variant-unknown",
        "variant '" + variant.name + "' changes no program: src/" + day.key + "/ holds none",
        "write the program, or take the entry out");
    return;
  }
  if (owner == nullptr) {
    report_expectation(context, variant, "variant-unknown",
                       "there is no src/" + day.key + "/variants/" + variant.name + ".patch" +
                           did_you_mean(variant.name, names),
                       "write the patch, or take the entry out");
    return;
  }
  const std::string unit = Course::unit_name(*owner, variant.name);
  const auto run = context.course.default_run(day.key, unit);
  if (!is_proved_by(context.course, day, *owner, variant.name, run)) {
    auto finding = variant_build_finding(context.course, day, *owner, variant);
    if (finding) context.report(std::move(*finding));
  }
  if (run == nullptr) {
    report_expectation(context, variant, "variant-unrecorded",
                       context.course.no_run_words(day.key, unit),
                       context.course.no_run_mend(day.key, unit));
    return;
  }
  if (run->intact) check_outcome(context, variant, *run);
  check_claim_of(context, variant);
}

}  // namespace

void check_evidence(LessonContext& context) {
  const Day* day = context.course.find_day(context.day());
  if (day == nullptr || context.file.translation) return;
  for (const Program& program : day->programs) {
    check_unit(context, *day, program, "");
    for (const std::string& variant : program.variants) check_unit(context, *day, program, variant);
  }
}

void check_variants(LessonContext& context) {
  const Day* day = context.course.find_day(context.day());
  if (day == nullptr || context.file.translation) return;
  const auto& expected = context.lesson.front.variants;
  for (const Program& program : day->programs) {
    for (const std::string& variant : program.variants) {
      check_patch(context, *day, program, variant);
      const bool told = std::any_of(expected.begin(), expected.end(),
                                    [&](const auto& entry) { return entry.name == variant; });
      if (told) continue;
      Finding finding =
          make_finding("variant-unexpected", {Course::variant_file(*day, variant), 1, 1},
                       "the lesson does not say what variant '" + variant + "' does");
      finding.mend = "add it to `variants:` in the front matter of " + context.file.path;
      context.report(std::move(finding));
    }
  }
  for (const VariantExpectation& variant : expected) check_expectation(context, *day, variant);
}

}  // namespace daybook
