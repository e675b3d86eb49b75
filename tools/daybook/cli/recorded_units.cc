#include "cli/recorded_units.h"

#include <algorithm>
#include <set>

#include "check/checked_lesson.h"
#include "check/evidence.h"
#include "check/recording_plan.h"
#include "check/signature.h"

namespace daybook {

namespace {

void print_tables(const ImportedUnit& unit) {
  const auto published = static_cast<std::size_t>(unit.provenance.published);
  if (published == 0 || published > unit.transcripts.size()) return;
  std::string text;
  for (const Table& table : unit.transcripts[published - 1].tables) {
    text += "\n" + table.title + "\n";
    for (const Row& row : table.rows) {
      for (std::size_t i = 0; i < row.cells.size() && i < table.columns.size(); ++i) {
        text += (i == 0 ? "  " : ", " + table.columns[i].header + " ") + row.cells[i].text;
      }
      text += "\n";
    }
  }
  print_results(text);
}

// Each measured cell beside that of the run that counts today.
void print_comparison(Course& course, const ImportedUnit& unit) {
  const auto run = course.default_run(unit.day, unit.unit, unit.provenance.card);
  if (run == nullptr) return;
  std::string text = "\nagainst " + run->folder + "\n";
  for (const CellSpread& cell : unit.provenance.spread) {
    if (const CellSpread* before = run->spread(cell.path)) {
      text += "  " + cell.path + ": " + cell.median + ", was " + before->median + " (" +
              before->min + " to " + before->max + ")\n";
    }
  }
  print_results(text);
}

// Adds the signature to an accepted unit's files; says why it could not.
std::string sign_unit(ImportedUnit& unit, const fs::path& key) {
  if (key.empty() || !unit.rejection.empty()) return {};
  const auto sums = std::find_if(unit.files.begin(), unit.files.end(),
                                 [](const NamedFile& file) { return file.name == kSums; });
  if (sums == unit.files.end()) return "there is no SHA256SUMS to sign";
  Signed made = sign_sums(sums->bytes, key);
  if (!made.problem.empty()) return "cannot be signed with " + key.string() + ": " + made.problem;
  unit.files.push_back({std::string(kSignature), std::move(made.signature)});
  return {};
}

std::string write_unit(Course& course, const ImportedUnit& unit) {
  const fs::path& root = course.store().root();
  const std::string place = unit.day + "/" + unit.unit;
  if (unit.rejection.empty()) {
    const WrittenFolder written =
        write_run_folder(root / "evidence" / unit.day / unit.unit, unit.provenance.started,
                         unit.provenance.card, unit.files);
    if (!written.ok) return "cannot be written: " + written.error;
    const std::string folder = "evidence/" + place + "/" + written.name;
    const std::string what = written.signed_now      ? "was there already, signed now, "
                             : written.there_already ? "was there already, "
                                                     : "recorded, ";
    print_results(place + ": " + what + folder + "\n");
    return {};
  }
  const fs::path aside = root / "build" / "rejected" / unit.day / unit.unit;
  std::error_code error;
  fs::create_directories(aside.parent_path(), error);
  const WrittenFolder written = write_folder(aside, unit.files, "rejection.txt");
  print_results(place + ": rejected: " + unit.rejection +
                (written.ok ? " (kept in build/rejected/" + place + ")" : "") + "\n");
  return {};
}

void print_fallen_claims(const fs::path& root, const std::set<std::string>& days) {
  Course course(root);
  std::string text;
  for (const std::string& day : days) {
    for (const LessonFile& file : course.find_lessons(day)) {
      for (const Finding& finding : check_lesson(course, file).findings) {
        if (finding.id == "claim-false") text += format_text(finding);
      }
    }
  }
  if (!text.empty()) print_results("claims that these runs make false:\n" + text);
}

}  // namespace

Parsed<RecordingPlan> plan_units(Course& course, const std::vector<std::string>& names) {
  Parsed<RecordingPlan> plan;
  const auto add = [&](const std::string& day, const std::vector<std::string>& units) {
    auto planned = plan_recording(course, day, units);
    append(plan.findings, std::move(planned.findings));
    for (RecordingUnit& unit : planned.value.units) plan.value.units.push_back(std::move(unit));
  };
  if (names.empty()) {
    for (const std::string& day : course.day_names()) {
      if (!course.find_day(day)->programs.empty()) add(day, {});
    }
    return plan;
  }
  const auto lessons = course.find_lessons(names.front());
  add(lessons.empty() ? names.front() : lessons.front().day, {names.begin() + 1, names.end()});
  return plan;
}

Keeping keeping_of(const Invocation& invocation) {
  Keeping keeping;
  keeping.keep = !invocation.has("--try");
  if (invocation.has("--sign"))
    keeping.signing_key = invocation.directory / invocation.get("--sign");
  return keeping;
}

int take_in(Course& course, Parsed<Import> imported, const Keeping& keeping) {
  for (const Finding& finding : imported.findings) print_results(format_text(finding));
  if (!imported.findings.empty()) return kCouldNotCheck;
  bool all_taken = imported.value.missing.empty();
  std::set<std::string> days;
  for (const std::string& unit : imported.value.missing) {
    print_results(unit + ": the results do not hold it\n");
  }
  for (ImportedUnit& unit : imported.value.units) {
    if (unit.source_changed) {
      print_note(unit.day + "/" + unit.unit + ": the source has changed since it was recorded");
    }
    all_taken = all_taken && unit.rejection.empty();
    if (!keeping.keep) {
      print_results(unit.day + "/" + unit.unit + ": " +
                    (unit.rejection.empty() ? "would be accepted" : "rejected: " + unit.rejection) +
                    "\n");
      print_tables(unit);
      print_comparison(course, unit);
      continue;
    }
    std::string problem = sign_unit(unit, keeping.signing_key);
    if (problem.empty()) problem = write_unit(course, unit);
    if (!problem.empty()) {
      print_note(unit.day + "/" + unit.unit + ": " + problem);
      return kCouldNotCheck;
    }
    if (unit.rejection.empty()) days.insert(unit.day);
  }
  if (keeping.keep) print_fallen_claims(course.store().root(), days);
  return all_taken ? kHolds : kDoesNotHold;
}

}  // namespace daybook
