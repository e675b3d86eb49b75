#include "formats/column_grid.h"

#include <algorithm>
#include <array>
#include <utility>

namespace daybook {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void join(Piece& cell, const Piece& piece) {
  if (cell.begin == cell.end) {
    cell = piece;
  } else {
    cell.end = piece.end;
    cell.right = piece.right;
  }
}

// A number, perhaps with a unit and a remark: `14.6 us`, `51.4 (1.0)`, `3.5 GHz (83 %)`. More words
// are prose that begins with a number.
bool holds_number(std::string_view cell) {
  return looks_numeric(cell) && std::count(cell.begin(), cell.end(), ' ') <= 3;
}

bool is_sentence(std::string_view line) {
  line = trim(line);
  return !line.empty() && std::string_view(".!?:;,").find(line.back()) != std::string_view::npos;
}

}  // namespace

bool looks_numeric(std::string_view text) {
  if (text.empty() || is_digit(text.front())) return !text.empty();
  const char small = static_cast<char>(text.front() | 0x20);
  if (small >= 'a' && small <= 'z' && small != 'n' && small != 'i') return false;  // most words
  static constexpr std::array<std::string_view, 12> kWords = {
      "nan", "-nan", "NaN", "inf", "-inf", "+inf", "Inf", "-Inf", "-", "--", "n/a", "N/A"};
  if (std::find(kWords.begin(), kWords.end(), text) != kWords.end()) return true;
  if (text == "—" || text == "–") return true;
  for (const std::string_view lead : {"\u2212", "≈", "±", "~", "<", ">", "(", "+", "-"}) {
    if (text.starts_with(lead)) {
      text.remove_prefix(lead.size());
      if (text.starts_with(' ')) text.remove_prefix(1);
      break;
    }
  }
  if (text.starts_with('.') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front());
}

ColumnGrid::ColumnGrid(const std::vector<Piece>& columns) {
  columns_.reserve(columns.size());
  for (const Piece& piece : columns) columns_.push_back({piece.left, piece.right, 0, 0});
}

bool ColumnGrid::numeric(std::size_t column) const {
  const Column& c = columns_[column];
  return c.numbers > 0 && 2 * c.numbers >= c.rows;
}

bool ColumnGrid::any_numeric() const {
  for (std::size_t i = 1; i < size(); ++i) {
    if (numeric(i)) return true;
  }
  return false;
}

std::pair<std::size_t, std::size_t> ColumnGrid::under(const Piece& piece) const {
  const auto first =
      std::upper_bound(columns_.begin(), columns_.end(), piece.left,
                       [](std::size_t left, const Column& c) { return left < c.right; });
  auto last = first;
  while (last != columns_.end() && last->left < piece.right) ++last;
  return {static_cast<std::size_t>(first - columns_.begin()),
          static_cast<std::size_t>(last - columns_.begin())};
}

std::size_t ColumnGrid::nearest(const Piece& piece) const {
  const std::size_t right = under(piece).first;
  if (right == 0) return 0;
  if (right == size()) return right - 1;
  const std::size_t to_left = piece.left - std::min(piece.left, columns_[right - 1].right);
  const std::size_t to_right = columns_[right].left - std::min(piece.right, columns_[right].left);
  return to_left <= to_right ? right - 1 : right;
}

bool ColumnGrid::each_under_its_own(const std::vector<Piece>& pieces) const {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto [first, last] = under(pieces[i]);
    if (first != last && (first != i || last != i + 1)) return false;
  }
  return true;
}

bool ColumnGrid::certain_cells(std::string_view line, std::vector<Piece>& cells) {
  split_chunks(line, chunks_);
  if (chunks_.size() == size() && each_under_its_own(chunks_)) {
    cells = chunks_;
    return true;
  }
  split_words(line, words_);
  if (words_.size() < size()) return false;
  cells.clear();
  for (const Piece& word : words_) {
    const auto [first, last] = under(word);
    if (last != first + 1 || first > cells.size() || first + 1 < cells.size()) return false;
    if (first == cells.size()) cells.emplace_back();
    join(cells.back(), word);
  }
  return cells.size() == size();
}

