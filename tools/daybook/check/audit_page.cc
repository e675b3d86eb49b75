#include "check/audit_page.h"

#include <algorithm>
#include <utility>

#include "base/diff.h"
#include "check/quote_html.h"

namespace daybook {

namespace {

constexpr const char* kCause =
    "the page was edited after it was built, or built from something else";

std::size_t first_line_of(const CheckedQuote& checked) {
  for (const TruthLine& line : checked.lines) {
    if (line.line != 0) return line.line;
  }
  return 1;
}

std::string words_of(const CheckedQuote& checked) {
  return checked.words.empty() ? checked.quote->words : checked.words;
}

// A cell's text with what the quotes in it say today.
std::string cell_words(const CheckedLesson& lesson, const TableCell& cell) {
  std::string text;
  std::size_t at = 0;
  for (const std::size_t quote : cell.quotes) {
    const CheckedQuote& checked = lesson.quotes[quote];
    const std::size_t found = cell.text.find(checked.quote->words, at);
    if (found == std::string::npos) continue;
    text += cell.text.substr(at, found - at) + words_of(checked);
    at = found + checked.quote->words.size();
  }
  return text + cell.text.substr(at);
}

std::vector<std::vector<std::string>> recorded_rows(const Table& table) {
  std::vector<std::vector<std::string>> rows(1);
  for (const Column& column : table.columns) rows.front().push_back(column.header);
  for (const Row& row : table.rows) {
    rows.emplace_back();
    for (const Cell& cell : row.cells) rows.back().push_back(cell.text);
  }
  return rows;
}

std::vector<std::vector<std::string>> written_rows(const CheckedLesson& lesson,
                                                   const CheckedQuote& checked) {
  const Quote& quote = *checked.quote;
  std::vector<std::vector<std::string>> rows(1);
  for (const TableCell& cell : quote.header.cells) rows.front().push_back(cell.text);
  for (std::size_t r = 0; r < quote.rows.size(); ++r) {
    rows.emplace_back();
    for (std::size_t c = 0; c < quote.header.cells.size(); ++c) {
      const auto& cells = quote.rows[r].cells;
      const TableCell cell = c < cells.size() ? cells[c] : TableCell{};
      const bool proved = r < checked.rows.size() && c < checked.rows[r].size();
      const bool own = proved && cell.quotes.empty() && !checked.rows[r][c].elision;
      rows.back().push_back(own ? checked.rows[r][c].text : cell_words(lesson, cell));
    }
  }
  return rows;
}

std::string tag_around(std::string_view html, std::size_t at) {
  const std::size_t before = html.rfind('<', at);
  const std::size_t begin = before == std::string_view::npos ? at : before;
  const std::size_t end = std::min(html.find('>', at), html.size() - 1);
  return visible(html.substr(begin, end + 1 - begin));
}

}  // namespace

QuoteTruth quote_truth(const CheckedLesson& lesson, std::size_t index) {
  const CheckedQuote& checked = lesson.quotes[index];
  const Quote& quote = *checked.quote;
  QuoteTruth truth;
  truth.known = checked.found && (is_block(quote.kind) || checked.holds);
  truth.text.file = checked.source_file.empty() ? lesson.file.path : checked.source_file;
  truth.table = quote.kind == QuoteKind::table || quote.kind == QuoteKind::chart;
  if (truth.table) {
    const bool unwritten = quote.header.cells.empty() && checked.table != nullptr;
    truth.rows = unwritten ? recorded_rows(*checked.table) : written_rows(lesson, checked);
    truth.rows.insert(truth.rows.begin(), {quote.words});
  } else if (!is_block(quote.kind)) {
    truth.text.lines = {words_of(checked)};
    truth.text.first_line = std::max<std::size_t>(checked.cell.line, 1);
  } else if (checked.found) {
    for (const TruthLine& line : checked.lines) truth.text.lines.push_back(line.text);
    truth.text.first_line = first_line_of(checked);
  } else {
    for (const FenceLine& line : quote.lines) truth.text.lines.push_back(line.text);
    truth.text.first_line = quote.place.line + 1;
  }
  return truth;
}

Finding& PageAudit::report(const char* id, Place place, std::string message) {
  Finding finding = make_finding(id, std::move(place), std::move(message));
  finding.cause = kCause;
  finding.mend = mend_;
  findings.push_back(std::move(finding));
  return findings.back();
}

Finding& PageAudit::differs(const char* id, const Place& place, std::string message,
                            const std::vector<std::string>& found, const ExpectedText& expected) {
  Finding& finding = report(id, place, std::move(message));
  finding.detail = unified_diff({file_, found, std::max<std::size_t>(place.line, 1)},
                                {expected.file, expected.lines, expected.first_line});
  finding.related = Place{expected.file, expected.first_line, expected.first_line == 0 ? 0U : 1U};
  return finding;
}

void audit_listing(PageAudit& audit, const PageText& page, const std::string& name,
                   const std::string& heading, const ExpectedText& expected) {
  const auto title = std::find_if(page.headings.begin(), page.headings.end(),
                                  [](const PageHeading& each) { return each.level == 1; });
  if (title == page.headings.end() || title->text != heading) {
    const Place place = title == page.headings.end() ? audit.whole() : title->place;
    audit.report("audit-title-differs", place,
                 "the title must be '" + visible(heading) + "', the page says '" +
                     (title == page.headings.end() ? "" : visible(title->text)) + "'");
  }
  const PageQuote* listing = nullptr;
  for (const PageQuote& quote : page.quotes) {
    if (listing == nullptr && quote.name == name) {
      listing = &quote;
    } else {
      audit.report("audit-quote-extra", quote.place,
                   "an element claims to be quote '" + visible(quote.name) +
                       "', and this page holds '" + name + "' alone, once");
    }
  }
  if (listing == nullptr) {
    audit.report("audit-quote-missing", audit.whole(),
                 "'" + name + "' (" + expected.file + ") does not stand in the page");
    return;
  }
  if (listing->known) return;
  if (listing->text != joined_lines(expected.lines)) {
    audit.differs("audit-quote-differs", listing->place,
                  "the listing differs from " + expected.file, split_lines(listing->text),
                  expected);
    return;
  }
  std::size_t offset = 0;
  for (std::size_t i = 0; i < expected.lines.size(); ++i) {
    const std::string id = "L" + std::to_string(i + 1);
    const bool there = i < listing->anchors.size() && listing->anchors[i].id == id &&
                       listing->anchors[i].offset == offset;
    if (!there || listing->anchors.size() != expected.lines.size()) {
      audit.report("audit-anchor-differs", listing->place,
                   "line " + std::to_string(i + 1) + " of the listing must be the target of #" +
                       id + ", and is not");
      return;
    }
    offset += expected.lines[i].size() + 1;
  }
}

void report_changed(PageAudit& audit, const Text& page, const ReducedPage& reduced) {
  for (const auto& [begin, part] : reduced.changed) {
    const std::string_view html = page.bytes().substr(begin);
    const auto ends = std::mismatch(html.begin(), html.end(), part->html.begin(), part->html.end());
    const auto at = static_cast<std::size_t>(ends.first - html.begin());
    const std::size_t mark = begin + part->html.find(" data-quote=");
    const Place element = page.place(page.bytes().rfind('<', mark));
    const bool known =
        std::any_of(audit.findings.begin(), audit.findings.end(), [&](const Finding& finding) {
          return finding.place.line == element.line && finding.place.column == element.column;
        });
    if (known) continue;
    audit.differs("audit-quote-differs", page.place(begin + at),
                  "the HTML of quote " + part->quote +
                      " (its links, captions and marks too) is not what the course makes of it",
                  {tag_around(html, at)}, {{tag_around(part->html, at)}, part->file, part->line});
  }
}

}  // namespace daybook
