// Quoted tables: columns by header, rows by the transcript's first column, cells as text or
// numbers.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/suggest.h"
#include "check/lesson_context.h"
#include "check/table_layout.h"
#include "check/table_names.h"
#include "formats/quantity.h"
#include "formats/slug.h"
#include "formats/table_naming.h"

namespace daybook {

namespace {

// One quoted table at work.
class TableCheck {
 public:
  TableCheck(LessonContext& context, const Quote& quote, CheckedQuote& checked)
      : context_(context), quote_(quote), checked_(checked), table_(*checked.table) {
    // The lesson's headers are named by the very rule that named the transcript's.
    for (const TableCell& cell : quote.header.cells) {
      Column column;
      column.header = cell.text;
      written_.columns.push_back(std::move(column));
    }
    name_table(written_, 1);
  }

  void run() {
    const std::size_t before = context_.findings.size();
    if (quote_.header.cells.empty()) {
      report_empty();
      return;
    }
    match_columns();
    if (!has_key_column_ || context_.findings.size() != before) return;
    match_rows();
    checked_.holds = context_.findings.size() == before && !stray_;
    if (stray_) say_shape_first(before);
    if (!rebuild_ || stray_) return;
    const std::vector<Edit> cells = std::move(checked_.edits);
    checked_.edits = {body_edit(context_, quote_, checked_, matched_, cells)};
  }

 private:
  Finding& report(const char* id, const Place& place, std::string message) {
    Finding finding = make_finding(id, place, std::move(message));
    finding.related = Place{checked_.source_file, table_.first_line, 1};
    finding.mend = context_.mend_by_update();
    context_.report(std::move(finding));
    return context_.findings.back();
  }

  // What update would mend it leaves alone while the table's lines make no table.
  void say_shape_first(std::size_t first) {
    for (std::size_t i = first; i < context_.findings.size(); ++i) {
      Finding& finding = context_.findings[i];
      if (finding.fixes.empty() && finding.mend == context_.mend_by_update()) {
        finding.mend = "mend the table's lines first, then " + context_.mend_by_update();
      }
    }
  }

  // The reader of the lesson said already that no table follows the caption.
  void report_empty() {
    for (std::size_t i = 0; i < table_.columns.size(); ++i) checked_.columns.push_back(i);
    checked_.edits.push_back(whole_table_edit(context_, quote_, table_));
    for (Finding& finding : context_.findings) {
      if (!(finding.place == quote_.place)) continue;
      if (finding.id == "table-shape") {  // what stands there is nearly a table
        checked_.edits.clear();
        return;
      }
      if (finding.id != "quote-caption") continue;
      finding.mend = context_.mend_by_update();
      finding.fixes = checked_.edits;
      return;
    }
    report("quote-empty", quote_.place, "the quoted table is empty").fixes = checked_.edits;
  }

  Place place_of(const TableCell& cell) const {
    return context_.lesson.text.place(cell.span.begin);
  }
  std::string where() const {
    return "table '" + table_.path + "' (" + checked_.source_file + ":" +
           std::to_string(table_.first_line) + ")";
  }

  bool all_cells_are_quotes(std::size_t column) const {
    const auto quoted = [&](const TableLine& row) {
      return is_elision_row(row) || column >= row.cells.size() || !row.cells[column].quotes.empty();
    };
    return !quote_.rows.empty() && std::all_of(quote_.rows.begin(), quote_.rows.end(), quoted);
  }

  std::optional<std::size_t> find_column(std::size_t index) {
    const TableCell& cell = quote_.header.cells[index];
    if (!cell.target.empty()) {
      const RunPath path = parse_path(context_, path_text(cell.target));
      if (path.parts.size() == 3) {
        std::vector<std::string> paths;
        for (const Column& column : table_.columns) paths.push_back(column.path);
        return match_slug(path.parts[2], paths, "column").index;
      }
    }
    std::string slug = written_.columns[index].path;
    slug = slug.substr(0, slug.find('~'));
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (table_.columns[i].path == slug) return i;
    }
    return std::nullopt;
  }

  static std::string path_text(const std::string& target) {
    return target.starts_with("run:") ? target.substr(4) : target;
  }

  void match_columns() {
    std::vector<std::string> headers, paths;
    for (const Column& column : table_.columns) {
      headers.push_back(column.header);
      paths.push_back(column.path);
    }
    std::set<std::size_t> taken;
    for (std::size_t i = 0; i < quote_.header.cells.size(); ++i) {
      const TableCell& cell = quote_.header.cells[i];
      const auto found = find_column(i);
      if (!found && all_cells_are_quotes(i)) {
        checked_.columns.push_back(kOwnColumn);
        continue;
      }
      if (!found) {
        const std::string meant = nearest(written_.columns[i].path, paths);
        Finding& finding =
            report("table-column", place_of(cell),
                   "there is no column '" + cell.text + "' in " + where() +
                       (meant.empty() ? "" : "; did you mean '" + header_of(table_, meant) + "'?"));
        finding.mend = "its columns: " + listed(headers);
        checked_.columns.push_back(kOwnColumn);
        continue;
      }
      check_column(cell, *found, taken);
      check_unit(i, *found, cell);
      checked_.columns.push_back(*found);
      has_key_column_ = has_key_column_ || *found == 0;
    }
    if (has_key_column_) return;
    Finding& finding = report("table-key", quote_.place,
                              "the first column of " + where() + ", '" + headers.front() +
                                  "', must be among the quoted ones: rows are found by it");
    finding.mend = "add a column '" + headers.front() + "'";
  }