void ColumnGrid::learn(std::string_view line) {
  if (!certain_cells(line, cells_)) return;
  for (std::size_t i = 0; i < size(); ++i) {
    const Piece& cell = cells_[i];
    Column& column = columns_[i];
    const std::size_t low = i == 0 ? 0 : columns_[i - 1].right;
    const std::size_t high = i + 1 == size() ? cell.right : columns_[i + 1].left;
    column.left = std::min(column.left, std::max(cell.left, low));
    column.right = std::max(column.right, std::min(cell.right, high));
    ++column.rows;
    column.numbers += holds_number(piece_text(line, cell)) ? 1 : 0;
  }
}

bool ColumnGrid::types_hold(std::string_view line, const std::vector<Piece>& cells) const {
  for (std::size_t i = 1; i < size(); ++i) {
    const Piece& cell = cells[i];
    if (cell.begin != cell.end && numeric(i) && !holds_number(piece_text(line, cell))) {
      return false;
    }
  }
  return true;
}

bool ColumnGrid::any_number(std::string_view line, const std::vector<Piece>& cells) const {
  for (std::size_t i = 1; i < size(); ++i) {
    const Piece& cell = cells[i];
    if (cell.begin != cell.end && numeric(i) && holds_number(piece_text(line, cell))) return true;
  }
  return false;
}

// Two cells, and in a wide table a quarter of them: a bound on what a short line can stand for.
bool ColumnGrid::enough(const std::vector<Piece>& cells) const {
  const auto filled = static_cast<std::size_t>(std::count_if(
      cells.begin(), cells.end(), [](const Piece& cell) { return cell.begin != cell.end; }));
  return filled >= std::max<std::size_t>(2, size() / 4);
}

// Every chunk stands under exactly one column.
bool ColumnGrid::by_position(std::string_view line, RowFit& fit) const {
  std::size_t previous = size();
  for (const Piece& chunk : chunks_) {
    const auto [first, last] = under(chunk);
    if (last > first + 1) return false;
    const std::size_t column = first == last ? nearest(chunk) : first;
    if (previous != size() && column < previous) return false;
    const bool second = fit.cells[column].begin != fit.cells[column].end;
    if (second && looks_numeric(piece_text(line, chunk))) return false;
    join(fit.cells[column], chunk);
    previous = column;
  }
  const bool lone_number = chunks_.size() == 1 && any_number(line, fit.cells) && size() < 8;
  if (!enough(fit.cells) && !lone_number) return false;
  return !(is_sentence(line) && any_numeric() && !any_number(line, fit.cells));
}

// As many pieces as columns, whatever their places: a cell that grew pushes the next ones along.
bool ColumnGrid::in_order(std::string_view line, const std::vector<Piece>& pieces,
                          RowFit& fit) const {
  if (pieces.size() != size() || !types_hold(line, pieces)) return false;
  if (!any_numeric() && (&pieces != &chunks_ || is_sentence(line))) return false;
  fit.cells = pieces;
  return true;
}

// A first cell with gaps inside, or one that grew up to the next: numbers fill the other columns
// from the right. With one number alone that may be prose, so it takes a gap before it.
bool ColumnGrid::numbers_from_the_right(std::string_view line, const std::vector<Piece>& pieces,
                                        RowFit& fit) const {
  if (pieces.size() <= size() || is_sentence(line)) return false;
  if (&pieces == &words_ && size() < 3) return false;
  fit.cells.assign(size(), {});
  const std::size_t extra = pieces.size() - size();
  for (std::size_t i = 0; i <= extra; ++i) join(fit.cells[0], pieces[i]);
  for (std::size_t i = 1; i < size(); ++i) {
    fit.cells[i] = pieces[extra + i];
    if (!numeric(i) || !holds_number(piece_text(line, fit.cells[i]))) return false;
  }
  return !looks_numeric(piece_text(line, pieces[extra]));
}

