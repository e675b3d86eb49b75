#include "formats/marker.h"

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "base/text.h"

namespace daybook {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kStart = "snippet:";
constexpr std::string_view kEnd = "end snippet";
constexpr std::string_view kEndJoined = "endsnippet";  // blanks aside
constexpr std::size_t kEdits = 2;
constexpr std::size_t kLongestHead = kEndJoined.size() + kEdits;

using Verdict = MarkerText::Verdict;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_name_char(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }
bool is_word_char(char c) { return is_name_char(c) || (c >= 'A' && c <= 'Z') || c == '_'; }

// A name behind `snippet:` or `end snippet:`; `rest` begins with a blank or is empty.
MarkerText read_name(MarkerKind kind, std::string_view rest) {
  const std::string_view name = trim(rest);
  const std::string_view word = name.substr(0, name.find_first_of(" \t"));
  if (is_region_name(name)) return {Verdict::good, kind, std::string(name)};
  if (is_region_name(word)) return {Verdict::trailing_text, kind, std::string(word)};
  return {Verdict::bad_name, kind, std::string(name)};
}

// A marker to the letter, runs of blanks aside; verdict `text` when the text is none.
MarkerText read_exact(std::string_view text) {
  if (text.starts_with(kStart)) {
    const std::string_view rest = text.substr(kStart.size());
    if (rest.empty() || is_blank(rest[0])) return read_name(MarkerKind::start, rest);
    return {};
  }
  if (!text.starts_with("end")) return {};
  const std::string_view behind = trim(text.substr(3));
  if (behind.size() + 3 == text.size() || !behind.starts_with("snippet")) return {};
  const std::string_view rest = behind.substr(7);
  if (rest.empty()) return {Verdict::good, MarkerKind::end, {}};
  if (rest[0] == ':' && (rest.size() == 1 || is_blank(rest[1]))) {
    return read_name(MarkerKind::end, rest.substr(1));
  }
  // One more word reads as a name without its colon: a near miss.
  const std::string_view more = trim(rest);
  const bool several = more.find_first_of(" \t") != kNone;
  if (is_blank(rest[0]) && several && more[0] != ':') {
    return {Verdict::trailing_text, MarkerKind::end, {}};
  }
  return {};
}

// Cheap and never wrong when it says no: two edits leave all but two of a target's letters.
bool may_be_near(std::string_view text) {
  static constexpr std::array<unsigned char, 256> kBits = [] {
    std::array<unsigned char, 256> bits{};
    constexpr std::string_view kLetters = "snipet:d";
    for (std::size_t i = 0; i < kLetters.size(); ++i) {
      bits[static_cast<unsigned char>(kLetters[i])] = static_cast<unsigned char>(1U << i);
    }
    return bits;
  }();
  unsigned seen = 0;
  std::size_t count = 0;
  for (const char c : text) {
    if (is_blank(c)) continue;
    if (++count > kLongestHead) break;
    seen |= kBits[static_cast<unsigned char>(c)];
  }
  // Of s n i p e t, at most two may be missing from either target.
  unsigned common = seen & 0x3FU;
  int letters = 0;
  for (; common != 0; common &= common - 1) ++letters;
  return letters >= 4 && count >= kStart.size() - kEdits;
}

struct Head {
  MarkerKind kind = MarkerKind::none;
  std::size_t distance = kEdits + 1;
  std::string_view rest;
};

// What follows a head must be a colon or at most one word.
bool goes_on(std::string_view rest) {
  const std::string_view more = trim(rest);
  return more.starts_with(':') || more.find_first_of(" \t") == kNone;
}

// Weighs the head `joined` (blanks taken out) that leaves `rest`.
void weigh(std::string_view joined, std::string_view rest, Head& best) {
  if (!goes_on(rest)) return;
  const std::size_t end = edit_distance(joined, kEndJoined);
  const std::size_t start = edit_distance(joined, kStart);
  const std::size_t distance = std::min(start, end);
  if (distance >= best.distance) return;
  best = {end <= start ? MarkerKind::end : MarkerKind::start, distance, rest};
}

MarkerText read_near(std::string_view text) {
  if (!may_be_near(text)) return {};
  Head best;
  std::string joined;
  for (std::size_t i = 0; i < text.size() && joined.size() < kLongestHead; ++i) {
    if (is_blank(text[i])) continue;
    joined += text[i];
    const bool at_edge = i + 1 == text.size() || is_blank(text[i + 1]) || text[i + 1] == ':' ||
                         !is_word_char(text[i]);
    if (at_edge) weigh(joined, text.substr(i + 1), best);
  }
  if (best.kind == MarkerKind::none) return {};
  std::string_view name = trim(best.rest);
  while (!name.empty() && !is_word_char(name[0])) name.remove_prefix(1);
  name = name.substr(0, name.find_first_of(" \t"));
  return {Verdict::near_miss, best.kind, as_region_name(name)};
}

}  // namespace

std::string MarkerText::meant() const {
  if (kind == MarkerKind::start) return std::string(kStart) + " " + (name.empty() ? "name" : name);
  return std::string(kEnd) + (name.empty() ? "" : ": " + name);
}

MarkerText read_marker(std::string_view inside) {
  const std::string_view text = trim(inside);
  const MarkerText exact = read_exact(text);
  return exact.verdict == Verdict::text ? read_near(text) : exact;
}

bool is_region_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_char);
}

std::string as_region_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (is_name_char(lower)) {
      result += lower;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result;
}

}  // namespace daybook