  void check_column(const TableCell& cell, std::size_t found, std::set<std::size_t>& taken) {
    const std::string& slug = table_.columns[found].path;
    const bool twice = std::any_of(table_.columns.begin(), table_.columns.end(),
                                   [&](const Column& other) { return other.path == slug + "~2"; });
    if (twice && cell.target.empty()) {
      report("path-ambiguous", place_of(cell),
             "several columns of " + where() + " are called '" + cell.text +
                 "': " + numbered_columns(table_, slug))
          .mend = "link the header to its column: [" + cell.text + "](run:" + table_.path + "/*/" +
                  slug + "~1)";
    }
    if (!taken.insert(found).second) {
      report("table-column", place_of(cell), "column '" + cell.text + "' is quoted twice").mend =
          "take one of them out";
    }
  }

  void check_unit(std::size_t index, std::size_t found, const TableCell& cell) {
    const auto& written = written_.columns[index].unit;
    const auto& printed = table_.columns[found].unit;
    const bool same = !written || !printed
                          ? written_.columns[index].unit_text.empty() ||
                                written_.columns[index].unit_text == table_.columns[found].unit_text
                          : written->dimension == printed->dimension;
    if (same) return;
    report("table-unit", place_of(cell),
           "the header says '" + cell.text + "', the run printed '" + table_.columns[found].header +
               "': these units do not convert")
        .mend = "write the printed unit, or one of its kind";
  }

