// Quoted tables, with a drawing above where the lesson asks for one.
#include <algorithm>

#include "check/chart.h"
#include "check/quote_page.h"
#include "formats/highlight.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

struct ShownCell {
  std::string html;
  std::string text;
};
struct ShownRow {
  bool elision = false;
  std::vector<ShownCell> cells;
};

class TableHtml {
 public:
  TableHtml(const QuotePage& page, std::size_t index)
      : page_(page), index_(index), checked_(page.lesson.quotes[index]), quote_(*checked_.quote) {}

  std::string html() {
    if (quote_.header.cells.empty() && checked_.table != nullptr) {
      read_transcript();
    } else {
      read_lesson();
    }
    for (std::size_t i = 0; i < headers_.size(); ++i) numeric_.push_back(is_numeric(i));
    const std::string number = std::to_string(index_ + 1);
    const bool chart = quote_.kind == QuoteKind::chart;
    const std::string drawing = chart ? chart_html() : "";
    std::string html = "<figure class=\"quote table" + std::string(chart ? " chart" : "") +
                       (checked_.found ? "\">" : " unproved\">") + drawing;
    html += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
            escape_html(fill_words(page_.words.table_label, {number, quote_.words})) + "\">";
    html += "<table data-quote=\"" + number + "\"><caption>" + escape_html(quote_.words) +
            "</caption><thead><tr>";
    for (std::size_t i = 0; i < headers_.size(); ++i) {
      html += "<th scope=\"col\"" + number_class(i) + ">" + escape_html(headers_[i]) + "</th>";
    }
    html += "</tr></thead><tbody>";
    for (const ShownRow& row : rows_) html += row_html(row);
    html += "</tbody></table></div>";
    if (!checked_.found) {
      html += "<figcaption data-decoration>" + escape_html(page_.words.unproved) + "</figcaption>";
    }
    return html + "</figure>";
  }

 private:
  // A caption without a table yet: all of the recorded one.
  void read_transcript() {
    const Table& table = *checked_.table;
    for (const Column& column : table.columns) headers_.push_back(column.header);
    for (const Row& row : table.rows) {
      ShownRow shown;
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const std::string path = table.path + "/" + row.path + "/" + table.columns[i].path;
        shown.cells.push_back({cell_link(row.cells[i].text, row.line, path), row.cells[i].text});
      }
      rows_.push_back(std::move(shown));
    }
  }

  void read_lesson() {
    for (const TableCell& cell : quote_.header.cells) headers_.push_back(cell.text);
    for (std::size_t r = 0; r < quote_.rows.size(); ++r) {
      ShownRow shown;
      const bool known = r < checked_.rows.size();
      for (std::size_t c = 0; c < headers_.size(); ++c) {
        const TableCell cell =
            c < quote_.rows[r].cells.size() ? quote_.rows[r].cells[c] : TableCell{};
        const bool proved = known && c < checked_.rows[r].size();
        shown.cells.push_back(proved ? cell_html(cell, checked_.rows[r][c])
                                     : ShownCell{nested_html(cell), cell.text});
        shown.elision = shown.elision || (proved && checked_.rows[r][c].elision);
      }
      rows_.push_back(std::move(shown));
    }
  }

  ShownCell cell_html(const TableCell& cell, const TruthCell& truth) {
    if (truth.elision) return {escape_html(cell.text), cell.text};
    if (!cell.quotes.empty()) return {nested_html(cell), cell.text};
    if (truth.path.empty()) return {escape_html(truth.text), truth.text};
    return {cell_link(truth.text, truth.line, truth.path), truth.text};
  }

  std::string cell_link(const std::string& text, std::size_t line, const std::string& path) {
    if (text.empty() || checked_.run == nullptr) return escape_html(text);
    return linked(escape_html(text), run_href(page_, *checked_.run, line),
                  spread_words(page_, *checked_.run, path));
  }

  // The cell's text with the quotes that stand in it in place of their words.
  std::string nested_html(const TableCell& cell) {
    std::string html;
    std::size_t at = 0;
    for (const std::size_t quote : cell.quotes) {
      const std::string& words = page_.lesson.quotes[quote].quote->words;
      const std::size_t found = cell.text.find(words, at);
      if (found == std::string::npos) continue;
      html += escape_html(cell.text.substr(at, found - at)) + inline_html(page_, quote);
      at = found + words.size();
    }
    return html + escape_html(cell.text.substr(at));
  }

  // Columns of numbers stand right; one without any number does not.
  bool is_numeric(std::size_t column) const {
    bool any = false;
    for (const ShownRow& row : rows_) {
      if (row.elision || column >= row.cells.size() || row.cells[column].text.empty()) continue;
      if (!parse_printed(row.cells[column].text, std::nullopt)) return false;
      any = true;
    }
    return any;
  }

  std::string number_class(std::size_t column) const {
    return column < numeric_.size() && numeric_[column] ? " class=\"n\"" : "";
  }

  std::string row_html(const ShownRow& row) const {
    std::string html = row.elision ? "<tr class=\"elision\">" : "<tr>";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const bool key = i < checked_.columns.size() && checked_.columns[i] == 0 && !row.elision;
      const std::string name = key ? "th" : "td";
      html += "<" + name + (key ? " scope=\"row\"" : "") + number_class(i) + ">" +
              row.cells[i].html + "</" + name + ">";
    }
    return html + "</tr>";
  }

  std::string chart_html() {
    if (checked_.table == nullptr) return {};
    std::vector<std::size_t> lines;
    for (const auto& row : checked_.rows) {
      if (!row.empty() && !row.front().elision) lines.push_back(row.front().line);
    }
    const ParsedChart parsed = parse_chart(quote_.chart, *checked_.table);
    if (!parsed.problem.empty()) return {};
    return draw_chart(parsed.chart, *checked_.table, lines,
                      {"chart-" + std::to_string(index_ + 1), quote_.words, &page_.words})
        .svg;
  }

  const QuotePage& page_;
  std::size_t index_;
  const CheckedQuote& checked_;
  const Quote& quote_;
  std::vector<std::string> headers_;
  std::vector<ShownRow> rows_;
  std::vector<bool> numeric_;  // by column
};

}  // namespace

std::string table_html(const QuotePage& page, std::size_t index) {
  return TableHtml(page, index).html();
}

}  // namespace daybook
