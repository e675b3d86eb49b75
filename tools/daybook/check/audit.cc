#include "check/audit.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/digest.h"
#include "base/suggest.h"
#include "check/audit_page.h"
#include "check/each_day.h"
#include "check/fragment_sources.h"
#include "check/page_address.h"
#include "check/page_part.h"
#include "check/site_build.h"
#include "check/site_sums.h"
#include "check/stated_value.h"
#include "check/translation.h"

namespace daybook {

namespace {

std::string counted(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

using Files = std::map<std::string, std::string>;    // see Audit::files
using Claims = std::map<std::string, StatedValues>;  // of a day, by the language of their page

// A day's pages, or the glossary's, or those that nothing stands behind.
class SiteAudit {
 public:
  SiteAudit(Course& course, const fs::path& site)
      : course_(course), site_(site), mend_(mend_of_pages(site)) {
    course_.read_prose();
  }

  Audit result() { return std::move(audit_); }
  Claims claims() { return std::move(claims_); }

  void audit_day(const std::string& key) {
    if (key == kGlossary) return;
    const Day* day = course_.find_day(key);
    if (day == nullptr) {
      audit_.findings.push_back(
          make_finding("lesson-unknown", {},
                       "there is no lesson '" + key + "'" + did_you_mean(key, course_.day_names()),
                       Severity::failure));
      audit_.findings.back().mend = "name a day that course.yaml lists";
      return;
    }
    for (const LessonFile& file : day->lessons) {
      const CheckedLesson lesson = check_lesson(course_, file);
      if (lesson.draft) continue;
      audit_lesson_page(lesson);
      for (const std::string& language : course_.settings().languages) {
        const LessonFile* named = shown_lesson(course_, key, language);
        if (named == nullptr || named->path != file.path) continue;
        claims_[language] = claim_values(course_, lesson, language);
      }
    }
    const bool draft = day->lessons.empty() || day->lessons.front().translation ||
                       course_.lesson(day->lessons.front()).value.front.draft;
    if (!draft) audit_sources(*day);
    find_other_pages(key, draft);
  }

  void audit_glossaries() {
    const auto files = course_.glossary_files();
    const auto& languages = course_.settings().languages;
    for (const std::string& path : files) {
      const std::string stem = fs::path(path).stem().string();
      const std::size_t dot = stem.find('.');
      const bool translation = dot != std::string::npos;
      const std::string language = translation         ? stem.substr(dot + 1)
                                   : languages.empty() ? "en"
                                                       : languages.front();
      const CheckedLesson lesson = check_lesson(course_, {kGlossary, language, path, translation});
      if (!lesson.draft) audit_lesson_page(lesson);
    }
  }

  // `claims`: of each day. A language has a page when anything is published in it.
  void audit_claims(std::vector<Claims>& claims) {
    for (const std::string& language : course_.settings().languages) {
      if (!publishes_in(language)) continue;
      StatedValues values;
      for (Claims& day : claims) {
        values.insert(values.end(), day[language].begin(), day[language].end());
      }
      audit_page(claims_page(course_.settings(), language), {},
                 [&](PageAudit& audit, const PageText& text) {
                   audit_values(audit, text, values, "lessons");
                 });
    }
  }

  bool publishes_in(const std::string& language) {
    const auto& days = course_.day_names();
    return language == course_.settings().languages.front() ||
           std::any_of(days.begin(), days.end(), [&](const std::string& day) {
             const LessonFile* file = shown_lesson(course_, day, language);
             return file != nullptr && file->language == language;
           });
  }

  void audit_static() {
    for (const auto& [address, file] : course_.static_files()) {
      const auto text = course_.store().text(file);
      if (text != nullptr) {
        audit_download(address, *text);
        continue;
      }
      Finding finding =
          make_finding("audit-page-unreadable", {file, 0, 0},
                       "cannot be read: " + course_.store().error(file), Severity::failure);
      finding.mend = "make the file readable: chmod u+r " + file;
      audit_.findings.push_back(std::move(finding));
    }
  }

  // All files of the site, with a finding for each that nothing of the course stands behind; a
  // day's own pages are found with the day.
  std::vector<std::string> find_other_files(const Files& known) {
    const std::set<std::string> shared = shared_pages(course_.settings());
    const auto& days = course_.day_names();
    std::vector<Unlisted> unlisted;
    std::vector<std::string> files = list_files(site_, &unlisted);
    for (const std::string& file : files) {
      if (known.contains(file) || audit_.files.contains(file) || shared.contains(file)) continue;
      const std::string day = day_of(file);
      if (std::find(days.begin(), days.end(), day) != days.end()) continue;
      report_extra(file, is_day(day) ? "course.yaml lists no day '" + day + "'"
                                     : "nothing of the course stands behind this file");
    }
    for (const Unlisted& folder : unlisted) report_unlisted(folder);
    return files;
  }

 private:
  std::string shown(const std::string& page) const { return (site_ / page).generic_string(); }

  // The page's bytes; a finding when there are none.
  FileResult read(const std::string& page, PageAudit& audit) {
    FileResult file = read_file(site_ / page);
    audit_.files[page] = file.ok ? sha256_hex(file.bytes) : "";
    if (!file.ok) {
      audit.report("audit-page-missing", audit.whole(), "cannot be read: " + file.error).cause =
          "the page was removed after it was built, or never built";
    }
    return file;
  }

  using Judge = std::function<void(PageAudit& audit, const PageText& page)>;

  // Of a page without what is known of it, `judge` says whether it holds; what does not is found in
  // the whole page, where its place is.
  void audit_page(const std::string& page, const std::vector<PagePart>& parts, const Judge& judge,
                  std::size_t decorations = 0) {
    PageAudit audit(shown(page), mend_);
    const FileResult file = read(page, audit);
    if (file.ok) {
      for (const PagePart& part : parts) decorations += count_decorations(part.html);
      const ReducedPage reduced = reduce(file.bytes, parts);
      PageText text = read_page(audit.file(), reduced.html, reduced.cuts);
      text.decorations += reduced.decorations;
      judge_text(audit, text, judge, decorations);
      if (!text.whole || !audit.findings.empty() || !reduced.changed.empty()) {
        audit.findings.clear();
        judge_text(audit, read_page(audit.file(), file.bytes), judge, decorations);
        report_changed(audit, Text(audit.file(), file.bytes), reduced);
      }
    }
    append(audit_.findings, std::move(audit.findings));
  }

  // `decorations`: so many elements are marked as what no audit reads.
  static void judge_text(PageAudit& audit, const PageText& text, const Judge& judge,
                         std::size_t decorations) {
    for (const PageRisk& risk : text.risks) {
      audit.report("audit-active", risk.place, "no page of a course holds " + risk.what).cause =
          "the page was changed after it was built";
    }
    if (!text.problem.empty()) {
      audit.report("audit-page-unreadable", audit.whole(), "cannot be read: " + text.problem);
      return;
    }
    judge(audit, text);
    if (text.decorations > decorations) {
      audit.report("audit-prose-differs", audit.whole(),
                   std::to_string(text.decorations) +
                       " elements are marked as decoration, and the course makes " +
                       std::to_string(decorations));
    }
  }

  void audit_lesson_page(const CheckedLesson& lesson) {
    const std::string page = lesson_page(course_.settings(), lesson.file.day, lesson.file.language);
    audit_page(
        page, lesson_parts(course_, lesson),
        [&](PageAudit& audit, const PageText& text) {
          audit_lesson(audit, text, lesson);
          if (text.has_body) {
            audit_values(audit, text, origin_values(course_, lesson), "evidence");
          }
        },
        other_decorations(lesson));
    ++audit_.lessons;
    audit_.quotes += lesson.quotes.size();
  }

  // So many elements are marked outside the quotes that hold, at most: a note at a section of a
  // translation, a sketch's word for itself, and of a quote that does not hold drawing and caption.
  std::size_t other_decorations(const CheckedLesson& lesson) {
    const auto sketches =
        std::count_if(lesson.lesson->unbound.begin(), lesson.lesson->unbound.end(),
                      [](const Unbound& block) { return block.what == Unbound::What::sketch; });
    const auto unproved = std::count_if(lesson.quotes.begin(), lesson.quotes.end(),
                                        [](const CheckedQuote& quote) { return !quote.holds; });
    return translation_notes(course_, lesson.file).size() +
           static_cast<std::size_t>(sketches + 2 * unproved);
  }

  void audit_sources(const Day& day) {
    for (const Program& program : day.programs) {
      const auto text = course_.store().text(program.file);
      if (text == nullptr) continue;
      const std::string name = fs::path(program.file).filename().string();
      audit_download(program_download(day.key, name), *text);
      audit_listing_page(program_page(day.key, name), name, name,
                         {listing_lines(*text), program.file, 1}, {}, listing_language(program));
      ++audit_.programs;
      audit_runs(day, program.name);
      for (const std::string& variant : program.variants) {
        audit_runs(day, Course::unit_name(program, variant));
      }
    }
  }

  void audit_runs(const Day& day, const std::string& unit) {
    for (const std::string& name : course_.runs(day.key, unit)) {
      const auto run = course_.run(day.key, unit, name);
      const std::string file = run->published == nullptr ? run->folder : run->published->name();
      audit_listing_page(run_page(day.key, unit, name), name, run_title(*run),
                         {transcript_lines(*run), file, 1}, run_values(course_, *run), "text");
      ++audit_.runs;
    }
  }

  void audit_download(const std::string& path, const Text& program) {
    PageAudit audit(shown(path), mend_);
    const FileResult file = read(path, audit);
    if (file.ok && file.bytes != program.bytes()) {
      ExpectedText expected{split_lines(program.bytes()), program.name(), 1};
      audit.differs("audit-download-differs", {audit.file(), 1, 1},
                    "the file differs from " + program.name(), split_lines(file.bytes), expected);
    }
    append(audit_.findings, std::move(audit.findings));
  }

  void audit_listing_page(const std::string& page, const std::string& name,
                          const std::string& heading, const ExpectedText& expected,
                          const StatedValues& values, const std::string& language) {
    audit_page(page, listing_parts(expected.lines, language, name, heading, expected.file),
               [&](PageAudit& audit, const PageText& text) {
                 audit_listing(audit, text, name, heading, expected);
                 audit_values(audit, text, values,
                              expected.file.substr(0, expected.file.rfind('/')));
               });
  }

  void report_extra(const std::string& page, const std::string& why) {
    PageAudit audit(shown(page), mend_);
    Finding& finding = audit.report("audit-page-extra", audit.whole(), why);
    finding.cause = "the page was put there by hand, or what it showed is gone";
    append(audit_.findings, std::move(audit.findings));
  }

  void report_unlisted(const Unlisted& folder) {
    const std::string path = shown(folder.path);
    Finding finding =
        make_finding("folder-unreadable", {path, 0, 0},
                     "the folder cannot be listed: " + folder.error, Severity::failure);
    finding.mend = "make it a folder that can be read: chmod u+rx " + path;
    audit_.findings.push_back(std::move(finding));
  }

  // Pages of a day that nothing of the course stands behind, in every language.
  void find_other_pages(const std::string& day, bool draft) {
    for (const std::string& language : course_.settings().languages) {
      const std::string folder = language_folder(course_.settings(), language) + day;
      for (const std::string& file : list_files(site_ / folder)) {
        const std::string page = folder + "/" + file;
        if (audit_.files.contains(page) || draft) continue;
        report_extra(page, "nothing of day '" + day + "' stands behind this file");
      }
    }
  }

  // The day in whose folder a file lies, in any language; else its first folder.
  std::string day_of(const std::string& file) const {
    std::string_view path = file;
    for (const std::string& language : course_.settings().languages) {
      const std::string folder = language_folder(course_.settings(), language);
      if (!folder.empty() && path.starts_with(folder)) path.remove_prefix(folder.size());
    }
    return std::string(path.substr(0, path.find('/')));
  }

  static bool is_day(const std::string& name) {
    std::size_t end = 3;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
    return name.starts_with("day") && end > 3 && name.substr(end, 1) == "-";
  }

  Course& course_;
  fs::path site_;
  std::string mend_;  // of a page that differs
  Audit audit_;
  Claims claims_;
};

Audit failed(const char* id, const fs::path& site, std::string message, Severity severity,
             std::string mend) {
  Audit audit;
  audit.findings.push_back(
      make_finding(id, {site.generic_string(), 0, 0}, std::move(message), severity));
  audit.findings.back().mend = std::move(mend);
  return audit;
}

std::set<std::string> blamed_files(const Findings& findings) {
  std::set<std::string> files;
  for (const Finding& finding : findings) files.insert(finding.place.file);
  return files;
}

}  // namespace

void Audit::add(Audit other) {
  append(findings, std::move(other.findings));
  lessons += other.lessons;
  programs += other.programs;
  runs += other.runs;
  quotes += other.quotes;
  files.merge(other.files);
}

std::string Audit::words() const {
  return counted(lessons, "lesson page") + " with " + counted(quotes, "quote") + ", " +
         counted(programs, "program") + ", " + counted(runs, "run");
}

Audit audit_site(Course& course, const fs::path& site, const std::vector<std::string>& days) {
  std::error_code error;
  if (!fs::is_directory(site, error)) {
    return failed("audit-page-unreadable", site, "there is no such folder", Severity::failure,
                  mend_of_missing_pages(site));
  }
  const std::vector<std::string>& names = days.empty() ? course.day_names() : days;
  std::vector<Audit> parts(names.size());
  std::vector<Claims> claims(names.size());
  each_day(course, names, [&](Course& own, std::size_t day) {
    SiteAudit part(own, site);
    part.audit_day(names[day]);
    parts[day] = part.result();
    claims[day] = part.claims();
  });
  SiteAudit glossaries(course, site);
  const bool glossary = std::find(days.begin(), days.end(), kGlossary) != days.end();
  if (days.empty() || glossary) glossaries.audit_glossaries();
  parts.push_back(glossaries.result());
  Audit all;
  for (Audit& part : parts) all.add(std::move(part));
  if (days.empty() && all.lessons > 0) {
    SiteAudit rest(course, site);
    rest.audit_claims(claims);
    rest.audit_static();
    const std::vector<std::string> files = rest.find_other_files(all.files);
    all.add(rest.result());
    append(all.findings, audit_sums(site, files, all.files, blamed_files(all.findings)));
  }
  append(all.findings, course.store().unlisted_folders());
  if (all.lessons + all.programs + all.runs == 0 && all.findings.empty()) {
    return failed("audit-nothing", site, "no page was there to prove", Severity::error,
                  "list lessons in course.yaml that are no drafts");
  }
  return all;
}

}  // namespace daybook
