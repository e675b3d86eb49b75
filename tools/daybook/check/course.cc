#include "check/course.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/suggest.h"
#include "formats/slug.h"

namespace daybook {

namespace {

constexpr const char* kSettingsFile = "course.yaml";

std::string file_stem(const std::string& name) { return fs::path(name).stem().string(); }

std::string file_kind(const std::string& name) {
  const std::string extension = fs::path(name).extension().string();
  return extension.empty() ? extension : extension.substr(1);
}

// "lesson.md" → "", "lesson.zh-TW.md" → "zh-TW".
std::string translation_language(const std::string& file, const std::string& stem) {
  const std::string prefix = stem + ".";
  if (!file.starts_with(prefix) || !file.ends_with(".md")) return {};
  if (file.size() <= prefix.size() + 3) return {};
  return file.substr(prefix.size(), file.size() - prefix.size() - 3);
}

// The date a run's name begins with, then its number among the runs of that day and card.
std::pair<std::string, unsigned long> run_order(const std::string& name, const std::string& card) {
  const std::string first = name.substr(0, 10) + "-" + card;
  if (name == first) return {name.substr(0, 10), 1};
  const std::string number = name.size() > first.size() + 1 ? name.substr(first.size() + 1) : "";
  const bool digits = !number.empty() && number.size() < 9 &&
                      number.find_first_not_of("0123456789") == std::string::npos;
  return {name.substr(0, 10), digits ? std::stoul(number) : 0};
}

bool is_run_of(const std::string& name, const std::string& card) {
  if (name.size() < 11) return false;
  const std::string first = name.substr(0, 10) + "-" + card;
  return name == first || (name.starts_with(first + "-") && run_order(name, card).second > 0);
}

}  // namespace

std::optional<fs::path> Course::find_root(const fs::path& start) {
  std::error_code error;
  fs::path folder = fs::canonical(start, error);
  if (error) return std::nullopt;
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  while (true) {
    // Whatever is called so: what cannot be read is a finding, not another course's folder.
    if (fs::exists(fs::symlink_status(folder / kSettingsFile, error))) return folder;
    if (folder == folder.parent_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

Course::Course(const fs::path& root) : store_(root) {
  const auto text = store_.text(kSettingsFile);
  if (text == nullptr) {
    findings_.push_back(make_finding("course-settings", {kSettingsFile, 0, 0},
                                     "cannot be read: " + store_.error(kSettingsFile),
                                     Severity::failure));
    findings_.back().mend = "make it a plain file that can be read";
    return;
  }
  auto parsed = parse_settings(*text);
  settings_ = std::move(parsed.value);
  append(findings_, std::move(parsed.findings));
  // Settings that could not be read at all say nothing about lesson folders.
  if (settings_.modules.empty() && !findings_.empty()) return;
  list_days();
}

Findings Course::findings() const {
  Findings all = findings_;
  append(all, store_.unlisted_folders());
  return all;
}

void Course::list_days() {
  const std::vector<std::string>& folders = store_.folders("lessons");
  if (!store_.hidden_by("lessons").empty()) return;
  const std::vector<std::string> listed = settings_.days();
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (std::binary_search(folders.begin(), folders.end(), listed[i])) {
      day_names_.push_back(listed[i]);
      days_.emplace(listed[i], std::nullopt);
      continue;
    }
    const Place place =
        i < settings_.day_places.size() ? settings_.day_places[i] : Place{kSettingsFile, 0, 0};
    Finding finding =
        make_finding("lesson-missing", place,
                     "course.yaml lists '" + listed[i] + "', and there is no folder lessons/" +
                         listed[i] + did_you_mean(listed[i], folders));
    finding.mend = "write lessons/" + listed[i] + "/lesson.md, or take the day off the list";
    findings_.push_back(std::move(finding));
  }
  for (const std::string& folder : folders) {
    if (days_.contains(folder)) continue;
    Finding finding = make_finding(
        "lesson-unlisted", {"lessons/" + folder, 0, 0},
        "this lesson folder is not listed in course.yaml" + did_you_mean(folder, listed));
    finding.mend = "list '" + folder + "' under a module's days in course.yaml";
    findings_.push_back(std::move(finding));
  }
}

std::vector<LessonFile> Course::lesson_files(const std::string& key) {
  std::vector<LessonFile> lessons;
  const std::string folder = "lessons/" + key;
  const std::string original =
      settings_.languages.empty() ? std::string("en") : settings_.languages.front();
  for (const std::string& file : store_.files(folder)) {
    if (file == "lesson.md") {
      lessons.insert(lessons.begin(), {key, original, folder + "/" + file, false});
    } else if (const std::string language = translation_language(file, "lesson");
               !language.empty()) {
      lessons.push_back({key, language, folder + "/" + file, true});
    }
  }
  return lessons;
}

Day Course::read_day(const std::string& key) {
  Day day;
  day.key = key;
  day.lessons = lesson_files(key);
  const std::vector<std::string> sources = store_.files("src/" + key);
  for (const std::string& file : sources) {
    const std::string kind = file_kind(file);
    if (file.find('/') != std::string::npos || !settings_.kinds.contains(kind)) continue;
    day.programs.push_back({file_stem(file), "src/" + key + "/" + file, kind, {}});
  }
  if (!day.lessons.empty()) {
    const auto& order = lesson(day.lessons.front()).value.front.programs;
    const auto rank = [&](const Program& program) {
      return std::find(order.begin(), order.end(), program.name) - order.begin();
    };
    std::stable_sort(day.programs.begin(), day.programs.end(),
                     [&](const Program& a, const Program& b) { return rank(a) < rank(b); });
  }
  // A variant belongs to the program its patch names; one program takes them all.
  for (const std::string& file : sources) {
    if (!file.starts_with("variants/") || !file.ends_with(".patch")) continue;
    Program* owner = day.programs.empty() ? nullptr : &day.programs.front();
    if (day.programs.size() > 1) {
      const auto* parsed = patch("src/" + key + "/" + file);
      for (Program& program : day.programs) {
        if (parsed != nullptr && parsed->value.new_file == program.file) owner = &program;
      }
    }
    if (owner != nullptr) owner->variants.push_back(file_stem(file));
  }
  return day;
}

const Day* Course::find_day(const std::string& key) {
  const auto day = days_.find(key);
  if (day == days_.end()) return nullptr;
  if (!day->second) day->second = read_day(key);
  return &*day->second;
}

std::vector<LessonFile> Course::find_lessons(const std::string& name) {
  std::string sought = name;
  while (sought.size() > 1 && sought.ends_with('/')) sought.pop_back();
  std::error_code error;
  std::string relative = sought;
  if (fs::exists(sought, error)) {
    relative = fs::canonical(sought, error).lexically_relative(store_.root()).generic_string();
  }
  for (const std::string& key : day_names_) {
    const std::string folder = "lessons/" + key;
    const bool whole = sought == key || relative == folder || relative == "src/" + key;
    if (!whole && !relative.starts_with(folder + "/")) continue;
    std::vector<LessonFile> found = lesson_files(key);
    if (!whole) std::erase_if(found, [&](const LessonFile& file) { return file.path != relative; });
    return found;
  }
  return {};
}

std::vector<LessonFile> Course::lessons_of(const std::string& key, Findings& findings) {
  std::vector<LessonFile> lessons = lesson_files(key);
  const bool has_original = !lessons.empty() && !lessons.front().translation;
  if (!has_original && store_.hidden_by("lessons/" + key).empty()) {
    Finding finding = make_finding("lesson-missing", {"lessons/" + key, 0, 0},
                                   "there is no lesson.md in this folder");
    finding.mend = "write lessons/" + key + "/lesson.md";
    findings.push_back(std::move(finding));
  }
  return lessons;
}

std::vector<LessonFile> Course::choose_lessons(const std::vector<std::string>& names,
                                               Findings& findings) {
  std::vector<LessonFile> chosen;
  if (names.empty()) {
    for (const std::string& key : day_names_) {
      const auto lessons = lessons_of(key, findings);
      chosen.insert(chosen.end(), lessons.begin(), lessons.end());
    }
  }
  for (const std::string& name : names) {
    const auto found = find_lessons(name);
    chosen.insert(chosen.end(), found.begin(), found.end());
    if (!found.empty()) continue;
    Finding finding = make_finding(
        "lesson-unknown", {}, "there is no lesson '" + name + "'" + did_you_mean(name, day_names()),
        Severity::failure);
    finding.mend = "name a day, its folder or its file; course.yaml lists the days";
    findings.push_back(std::move(finding));
  }
  return chosen;
}

std::vector<std::string> Course::glossary_files() const {
  std::vector<std::string> found;
  for (const std::string& language : settings_.languages) {
    const bool original = language == settings_.languages.front();
    const std::string file =
        original ? "lessons/glossary.md" : "lessons/glossary." + language + ".md";
    std::error_code error;
    if (fs::is_regular_file(store_.root() / file, error)) found.push_back(file);
  }
  return found;
}

std::vector<LessonFile> Course::unlisted_glossaries() {
  std::vector<LessonFile> found;
  if (settings_.modules.empty()) return found;  // settings that could not be read list nothing
  const std::vector<std::string>& listed = settings_.languages;
  for (const std::string& file : store_.files("lessons")) {
    const std::string language = translation_language(file, kGlossary);
    const bool known = std::find(listed.begin(), listed.end(), language) != listed.end();
    if (language.empty() || known || file.find('/') != std::string::npos) continue;
    found.push_back({kGlossary, language, "lessons/" + file, true});
  }
  return found;
}

std::vector<std::string> Course::house_texts() {
  std::vector<std::string> found;
  for (const std::string& file : store_.files("snippets")) {
    found.push_back("snippets/" + file);
  }
  return found;
}

std::vector<std::pair<std::string, std::string>> Course::static_files() {
  std::vector<std::pair<std::string, std::string>> found;
  for (const std::string& file : store_.files("site/static")) {
    found.emplace_back("static/" + file, "site/static/" + file);
  }
  return found;
}

const Parsed<Lesson>& Course::lesson(const LessonFile& file) {
  return lesson(file.path, file.translation);
}

const Parsed<Lesson>& Course::lesson(const std::string& path, bool translation) {
  if (const auto known = lessons_.find(path); known != lessons_.end()) return known->second;
  const auto text = store_.text(path);
  if (text != nullptr) return lessons_[path] = parse_lesson(*text, translation, with_prose_);
  Parsed<Lesson>& unreadable = lessons_[path];
  unreadable.value.text = Text(path, {});
  unreadable.value.unread = true;
  unreadable.findings.push_back(make_finding("lesson-unreadable", {path, 0, 0},
                                             "cannot be read: " + store_.error(path),
                                             Severity::failure));
  unreadable.findings.back().mend =
      "make the file readable, or restore it: git checkout -- " + path;
  return unreadable;
}

const Parsed<Source>* Course::source(const std::string& path) {
  auto known = sources_.find(path);
  if (known == sources_.end()) {
    const auto text = store_.text(path);
    std::unique_ptr<Parsed<Source>> parsed;
    if (text != nullptr) parsed = std::make_unique<Parsed<Source>>(parse_regions(*text));
    known = sources_.emplace(path, std::move(parsed)).first;
  }
  return known->second.get();
}

const Parsed<Patch>* Course::patch(const std::string& path) {
  auto known = patches_.find(path);
  if (known == patches_.end()) {
    const auto text = store_.text(path);
    std::unique_ptr<Parsed<Patch>> parsed;
    if (text != nullptr) parsed = std::make_unique<Parsed<Patch>>(parse_patch(*text));
    known = patches_.emplace(path, std::move(parsed)).first;
  }
  return known->second.get();
}

std::string Course::variant_file(const Day& day, const std::string& variant) {
  return "src/" + day.key + "/variants/" + variant + ".patch";
}

std::string Course::unit_name(const Program& program, const std::string& variant) {
  return variant.empty() ? program.name : program.name + "+" + variant;
}

const Program* Course::program_of_unit(const std::string& key, const std::string& unit) {
  const Day* day = find_day(key);
  if (day == nullptr) return nullptr;
  for (const Program& program : day->programs) {
    if (unit == program.name) return &program;
    for (const std::string& variant : program.variants) {
      if (unit == unit_name(program, variant)) return &program;
    }
  }
  return nullptr;
}

bool Course::is_unit(const std::string& day, const std::string& name) {
  return program_of_unit(day, name) != nullptr;
}

std::vector<std::string> Course::runs(const std::string& day, const std::string& unit) {
  std::vector<std::string> names = store_.folders("evidence/" + day + "/" + unit);
  std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
  return names;
}

std::shared_ptr<RunRecord> Course::run(const std::string& day, const std::string& unit,
                                       const std::string& name) {
  auto& run = runs_[day + "/" + unit + "/" + name];
  if (run == nullptr) run = load_run(store_, day, unit, name);
  return run;
}

std::shared_ptr<RunRecord> Course::default_run(const std::string& day, const std::string& unit,
                                               const std::string& card) {
  if (const auto preferred = preferred_runs_.find(day + "/" + unit);
      card.empty() && preferred != preferred_runs_.end()) {
    return run(day, unit, preferred->second);
  }
  const std::vector<std::string> names = runs(day, unit);
  if (const Day* known = find_day(day); card.empty() && known != nullptr) {
    const std::string pinned =
        known->lessons.empty() ? "" : lesson(known->lessons.front()).value.front.run;
    if (!pinned.empty() && std::find(names.begin(), names.end(), pinned) != names.end()) {
      return run(day, unit, pinned);
    }
  }
  const std::string wanted = card.empty() ? settings_.card : card;
  std::string newest;
  for (const std::string& name : names) {
    if (!is_run_of(name, wanted)) continue;
    if (newest.empty() || run_order(newest, wanted) < run_order(name, wanted)) newest = name;
  }
  return newest.empty() ? nullptr : run(day, unit, newest);
}

void Course::prefer_run(const std::string& day, const std::string& unit, const std::string& name) {
  preferred_runs_[day + "/" + unit] = name;
}

std::vector<std::string> Course::cards(const std::string& day, const std::string& unit) {
  std::set<std::string> cards;
  for (const std::string& name : runs(day, unit)) {
    const std::string card = run(day, unit, name)->provenance.card;
    if (!card.empty()) cards.insert(card);
  }
  return {cards.begin(), cards.end()};
}

std::string Course::no_run_words(const std::string& day, const std::string& unit,
                                 const std::string& card) {
  const std::string folder = "evidence/" + day + "/" + unit;
  if (const std::string hidden = store_.hidden_by(folder); !hidden.empty()) {
    return "the runs of '" + unit + "' lie in " + hidden + ", which cannot be listed";
  }
  const std::string& wanted = card.empty() ? settings_.card : card;
  if (wanted.empty()) return "no run of '" + unit + "' counts: course.yaml names no card";
  return "no run of '" + unit + "' on card '" + wanted + "' is recorded" +
         did_you_mean(wanted, cards(day, unit));
}

std::string Course::no_run_mend(const std::string& day, const std::string& unit,
                                const std::string& card) {
  const std::string hidden = store_.hidden_by("evidence/" + day + "/" + unit);
  if (!hidden.empty()) return "make " + hidden + " a folder that can be read";
  if (!card.empty() || !settings_.card.empty()) return "daybook record " + day + " " + unit;
  const std::vector<std::string> recorded = cards(day, unit);
  return "write card: " + (recorded.empty() ? "h200" : recorded.front()) + " in course.yaml" +
         (recorded.empty() ? ", the card that the course is about" : "");
}

}  // namespace daybook
