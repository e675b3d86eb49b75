#include "formats/rule_line.h"

#include <algorithm>

namespace daybook {
namespace {

enum class Glyph { blank, run, joint, other };

struct Mark {
  Glyph glyph = Glyph::other;
  std::size_t length = 1;
};

// Box-drawing horizontals: light, heavy, dashed, double.
bool is_box_run(unsigned char last) {
  return last == 0x80 || last == 0x81 || last == 0x84 || last == 0x85 || last == 0x88 ||
         last == 0x89;
}

Mark mark_at(std::string_view line, std::size_t at) {
  switch (line[at]) {
    case ' ':
    case '\t':
      return {Glyph::blank, 1};
    case '-':
    case '=':
      return {Glyph::run, 1};
    case '+':
    case '|':
    case ':':
      return {Glyph::joint, 1};
    default:
      break;
  }
  if (at + 2 >= line.size() || line[at] != '\xE2') return {};
  const auto second = static_cast<unsigned char>(line[at + 1]);  // U+2500…U+257F
  const auto last = static_cast<unsigned char>(line[at + 2]);
  if (second == 0x94) return {is_box_run(last) ? Glyph::run : Glyph::joint, 3};
  if (second == 0x95) return {last == 0x90 ? Glyph::run : Glyph::joint, 3};
  return {};
}

std::size_t bar_length(std::string_view line, std::size_t at) {
  if (line[at] == '|') return 1;
  if (line[at] != '\xE2') return 0;
  const std::string_view glyph = line.substr(at, 3);
  return glyph == "│" || glyph == "┃" || glyph == "║" ? 3 : 0;
}

Piece trimmed(std::string_view line, std::size_t begin, std::size_t end) {
  while (begin < end && (line[begin] == ' ' || line[begin] == '\t')) ++begin;
  while (end > begin && (line[end - 1] == ' ' || line[end - 1] == '\t')) --end;
  return {begin, end, 0, 0};
}

}  // namespace

RuleKind rule_kind(std::string_view line) {
  std::size_t total = 0, run = 0, longest = 0;
  bool blanks_inside = false, joints = false, mixed = false, bar = false, colon = false;
  std::string_view character;
  for (std::size_t at = 0; at < line.size();) {
    const Mark mark = mark_at(line, at);
    const std::string_view here = line.substr(at, mark.length);
    at += mark.length;
    run = mark.glyph == Glyph::run ? run + 1 : 0;
    longest = std::max(longest, run);
    if (mark.glyph == Glyph::other) return RuleKind::none;
    if (mark.glyph == Glyph::blank) blanks_inside = blanks_inside || total > 0 || joints;
    if (mark.glyph == Glyph::joint) {
      joints = true;
      bar = bar || here == "|";
      colon = colon || here == ":";
    }
    if (mark.glyph != Glyph::run) continue;
    ++total;
    mixed = mixed || (!character.empty() && character != here);
    character = here;
  }
  if (joints) {
    if (total == 0 || (colon && !bar)) return RuleKind::none;
    return longest >= 2 || !blanks_inside ? RuleKind::grid : RuleKind::none;
  }
  return total >= 3 && longest >= 2 && !mixed ? RuleKind::spaced : RuleKind::none;
}

void split_rule(std::string_view line, std::vector<Piece>& runs) { split_words(line, runs); }

void split_bars(std::string_view line, bool backslash_escapes, BarredCells& result) {
  result.cells.clear();
  result.has_bar = false;
  const Piece whole = trimmed(line, 0, line.size());
  std::size_t begin = whole.begin;
  std::size_t at = whole.begin;
  if (at < whole.end && bar_length(line, at) > 0) {
    at += bar_length(line, at);
    begin = at;
    result.has_bar = true;
  }
  while (at < whole.end) {
    if (backslash_escapes && line[at] == '\\' && at + 1 < whole.end) {
      at += 2;
      continue;
    }
    const std::size_t length = bar_length(line, at);
    if (length > 0 && result.cells.size() < kMostPieces) {
      result.has_bar = true;
      result.cells.push_back(trimmed(line, begin, at));
      begin = at + length;
    }
    at += std::max<std::size_t>(length, 1);
  }
  if (begin < whole.end) result.cells.push_back(trimmed(line, begin, whole.end));
}

}  // namespace daybook
