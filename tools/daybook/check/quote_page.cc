#include "check/quote_page.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "check/page_address.h"
#include "formats/highlight.h"

namespace daybook {

namespace {

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// The unit a cell's column prints, " ms", or "".
std::string unit_of_cell(const RunRecord& run, const std::string& path) {
  const auto parts = split_path(path);
  if (parts.size() != 3) return {};
  for (const Table& table : run.transcript.tables) {
    if (table.path != parts[0]) continue;
    for (const Column& column : table.columns) {
      if (column.path == parts[2]) return column.unit_text.empty() ? "" : " " + column.unit_text;
    }
  }
  return {};
}

}  // namespace

QuotePage quote_page(Course& course, const CheckedLesson& lesson) {
  return {course, lesson, lesson_page(course.settings(), lesson.file.day, lesson.file.language),
          page_words(lesson.file.language)};
}

std::string run_href(const QuotePage& page, const RunRecord& run, std::size_t line) {
  return line_link(page.page, run_page(run.day, run.unit, run.name), line);
}

std::shared_ptr<RunRecord> run_of(const QuotePage& page, const Place& place) {
  const auto parts = split_path(place.file);
  if (parts.size() < 4) return nullptr;
  const std::string& day = parts[parts.size() - 4];
  const std::string& unit = parts[parts.size() - 3];
  const std::string& run = parts[parts.size() - 2];
  const auto runs = page.course.runs(day, unit);
  if (std::find(runs.begin(), runs.end(), run) == runs.end()) return nullptr;
  return page.course.run(day, unit, run);
}

std::string place_href(const QuotePage& page, const Place& place) {
  const auto run = run_of(page, place);
  if (run == nullptr) return source_href(page, place.file, place.line);
  const bool printed = run->published != nullptr && run->published->name() == place.file;
  return run_href(page, *run, printed ? place.line : 0);
}

std::string source_href(const QuotePage& page, const std::string& file, std::size_t line) {
  const auto parts = split_path(file);
  const Day* day = parts.size() < 2 ? nullptr : page.course.find_day(parts[parts.size() - 2]);
  if (day == nullptr) return {};
  const auto is_it = [&](const Program& program) { return program.file == file; };
  if (std::none_of(day->programs.begin(), day->programs.end(), is_it)) return {};
  return line_link(page.page, program_page(day->key, parts.back()), line);
}

std::string spread_words(const QuotePage& page, const RunRecord& run, const std::string& path) {
  const CellSpread* spread = run.spread(path);
  if (spread == nullptr) return {};
  const std::string unit = unit_of_cell(run, path);
  return fill_words(page.words.spread,
                    {spread->median + unit, spread->min + unit, spread->max + unit,
                     std::to_string(run.provenance.exits.size())});
}

std::string linked(const std::string& html, const std::string& href, const std::string& title) {
  const std::string titled = title.empty() ? "" : " title=\"" + escape_html(title) + "\"";
  if (!href.empty()) return "<a href=\"" + escape_html(href) + "\"" + titled + ">" + html + "</a>";
  return titled.empty() ? html : "<span" + titled + ">" + html + "</span>";
}

std::string exact_html(std::string html) {
  for (std::size_t at = html.find('\r'); at != std::string::npos; at = html.find('\r', at)) {
    html.replace(at, 1, "&#13;");
  }
  return html;
}

}  // namespace daybook
