#include "check/fragment.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>

#include "base/digest.h"
#include "check/fragment_sources.h"
#include "check/page_address.h"
#include "check/quote_html.h"
#include "check/quote_page.h"
#include "check/translation.h"

namespace daybook {

namespace {

constexpr std::size_t kDigits = 16;

std::vector<Substitution> substitutions_of(Course& course, const CheckedLesson& lesson,
                                           const Tokens& tokens) {
  const std::set<std::size_t> inside = quotes_in_tables(*lesson.lesson);
  std::vector<Substitution> all;
  for (std::size_t i = 0; i < lesson.quotes.size(); ++i) {
    if (inside.contains(i)) continue;
    all.push_back(
        {tokens(i), is_block(lesson.quotes[i].quote->kind), quote_html(course, lesson, i)});
  }
  return all;
}

// What a reader should know: of a draft everything, else what concerns evidence and claims. What
// concerns the translation is said at its section.
std::vector<std::string> warnings_of(const CheckedLesson& lesson) {
  std::vector<std::string> warnings;
  for (const Finding& finding : lesson.findings) {
    const bool soft =
        finding.severity == Severity::warning || finding.severity == Severity::unproved;
    const bool concerns = finding.id.starts_with("evidence-") || finding.id.starts_with("claim-");
    const bool at_section = finding.id.starts_with("translation-");
    if (soft && !at_section && (lesson.draft || concerns)) warnings.push_back(finding.message);
  }
  return warnings;
}

std::vector<FragmentNote> notes_of(const QuotePage& page) {
  const LessonFile& file = page.lesson.file;
  const Settings& settings = page.course.settings();
  if (settings.languages.empty()) return {};
  const std::string original =
      link_between(page.page, lesson_page(settings, file.day, settings.languages.front()));
  std::vector<FragmentNote> notes;
  for (const TranslationNote& note : translation_notes(page.course, file)) {
    const std::string anchor = note.original.empty() ? "" : "#" + note.original;
    notes.push_back({note.section, note.text, original + anchor});
  }
  return notes;
}

}  // namespace

std::set<std::size_t> quotes_in_tables(const Lesson& lesson) {
  std::set<std::size_t> inside;
  for (const Quote& quote : lesson.quotes) {
    for (const TableLine& row : quote.rows) {
      for (const TableCell& cell : row.cells) inside.insert(cell.quotes.begin(), cell.quotes.end());
    }
  }
  return inside;
}

int day_number(const std::string& day) {
  int number = 0;
  if (day.starts_with("day")) std::from_chars(day.data() + 3, day.data() + day.size(), number);
  return number;
}

std::vector<RunOrigin> origins_of(const QuotePage& page) {
  std::vector<RunOrigin> origins;
  std::set<std::string> seen;
  const auto add = [&](const std::shared_ptr<RunRecord>& run) {
    if (run == nullptr || !seen.insert(run->folder).second) return;
    const Provenance& record = run->provenance;
    RunOrigin origin;
    origin.day = run->day;
    origin.unit = run->unit;
    origin.run = run->name;
    origin.gpu = record.gpu.name;
    origin.card = record.card;
    origin.driver = record.gpu.driver;
    origin.cuda = record.build.nvcc;
    origin.date = record.started.substr(0, 10);
    origin.same_code = is_of_this_code(page.course, *run);
    origin.is_signed = run->is_signed;
    origin.signer = run->signer;
    origin.href = run_href(page, *run, 0);
    origins.push_back(std::move(origin));
  };
  for (const CheckedQuote& checked : page.lesson.quotes) {
    add(checked.run);
    for (const Sample& sample : checked.samples) add(run_of(page, sample.place));
  }
  return origins;
}

std::vector<FragmentClaim> claims_of(const QuotePage& page) {
  const auto& headings = page.lesson.lesson->headings;
  std::vector<FragmentClaim> claims;
  for (std::size_t i = 0; i < page.lesson.quotes.size(); ++i) {
    const CheckedQuote& checked = page.lesson.quotes[i];
    if (checked.quote->kind != QuoteKind::claim) continue;
    FragmentClaim claim;
    claim.id = "claim-" + std::to_string(i + 1);
    claim.words = checked.words.empty() ? checked.quote->words : checked.words;
    claim.formula = checked.formula.empty() ? checked.quote->reference : checked.formula;
    const std::size_t section = checked.quote->section;
    if (section > 0 && section <= headings.size()) claim.section = headings[section - 1].id;
    claim.cards = checked.cards;
    for (const Sample& sample : checked.samples) {
      claim.samples.emplace_back(sample.shown, place_href(page, sample.place));
    }
    claims.push_back(std::move(claim));
  }
  return claims;
}

Tokens::Tokens(const Text& lesson) {
  std::string salt;
  do {
    prefix_ =
        "DBQ" +
        sha256_hex(lesson.name() + "\n" + std::string(lesson.bytes()) + salt).substr(0, kDigits);
    salt += '\n';
  } while (lesson.bytes().find(prefix_) != std::string_view::npos);
}

std::string Tokens::operator()(std::size_t number) const {
  std::string digits = std::to_string(number + 1);
  if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
  return prefix_ + digits + "E";
}

std::vector<std::string> Tokens::first(std::size_t count) const {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < count; ++i) tokens.push_back((*this)(i));
  return tokens;
}

std::string lesson_title(const Lesson& lesson, const std::string& day) {
  if (!lesson.front.title.empty()) return lesson.front.title;
  return lesson.headings.empty() ? day : lesson.headings.front().text;
}

Fragment make_fragment(Course& course, const CheckedLesson& lesson) {
  const QuotePage page = quote_page(course, lesson);
  const Day* day = course.find_day(lesson.file.day);
  const FrontMatter& front = day == nullptr || day->lessons.empty()
                                 ? lesson.lesson->front
                                 : course.lesson(day->lessons.front()).value.front;
  Fragment fragment;
  fragment.day = lesson.file.day;
  fragment.language = lesson.file.language;
  fragment.title = lesson_title(*lesson.lesson, lesson.file.day);
  fragment.summary = front.summary;
  fragment.needs = front.needs;
  fragment.number = day_number(lesson.file.day);
  fragment.draft = lesson.draft;
  fragment.headings = lesson.lesson->headings;
  const Tokens tokens(lesson.lesson->text);
  fragment.substitutions = substitutions_of(course, lesson, tokens);
  fragment.origins = origins_of(page);
  fragment.claims = claims_of(page);
  fragment.warnings = warnings_of(lesson);
  fragment.notes = notes_of(page);
  if (!lesson.file.translation && day != nullptr) {
    std::size_t next = lesson.quotes.size();
    fragment.programs = programs_of(course, *day, tokens, next);
    fragment.runs = runs_of(course, *day, tokens, next);
  }
  return fragment;
}

}  // namespace daybook
