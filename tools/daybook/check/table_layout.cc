#include "check/table_layout.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "formats/quantity.h"

namespace daybook {

namespace {

// What stands before a table's line: the indentation or "> " of the list or quote around it.
std::string line_prefix(const Text& text, const Quote& quote) {
  const std::size_t at = quote.rule.end > 0 ? quote.rule.begin : quote.span.begin;
  std::string prefix(text.slice({text.line_span(text.place(at).line).begin, at}));
  for (char& byte : prefix) {
    if (byte != '>' && byte != '\t') byte = ' ';
  }
  return prefix;
}

std::string table_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line;
}

bool is_word(const std::string& text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                              static_cast<unsigned char>(text[at]) >= 0x80);
}

}  // namespace

std::string as_markdown(const std::string& text) {
  static constexpr std::string_view kMarkup = "|\\*`[<$~";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool loose = text[i] == '_' && !(i > 0 && is_word(text, i - 1) && is_word(text, i + 1));
    const bool entity = text[i] == '&' && (is_word(text, i + 1) || text.substr(i + 1, 1) == "#");
    if (loose || entity || kMarkup.find(text[i]) != std::string_view::npos) result += '\\';
    result += text[i];
  }
  return result;
}

namespace {

std::string new_row(const Row& row, const std::vector<std::size_t>& columns) {
  std::vector<std::string> cells;
  for (const std::size_t column : columns) {
    cells.push_back(column == kOwnColumn ? "" : as_markdown(row.cells[column].text));
  }
  return table_line(cells);
}

// A line of the lesson with the edits that lie in it.
std::string edited_line(const Text& text, std::size_t number, const std::vector<Edit>& edits) {
  const Span line = text.line_span(number);
  std::string result;
  std::size_t at = line.begin;
  for (const Edit& edit : edits) {
    if (edit.span.begin < at || edit.span.end > line.end) continue;
    result += text.slice({at, edit.span.begin});
    result += edit.replacement;
    at = edit.span.end;
  }
  return result.append(text.slice({at, line.end}));
}

bool holds_numbers(const Table& table, std::size_t column) {
  return std::all_of(table.rows.begin(), table.rows.end(), [&](const Row& row) {
    return row.cells[column].text.empty() ||
           parse_printed(row.cells[column].text, std::nullopt).has_value();
  });
}

}  // namespace

bool is_elision_cell(const std::string& text) { return text == "…" || text == "..."; }

bool is_elision_row(const TableLine& row) {
  const auto elided = [](const TableCell& cell) { return is_elision_cell(cell.text); };
  return std::any_of(row.cells.begin(), row.cells.end(), elided) &&
         std::all_of(row.cells.begin(), row.cells.end(),
                     [&](const TableCell& cell) { return cell.text.empty() || elided(cell); });
}

std::string mended_cell(const std::string& written, const std::string& printed,
                        const std::optional<Unit>& written_unit,
                        const std::optional<Unit>& printed_unit) {
  const auto value = parse_printed(printed, printed_unit);
  if (!value || written.empty()) return printed;
  const NumberSearch search = find_number(written);
  const bool converted = written_unit && printed_unit && written_unit->name != printed_unit->name;
  std::string mended;
  if (converted && search.found && !search.found->unit) {
    mended = rewrite_number(written + " " + written_unit->name, *value);
    if (mended.ends_with(written_unit->name)) {
      mended.resize(mended.size() - written_unit->name.size());
    }
    mended = std::string(trim(mended));
  } else {
    mended = rewrite_number(written, *value);
  }
  // What is more than one number, a value with its deviation, is written as it was printed.
  const bool holds =
      same_cell(mended, printed, written_unit ? written_unit : printed_unit, printed_unit);
  return holds ? mended : printed;
}

Edit body_edit(const LessonContext& context, const Quote& quote, const CheckedQuote& checked,
               const std::vector<std::optional<std::size_t>>& matched,
               const std::vector<Edit>& cell_edits) {
  const Text& text = context.lesson.text;
  const Table& table = *checked.table;
  const bool elided = std::any_of(quote.rows.begin(), quote.rows.end(), is_elision_row);
  std::vector<std::pair<std::size_t, std::string>> lines;  // transcript row, line
  bool in_order = true;
  for (std::size_t i = 0; i < quote.rows.size(); ++i) {
    const bool elision = is_elision_row(quote.rows[i]);
    if (!matched[i] && !elision) continue;
    const std::size_t row = elision ? kOwnColumn : *matched[i];
    in_order = in_order && (lines.empty() || elision || lines.back().first < row);
    lines.emplace_back(row, edited_line(text, quote.rows[i].line, cell_edits));
  }
  for (std::size_t row = 0; row < table.rows.size() && !elided; ++row) {
    const bool there = std::any_of(lines.begin(), lines.end(),
                                   [&](const auto& line) { return line.first == row; });
    if (there) continue;
    lines.emplace_back(row, line_prefix(text, quote) + new_row(table.rows[row], checked.columns));
  }
  if (in_order && !elided) std::stable_sort(lines.begin(), lines.end());
  const std::size_t rule = text.place(quote.rule.begin).line;
  const std::size_t last = quote.rows.empty() ? rule : quote.rows.back().line;
  std::string replacement;
  for (const auto& [row, line] : lines) replacement.append(text.line_ending()) += line;
  return {context.file.path, {text.line_span(rule).end, text.line_span(last).end}, replacement};
}

Edit whole_table_edit(const LessonContext& context, const Quote& quote, const Table& table) {
  const Text& text = context.lesson.text;
  const std::string line = std::string(text.line_ending()) + line_prefix(text, quote);
  std::vector<std::string> headers, rules;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    headers.push_back(as_markdown(table.columns[i].header));
    rules.push_back(holds_numbers(table, i) ? "---:" : "---");
    columns.push_back(i);
  }
  std::string written = line + line + table_line(headers) + line + table_line(rules);
  for (const Row& row : table.rows) written += line + new_row(row, columns);
  return {context.file.path, {quote.span.end, quote.span.end}, std::move(written)};
}

}  // namespace daybook
