// Tables whose cells stand between commas (RFC 4180) or tabs.
//
// Prose has commas too, so a table is only what cannot be prose: a header of named fields (none
// starts as a number does), right below it a row of as many fields that holds a number, or a header
// whose fields all stand in quotes. With blanks behind its commas, as prose has them, a table needs
// two rows, and a number in each. Where all headers stand in quotes, a row may stop early, at a
// comma.
#include <algorithm>
#include <utility>

#include "formats/column_grid.h"
#include "formats/transcript_reader.h"

namespace daybook {
namespace {

struct Field {
  Piece piece;  // without the quotes
  bool quoted = false;
  bool doubled = false;  // holds "" for "
};

struct Record {
  std::vector<Field> fields;
  bool all_quoted = false;
  bool blank_led = false;  // some field starts with a blank
  bool closed = true;      // every quote ends on this line
};

Field read_field(std::string_view line, std::size_t begin, char separator, bool& closed) {
  Field field;
  if (separator == ',' && begin < line.size() && line[begin] == '"') {
    field.quoted = true;
    std::size_t at = begin + 1;
    for (; at < line.size(); ++at) {
      if (line[at] != '"') continue;
      if (at + 1 == line.size() || line[at + 1] != '"') break;
      field.doubled = true;
      ++at;
    }
    field.piece = {begin + 1, std::min(at, line.size()), 0, 0};
    closed = at < line.size() && (at + 1 == line.size() || line[at + 1] == separator);
    return field;
  }
  const std::size_t end = std::min(line.find(separator, begin), line.size());
  field.piece = {begin, end, 0, 0};
  return field;
}

void split_record(std::string_view line, char separator, Record& record) {
  record.fields.clear();
  record.all_quoted = record.closed = true;
  record.blank_led = false;
  for (std::size_t at = 0;;) {
    Field field = read_field(line, at, separator, record.closed);
    record.closed = record.closed && record.fields.size() < kMostPieces;
    if (!record.closed) return;
    const std::size_t end = field.piece.end + (field.quoted ? 1 : 0);
    record.all_quoted = record.all_quoted && field.quoted;
    record.blank_led = record.blank_led || (at > 0 && at < end && line[at] == ' ');
    if (!field.quoted) {
      while (field.piece.begin < field.piece.end && line[field.piece.begin] == ' ') {
        ++field.piece.begin;
      }
      while (field.piece.end > field.piece.begin && line[field.piece.end - 1] == ' ') {
        --field.piece.end;
      }
    }
    record.fields.push_back(field);
    if (end >= line.size()) return;
    at = end + 1;
  }
}

std::string_view field_text(std::string_view line, const Field& field) {
  return piece_text(line, field.piece);
}

Cell field_cell(const PrintedLine& line, const Field& field) {
  Cell cell = make_cell(line, field.piece);
  if (!field.doubled) return cell;
  std::string text;
  for (std::size_t i = 0; i < cell.text.size(); ++i) {
    text += cell.text[i];
    if (cell.text[i] == '"') ++i;
  }
  cell.text = std::move(text);
  return cell;
}

bool may_be_header(std::string_view line, const Record& record) {
  if (!record.closed || record.fields.size() < 2) return false;
  if (record.all_quoted) return true;
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const std::string_view text = field_text(line, record.fields[i]);
    const bool unnamed_index = text.empty() && i == 0 && line.front() == ',';
    if ((text.empty() && !unnamed_index) || looks_numeric(text)) return false;
    if (count_code_points(text) > 64) return false;
  }
  return true;
}

bool has_number(std::string_view line, const Record& record) {
  return std::any_of(record.fields.begin(), record.fields.end(), [&](const Field& field) {
    return parse_printed(field_text(line, field), std::nullopt).has_value();
  });
}

struct Shape {
  char separator = ',';
  std::size_t columns = 0;
  bool header_quoted = false;
  bool blank_led = false;
};

// `ncu --csv` ends a row that has no rule with one comma: `"SM Frequency","hz","1,954.45",`.
bool is_cut_short(const Record& record, const Shape& shape) {
  const std::vector<Field>& fields = record.fields;
  return shape.header_quoted && fields.size() > 2 && fields.size() < shape.columns &&
         fields.back().piece.begin == fields.back().piece.end &&
         std::all_of(fields.begin(), fields.end() - 1,
                     [](const Field& field) { return field.quoted; });
}

bool may_be_row(std::string_view line, const Shape& shape, Record& record, bool needs_number) {
  if (line.find(shape.separator) == std::string_view::npos) return false;
  split_record(line, shape.separator, record);
  if (!record.closed) return false;
  if (record.fields.size() != shape.columns && !is_cut_short(record, shape)) return false;
  if (shape.separator == ',' && record.blank_led && !shape.blank_led) return false;
  return !needs_number || has_number(line, record);
}

// How the table at `line` is written; nothing when it is none.
std::optional<Shape> find_shape(const Output& output, std::size_t line, Record& header) {
  for (const char separator : {'\t', ','}) {
    if (output.line(line).find(separator) == std::string_view::npos) continue;
    if (output.line(line + 1).find(separator) == std::string_view::npos) continue;
    split_record(output.line(line), separator, header);
    if (!may_be_header(output.line(line), header)) continue;
    const bool prose_like = separator == ',' && header.blank_led && !header.all_quoted;
    const Shape shape{separator, header.fields.size(), header.all_quoted, prose_like};
    Record row;
    if (!may_be_row(output.line(line + 1), shape, row, !shape.header_quoted)) continue;
    if (!prose_like) return shape;
    const bool second = output.is_text(line + 2);
    if (second && may_be_row(output.line(line + 2), shape, row, true)) return shape;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TableReading> read_delimited(const Output& output, std::size_t line) {
  if (!output.is_text(line) || !output.is_text(line + 1)) return std::nullopt;
  Record record;
  const std::optional<Shape> shape = find_shape(output, line, record);
  if (!shape) return std::nullopt;
  TableReading reading;
  Table& table = reading.table;
  for (const Field& field : record.fields) {
    table.columns.emplace_back();
    table.columns.back().header = field_cell(output.lines[line], field).text;
  }
  table.line = table.first_line = line + 1;
  if (line > 0 && may_be_title(output, line - 1)) set_title(output, line - 1, table);
  std::size_t next = line + 1;
  for (; output.is_text(next); ++next) {
    if (!may_be_row(output.line(next), *shape, record, shape->blank_led)) break;
    Row row;
    row.line = next + 1;
    row.cells.reserve(record.fields.size());
    for (const Field& field : record.fields) {
      row.cells.push_back(field_cell(output.lines[next], field));
    }
    row.cells.resize(shape->columns, Cell{"", row.cells.back().span});
    table.rows.push_back(std::move(row));
  }
  reading.next = next;
  table.last_line = next;
  return reading;
}

}  // namespace daybook
