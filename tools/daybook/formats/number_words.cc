#include "formats/number_words.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/text.h"

namespace daybook {

namespace {

struct Word {
  std::string lower;
  Span span;
  bool hyphen = false;  // goes on with '-' and a letter
};

struct Named {
  std::string_view name;
  long value;
};
constexpr Named kMultiples[] = {{"twice", 2},   {"thrice", 3},  {"doubles", 2},
                                {"doubled", 2}, {"triples", 3}, {"tripled", 3}};
constexpr Named kCardinals[] = {{"two", 2},       {"three", 3},      {"four", 4},    {"five", 5},
                                {"six", 6},       {"seven", 7},      {"eight", 8},   {"nine", 9},
                                {"ten", 10},      {"eleven", 11},    {"twelve", 12}, {"twenty", 20},
                                {"hundred", 100}, {"thousand", 1000}};
constexpr Named kParts[] = {
    {"third", 3},    {"quarter", 4},    {"fourth", 4},      {"fifth", 5},        {"sixth", 6},
    {"seventh", 7},  {"eighth", 8},     {"ninth", 9},       {"tenth", 10},       {"eleventh", 11},
    {"twelfth", 12}, {"twentieth", 20}, {"hundredth", 100}, {"thousandth", 1000}};
// "the lower half" is a place, no comparison.
constexpr std::string_view kPlaces[] = {"lower", "upper", "first",  "second", "other",
                                        "each",  "every", "either", "left",   "right"};
constexpr std::string_view kHalfThings[] = {"precision", "warp", "warps", "block", "blocks"};
// "a third kernel" is the next one, "a third of the time" a part.
constexpr std::string_view kPartFollowers[] = {"of",      "the",    "as",     "less",    "more",
                                               "faster",  "slower", "longer", "shorter", "larger",
                                               "smaller", "higher", "lower"};

long value_of(std::string_view name, const Named* begin, const Named* end) {
  const Named* found =
      std::find_if(begin, end, [name](const Named& one) { return one.name == name; });
  return found == end ? 0 : found->value;
}

template <std::size_t size>
long value_of(std::string_view name, const Named (&table)[size]) {
  return value_of(name, table, table + size);
}

template <std::size_t size>
bool is_one_of(std::string_view name, const std::string_view (&table)[size]) {
  return std::find(table, table + size, name) != table + size;
}

std::vector<Word> split_words(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    Word word;
    word.span.begin = at;
    while (at < text.size() && is_letter(text[at])) {
      word.lower += static_cast<char>(text[at++] | 32);
    }
    word.span.end = at;
    word.hyphen = at + 1 < text.size() && text[at] == '-' && is_letter(text[at + 1]);
    words.push_back(std::move(word));
  }
  return words;
}

struct Found {
  Span span;
  long over;
  long under;
};

// "a third", "one third", "two thirds"; 0 when the word at `i` is none.
Found find_part(const std::vector<Word>& words, std::size_t i) {
  const Found none{{}, 0, 1};
  if (i == 0) return none;
  const std::string& before = words[i - 1].lower;
  std::string part = words[i].lower;
  const long many = value_of(before, kCardinals);
  if (many > 0 && part.back() == 's') part.pop_back();
  const long under = value_of(part, kParts);
  const bool single = before == "a" || before == "an" || before == "one";
  if (under == 0 || (!single && many == 0)) return none;
  const bool ends = i + 1 == words.size() || is_one_of(words[i + 1].lower, kPartFollowers);
  if (single && !ends) return none;
  return {{words[i - 1].span.begin, words[i].span.end}, single ? 1 : many, under};
}

bool is_half(const std::vector<Word>& words, std::size_t i) {
  if (words[i].lower == "halved") return true;
  if (words[i].lower != "half" || words[i].hyphen) return false;
  if (i > 0 && is_one_of(words[i - 1].lower, kPlaces)) return false;
  return i + 1 == words.size() || !is_one_of(words[i + 1].lower, kHalfThings);
}

void find_english(std::string_view text, std::vector<Found>& found) {
  const std::vector<Word> words = split_words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (const long multiple = value_of(word.lower, kMultiples)) {
      found.push_back({word.span, multiple, 1});
    } else if (is_half(words, i)) {
      found.push_back({word.span, 1, 2});
    } else if (const Found part = find_part(words, i); part.over > 0) {
      found.push_back(part);
    } else if (word.lower == "times" && i > 0 && value_of(words[i - 1].lower, kCardinals) > 0) {
      const Span span{words[i - 1].span.begin, word.span.end};
      found.push_back({span, value_of(words[i - 1].lower, kCardinals), 1});
    } else if (word.lower.size() > 4 && word.lower.compare(word.lower.size() - 4, 4, "fold") == 0) {
      const long fold = value_of(word.lower.substr(0, word.lower.size() - 4), kCardinals);
      if (fold > 0) found.push_back({word.span, fold, 1});
    }
  }
}

