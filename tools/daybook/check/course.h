// The course as it lies on disk: the only file that knows folder names.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/finding.h"
#include "check/run_record.h"
#include "check/store.h"
#include "formats/lesson.h"
#include "formats/patch.h"
#include "formats/settings.h"
#include "formats/snippet.h"

namespace daybook {

// The "day" of lessons/glossary.md, which belongs to none.
inline constexpr const char* kGlossary = "glossary";

struct Program {
  std::string name;                   // "merge_path"
  std::string file;                   // "src/day36-merge-path/merge_path.cu"
  std::string kind;                   // "cu"
  std::vector<std::string> variants;  // names of variants/<name>.patch, sorted
};

struct LessonFile {
  std::string day;
  std::string language;
  std::string path;  // "lessons/day36-merge-path/lesson.md"
  bool translation = false;
};

struct Day {
  std::string key;
  std::vector<LessonFile> lessons;  // the original first
  std::vector<Program> programs;    // the lesson's first program first
};

class Course {
 public:
  // Nearest folder from `start` upwards that holds course.yaml; nothing when there is none.
  static std::optional<fs::path> find_root(const fs::path& start);
  explicit Course(const fs::path& root);

  const Settings& settings() const { return settings_; }
  // Of course.yaml, the lesson folders, and folders that could not be listed so far.
  Findings findings() const;
  Store& store() { return store_; }
  const Store& store() const { return store_; }
  // The days course.yaml lists that have a lesson folder, in its order.
  const std::vector<std::string>& day_names() const { return day_names_; }
  // Read at the first call, so that one lesson of a thousand costs one. Null for an unknown day.
  const Day* find_day(const std::string& key);
  // A lesson by its day, folder or file; nothing when unknown.
  std::vector<LessonFile> find_lessons(const std::string& name);
  // Of one of day_names(); a day without its original is a finding.
  std::vector<LessonFile> lessons_of(const std::string& day, Findings& findings);
  // The lessons of those names, all when there is none; an unknown name is a finding.
  std::vector<LessonFile> choose_lessons(const std::vector<std::string>& names, Findings& findings);
  std::vector<std::string> glossary_files() const;  // original first
  std::vector<LessonFile> unlisted_glossaries();    // in languages that course.yaml does not list
  std::vector<std::string> house_texts();           // "snippets/cuda-check.cuh"
  // What the site publishes as it is, by its address: "static/daybook.css" and its file.
  std::vector<std::pair<std::string, std::string>> static_files();

  const Parsed<Lesson>& lesson(const LessonFile& file);
  const Parsed<Lesson>& lesson(const std::string& path, bool translation);
  // Null when the file cannot be read.
  const Parsed<Source>* source(const std::string& path);
  const Parsed<Patch>* patch(const std::string& path);

  static std::string variant_file(const Day& day, const std::string& variant);
  static std::string unit_name(const Program& program, const std::string& variant);
  bool is_unit(const std::string& day, const std::string& name);
  const Program* program_of_unit(const std::string& day, const std::string& unit);
  // All recorded runs of a unit, oldest first.
  std::vector<std::string> runs(const std::string& day, const std::string& unit);
  std::shared_ptr<RunRecord> run(const std::string& day, const std::string& unit,
                                 const std::string& name);
  // The run that counts: the newest of `card` ("": the course's), or the pinned one of the day's
  // lesson. Null when there is none.
  std::shared_ptr<RunRecord> default_run(const std::string& day, const std::string& unit,
                                         const std::string& card = "");
  // Makes this run the default one of its unit from now on, whatever its card.
  void prefer_run(const std::string& day, const std::string& unit, const std::string& name);
  // Lessons are read with their prose from now on.
  void read_prose() { with_prose_ = true; }
  // Cards with at least one run of the unit.
  std::vector<std::string> cards(const std::string& day, const std::string& unit);
  // Why default_run() answers none, and what mends it. `card`: as for default_run.
  std::string no_run_words(const std::string& day, const std::string& unit,
                           const std::string& card = "");
  std::string no_run_mend(const std::string& day, const std::string& unit,
                          const std::string& card = "");

 private:
  void list_days();
  std::vector<LessonFile> lesson_files(const std::string& key);  // the original first
  Day read_day(const std::string& key);

  Store store_;
  Settings settings_;
  Findings findings_;
  std::vector<std::string> day_names_;
  std::map<std::string, std::optional<Day>> days_;  // of day_names_; read when asked for
  bool with_prose_ = false;
  std::map<std::string, Parsed<Lesson>> lessons_;
  std::map<std::string, std::unique_ptr<Parsed<Source>>> sources_;
  std::map<std::string, std::unique_ptr<Parsed<Patch>>> patches_;
  std::map<std::string, std::shared_ptr<RunRecord>> runs_;
  std::map<std::string, std::string> preferred_runs_;  // "day/unit" to name
};

}  // namespace daybook
