// The units that are known, and how one is read.
#include <algorithm>
#include <cmath>

#include "formats/number_scan.h"
#include "formats/quantity.h"

namespace daybook {

namespace {

struct Prefix {
  const char* name;
  int tens;
  int twos;
};

Dimension time_to(int power) {
  Dimension dimension;
  dimension.time = power;
  return dimension;
}

// "milliseconds" and "GB per second", as sentences write them.
void add_words(std::vector<Unit>& units) {
  static constexpr Prefix kPrefixes[] = {{"nano", -9, 0}, {"micro", -6, 0}, {"milli", -3, 0},
                                         {"", 0, 0},      {"kilo", 3, 0},   {"mega", 6, 0},
                                         {"giga", 9, 0},  {"tera", 12, 0},  {"kibi", 0, 10},
                                         {"mebi", 0, 20}, {"gibi", 0, 30},  {"tebi", 0, 40}};
  for (const Prefix& prefix : kPrefixes) {
    const std::string name = prefix.name;
    if (prefix.tens <= 0 && prefix.twos == 0) {
      for (const char* second : {"second", "seconds", "sec", "secs"}) {
        units.push_back({name + second, time_to(1), prefix.tens, 0, false});
      }
    }
    if (prefix.tens < 0) continue;
    if (prefix.twos == 0) units.push_back({name + "hertz", time_to(-1), prefix.tens, 0, false});
    Dimension rate = time_to(-1);
    rate.bytes = 1;
    for (const char* bytes : {"byte per second", "bytes per second"}) {
      units.push_back({name + bytes, rate, prefix.tens, prefix.twos, false});
    }
  }
}

// Bytes and flops, plain and per second.
void add_counts(std::vector<Unit>& units) {
  static constexpr Prefix kBytes[] = {{"", 0, 0},    {"k", 3, 0},   {"K", 3, 0},   {"M", 6, 0},
                                      {"G", 9, 0},   {"T", 12, 0},  {"P", 15, 0},  {"Ki", 0, 10},
                                      {"Mi", 0, 20}, {"Gi", 0, 30}, {"Ti", 0, 40}, {"Pi", 0, 50}};
  static constexpr Prefix kFlops[] = {{"", 0, 0},  {"k", 3, 0},  {"M", 6, 0},
                                      {"G", 9, 0}, {"T", 12, 0}, {"P", 15, 0}};
  Dimension bytes, flops;
  bytes.bytes = 1;
  flops.flops = 1;
  Dimension byte_rate = bytes, flop_rate = flops;
  byte_rate.time = flop_rate.time = -1;
  for (const Prefix& prefix : kBytes) {
    const std::string name = prefix.name;
    units.push_back({name + "B", bytes, prefix.tens, prefix.twos, false});
    units.push_back({name + "B/s", byte_rate, prefix.tens, prefix.twos, false});
    units.push_back({name + "B per second", byte_rate, prefix.tens, prefix.twos, false});
  }
  for (const Prefix& prefix : kFlops) {
    const std::string name = prefix.name;
    units.push_back({name + "FLOP", flops, prefix.tens, 0, false});
    units.push_back({name + "FLOP/s", flop_rate, prefix.tens, 0, false});
    units.push_back({name + "FLOPS", flop_rate, prefix.tens, 0, false});
  }
}

// Times, frequencies (time is -1) and ratios (0).
struct SimpleUnit {
  const char* name;
  int time;
  int tens;
};
constexpr SimpleUnit kSimple[] = {
    {"ns", 1, -9},      {"us", 1, -6},      {"µs", 1, -6},   {"μs", 1, -6},   {"ms", 1, -3},
    {"s", 1, 0},        {"奈秒", 1, -9},    {"微秒", 1, -6}, {"毫秒", 1, -3}, {"秒", 1, 0},
    {"Hz", -1, 0},      {"kHz", -1, 3},     {"MHz", -1, 6},  {"GHz", -1, 9},  {"×", 0, 0},
    {"x", 0, 0},        {"times", 0, 0},    {"倍", 0, 0},    {"%", 0, -2},    {"％", 0, -2},
    {"nsec", 1, -9},    {"usec", 1, -6},    {"msec", 1, -3}, {"納秒", 1, -9}, {"纳秒", 1, -9},
    {"percent", 0, -2}, {"per cent", 0, -2}};

struct Spelling {
  std::string_view printed, unit;
};
constexpr Spelling kSpellings[] = {
    {"nsecond", "ns"}, {"usecond", "us"}, {"msecond", "ms"}, {"byte", "B"},   {"bytes", "B"},
    {"Bytes", "B"},    {"Kbyte", "kB"},   {"Mbyte", "MB"},   {"Gbyte", "GB"}, {"Tbyte", "TB"},
    {"hz", "Hz"},      {"Khz", "kHz"},    {"Mhz", "MHz"},    {"Ghz", "GHz"}};

std::vector<Unit> make_units() {
  std::vector<Unit> units;
  for (const SimpleUnit& unit : kSimple) {
    units.push_back({unit.name, time_to(unit.time), unit.tens, 0, unit.time == 0});
  }
  add_counts(units);
  add_words(units);
  std::stable_sort(units.begin(), units.end(),
                   [](const Unit& a, const Unit& b) { return a.name.size() > b.name.size(); });
  return units;
}

// Longest first, so that the first that fits is the one meant.
const std::vector<Unit>& units() {
  static const std::vector<Unit> kUnits = make_units();
  return kUnits;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "B" in "B/element", "s" in "s^2" and "倍" in "倍數" (a multiple) are no units.
bool ends_as_unit(std::string_view text, std::size_t end, std::string_view name) {
  const std::string_view rest = text.substr(end);
  if (name == "倍") return rest.substr(0, 3) != "數" && rest.substr(0, 3) != "数";
  if (name == "%") return rest.empty() || !is_letter(rest[0]);
  if (!is_letter(name.back())) return true;
  if (rest.empty()) return true;
  if (is_word_byte(text, end) || rest[0] == '^') return false;
  return !(rest[0] == '/' && rest.size() > 1 && is_letter(rest[1]));
}

// "Gelem/s": a rate of something only the lesson knows.
std::optional<UnitMatch> match_own_rate(std::string_view text, std::size_t at) {
  static constexpr std::size_t kLongestName = 32;
  std::size_t end = at;
  while (end < text.size() && end - at < kLongestName && is_letter(text[end])) ++end;
  if (end == at || text.substr(end, 2) != "/s" || !ends_as_unit(text, end + 2, "/s")) return {};
  Unit unit;
  unit.name = std::string(text.substr(at, end + 2 - at));
  unit.dimension.time = -1;
  unit.dimension.other = std::string(text.substr(at, end - at));
  return UnitMatch{unit, {at, end + 2}};
}

}  // namespace

long double Unit::scale() const {
  return std::pow(10.0L, static_cast<long double>(tens)) * std::ldexp(1.0L, twos);
}

std::optional<UnitMatch> match_unit(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  for (const Unit& unit : units()) {
    if (unit.name[0] != text[at] || text.compare(at, unit.name.size(), unit.name) != 0) continue;
    const std::size_t end = at + unit.name.size();
    if (ends_as_unit(text, end, unit.name)) return UnitMatch{unit, {at, end}};
  }
  return match_own_rate(text, at);
}

std::optional<Unit> find_unit(std::string_view text) {
  const std::string_view name = trim(text);
  if (name.empty()) return {};
  const std::optional<UnitMatch> match = match_unit(name, 0);
  if (!match || match->span.end != name.size()) return {};
  return match->unit;
}

std::optional<Unit> find_printed_unit(std::string_view text) {
  if (const std::optional<Unit> unit = find_unit(text)) return unit;
  std::string_view name = trim(text);
  bool rate = false;
  for (const std::string_view ending : {"/second", "/sec", "/s"}) {
    if (!name.ends_with(ending)) continue;
    name.remove_suffix(ending.size());
    rate = true;
    break;
  }
  if (rate && name.empty()) return Unit{"/s", time_to(-1), 0, 0, false};
  for (const Spelling& spelling : kSpellings) {
    if (spelling.printed == name) name = spelling.unit;
  }
  return find_unit(std::string(name) + (rate ? "/s" : ""));
}

}  // namespace daybook
