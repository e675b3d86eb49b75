// Rules about a lesson as a whole: its names, its links, its program's house text.
#include <algorithm>
#include <utility>

#include "base/diff.h"
#include "base/suggest.h"
#include "check/lesson_context.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

bool is_elsewhere(const std::string& target) {
  const std::size_t colon = target.find(':');
  return target.starts_with("//") ||
         (colon != std::string::npos && target.find_first_of("/#?") > colon);
}

void report_link(LessonContext& context, const Link& link, std::string message, std::string mend) {
  Finding finding = make_finding("link-broken", link.place, std::move(message));
  finding.mend = std::move(mend);
  context.report(std::move(finding));
}

void check_fragment(LessonContext& context, const Link& link, const std::string& file,
                    const std::string& fragment) {
  const Lesson& target =
      file == context.file.path ? context.lesson : context.course.lesson(file, false).value;
  std::vector<std::string> ids;
  for (const Heading& heading : target.headings) ids.push_back(heading.id);
  if (std::find(ids.begin(), ids.end(), fragment) != ids.end()) return;
  report_link(context, link,
              "there is no heading '#" + fragment + "' in " + file + did_you_mean(fragment, ids),
              "link to a heading that is there, or write it");
}

}  // namespace

void check_pinned_run(LessonContext& context) {
  const std::string& pinned = context.lesson.front.run;
  const Day* day = context.course.find_day(context.day());
  if (pinned.empty() || day == nullptr || context.file.translation) return;
  for (const Program& program : day->programs) {
    const std::vector<std::string> runs = context.course.runs(day->key, program.name);
    if (std::find(runs.begin(), runs.end(), pinned) != runs.end()) continue;
    Finding finding =
        make_finding("run-missing", context.lesson.front.run_place,
                     "the front matter pins run '" + pinned + "', and '" + program.name +
                         "' has no such run" + did_you_mean(pinned, runs));
    finding.mend = "name a folder of evidence/" + day->key + "/" + program.name +
                   "/, or take the line out: then the newest counts";
    context.report(std::move(finding));
  }
}

void check_links(LessonContext& context) {
  const fs::path folder = fs::path(context.file.path).parent_path();
  for (const Link& link : context.lesson.links) {
    if (link.target.empty() || is_elsewhere(link.target)) continue;
    const std::string target = percent_decode(link.target).value_or(link.target);
    const std::size_t hash = target.find('#');
    const std::string path = target.substr(0, hash);
    const std::string fragment = hash == std::string::npos ? "" : target.substr(hash + 1);
    const std::string file =
        path.empty() ? context.file.path : (folder / path).lexically_normal().generic_string();
    // A path that leaves the course by its very words was found when the lesson was read.
    if (fs::path(path).is_absolute() || file.starts_with("..")) continue;
    if (!is_inside(context.course.store().root(), context.course.store().root() / file)) {
      report_link(context, link, file + " is a link that leads to no file of the course",
                  "link to a file of this course, or to an address with https://");
      continue;
    }
    if (!context.course.store().exists(file)) {
      std::vector<std::string> known;
      for (const std::string& day : context.course.day_names()) {
        known.push_back("../" + day + "/lesson.md");
      }
      report_link(context, link, "there is no file " + file + did_you_mean(path, known),
                  "link to a file that is there: ../<day>/lesson.md, ../glossary.md#term");
      continue;
    }
    if (!fragment.empty() && file.ends_with(".md")) check_fragment(context, link, file, fragment);
  }
}

void check_house_text(LessonContext& context) {
  const Day* day = context.course.find_day(context.day());
  if (day == nullptr || context.file.translation) return;
  const std::vector<std::string> houses = context.course.house_texts();
  for (const Program& program : day->programs) {
    const auto* source = context.course.source(program.file);
    const auto text = context.course.store().text(program.file);
    if (source == nullptr || text == nullptr) continue;
    for (const Finding& finding : source->findings) context.report(finding);
    for (const Region& region : source->value.regions) {
      const std::string house = "snippets/" + region.name + ".cuh";
      if (!std::binary_search(houses.begin(), houses.end(), house)) continue;
      const auto* read = context.course.source(house);
      if (read == nullptr) {
        Finding finding = make_finding("source-missing", {house, 0, 0},
                                       "cannot be read: " + context.course.store().error(house),
                                       Severity::failure);
        finding.related = Place{program.file, region.start_line, 1};
        finding.mend = "make the file readable, or restore it: git checkout -- " + house;
        context.report(std::move(finding));
        continue;
      }
      const auto* truth = &read->value.whole;
      DiffSide from{program.file, {}, region.start_line + 1};
      DiffSide to{house, {}, 1};
      for (const QuotableLine& line : region.lines) from.lines.push_back(line.text);
      for (const QuotableLine& line : *truth) to.lines.push_back(line.text);
      if (from.lines == to.lines) continue;
      Finding finding =
          make_finding("house-text-differs", {program.file, region.start_line, 1},
                       "region '" + region.name + "' differs from the house text " + house);
      finding.detail = unified_diff(from, to);
      finding.related = Place{house, 1, 1};
      finding.cause = "one of the two was edited alone";
      finding.mend = context.mend_by_update();
      const Span body{text->line_end(region.start_line), text->line_span(region.end_line).begin};
      finding.fixes.push_back({program.file, body, join_lines(to.lines, text->line_ending())});
      context.report(std::move(finding));
    }
  }
}

}  // namespace daybook
