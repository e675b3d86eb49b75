#include "formats/slug.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace daybook {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;  // bytes
  bool valid = false;
};

// Decodes at `offset`; an invalid byte is one code point of no kind.
CodePoint decode(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (length == 1 || offset + length > text.size()) return {};
  char32_t value = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3F);
  }
  return {value, length, true};
}

// A letter, a mark that belongs to one, or a digit of any script.
bool is_word(std::string_view encoded) {
  static const RE2 kWord("[\\pL\\pM\\pN]");
  return RE2::FullMatch(re2::StringPiece(encoded.data(), encoded.size()), kWord);
}

// Capitals of Latin-1, Greek and Cyrillic lie at a fixed distance from their small letters, those
// of Latin Extended-A next to them; other scripts have no case that a header would differ in.
char32_t lower(char32_t c) {
  if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) ||
      (c >= 0x410 && c <= 0x42F)) {
    return c + 0x20;
  }
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  const bool odd_is_capital = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
  const bool paired = (c >= 0x100 && c <= 0x137 && c != 0x130) || (c >= 0x14A && c <= 0x177);
  if (odd_is_capital) return c % 2 == 1 ? c + 1 : c;
  return paired && c % 2 == 0 ? c + 1 : c;
}

void append_two_or_more_bytes(std::string& out, char32_t c, std::string_view original) {
  if (lower(c) == c) {
    out += original;
    return;
  }
  const char32_t small = lower(c);  // below U+0800 in every case above
  out += static_cast<char>(0xC0 | small >> 6);
  out += static_cast<char>(0x80 | (small & 0x3F));
}

bool starts_negative_number(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  for (const std::string_view minus : {std::string_view("-"), std::string_view("\u2212")}) {
    if (!text.starts_with(minus)) continue;
    std::string_view rest = text.substr(minus.size());
    if (rest.starts_with('.')) rest.remove_prefix(1);
    return (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') || rest == "inf";
  }
  return false;
}

}  // namespace

std::string make_slug(std::string_view text) {
  std::string slug;
  slug.reserve(text.size());
  if (starts_negative_number(text)) slug = "neg";
  bool gap = !slug.empty();
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode(text, at);
    const std::string_view encoded = text.substr(at, point.length);
    at += point.length;
    const char32_t c = point.value;
    const bool ascii_word =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool word = point.valid && (ascii_word || (c >= 0x80 && is_word(encoded)));
    if (!word) {
      gap = true;
      continue;
    }
    if (gap && !slug.empty()) slug += '-';
    gap = false;
    if (c < 0x80) {
      slug += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 0x20 : c);
    } else if (c == 0xB5 || lower(c) == 0x3BC) {
      slug += 'u';  // micro sign and Greek mu look the same and mean the same in a unit
    } else {
      append_two_or_more_bytes(slug, c, encoded);
    }
  }
  return slug;
}

std::string slug_part(std::string_view part) {
  const std::size_t number = std::min(part.find('~'), part.size());
  return make_slug(part.substr(0, number)) + std::string(part.substr(number));
}

std::string card_slug(std::string_view gpu_name) {
  static constexpr std::array<std::string_view, 5> kMakersWords = {"nvidia", "tesla", "geforce",
                                                                   "quadro", "rtx"};
  const std::string all = make_slug(gpu_name);
  std::string card;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('-', at), all.size());
    const std::string_view word = std::string_view(all).substr(at, end - at);
    at = end + 1;
    bool dropped = false;
    for (const std::string_view maker : kMakersWords) dropped = dropped || word == maker;
    if (dropped) continue;
    if (!card.empty()) card += '-';
    card += word;
  }
  return card.empty() ? "cpu" : card;
}

}  // namespace daybook
