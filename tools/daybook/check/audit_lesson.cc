// A lesson's page: its quotes, its other code and tables, its title, headings and prose.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>

#include "check/audit_page.h"
#include "check/fragment.h"
#include "check/quote_html.h"

namespace daybook {

namespace {

std::string shown_row(const std::vector<std::string>& cells) {
  std::string row;
  for (const std::string& cell : cells) row += (row.empty() ? "" : " | ") + cell;
  return row;
}

std::vector<std::string> shown_rows(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::string> shown;
  for (const auto& row : rows) shown.push_back(shown_row(row));
  return shown;
}

class LessonAudit {
 public:
  LessonAudit(PageAudit& audit, const PageText& page, const CheckedLesson& lesson)
      : audit_(audit), page_(page), checked_(lesson), lesson_(*lesson.lesson) {}

  void run() {
    if (!page_.has_body) {
      audit_.report("audit-page-unreadable", audit_.whole(),
                    "no element with data-lesson-body holds the lesson");
      return;
    }
    check_quotes();
    check_code();
    check_tables();
    check_title();
    check_headings();
    check_prose();
    check_images();
    check_details();
  }

 private:
  void check_quotes() {
    std::map<std::string, const PageQuote*> found;
    std::map<std::size_t, std::size_t> last;  // in the page and in each footnote: the quote before
    for (const PageQuote& quote : page_.quotes) {
      const std::size_t number = number_of(quote);
      if (number == 0 || !found.emplace(quote.name, &quote).second) {
        audit_.report("audit-quote-extra", quote.place,
                      number == 0 ? "an element claims to be quote '" + visible(quote.name) +
                                        "', and the lesson has no such quote here"
                                  : "quote " + quote.name + " stands in the page twice");
        continue;
      }
      std::size_t& before = last[quote.footnote];
      if (number < before) {
        audit_.report("audit-quote-order", quote.place,
                      "quote " + quote.name + " stands behind quote " + std::to_string(before));
      }
      before = std::max(before, number);
      if (quote.known) find_cells(number - 1, quote, found);
    }
    for (std::size_t i = 0; i < checked_.quotes.size(); ++i) {
      const auto quote = found.find(std::to_string(i + 1));
      check_quote(i, quote == found.end() ? nullptr : quote->second);
    }
  }

  // A known table stands for the quotes in its cells too.
  void find_cells(std::size_t table, const PageQuote& quote,
                  std::map<std::string, const PageQuote*>& found) const {
    for (const TableLine& row : checked_.quotes[table].quote->rows) {
      for (const TableCell& cell : row.cells) {
        for (const std::size_t index : cell.quotes) {
          found.emplace(std::to_string(index + 1), &quote);
        }
      }
    }
  }

  // From 1; 0 when the lesson has no such quote, or it is claimed outside the lesson's text.
  std::size_t number_of(const PageQuote& quote) const {
    std::size_t number = 0;
    for (const char digit : quote.name) {
      if (digit < '0' || digit > '9' || number > checked_.quotes.size()) return 0;
      number = number * 10 + static_cast<std::size_t>(digit - '0');
    }
    const bool known = number <= checked_.quotes.size() && !quote.name.starts_with('0');
    return known && quote.in_body ? number : 0;
  }

