#include "formats/transcript.h"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/table_naming.h"
#include "formats/transcript_reader.h"

namespace daybook {
namespace {

bool is_marker(std::string_view line, char sign) {
  return line.size() > 8 && line.substr(0, 7).find_first_not_of(sign) == std::string_view::npos &&
         line[7] == ' ';
}

Finding conflict(const Text& text, std::size_t line) {
  Finding finding = make_finding("transcript-conflict-marker", text.line_place(line),
                                 "expected what a program printed, found a conflict marker '" +
                                     visible(text.line(line), 40) + "'");
  finding.cause = "a merge left both sides in a recorded file";
  finding.mend = "take one side whole: git checkout --ours (or --theirs) " + text.name();
  return finding;
}

// Marks the lines of conflicts; a conflict is one finding, at its first marker.
void find_conflicts(Output& output, Findings& findings) {
  const Text& text = output.text;
  std::size_t open = 0;  // line of the marker that opened a conflict
  std::size_t finding = 0;
  for (std::size_t i = 0; i < output.lines.size(); ++i) {
    const std::string_view line = output.line(i);
    if (line.size() < 7) continue;
    if (line[0] != '<' && line[0] != '>' && line[0] != '=' && line[0] != '|') continue;
    if (is_marker(line, '<')) {
      open = i + 1;
      finding = findings.size();
      findings.push_back(conflict(text, i + 1));
    } else if (is_marker(line, '>')) {
      if (open == 0) {
        findings.push_back(conflict(text, i + 1));
      } else {
        findings[finding].related = text.line_place(i + 1);
      }
      open = 0;
    } else if (open == 0 || (line != "=======" && !is_marker(line, '|'))) {
      continue;
    }
    output.conflict[i] = true;
    output.rules[i] = RuleKind::none;
  }
}

void find_unreadable_bytes(const Text& text, Findings& findings) {
  const std::size_t offset = invalid_utf8(text.bytes());
  if (offset == std::string_view::npos) return;
  static constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(text.bytes()[offset]);
  const std::string shown = std::string("0x") + kHex[byte >> 4] + kHex[byte & 0xF];
  findings.push_back(make_finding(
      "not-text", text.place(offset),
      "expected UTF-8 text, found byte " + shown + " at offset " + std::to_string(offset)));
  findings.back().mend = "let the program print text only, and record it again";
}

// nvbench puts devices under headings of their own: `### [0] NVIDIA H200`.
bool is_heading(std::string_view line) {
  const std::size_t depth = line.find_first_not_of('#');
  if (depth == 0 || depth == std::string_view::npos || line[depth] != ' ') return false;
  const std::string_view name = trim(line.substr(depth));
  return !name.empty() && !name.starts_with('[');
}

// `== slices ==`, `----- benchmark: 2 tests -----`, `## slices`.
std::string_view without_decoration(std::string_view title) {
  title = trim(title);
  if (title.starts_with('#')) {
    const std::size_t name = title.find_first_not_of("# ");
    return name == std::string_view::npos ? title : title.substr(name);
  }
  for (const char sign : {'-', '=', '*'}) {
    const std::size_t begin = title.find_first_not_of(sign);
    const std::size_t end = title.find_last_not_of(sign);
    if (begin == std::string_view::npos || begin < 2 || title.size() - end - 1 < 2) continue;
    return trim(title.substr(begin, end - begin + 1));
  }
  return title;
}

constexpr std::array<Reader, 5> kReaders = {read_performance_counters, read_benchmark, read_barred,
                                            read_ruled, read_delimited};

std::optional<TableReading> read_table(const Output& output, std::size_t line) {
  for (const Reader reader : kReaders) {
    if (std::optional<TableReading> reading = reader(output, line)) return reading;
  }
  return std::nullopt;
}

}  // namespace

Output::Output(const Text& transcript) : text(transcript), lines(transcript) {
  rules.reserve(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) rules.push_back(rule_kind(line(i)));
  conflict.assign(lines.size(), false);
}

bool Output::is_text(std::size_t index) const {
  return index < lines.size() && rules[index] == RuleKind::none && !conflict[index] &&
         !is_blank(index);
}

RuleKind Output::rule(std::size_t index) const {
  return index < rules.size() ? rules[index] : RuleKind::none;
}

Cell make_cell(const PrintedLine& line, const Piece& piece) {
  if (piece.begin == piece.end) return {};
  return {std::string(piece_text(line.text, piece)), line.span(piece.begin, piece.end)};
}

Cell joined_cell(const PrintedLine& line, const Piece& value, const Piece& unit) {
  Cell cell = make_cell(line, {value.begin, unit.end, value.left, unit.right});
  cell.text = std::string(piece_text(line.text, value)).append(" ");
  cell.text += piece_text(line.text, unit);
  return cell;
}

Piece span_of(const std::vector<Piece>& words, std::size_t first, std::size_t last) {
  if (first >= last) return {};
  return {words[first].begin, words[last - 1].end, words[first].left, words[last - 1].right};
}

Column plain_column(std::string header) {
  Column column;
  column.header = std::move(header);
  return column;
}

Column measured_column(std::string header, std::string unit) {
  Column column = plain_column(std::move(header));
  column.unit_text = std::move(unit);
  column.measured = true;
  return column;
}

bool may_be_title(const Output& output, std::size_t line) {
  if (line < output.free_from || !output.is_text(line)) return false;
  const std::string_view text = output.line(line);
  return !(text.starts_with("==") && text.find("== ") != std::string_view::npos &&
           !text.ends_with('='));  // `==PROF== Disconnected from process 1234`
}

void set_title(const Output& output, std::size_t line, Table& table) {
  table.title = std::string(without_decoration(output.line(line)));
  table.line = line + 1;
  table.first_line = line + 1;
}

Finding row_finding(const Output& output, std::size_t line, const Table& table,
                    std::string_view row, const std::string& problem) {
  const std::string of = table.title.empty() ? "" : " of table '" + visible(table.title, 60) + "'";
  Finding finding = make_finding("transcript-row", output.text.line_place(line + 1),
                                 "row '" + visible(row, 60) + "'" + of + ": " + problem);
  finding.mend = "print the columns wider, two blanks apart, and record it again";
  return finding;
}

Parsed<Transcript> parse_transcript(const Text& text) {
  Parsed<Transcript> result;
  find_unreadable_bytes(text, result.findings);
  Output output(text);
  find_conflicts(output, result.findings);
  std::vector<Table>& tables = result.value.tables;
  for (std::size_t i = 0; i < output.lines.size();) {
    if (output.conflict[i] || output.is_blank(i)) {
      ++i;
      continue;
    }
    std::optional<TableReading> reading = read_table(output, i);
    if (!reading) {
      if (output.line(i).front() == '#' && is_heading(output.line(i))) output.heading = i;
      ++i;
      continue;
    }
    i = std::max(i + 1, reading->next);
    append(result.findings, std::move(reading->findings));
    if (reading->table.rows.empty()) continue;
    output.free_from = i;
    apply_known_tool(reading->table);
    tables.push_back(std::move(reading->table));
    name_table(tables.back(), tables.size());
  }
  std::vector<std::string*> paths;
  for (Table& table : tables) paths.push_back(&table.path);
  number_repeated(paths);
  return result;
}

}  // namespace daybook
