#include "check/translation.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/suggest.h"
#include "check/page_words.h"

namespace daybook {

namespace {

constexpr std::size_t kNoPair = static_cast<std::size_t>(-1);

struct Side {
  const Lesson& lesson;
  std::vector<Section> sections;
};

using Pair = std::pair<std::size_t, std::size_t>;  // original, own

// Sections whose mark names an original's text, as many as keep one order: a longest increasing
// subsequence (Fredman 1975), like patience diff's.
std::vector<Pair> anchors(const std::vector<std::string>& digests,
                          const std::vector<TranslationMark>& marks) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 1; i < digests.size(); ++i) {
    const auto [known, added] = places.emplace(digests[i], i);
    if (!added) known->second = kNoPair;
  }
  std::vector<Pair> found;
  std::vector<std::size_t> before;  // for each of `found`: the one that precedes it best
  std::vector<std::size_t> tails;   // of the best run of each length: its last
  for (std::size_t own = 1; own < marks.size(); ++own) {
    const auto place = places.find(marks[own].digest);
    if (place == places.end() || place->second == kNoPair) continue;
    const auto tail =
        std::lower_bound(tails.begin(), tails.end(), place->second,
                         [&](std::size_t at, std::size_t key) { return found[at].first < key; });
    before.push_back(tail == tails.begin() ? kNoPair : *std::prev(tail));
    if (tail == tails.end()) {
      tails.push_back(found.size());
    } else {
      *tail = found.size();
    }
    found.emplace_back(place->second, own);
  }
  std::vector<Pair> chosen;
  for (std::size_t at = tails.empty() ? kNoPair : tails.back(); at != kNoPair; at = before[at]) {
    chosen.push_back(found[at]);
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

// Between two anchors: by order, where counts differ only those of one level.
void pair_between(const Side& original, const Side& own, Pair from, Pair to,
                  std::vector<Pair>& pairs) {
  auto [i, j] = from;
  while (i < to.first || j < to.second) {
    const std::size_t left = to.first - i, right = to.second - j;
    const bool same = left > 0 && right > 0 &&
                      (left == right || original.sections[i].level == own.sections[j].level);
    if (same) {
      pairs.emplace_back(i++, j++);
    } else if (left > right) {
      pairs.emplace_back(i++, kNoPair);
    } else {
      pairs.emplace_back(kNoPair, j++);
    }
  }
}

std::vector<const Quote*> lacking(const Side& original, const Section& theirs, const Side& own,
                                  const Section& section) {
  std::map<std::string, std::size_t> held;
  for (const std::size_t quote : section.quotes) ++held[quoted_source(own.lesson.quotes[quote])];
  std::vector<const Quote*> lacks;
  for (const std::size_t number : theirs.quotes) {
    const Quote& quote = original.lesson.quotes[number];
    std::size_t& left = held[quoted_source(quote)];
    if (left == 0) {
      lacks.push_back(&quote);
    } else {
      --left;
    }
  }
  return lacks;
}

const Heading* heading_of(const Lesson& lesson, const Section& section) {
  return section.heading == 0 ? nullptr : &lesson.headings[section.heading - 1];
}

Place place_of(const Lesson& lesson, const std::optional<Section>& section) {
  const Heading* heading = section ? heading_of(lesson, *section) : nullptr;
  return heading == nullptr ? Place{lesson.text.name(), 1, 1} : heading->place;
}

// "section 'The code' (lessons/day36-merge-path/lesson.md:20)"
std::string name_of(const Lesson& lesson, const Section& section) {
  const Heading* heading = heading_of(lesson, section);
  if (heading == nullptr) return "beginning (" + lesson.text.name() + ")";
  return "section '" + heading->text + "' (" + heading->place.file + ":" +
         std::to_string(heading->place.line) + ")";
}

// As it is written in a lesson.
std::string written_source(const Quote& quote) {
  const bool formula = quote.kind == QuoteKind::calc || quote.kind == QuoteKind::claim;
  if (formula) return quote.scheme + ": \"" + quote.reference + "\"";
  if (quote.kind == QuoteKind::code) return "from=" + quote.reference;
  const std::string source = quote.scheme + ":" + quote.reference;
  if (quote.kind == QuoteKind::chart) return source + " \"chart: " + quote.chart + "\"";
  const bool inline_or_table = !is_block(quote.kind) || quote.kind == QuoteKind::table;
  return inline_or_table ? source : "from=" + source;
}

class Report {
 public:
  Report(LessonContext& context, const Lesson& original)
      : context_(context), original_(original), own_(context.lesson) {}

  void run() {
    const std::vector<TranslatedSection> sections = compare_translation(original_, own_);
    const bool marked = std::any_of(sections.begin(), sections.end(),
                                    [](const auto& section) { return section.is_marked(); });
    if (!marked) report_unmarked({own_.text.name(), 1, 1}, "no section says");
    Place place{own_.text.name(), 1, 1};
    for (const TranslatedSection& section : sections) {
      if (section.own) place = place_of(own_, section.own);
      if (!section.original) {
        warn("translation-extra-section", place, "the original has no such section")->mend =
            "take it out, or write it in the original too";
      } else if (!section.own) {
        report_missing(place, section);
      } else {
        report_pair(place, section, marked);
      }
    }
  }

 private:
  Finding* warn(std::string id, const Place& place, std::string message) {
    context_.report(make_finding(std::move(id), place, std::move(message), Severity::warning));
    return &context_.findings.back();
  }
  std::string mend_by_mark() const { return "daybook update --translated " + own_.text.name(); }

  void report_unmarked(const Place& place, const std::string& who) {
    warn("translation-unmarked", place, who + " which text of the original it translates")->mend =
        "when it says what the original says: " + mend_by_mark();
  }

  void report_missing(const Place& place, const TranslatedSection& section) {
    Finding* finding = warn("translation-missing-section", place,
                            "the original's " + name_of(original_, *section.original) +
                                " should come next and is not translated");
    finding->related = place_of(original_, section.original);
    finding->mend = "translate it, then: " + mend_by_mark();
  }

  void report_pair(const Place& place, const TranslatedSection& section, bool marked) {
    const std::string name = name_of(original_, *section.original);
    const Place theirs = place_of(original_, section.original);
    if (section.original->level != section.own->level) {
      Finding* finding = warn("translation-level", place,
                              "this heading is of level " + std::to_string(section.own->level) +
                                  ", that of the original's " + name + " of level " +
                                  std::to_string(section.original->level));
      finding->related = theirs;
      finding->mend = "give it the original's level";
    }
    if (section.is_outdated()) {
      Finding* finding = warn("translation-outdated", place,
                              "the original's " + name + " changed after it was translated");
      finding->related = theirs;
      finding->mend = "translate the change, then: " + mend_by_mark();
    } else if (marked && !section.is_marked()) {
      report_unmarked(place, "this section does not say");
    }
    for (const Quote* quote : section.lacks) {
      Finding* finding =
          warn("translation-missing-quote", place,
               "the original (" + quote->place.file + ":" + std::to_string(quote->place.line) +
                   ") quotes " + written_source(*quote) + " here, and the translation does not");
      finding->related = quote->place;
      finding->mend = "quote it here too";
    }
  }

  LessonContext& context_;
  const Lesson& original_;
  const Lesson& own_;
};

}  // namespace

std::vector<TranslatedSection> compare_translation(const Lesson& original,
                                                   const Lesson& translation) {
  const Side theirs{original, sections_of(original)};
  const Side own{translation, sections_of(translation)};
  const std::vector<std::string> digests = section_digests(original, theirs.sections);
  std::vector<TranslationMark> marks;
  for (const Section& section : own.sections) marks.push_back(read_mark(translation, section));

  std::vector<Pair> pairs = {{0, 0}};
  Pair from{1, 1};
  for (const Pair& anchor : anchors(digests, marks)) {
    pair_between(theirs, own, from, anchor, pairs);
    pairs.push_back(anchor);
    from = {anchor.first + 1, anchor.second + 1};
  }
  pair_between(theirs, own, from, {theirs.sections.size(), own.sections.size()}, pairs);

  std::vector<TranslatedSection> sections;
  for (const auto& [original_number, own_number] : pairs) {
    TranslatedSection section;
    if (original_number != kNoPair) {
      section.original = theirs.sections[original_number];
      section.digest = digests[original_number];
    }
    if (own_number != kNoPair) {
      section.own = own.sections[own_number];
      section.mark = marks[own_number];
    }
    if (section.original && section.own) {
      section.lacks = lacking(theirs, *section.original, own, *section.own);
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

const Lesson* original_of(Course& course, const LessonFile& file) {
  if (!file.translation) return nullptr;
  std::string path;
  if (file.day == kGlossary) {
    path = "lessons/glossary.md";
    if (!course.store().exists(path)) return nullptr;
  } else {
    const Day* day = course.find_day(file.day);
    if (day == nullptr || day->lessons.empty() || day->lessons.front().translation) return nullptr;
    path = day->lessons.front().path;
  }
  const Lesson& original = course.lesson(path, false).value;
  return original.unread ? nullptr : &original;
}

namespace {

// Only the course's languages have pages.
void check_language(LessonContext& context) {
  const std::vector<std::string>& languages = context.course.settings().languages;
  const LessonFile& file = context.file;
  if (!file.translation || file.language.empty()) return;
  if (std::find(languages.begin(), languages.end(), file.language) != languages.end()) return;
  context.report(unlisted_language(file.path, file.language, languages));
}

}  // namespace

Finding unlisted_language(const std::string& path, const std::string& language,
                          const std::vector<std::string>& languages) {
  std::string all;
  for (const std::string& one : languages) all += (all.empty() ? "" : ", ") + one;
  Finding finding =
      make_finding("translation-unlisted", {path, 1, 1},
                   "course.yaml does not list the language '" + language +
                       "', so no page shows this translation" + did_you_mean(language, languages),
                   Severity::warning);
  finding.mend = "write languages: [" + all + ", " + language +
                 "] in course.yaml, or rename or remove the file";
  return finding;
}

void check_translation(LessonContext& context) {
  check_language(context);
  const Lesson* original = original_of(context.course, context.file);
  if (original != nullptr) Report(context, *original).run();
}

std::vector<Edit> mark_translated(const Lesson& original, const Lesson& translation) {
  std::vector<Edit> edits;
  for (const TranslatedSection& section : compare_translation(original, translation)) {
    if (!section.original || !section.own || section.mark.digest == section.digest) continue;
    edits.push_back(write_mark(translation, *section.own, section.digest));
  }
  return edits;
}

std::vector<TranslationNote> translation_notes(Course& course, const LessonFile& file) {
  const Lesson* original = original_of(course, file);
  if (original == nullptr) return {};
  const Lesson& own = course.lesson(file).value;
  const PageWords& words = page_words(file.language);
  std::vector<TranslationNote> notes;
  std::string at;
  for (const TranslatedSection& section : compare_translation(*original, own)) {
    const Heading* heading = section.own ? heading_of(own, *section.own) : nullptr;
    if (heading != nullptr) at = heading->id;
    if (!section.original) continue;
    const Heading* theirs = heading_of(*original, *section.original);
    const auto note = [&](std::string_view pattern, const std::vector<std::string>& values) {
      notes.push_back({at, fill_words(pattern, values), theirs == nullptr ? "" : theirs->id});
    };
    if (!section.own) {
      note(words.untranslated, {theirs == nullptr ? "" : theirs->text});
    } else if (section.is_outdated()) {
      note(words.outdated, {});
    } else if (!section.lacks.empty()) {
      note(words.lacks_quotes, {});
    }
  }
  return notes;
}

}  // namespace daybook
