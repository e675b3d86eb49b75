// A translation held against its original, section by section. Sections are paired by their order;
// one that is added to the original does not shift the others, since a section that says which text
// it translates (check/section.h) stays with that text. What a translation lacks, or translates in
// an older version, is a warning and a note to its readers at that section, and never blocks:
// translation-outdated, translation-missing-section, translation-extra-section, translation-level,
// translation-missing-quote, translation-unmarked, translation-unlisted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/lesson_context.h"
#include "check/section.h"

namespace daybook {

struct TranslatedSection {
  std::optional<Section> original;  // none: the original has no such section
  std::optional<Section> own;       // none: it is not translated
  std::string digest;               // of the original's
  TranslationMark mark;             // of its own
  std::vector<const Quote*> lacks;  // what the original quotes there and the translation does not

  bool is_marked() const { return !mark.digest.empty(); }
  bool is_outdated() const { return original && own && is_marked() && mark.digest != digest; }
};

// In the translation's order; a section that is not translated stands where it belongs.
std::vector<TranslatedSection> compare_translation(const Lesson& original,
                                                   const Lesson& translation);

// The lesson or glossary that `file` translates; null when it is no translation, or the original
// cannot be read.
const Lesson* original_of(Course& course, const LessonFile& file);

// The warning about a translation that no page shows: course.yaml does not list its language.
Finding unlisted_language(const std::string& path, const std::string& language,
                          const std::vector<std::string>& languages);

void check_translation(LessonContext& context);

// What makes `translation` say that it is up to date.
std::vector<Edit> mark_translated(const Lesson& original, const Lesson& translation);

// What a reader should know at a section.
struct TranslationNote {
  std::string section;   // id of the translation's heading; "" at its beginning
  std::string text;      // in the translation's language
  std::string original;  // id of the original's heading; "" at its beginning
};
std::vector<TranslationNote> translation_notes(Course& course, const LessonFile& file);

}  // namespace daybook
