// Where a table's columns stand on the screen, learned from its rule, header and rows together, and
// which cell of a row belongs to which of them.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/printed_line.h"

namespace daybook {

// True for what starts as a number does (digit, sign, <, ~, parenthesis before one) and for the
// words that stand where a number would: nan, inf, -, n/a.
bool looks_numeric(std::string_view text);

struct RowFit {
  enum class Kind {
    row,
    unclear,  // a row, yet a cell could belong to more than one column
    other,    // no row of this table: prose, a remark
  } kind = Kind::other;
  std::vector<Piece> cells;  // one for each column; empty ones have begin == end
  // unclear: what could not be placed (empty when no single piece is to blame) and its columns.
  Piece doubtful;
  std::size_t first_column = 0, last_column = 0;
};

class ColumnGrid {
 public:
  // First guess of the columns, from left to right, not overlapping: [left, right).
  explicit ColumnGrid(const std::vector<Piece>& columns);

  std::size_t size() const { return columns_.size(); }
  // Widens the columns by a line whose cells are beyond doubt, and counts what is a number there.
  void learn(std::string_view line);
  RowFit fit(std::string_view line);
  // The columns a piece stands under: [first, last), empty when it stands between two.
  std::pair<std::size_t, std::size_t> under(const Piece& piece) const;
  // The column nearest to a piece.
  std::size_t nearest(const Piece& piece) const;

 private:
  struct Column {
    std::size_t left = 0, right = 0;
    std::size_t rows = 0, numbers = 0;
  };
  bool numeric(std::size_t column) const;
  bool any_numeric() const;
  // No piece stands under another column than the one of its number.
  bool each_under_its_own(const std::vector<Piece>& pieces) const;
  // The cells of a line in which each has a column to itself and none is missing.
  bool certain_cells(std::string_view line, std::vector<Piece>& cells);
  // No text stands in a column of numbers.
  bool types_hold(std::string_view line, const std::vector<Piece>& cells) const;
  bool any_number(std::string_view line, const std::vector<Piece>& cells) const;
  bool enough(const std::vector<Piece>& cells) const;

  bool by_position(std::string_view line, RowFit& fit) const;
  bool in_order(std::string_view line, const std::vector<Piece>& pieces, RowFit& fit) const;
  bool numbers_from_the_right(std::string_view line, const std::vector<Piece>& pieces,
                              RowFit& fit) const;
  bool by_words(std::string_view line, RowFit& fit) const;
  bool text_over_columns(std::string_view line, RowFit& fit) const;
  bool remark_behind_key(std::string_view line, RowFit& fit) const;
  RowFit::Kind judge(std::string_view line) const;

  std::vector<Column> columns_;
  std::vector<Piece> chunks_, words_, cells_;  // of the line at hand
};

}  // namespace daybook