// Cells a single blank apart: each word goes to the column it stands under. One under two columns
// belongs to the one that no other word takes, if that leaves one.
bool ColumnGrid::by_words(std::string_view line, RowFit& fit) const {
  std::vector<std::pair<std::size_t, std::size_t>> spans;
  std::vector<bool> taken(size());
  for (const Piece& word : words_) {
    spans.push_back(under(word));
    if (spans.back().second == spans.back().first + 1) taken[spans.back().first] = true;
  }
  std::size_t previous = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const auto [first, last] = spans[i];
    std::size_t column = first;
    if (first == last) {
      column = i > 0 && words_[i].left == words_[i - 1].right + 1 ? previous : nearest(words_[i]);
    } else if (last > first + 1) {
      std::size_t free_columns = 0;
      for (std::size_t c = first; c < last; ++c) {
        if (taken[c]) continue;
        ++free_columns;
        column = c;
      }
      const bool text = !looks_numeric(piece_text(line, words_[i]));
      if (text && i > 0 && previous >= first && previous < last) {
        column = previous;
      } else if (free_columns != 1) {
        fit.doubtful = words_[i];
        fit.first_column = first;
        fit.last_column = last - 1;
        return false;
      }
    }
    const bool second = fit.cells[column].begin != fit.cells[column].end;
    const bool two_numbers = second && column > 0 && looks_numeric(piece_text(line, words_[i]));
    if (column < previous || two_numbers) return false;
    join(fit.cells[column], words_[i]);
    previous = column;
  }
  if (is_sentence(line) || !enough(fit.cells)) return false;
  return any_number(line, fit.cells) && types_hold(line, fit.cells);
}

// A remark in place of numbers ("skipped: needs 96 GiB") runs over the columns to its right.
bool ColumnGrid::text_over_columns(std::string_view line, RowFit& fit) const {
  if (chunks_.size() < 2 || is_sentence(line)) return false;
  std::size_t next = 0;
  for (const Piece& chunk : chunks_) {
    const auto [first, last] = under(chunk);
    const std::size_t column = first == last ? nearest(chunk) : first;
    const bool wide = last > first + 1;
    const bool first_chunk = &chunk == &chunks_.front();
    if (column < next || (first_chunk && (wide || column != 0))) return false;
    if (wide && looks_numeric(piece_text(line, chunk))) return false;
    fit.cells[column] = chunk;
    next = std::max(column + 1, last);
  }
  return true;
}

// The same a single blank behind a numeric key that fills its column.
bool ColumnGrid::remark_behind_key(std::string_view line, RowFit& fit) const {
  if (words_.size() < 2 || !numeric(0) || is_sentence(line)) return false;
  const auto key = under(words_[0]);
  const auto remark = under(words_[1]);
  if (key != std::pair<std::size_t, std::size_t>{0, 1} || remark.first != 1) return false;
  if (words_[0].right != columns_[0].right || looks_numeric(piece_text(line, words_[1]))) {
    return false;
  }
  if (!looks_numeric(piece_text(line, words_[0]))) return false;
  fit.cells[0] = words_[0];
  fit.cells[1] = words_[1];
  join(fit.cells[1], words_.back());
  return true;
}

RowFit::Kind ColumnGrid::judge(std::string_view line) const {
  if (is_sentence(line) || words_.empty()) return RowFit::Kind::other;
  if (chunks_.size() == 1) {
    const bool touching = words_.size() <= size() && is_digit(line[words_.back().end - 1]) &&
                          under(words_.back()).second > under(words_.back()).first + 1;
    return touching ? RowFit::Kind::unclear : RowFit::Kind::other;
  }
  for (std::size_t i = 1; i < chunks_.size(); ++i) {
    if (looks_numeric(piece_text(line, chunks_[i]))) return RowFit::Kind::unclear;
  }
  return RowFit::Kind::other;
}

RowFit ColumnGrid::fit(std::string_view line) {
  split_chunks(line, chunks_);
  RowFit fit;
  if (size() >= 8 && chunks_.size() < size() / 4) {
    split_words(line, words_);
    if (words_.size() < size() / 4) return fit;
  }
  const auto attempt = [&](bool (ColumnGrid::*reading)(std::string_view, RowFit&) const) {
    fit.cells.assign(size(), {});
    return (this->*reading)(line, fit);
  };
  fit.kind = RowFit::Kind::row;
  if (attempt(&ColumnGrid::by_position) || in_order(line, chunks_, fit) ||
      numbers_from_the_right(line, chunks_, fit)) {
    return fit;
  }
  split_words(line, words_);
  if (attempt(&ColumnGrid::by_words)) return fit;
  RowFit unclear = fit;  // what by_words could place
  fit.doubtful = {};
  if (in_order(line, words_, fit) || numbers_from_the_right(line, words_, fit) ||
      attempt(&ColumnGrid::text_over_columns) || attempt(&ColumnGrid::remark_behind_key)) {
    return fit;
  }
  unclear.kind = judge(line);
  return unclear;
}

}  // namespace daybook