  void check_quote(std::size_t index, const PageQuote* quote) {
    const Quote& source = *checked_.quotes[index].quote;
    const QuoteTruth truth = quote_truth(checked_, index);
    const std::string number = std::to_string(index + 1);
    const std::string where =
        " (" + source.place.file + ":" + std::to_string(source.place.line) + ")";
    if (quote == nullptr) {
      audit_
          .report("audit-quote-missing", audit_.whole(),
                  "quote " + number + where + " does not stand in the page")
          .related = source.place;
      return;
    }
    if (!truth.known) {
      Finding& finding = audit_.report(
          "audit-no-truth", quote->place,
          "quote " + number + where + " does not hold, so what the page shows is not proved");
      finding.related = source.place;
      finding.cause = "the lesson does not hold";
      finding.mend = "daybook check " + checked_.file.day;
    }
    if (quote->known) return;
    const std::string message = "quote " + number + where + " differs from " + truth.text.file;
    if (truth.table != quote->table) {
      audit_.report("audit-quote-differs", quote->place,
                    "quote " + number + where +
                        (truth.table ? " is a table, and this element is none"
                                     : " is no table, and this element is one"));
    } else if (truth.table && quote->rows != truth.rows) {
      audit_
          .differs("audit-quote-differs", quote->place, message, shown_rows(quote->rows),
                   {shown_rows(truth.rows), truth.text.file, 0})
          .related = Place{truth.text.file, truth.text.first_line, 1};
    } else if (!truth.table && quote->text != joined_lines(truth.text.lines)) {
      audit_.differs("audit-quote-differs", quote->place, message, split_lines(quote->text),
                     truth.text);
    }
  }

  // Code that claims nothing must be the lesson's own unbound code, each once.
  void check_code() {
    std::multiset<std::string> expected;
    for (const Unbound& block : lesson_.unbound) {
      if (block.what == Unbound::What::table) continue;
      std::vector<std::string> lines;
      for (const FenceLine& line : block.lines) lines.push_back(line.text);
      expected.insert(without_last_lines(joined_lines(lines)));
    }
    for (const PageBlock& code : page_.code) {
      const auto found = expected.find(without_last_lines(code.text));
      if (found != expected.end()) {
        expected.erase(found);
        continue;
      }
      const auto lines = split_lines(code.text);
      audit_.report("audit-code-differs", code.place,
                    "this code quotes nothing, and no unbound code of the lesson is equal to it: "
                    "it begins '" +
                        visible(lines.empty() ? "" : lines.front(), 60) + "'");
    }
    for (const std::string& code : expected) {
      const auto lines = split_lines(code);
      audit_.report("audit-code-differs", audit_.whole(),
                    "unbound code of the lesson does not stand in the page: it begins '" +
                        visible(lines.empty() ? "" : lines.front(), 60) + "'");
    }
  }

  static std::string without_last_lines(const std::string& text) {
    return text.substr(0, text.find_last_not_of('\n') + 1);
  }

  void check_tables() {
    const auto expected = static_cast<std::size_t>(
        std::count_if(lesson_.unbound.begin(), lesson_.unbound.end(),
                      [](const Unbound& block) { return block.what == Unbound::What::table; }));
    if (page_.tables.size() == expected) return;
    audit_.report("audit-table-extra",
                  page_.tables.size() > expected ? page_.tables[expected] : audit_.whole(),
                  "tables that quote nothing: " + std::to_string(page_.tables.size()) +
                      " on the page, " + std::to_string(expected) + " in the lesson");
  }

  // A lesson may bring its own first heading, which then is the page's title.
  const PageHeading* own_title() const {
    const PageHeading* title = page_title();
    const bool own = title != nullptr && !title->in_body && !lesson_.headings.empty() &&
                     lesson_.headings.front().level == 1 &&
                     title->id == lesson_.headings.front().id;
    return own ? title : nullptr;
  }
  const PageHeading* page_title() const {
    for (const PageHeading& heading : page_.headings) {
      if (heading.level == 1) return &heading;
    }
    return nullptr;
  }

  void check_title() {
    const std::string title = lesson_title(lesson_, checked_.file.day);
    const PageHeading* heading = page_title();
    const std::string shown = heading == nullptr ? "" : heading->text;
    const bool held =
        own_title() != nullptr || (heading != nullptr && heading->text == fold_blanks(title));
    if (!held) {
      audit_.report(
          "audit-title-differs", heading == nullptr ? audit_.whole() : heading->place,
          "the title must be '" + visible(title) + "', the page says '" + visible(shown) + "'");
    }
    if (page_.title.starts_with(fold_blanks(title))) return;
    audit_.report("audit-title-differs", audit_.whole(),
                  "<title> must begin with '" + visible(title) + "', the page says '" +
                      visible(page_.title) + "'");
  }

