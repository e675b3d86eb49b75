#include "check/stated_value.h"

#include <algorithm>
#include <map>
#include <utility>

#include "check/fragment.h"
#include "check/fragment_sources.h"
#include "check/page_address.h"
#include "check/quote_page.h"
#include "check/site_words.h"

namespace daybook {

namespace {

void add(StatedValues& values, std::string_view text, std::string href = {}) {
  values.push_back({fold_blanks(text), std::move(href)});
}

std::string_view freshness(const SiteWords& words, bool same_code) {
  return same_code ? words.this_code : words.older_code;
}

std::string signature(const SiteWords& words, bool is_signed, const std::string& signer) {
  if (!is_signed) return std::string(words.is_unsigned);
  return signer.empty() ? std::string(words.is_signed) : fill_words(words.signed_by, {signer});
}

std::string title_of(Course& course, const LessonFile& file) {
  return lesson_title(course.lesson(file).value, file.day);
}

std::string verdict(const SiteWords& words, const CardVerdict& card) {
  std::string text = card.card + " ";
  text += !card.known ? words.unknown : card.holds ? words.holds : words.fails;
  if (card.known && card.could_flip) text += "; " + std::string(words.could_flip);
  return card.why.empty() ? text : text + " " + card.why;
}

// Lesson that a lesson's page names for another day: in its language, else the original.
std::string foreign_title(Course& course, const std::string& day, const std::string& language) {
  const LessonFile* file = shown_lesson(course, day, language);
  if (file == nullptr || (file->translation && file->language != language)) return {};
  return title_of(course, *file);
}

std::vector<std::string> shown_values(const StatedValues& values) {
  std::vector<std::string> lines;
  for (const StatedValue& value : values) {
    lines.push_back(value.text + (value.href.empty() ? "" : " (" + value.href + ")"));
  }
  return lines;
}

}  // namespace

const LessonFile* shown_lesson(Course& course, const std::string& day,
                               const std::string& language) {
  const Day* known = course.find_day(day);
  if (known == nullptr) return nullptr;
  const LessonFile* shown = nullptr;
  for (const LessonFile& file : known->lessons) {
    if (course.lesson(file).value.front.draft) continue;
    if (file.language == language) return &file;
    if (shown == nullptr) shown = &file;
  }
  return shown;
}

StatedValues run_values(Course& course, const RunRecord& record) {
  const auto& languages = course.settings().languages;
  const SiteWords& words = site_words(languages.empty() ? "en" : languages.front());
  const FragmentRun run = run_of_record(course, record);
  const auto counts = course.default_run(record.day, record.unit);
  StatedValues values;
  add(values, run.unit + "/" + run.run);
  add(values, freshness(words, run.same_code));
  add(values, signature(words, run.is_signed, ""));
  if (counts != nullptr && counts->name == record.name) add(values, words.default_run);
  if (!run.expectation.empty()) add(values, run.expectation);
  if (run.published != 0) {
    add(values, fill_words(words.published_run,
                           {std::to_string(run.published), std::to_string(run.exits.size())}));
  }
  if (!run.errors.empty()) add(values, run.errors);
  for (const auto& [name, value] : run.facts) {
    add(values, name);
    add(values, value);
  }
  for (const std::string& exit : run.exits) add(values, exit);
  for (const auto& [name, digest] : run.files) {
    add(values, name);
    add(values, digest);
  }
  return values;
}

StatedValues origin_values(Course& course, const CheckedLesson& lesson) {
  const QuotePage page = quote_page(course, lesson);
  const SiteWords& words = site_words(lesson.file.language);
  // Runs with the same origin in words share one sentence.
  std::vector<std::pair<std::vector<std::string>, StatedValues>> groups;
  for (const RunOrigin& origin : origins_of(page)) {
    const std::string state(freshness(words, origin.same_code));
    const std::string signer = signature(words, origin.is_signed, origin.signer);
    const std::vector<std::string> key = {origin.gpu,
                                          fill_words(words.driver, {origin.driver}) + " · " +
                                              fill_words(words.cuda, {origin.cuda}) + " · " +
                                              origin.date,
                                          state, signer};
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& each) { return each.first == key; });
    if (group == groups.end()) group = groups.insert(groups.end(), {key, {}});
    const std::string title = origin.day == lesson.file.day
                                  ? ""
                                  : foreign_title(course, origin.day, lesson.file.language);
    add(group->second, title.empty() ? origin.unit : fill_words(words.of_day, {title, origin.unit}),
        origin.href);
  }
  StatedValues values;
  for (const auto& [key, runs] : groups) {
    for (const std::string& text : key) add(values, text);
    values.insert(values.end(), runs.begin(), runs.end());
  }
  return values;
}

StatedValues claim_values(Course& course, const CheckedLesson& lesson,
                          const std::string& language) {
  const SiteWords& words = site_words(language);
  QuotePage page = quote_page(course, lesson);
  const std::string lesson_page = page.page;
  page.page = claims_page(course.settings(), language);
  const std::string href = link_between(page.page, lesson_page);
  const std::vector<FragmentClaim> claims = claims_of(page);
  StatedValues values;
  if (claims.empty()) return values;
  add(values,
      fill_words(words.day, {std::to_string(day_number(lesson.file.day))}) + " · " +
          lesson_title(*lesson.lesson, lesson.file.day),
      href);
  for (const FragmentClaim& claim : claims) {
    add(values, claim.words, href + "#" + claim.id);
    for (const CardVerdict& card : claim.cards) add(values, verdict(words, card));
    add(values, claim.formula);
    // What no line of a recorded file stands behind leads to the lesson.
    for (const auto& [shown, to] : claim.samples) add(values, shown, to.empty() ? href : to);
  }
  return values;
}

void audit_values(PageAudit& audit, const PageText& page, const StatedValues& values,
                  const std::string& file) {
  StatedValues found;
  Place place = audit.whole();
  for (const PageValue& value : page.values) {
    found.push_back({fold_blanks(value.text), value.href});
    const std::size_t at = found.size() - 1;
    const bool same = at < values.size() && values[at].text == found[at].text &&
                      values[at].href == found[at].href;
    if (!same && place.line == 0) place = value.place;
  }
  if (place.line == 0 && found.size() == values.size()) return;
  audit.differs("audit-value-differs", place,
                "what the page states of its evidence is not what the course says",
                shown_values(found), {shown_values(values), file, 0});
}

}  // namespace daybook