struct Numeral {
  std::string_view text;
  long value;
};
constexpr Numeral kNumerals[] = {{"一", 1}, {"二", 2},  {"三", 3},   {"四", 4},    {"五", 5},
                                 {"六", 6}, {"七", 7},  {"八", 8},   {"九", 9},    {"兩", 2},
                                 {"两", 2}, {"十", 10}, {"百", 100}, {"千", 1000}, {"萬", 10000}};
constexpr std::size_t kNumeralBytes = 3;

// Reads 三百二十 at `at`; the offset behind it.
std::size_t read_numeral(std::string_view text, std::size_t at, long& value) {
  static constexpr long kMost = 100000000;
  long total = 0, digit = 0;
  while (true) {
    const std::string_view one = text.substr(at, kNumeralBytes);
    const auto* numeral = std::find_if(std::begin(kNumerals), std::end(kNumerals),
                                       [one](const Numeral& each) { return each.text == one; });
    if (numeral == std::end(kNumerals)) break;
    if (numeral->value < 10) {
      digit = numeral->value;
    } else {
      total += std::max(digit, 1L) * numeral->value;
      digit = 0;
    }
    total = std::min(total, kMost);
    at += kNumeralBytes;
  }
  value = total + digit;
  return at;
}

// 兩倍, 三百倍, 一半, 七分之一. 一倍 ("as much again") and 倍數 (a multiple) are none.
void find_chinese(std::string_view text, std::vector<Found>& found) {
  const auto follows = [text](std::size_t at, std::string_view what) {
    return at <= text.size() && text.substr(at, what.size()) == what;
  };
  for (std::size_t at = 0; at < text.size();) {
    long value = 0;
    const std::size_t end = read_numeral(text, at, value);
    if (end == at) {
      ++at;
      continue;
    }
    if (follows(end, "倍") && !follows(end + 3, "數") && !follows(end + 3, "数") && value > 1) {
      found.push_back({{at, end + 3}, value, 1});
    } else if (value == 1 && follows(end, "半")) {
      found.push_back({{at, end + 3}, 1, 2});
    } else if (follows(end, "分之")) {
      long over = 0;
      const std::size_t last = read_numeral(text, end + 6, over);
      if (over > 0) found.push_back({{at, last}, over, value});
    }
    at = end;
  }
}

}  // namespace

std::vector<NumberWord> find_number_words(std::string_view text) {
  std::vector<Found> found;
  find_english(text, found);
  find_chinese(text, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.span.begin < b.span.begin; });
  std::set<std::pair<long, long>> seen;
  std::vector<NumberWord> words;
  for (const Found& one : found) {
    if (!seen.emplace(one.over, one.under).second) continue;
    words.push_back({std::string(text.substr(one.span.begin, one.span.end - one.span.begin)),
                     one.over, one.under});
  }
  return words;
}

}  // namespace daybook
