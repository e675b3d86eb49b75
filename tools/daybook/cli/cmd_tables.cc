// daybook tables: every path of a recorded run or of any transcript, with its value, ready to
// paste.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "check/course.h"
#include "cli/output.h"
#include "formats/transcript.h"

namespace daybook {

namespace {

using nlohmann::ordered_json;

ordered_json table_json(const Table& table) {
  ordered_json columns = ordered_json::array();
  for (const Column& column : table.columns) {
    columns.push_back({{"name", column.header}, {"path", column.path}, {"unit", column.unit_text}});
  }
  ordered_json rows = ordered_json::array();
  for (const Row& row : table.rows) {
    ordered_json cells = ordered_json::array();
    for (const Cell& cell : row.cells) cells.push_back(cell.text);
    rows.push_back(
        {{"key", row.key}, {"path", row.path}, {"line", row.line}, {"cells", std::move(cells)}});
  }
  return {{"title", table.title},
          {"path", table.path},
          {"line", table.line},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)}};
}

// One line a value: "run:slices/4/time  0.0814 ms".
std::string table_text(const std::string& prefix, const Table& table) {
  std::string text = "run:" + prefix + table.path + "  " +
                     (table.title.empty() ? "(no title)" : visible(table.title)) + "\n";
  for (const Row& row : table.rows) {
    for (std::size_t i = 1; i < row.cells.size() && i < table.columns.size(); ++i) {
      text += "run:" + prefix + table.path + "/" + row.path + "/" + table.columns[i].path + "  " +
              (row.cells[i].text.empty() ? "(empty)" : visible(row.cells[i].text));
      if (!row.cells[i].text.empty() && !table.columns[i].unit_text.empty())
        text += " " + table.columns[i].unit_text;
      text += "\n";
    }
  }
  return text;
}

struct Shown {
  ordered_json tables = ordered_json::array();
  std::string text;
  std::size_t count = 0;
  void add(const Transcript& transcript, const std::string& prefix) {
    for (const Table& table : transcript.tables) {
      tables.push_back(table_json(table));
      text += table_text(prefix, table);
      ++count;
    }
  }
};

void show_file(const std::string& name, const fs::path& path, Shown& shown, Findings& findings) {
  FileResult file = read_file(path);
  if (!file.ok) {
    findings.push_back(make_finding("source-missing", {name, 0, 0}, "cannot be read: " + file.error,
                                    Severity::failure));
    return;
  }
  const auto parsed = parse_transcript(Text(name, std::move(file.bytes)));
  append(findings, parsed.findings);
  shown.add(parsed.value, "");
}

void show_reports(Course& course, RunRecord& run, const std::string& prefix, Shown& shown) {
  load_device_reports(course.store(), run);
  for (const KernelFigures& kernel : run.kernels) {
    const std::string path = "run:" + prefix + "ptxas/" + kernel.kernel;
    shown.text += path + "/registers  " + std::to_string(kernel.registers) + "\n";
    shown.text += path + "/shared  " + std::to_string(kernel.shared) + " B\n";
    shown.text += path + "/spills  " + std::to_string(kernel.spills) + " B\n";
  }
  for (const KernelCode& code : run.machine_code) {
    shown.text += "run:" + prefix + "sass/" + code.kernel + "  " +
                  std::to_string(code.last_line - code.first_line + 1) + " lines\n";
  }
}

void show_day(Course& course, const Day& day, Shown& shown, Findings& findings) {
  for (const Program& program : day.programs) {
    std::vector<std::string> units = {program.name};
    for (const std::string& variant : program.variants) {
      units.push_back(Course::unit_name(program, variant));
    }
    for (const std::string& unit : units) {
      const auto run = course.default_run(day.key, unit);
      if (run == nullptr) continue;
      append(findings, run->findings);
      const std::string prefix = unit == day.programs.front().name ? "" : unit + "/";
      shown.add(run->transcript, prefix);
      show_reports(course, *run, prefix, shown);
    }
  }
}

}  // namespace

int run_tables(const Invocation& invocation) {
  Findings findings;
  Shown shown;
  std::vector<std::string> days;
  for (const std::string& name : invocation.names) {
    std::error_code error;
    const fs::path path = invocation.directory / name;
    if (fs::is_regular_file(path, error)) {
      show_file(name, path, shown, findings);
    } else {
      days.push_back(name);
    }
  }
  if (!days.empty() || invocation.names.empty()) {
    const auto course = open_course(invocation);
    if (course == nullptr) return kCouldNotCheck;
    for (const LessonFile& lesson : course->choose_lessons(days, findings)) {
      const Day* day = course->find_day(lesson.day);
      if (!lesson.translation && day != nullptr) show_day(*course, *day, shown, findings);
    }
    append(findings, course->store().unlisted_folders());
  }
  if (shown.count == 0 && findings.empty()) {
    findings.push_back(make_finding("nothing-checked", {}, "no table was found"));
    findings.back().mend = "record a run (daybook record <day>), or name a file that holds a table";
  }
  if (invocation.get("--format", "text") == "json") {
    const ordered_json json = {{"tables", std::move(shown.tables)}};
    print_results(json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
  } else {
    print_results(shown.text);
  }
  say_no_file(findings);
  print_aside(findings);
  return exit_status(findings, invocation.strict);
}

}  // namespace daybook
