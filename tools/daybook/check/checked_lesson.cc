#include "check/checked_lesson.h"

#include <algorithm>
#include <utility>

#include "check/lesson_context.h"
#include "check/translation.h"

namespace daybook {

namespace {

void check_quote(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  switch (quote.kind) {
    case QuoteKind::code:
      return check_code(context, quote, checked);
    case QuoteKind::output:
      return check_output(context, quote, checked);
    case QuoteKind::command:
      return check_command(context, quote, checked);
    case QuoteKind::variant:
      return check_variant_quote(context, quote, checked);
    case QuoteKind::table:
      return check_table(context, quote, checked);
    case QuoteKind::chart:
      check_table(context, quote, checked);
      return check_chart(context, quote, checked);
    case QuoteKind::number:
      return check_number(context, quote, checked);
    case QuoteKind::calc:
      return check_calc(context, quote, checked);
    case QuoteKind::claim:
      return check_claim(context, quote, checked);
  }
}

void check_not_empty(LessonContext& context) {
  if (!context.lesson.quotes.empty() || context.file.day == kGlossary) return;
  Finding finding =
      make_finding("lesson-quotes-nothing", {context.file.path, 1, 1},
                   "this lesson quotes nothing, so nothing in it was proved", Severity::warning);
  finding.mend = "quote code (from=#region) or results (run:table), or leave it as prose";
  context.report(std::move(finding));
}

void check_rules(LessonContext& context) {
  check_not_empty(context);
  check_pinned_run(context);
  check_links(context);
  check_variants(context);
  check_translation(context);
}

// A draft never stops a build: what does not hold in it is shown as a warning.
void soften(Findings& findings) {
  for (Finding& finding : findings) {
    if (finding.severity == Severity::error || finding.severity == Severity::unproved) {
      finding.severity = Severity::warning;
    }
  }
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

namespace {

// What a damaged run says is never written into a lesson: the run is to be restored first.
void leave_to_evidence(LessonContext& context, std::size_t first, CheckedQuote& checked) {
  if (checked.run == nullptr || checked.run->intact || checked.edits.empty()) return;
  checked.edits.clear();
  checked.notes.clear();
  for (std::size_t i = first; i < context.findings.size(); ++i) {
    context.findings[i].fixes.clear();
    context.findings[i].mend =
        "first restore the run: git checkout -- " + checked.run->folder + ", or record again";
  }
}

// Of a run that says nothing no lesson is to blame: what its own files lack is reported alone.
void blame_the_run(LessonContext& context, std::size_t first) {
  if (!context.run_says_nothing) return;
  context.run_says_nothing = false;
  const auto added = context.findings.begin() + static_cast<std::ptrdiff_t>(first);
  const auto of_lesson = [&](const Finding& finding) {
    return finding.place.file == context.file.path;
  };
  context.findings.erase(std::remove_if(added, context.findings.end(), of_lesson),
                         context.findings.end());
}

}  // namespace

CheckedLesson check_lesson(Course& course, const LessonFile& file) {
  CheckedLesson checked;
  checked.file = file;
  const Parsed<Lesson>& parsed = course.lesson(file);
  checked.lesson = &parsed.value;
  checked.draft = parsed.value.front.draft;

  LessonContext context{course, checked.file, parsed.value, parsed.findings};
  checked.quotes.resize(parsed.value.quotes.size());
  for (std::size_t i = 0; i < checked.quotes.size(); ++i) {
    checked.quotes[i].quote = &parsed.value.quotes[i];
    const std::size_t before = context.findings.size();
    check_quote(context, parsed.value.quotes[i], checked.quotes[i]);
    blame_the_run(context, before);
    leave_to_evidence(context, before, checked.quotes[i]);
  }
  if (!parsed.value.unread) check_rules(context);
  check_house_text(context);
  check_evidence(context);

  append(context.findings, course.store().unlisted_folders());

  checked.findings = std::move(context.findings);
  if (checked.draft) soften(checked.findings);
  sort_findings(checked.findings);
  drop_repeated(checked.findings);
  return checked;
}

Findings check_shared_pages(Course& course) {
  Findings findings;
  for (const std::string& path : course.glossary_files()) {
    const bool translation = path != "lessons/glossary.md";
    append(findings, check_lesson(course, {kGlossary, "", path, translation}).findings);
  }
  for (const LessonFile& file : course.unlisted_glossaries()) {
    findings.push_back(unlisted_language(file.path, file.language, course.settings().languages));
  }
  return findings;
}

void Coverage::add(const CheckedLesson& lesson) {
  if (lesson.file.day != kGlossary) ++(lesson.file.translation ? translations : lessons);
  if (lesson.draft) ++drafts;
  for (const CheckedQuote& checked : lesson.quotes) {
    switch (checked.quote->kind) {
      case QuoteKind::code:
        ++code;
        break;
      case QuoteKind::output:
        ++outputs;
        break;
      case QuoteKind::command:
        ++commands;
        break;
      case QuoteKind::variant:
        break;
      case QuoteKind::chart:
        ++charts;
        [[fallthrough]];
      case QuoteKind::table:
        ++tables;
        for (const auto& row : checked.rows) cells += row.size();
        break;
      case QuoteKind::number:
      case QuoteKind::calc:
        ++numbers;
        break;
      case QuoteKind::claim:
        ++claims;
        break;
    }
  }
  variants += lesson.lesson->front.variants.size();
  for (const Unbound& block : lesson.lesson->unbound) {
    ++(block.what == Unbound::What::sketch ? sketches : unbound);
  }
}

void Coverage::add(const Coverage& other) {
  for (const auto count : kCounts) this->*count += other.*count;
}

std::size_t Coverage::total() const {
  return code + outputs + tables + numbers + claims + commands + variants;
}

std::string Coverage::words() const {
  std::string text = counted(lessons, "lesson", "lessons");
  if (drafts > 0) text += " (" + counted(drafts, "draft", "drafts") + ")";
  if (translations > 0) text += ", " + counted(translations, "translation", "translations");
  std::string separator = ": ";
  const auto add = [&](std::size_t count, const std::string& one, const std::string& many,
                       const std::string& more = "") {
    if (count == 0) return;
    text += separator + counted(count, one, many) + more;
    separator = ", ";
  };
  add(code, "code quote", "code quotes");
  add(outputs, "output quote", "output quotes");
  add(commands, "command", "commands");
  add(tables, "table", "tables", " (" + counted(cells, "cell", "cells") + ")");
  add(charts, "chart", "charts");
  add(numbers, "number", "numbers");
  add(claims, "claim", "claims");
  add(variants, "variant", "variants");
  add(sketches, "sketch", "sketches");
  add(unbound, "unbound block", "unbound blocks");
  return text;
}

}  // namespace daybook