  std::optional<std::size_t> find_row(const TableCell& key) {
    if (!key.target.empty()) {
      const RunPath path = parse_path(context_, path_text(key.target));
      if (path.parts.size() >= 2) {
        std::vector<std::string> paths;
        for (const Row& row : table_.rows) paths.push_back(row.path);
        return match_slug(path.parts[1], paths, "row").index;
      }
    }
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      if (table_.rows[i].key == key.text) return i;
    }
    // "1,024" for a printed 1024 and the like.
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      if (same_cell(key.text, table_.rows[i].key, std::nullopt, std::nullopt)) return i;
    }
    return std::nullopt;
  }

  // Text right behind the table, which Markdown takes for a row: never written over.
  bool is_stray(const TableLine& row) const {
    return context_.lesson.text.line(row.line).find('|') == std::string_view::npos;
  }

  void match_rows() {
    const auto key_column = static_cast<std::size_t>(
        std::find(checked_.columns.begin(), checked_.columns.end(), 0U) - checked_.columns.begin());
    std::vector<std::string> keys;
    for (const Row& row : table_.rows) keys.push_back(row.key);
    std::set<std::size_t> shown;
    const TableLine* elision = nullptr;
    for (const TableLine& row : quote_.rows) {
      matched_.push_back(std::nullopt);
      checked_.rows.emplace_back();
      if (is_elision_row(row)) {
        elision = &row;
        checked_.rows.back().assign(row.cells.size(), {"…", "", 0, "", true});
        continue;
      }
      if (key_column >= row.cells.size() || is_stray(row)) {
        stray_ = true;
        continue;
      }
      const TableCell& key = row.cells[key_column];
      const auto found = find_row(key);
      if (!found) {
        report("table-row", place_of(key),
               "there is no row '" + key.text + "' in " + where() + did_you_mean(key.text, keys));
        rebuild_ = true;
        continue;
      }
      check_row_key(key, *found, shown, keys);
      matched_.back() = found;
      check_cells(row, table_.rows[*found]);
    }
    check_left_out(shown, elision);
  }

  void check_row_key(const TableCell& key, std::size_t found, std::set<std::size_t>& shown,
                     const std::vector<std::string>& keys) {
    const std::string& path = table_.rows[found].path;
    const bool twice = std::any_of(table_.rows.begin(), table_.rows.end(),
                                   [&](const Row& row) { return row.path == path + "~2"; });
    if (twice && key.target.empty() && std::count(keys.begin(), keys.end(), key.text) > 1) {
      report("path-ambiguous", place_of(key),
             "several rows of " + where() + " are called '" + key.text + "': lines " +
                 lines_of_key(table_, key.text))
          .mend =
          "link the key to its row: [" + key.text + "](run:" + table_.path + "/" + path + "~1/*)";
    }
    if (!shown.insert(found).second) {
      report("table-row", place_of(key), "row '" + key.text + "' is quoted twice").mend =
          "take one of them out";
    }
  }

  void check_left_out(const std::set<std::size_t>& shown, const TableLine* elision) {
    std::vector<std::string> left_out;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      if (!shown.contains(i)) left_out.push_back(table_.rows[i].key);
    }
    if (!left_out.empty() && elision == nullptr) {
      report("table-rows-missing", quote_.place,
             "rows of " + where() + " are left out: " + listed(left_out))
          .cause = "left-out rows need one row of …";
      rebuild_ = true;
    }
    if (left_out.empty() && elision != nullptr) {
      report("table-row", context_.lesson.text.line_place(elision->line),
             "a row of … stands for left-out rows, and none is left out")
          .mend = "take the row out";
    }
  }

  void check_cells(const TableLine& row, const Row& truth) {
    for (std::size_t i = 0; i < checked_.columns.size(); ++i) {
      if (i >= row.cells.size()) {  // the row is too short, as the lesson's reader said
        stray_ = true;
        checked_.rows.back().emplace_back();
        continue;
      }
      const TableCell& cell = row.cells[i];
      TruthCell shown;
      shown.text = cell.text;
      shown.line = truth.line;
      if (checked_.columns[i] == kOwnColumn) {
        checked_.rows.back().push_back(std::move(shown));
        continue;
      }
      const Column& column = table_.columns[checked_.columns[i]];
      shown.printed = truth.cells[checked_.columns[i]].text;
      shown.path = table_.path + "/" + truth.path + "/" + column.path;
      const bool key = checked_.columns[i] == 0;
      const bool same =
          key ||
          same_cell(cell.text, shown.printed,
                    written_.columns[i].unit ? written_.columns[i].unit : column.unit, column.unit);
      if (!same) report_cell(cell, shown, i, truth);
      checked_.rows.back().push_back(std::move(shown));
    }
  }

  void report_cell(const TableCell& cell, TruthCell& shown, std::size_t index, const Row& truth) {
    const Column& column = table_.columns[checked_.columns[index]];
    const std::string mended =
        mended_cell(cell.text, shown.printed, written_.columns[index].unit, column.unit);
    const auto says = [](const std::string& text) {
      return text.empty() ? std::string("nothing") : "'" + visible(text) + "'";
    };
    Finding& finding =
        report("table-cell-differs", place_of(cell),
               "row '" + truth.key + "', column '" + column.header + "': the lesson says " +
                   says(cell.text) + ", the run printed " + says(shown.printed) + " (" +
                   checked_.source_file + ":" + std::to_string(truth.line) + ")");
    finding.related = Place{checked_.source_file, truth.line, 1};
    finding.cause = "the evidence changed after the lesson, or the table was edited by hand";
    shown.text = mended;
    if (cell.span.end == 0) {
      rebuild_ = true;
      return;
    }
    checked_.edits.push_back({context_.file.path, cell.span, as_markdown(mended)});
    finding.fixes.push_back(checked_.edits.back());
  }

  LessonContext& context_;
  const Quote& quote_;
  CheckedQuote& checked_;
  const Table& table_;
  Table written_;  // the lesson's headers, named
  bool has_key_column_ = false;
  bool stray_ = false;    // a row is none: nothing is written
  bool rebuild_ = false;  // rows come or go: cell edits alone do not mend it
  std::vector<std::optional<std::size_t>> matched_;  // per lesson row
};

}  // namespace

void check_table(LessonContext& context, const Quote& quote, CheckedQuote& checked) {
  const auto report = [&](const char* id, std::string message, std::string mend) {
    Finding finding = make_finding(id, quote.place, std::move(message));
    finding.mend = std::move(mend);
    context.report(std::move(finding));
  };
  const RunPath path = parse_path(context, quote.reference);
  const FoundRun found = find_run(context, path, card_of_scheme(quote.scheme));
  if (found.run == nullptr) {
    report("run-missing", found.problem, found.mend);
    return;
  }
  checked.run = found.run;
  if (found.run->published == nullptr) {
    report("path-unknown", "no output was recorded in " + found.run->folder,
           "daybook record " + found.day + " " + found.unit);
    return;
  }
  const bool whole_table = path.what == RunPath::What::value && path.parts.size() == 1;
  const Located located = locate(found.run->transcript, path.parts);
  if (!whole_table || !located.problem.empty() || located.cells.empty()) {
    report(located.ambiguous ? "path-ambiguous" : "path-unknown",
           whole_table
               ? located.problem
               : "'" + quote.reference + "' names no table" +
                     (path.parts.empty() && !path.unit.empty()
                          ? ", it is a unit; a caption quotes run:" + quote.reference + "/<table>"
                          : "; a caption quotes run:<table>"),
           "daybook tables " + found.day + " prints every path");
    return;
  }
  checked.found = true;
  checked.table = located.cells.front().table;
  checked.source_file = found.run->published->name();
  checked.words = quote.words;
  TableCheck(context, quote, checked).run();
}

}  // namespace daybook
