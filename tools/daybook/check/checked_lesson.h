// A lesson held against its sources and its evidence: for each quote what it must say (its truth),
// where that stands, whether it holds and what `update` would write. `check` prints the findings,
// `update` applies the edits, the page is made from the truths and `audit` compares with them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/course.h"
#include "formats/formula.h"

namespace daybook {

// One line a block quote must show.
struct TruthLine {
  std::string text;
  std::size_t line = 0;  // in the source file; 0 for an elision
  bool marked = false;   // mark=
  bool fresh = false;    // since=
};

// One cell of a quoted table, or the cell a number quotes.
struct TruthCell {
  std::string text;      // as published: the lesson's wording once it holds
  std::string printed;   // the transcript's text
  std::size_t line = 0;  // in the transcript
  std::string path;      // "slices/4/time"
  bool elision = false;
};

// A claim on one card.
struct CardVerdict {
  std::string card;
  bool holds = false;
  bool known = false;       // false: it could not be computed there (`why`)
  bool could_flip = false;  // some values within the runs' spread would turn it
  std::string why;
};

struct CheckedQuote {
  const Quote* quote = nullptr;
  bool found = false;  // its source exists
  bool holds = false;
  std::string source_file;  // "src/…/merge_path.cu", "evidence/…/run-3.txt", "course.yaml"
  std::string source_note;  // a constant\'s source, shown to readers
  std::shared_ptr<RunRecord> run;            // the run it quotes, if any
  std::vector<TruthLine> lines;              // block quotes
  const Table* table = nullptr;              // table and chart
  std::vector<std::size_t> columns;          // for each lesson column: the transcript's column
  std::vector<std::vector<TruthCell>> rows;  // cell truths as the lesson lays them out
  TruthCell cell;                            // number
  std::string formula;                       // calc and claim, as written
  std::vector<Sample> samples;               // values it read
  std::string words;                         // inline: what the page must say (link text, plain)
  std::vector<CardVerdict> cards;            // claim: its state on each recorded card
  std::vector<Edit> edits;                   // what `update` writes
  std::vector<std::string> notes;            // what `update` says of it: "elision written in full"
};

struct CheckedLesson {
  LessonFile file;
  const Lesson* lesson = nullptr;
  bool draft = false;
  std::vector<CheckedQuote> quotes;  // one for each of lesson->quotes, same order
  Findings findings;                 // all, sorted; a draft's as warnings
};

// Everything about one lesson; reads what it quotes through `course`.
CheckedLesson check_lesson(Course& course, const LessonFile& file);

// Pages that are no lesson: the glossaries.
Findings check_shared_pages(Course& course);

// What was proved, for the closing line.
struct Coverage {
  std::size_t lessons = 0, translations = 0, drafts = 0, code = 0, outputs = 0, tables = 0,
              cells = 0, charts = 0, numbers = 0, claims = 0, commands = 0, variants = 0,
              unbound = 0, sketches = 0;
  static const std::array<std::size_t Coverage::*, 14> kCounts;  // all of these
  void add(const CheckedLesson& lesson);
  void add(const Coverage& other);
  std::size_t total() const;
  // "3 lessons, 2 translations: 14 code quotes, 9 tables (212 cells), 61 numbers, 12 claims, 4
  // variants"
  std::string words() const;
};

inline constexpr std::array<std::size_t Coverage::*, 14> Coverage::kCounts = {
    &Coverage::lessons, &Coverage::translations, &Coverage::drafts,   &Coverage::code,
    &Coverage::outputs, &Coverage::tables,       &Coverage::cells,    &Coverage::charts,
    &Coverage::numbers, &Coverage::claims,       &Coverage::commands, &Coverage::variants,
    &Coverage::unbound, &Coverage::sketches};

}  // namespace daybook
