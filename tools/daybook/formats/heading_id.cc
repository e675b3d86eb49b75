#include "formats/heading_id.h"

#include <locale.h>
#include <re2/re2.h>
#include <wctype.h>

#include <algorithm>

namespace daybook {

namespace {

locale_t unicode_locale() {
  static const locale_t kLocale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  return kLocale;
}

struct CodePoint {
  wint_t value = 0;
  std::size_t size = 0;
};

CodePoint decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned lead = byte(0);
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (at + size > text.size()) return {lead, 1};
  wint_t value = size == 1 ? lead : lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) value = value << 6 | (byte(i) & 0x3FU);
  return {value, size};
}

void encode(wint_t value, std::string& out) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80U | (value >> shift & 0x3FU)); };
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0U | value >> 6);
    tail(0);
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0U | value >> 12);
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0U | value >> 18);
    tail(12), tail(6), tail(0);
  }
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Letters, digits, '_' and '-', with '-' for each blank.
std::string ascii_id(std::string_view lower) {
  std::string id;
  for (const char c : lower) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (kept || blank) id += blank ? '-' : c;
  }
  return id;
}

// The same over Unicode's classes, whose tables cost more to make than a lesson has headings for.
std::string unicode_id(std::string_view lower) {
  static const RE2 kDropped("[^\\pL\\pN\\pM\\p{Pc}\\pZ\\s-]+");
  static const RE2 kBlank("[\\pZ\\s]");
  std::string id(lower);
  RE2::GlobalReplace(&id, kDropped, "");
  RE2::GlobalReplace(&id, kBlank, "-");
  return id;
}

}  // namespace

std::string lower_case(std::string_view utf8) {
  std::string lower;
  lower.reserve(utf8.size());
  for (std::size_t at = 0; at < utf8.size();) {
    const char c = utf8[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      ++at;
      continue;
    }
    const CodePoint point = decode(utf8, at);
    const locale_t locale = unicode_locale();
    encode(locale == nullptr ? point.value : towlower_l(point.value, locale), lower);
    at += point.size;
  }
  return lower;
}

std::string HeadingIds::next(std::string_view heading) {
  const std::string lower = lower_case(heading);
  std::string id = is_ascii(lower) ? ascii_id(lower) : unicode_id(lower);
  if (id.empty()) id = "section";
  std::string unique = id;
  while (taken_.contains(unique)) unique = id + "-" + std::to_string(++repeats_[id]);
  taken_.insert(unique);
  return unique;
}

}  // namespace daybook
