// How a quoted table is written: the edits that bring its rows in step with the transcript's, in
// the lesson's own layout. Internal to check/.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "check/lesson_context.h"

namespace daybook {

// A lesson's column that is none of the transcript's: its cells are quotes of other kinds.
inline constexpr std::size_t kOwnColumn = static_cast<std::size_t>(-1);

bool is_elision_cell(const std::string& text);
// A row of … stands for left-out rows.
bool is_elision_row(const TableLine& row);

// A cell's text as it should be: a converted or rounded number keeps its digits, words and unit.
// `written_unit`: of the lesson's header, `printed_unit`: of the transcript's.
std::string mended_cell(const std::string& written, const std::string& printed,
                        const std::optional<Unit>& written_unit,
                        const std::optional<Unit>& printed_unit);

// As Markdown that reads back as `text`. An underscore inside a word is none of Markdown's.
std::string as_markdown(const std::string& text);

// The body anew: rows that are there keep their line, with `cell_edits` applied, and their order;
// unknown ones go; missing ones come last, unless the order is the transcript's and none is elided.
// `matched`: for each of the lesson's rows the transcript's row.
Edit body_edit(const LessonContext& context, const Quote& quote, const CheckedQuote& checked,
               const std::vector<std::optional<std::size_t>>& matched,
               const std::vector<Edit>& cell_edits);

// The whole table below its caption.
Edit whole_table_edit(const LessonContext& context, const Quote& quote, const Table& table);

}  // namespace daybook
