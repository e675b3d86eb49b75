// A lesson's part of the site: everything its pages need, with the quotes apart from the prose. The
// prose went through Pandoc with a token for each quote; the quotes' HTML is put in at the very
// end, so that no template and no converter ever sees quoted text.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check/checked_lesson.h"
#include "check/course.h"

namespace daybook {

struct Substitution {
  std::string token;
  bool block = false;
  std::string html;
};

// A run the lesson rests on, in words. A signature that nobody verified counts as none.
struct RunOrigin {
  std::string day, unit, run, gpu, card, driver, cuda, date;
  bool same_code = false;  // recorded from the program as it is
  bool is_signed = false;
  std::string signer;
  std::string href;
};

struct FragmentClaim {
  std::string id, words, formula, section;
  std::vector<CardVerdict> cards;
  std::vector<std::pair<std::string, std::string>> samples;  // shown, href
};

struct FragmentProgram {
  std::string name, source, token, html, text, build, run, explorer;
};

struct FragmentRun {
  std::string day, unit, run, title, expectation, token, html, errors;
  bool is_default = false, same_code = false, is_signed = false;
  std::vector<std::string> exits;
  int published = 1;
  std::vector<std::pair<std::string, std::string>> facts;  // name, value
  std::vector<std::pair<std::string, std::string>> files;  // name, SHA-256
};

// What a reader of a translation should know at a section of it.
struct FragmentNote {
  std::string section;  // id of a heading; "" at the lesson's beginning
  std::string text;
  std::string href;  // the original's section
};

struct Fragment {
  std::string day, language, title, summary, html;
  int number = 0;
  bool draft = false;
  std::vector<std::string> needs;
  std::vector<Heading> headings;
  std::vector<Substitution> substitutions;
  std::vector<RunOrigin> origins;
  std::vector<FragmentClaim> claims;
  std::vector<FragmentProgram> programs;  // of the original only
  std::vector<FragmentRun> runs;          // of the original only
  std::vector<std::string> warnings;
  std::vector<FragmentNote> notes;
};

// One word per quote, then one per program and run, that stand nowhere in the lesson: "DBQ", 16 hex
// digits of its digest, the word's number, "E".
class Tokens {
 public:
  explicit Tokens(const Text& lesson);
  std::string operator()(std::size_t number) const;
  std::vector<std::string> first(std::size_t count) const;

 private:
  std::string prefix_;
};

// Quotes that stand in a quoted table's cells: their HTML comes with the table's.
std::set<std::size_t> quotes_in_tables(const Lesson& lesson);

// All but `html`, which is Pandoc's, finished (check/pandoc_html.h). Addresses in a fragment are
// relative to its lesson's page.
Fragment make_fragment(Course& course, const CheckedLesson& lesson);

int day_number(const std::string& day);  // 36 of "day36-merge-path"

// The title a lesson goes by: its front matter's, else its first heading.
std::string lesson_title(const Lesson& lesson, const std::string& day);

std::string fragment_json(const Fragment& fragment);
// Of a translation that is not written yet.
std::string missing_fragment_json(const std::string& day, const std::string& language);
std::string course_json(const Course& course, const std::string& version);

}  // namespace daybook