  void check_headings() {
    std::vector<std::string> expected, found;
    const auto shown = [](int level, const std::string& text, const std::string& id) {
      return std::string(static_cast<std::size_t>(level), '#') + " " + text + " {#" + id + "}";
    };
    for (const Heading& heading : lesson_.headings) {
      expected.push_back(shown(heading.level, heading.text, heading.id));
    }
    Place place = audit_.whole();
    const PageHeading* title = own_title();
    for (const PageHeading& heading : page_.headings) {
      if (!heading.in_body && &heading != title) continue;
      found.push_back(shown(heading.level, heading.text, heading.id));
      const std::size_t at = found.size() - 1;
      const bool same = at < expected.size() && expected[at] == found[at];
      if (!same && place.line == 0) place = heading.place;
    }
    if (found == expected) return;
    audit_.differs("audit-heading-differs", place, "the headings differ from the lesson's", found,
                   {expected, checked_.file.path, 0});
  }

  // Blocks are joined, since where one ends is markup, not text.
  void check_prose() {
    std::vector<PageBlock> blocks = page_.prose;
    std::vector<std::string> expected = lesson_.prose;
    if (own_title() != nullptr && !expected.empty()) expected.erase(expected.begin());
    std::string found, wanted;
    for (const PageBlock& block : blocks) found += block.text + " ";
    for (const std::string& block : expected) wanted += block + " ";
    if (found == wanted) return;
    const auto mismatch = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
    const auto offset = static_cast<std::size_t>(mismatch.first - found.begin());
    std::size_t end = 0;
    Place place = audit_.whole();
    std::vector<std::string> lines;
    for (const PageBlock& block : blocks) {
      end += block.text.size() + 1;
      if (place.line == 0 && offset < end) place = block.place;
      lines.push_back(with_marks_shown(block.text));
    }
    for (std::string& block : expected) block = with_marks_shown(block);
    audit_.differs("audit-prose-differs", place, "the text differs from the lesson's", lines,
                   {expected, checked_.file.path, 0});
  }

  void check_images() {
    std::multiset<std::string> expected;
    for (const Link& link : lesson_.links) {
      if (link.image) expected.insert(fold_blanks(link.words));
    }
    for (const PageBlock& image : page_.images) {
      const auto found = expected.find(image.text);
      if (found != expected.end()) {
        expected.erase(found);
        continue;
      }
      audit_.report("audit-prose-differs", image.place,
                    "no image of the lesson is called '" + visible(image.text) + "'");
    }
    for (const std::string& words : expected) {
      audit_.report("audit-prose-differs", audit_.whole(),
                    "the image '" + visible(words) + "' does not stand in the page");
    }
  }

  // What a page folds away, the lesson does. One that it names in `code` counts as such too.
  void check_details() {
    std::string text(lesson_.text.bytes());
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    std::size_t most = 0;
    for (std::size_t at = text.find("<details"); at != std::string::npos;
         at = text.find("<details", at + 1)) {
      ++most;
    }
    if (page_.details.size() <= most) return;
    audit_.report("audit-active", page_.details.back(),
                  "the page has " + std::to_string(page_.details.size()) +
                      " <details>, which fold away what is in them; the lesson has " +
                      std::to_string(most));
  }

  // A quote's place in prose, as a reader of a difference knows it.
  static std::string with_marks_shown(const std::string& text) {
    std::string shown;
    for (const char byte : text) {
      if (byte == kPageQuoteMark) {
        shown += "[…]";
      } else {
        shown += byte;
      }
    }
    return shown;
  }

  PageAudit& audit_;
  const PageText& page_;
  const CheckedLesson& checked_;
  const Lesson& lesson_;
};

}  // namespace

void audit_lesson(PageAudit& audit, const PageText& page, const CheckedLesson& lesson) {
  LessonAudit(audit, page, lesson).run();
}

}  // namespace daybook
