#include "base/text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace daybook {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Offsets at which a line starts. A line that would start at the very end is none.
std::vector<std::size_t> line_starts(std::string_view bytes) {
  std::vector<std::size_t> starts;
  std::size_t at = 0;
  while (at < bytes.size()) {
    starts.push_back(at);
    const void* newline = std::memchr(bytes.data() + at, '\n', bytes.size() - at);
    if (newline == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes.data()) + 1;
  }
  return starts;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\f\v") == std::string_view::npos;
}

std::string_view leading_blanks(std::string_view line) {
  const std::size_t end = line.find_first_not_of(" \t");
  return line.substr(0, end == std::string_view::npos ? line.size() : end);
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Length of the UTF-8 sequence at `at`, 0 when it is not valid there.
std::size_t sequence_length(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
  };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  const unsigned next = byte(at + 1);
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (lead >= 0xC2 && lead <= 0xDF) return tail(at + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && next < 0xA0;
    const bool surrogate = lead == 0xED && next > 0x9F;
    return tail(at + 1) && tail(at + 2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && next < 0x90;
    const bool too_big = lead == 0xF4 && next > 0x8F;
    return tail(at + 1) && tail(at + 2) && tail(at + 3) && !overlong && !too_big ? 4 : 0;
  }
  return 0;
}

// Code points that a reader cannot see or tell from a blank, with the name messages use.
std::string_view invisible_name(std::string_view sequence) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"\xC2\x85", "<U+0085>"},     {"\xC2\xA0", "<U+00A0>"},     {"\xC2\xAD", "<U+00AD>"},
      {"\xE2\x80\x87", "<U+2007>"}, {"\xE2\x80\x89", "<U+2009>"}, {"\xE2\x80\x8B", "<U+200B>"},
      {"\xE2\x80\x8C", "<U+200C>"}, {"\xE2\x80\x8D", "<U+200D>"}, {"\xE2\x80\x8E", "<U+200E>"},
      {"\xE2\x80\x8F", "<U+200F>"}, {"\xE2\x80\xA8", "<U+2028>"}, {"\xE2\x80\xA9", "<U+2029>"},
      {"\xE2\x80\xAA", "<U+202A>"}, {"\xE2\x80\xAB", "<U+202B>"}, {"\xE2\x80\xAC", "<U+202C>"},
      {"\xE2\x80\xAD", "<U+202D>"}, {"\xE2\x80\xAE", "<U+202E>"}, {"\xE2\x80\xAF", "<U+202F>"},
      {"\xE2\x81\xA0", "<U+2060>"}, {"\xE3\x80\x80", "<U+3000>"}, {"\xEF\xBB\xBF", "<U+FEFF>"},
  };
  for (const auto& [bytes, name] : kNames) {
    if (sequence == bytes) return name;
  }
  return {};
}

// "<U+0007>" for a control, "<0xC3>" for a byte that is part of no character.
std::string byte_name(unsigned char byte) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  return std::string(byte < 0x80 ? "<U+00" : "<0x") + kHex[byte >> 4] + kHex[byte & 0xF] + ">";
}

}  // namespace

Text::Text(std::string name, std::string bytes)
    : name_(std::move(name)), bytes_(std::move(bytes)), starts_(line_starts(bytes_)) {}

Span Text::line_span(std::size_t number) const {
  if (number == 0 || number > starts_.size()) return {bytes_.size(), bytes_.size()};
  std::size_t begin = starts_[number - 1];
  std::size_t end = line_end(number);
  if (end > begin && bytes_[end - 1] == '\n') {
    --end;
    if (end > begin && bytes_[end - 1] == '\r') --end;
  }
  if (number == 1 && bytes().starts_with(kByteOrderMark)) {
    begin = std::min(begin + kByteOrderMark.size(), end);
  }
  return {begin, end};
}

std::string_view Text::line(std::size_t number) const { return slice(line_span(number)); }

std::size_t Text::line_end(std::size_t number) const {
  return number < starts_.size() ? starts_[number] : bytes_.size();
}

Place Text::place(std::size_t offset) const {
  if (starts_.empty()) return {name_, 1, 1};
  offset = std::min(offset, bytes_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto number = static_cast<std::size_t>(after - starts_.begin());
  const Span span = line_span(number);
  const std::size_t begin = std::min(span.begin, offset);
  return {name_, number, 1 + count_code_points(slice({begin, offset}))};
}

std::string_view Text::slice(Span span) const {
  return bytes().substr(span.begin, span.end - span.begin);
}

std::string_view Text::line_ending() const {
  const std::size_t newline = bytes_.find('\n');
  if (newline == std::string::npos || newline == 0) return "\n";
  return bytes_[newline - 1] == '\r' ? "\r\n" : "\n";
}

std::vector<std::string> split_lines(std::string_view bytes) {
  std::vector<std::string> lines;
  for (const std::size_t start : line_starts(bytes)) {
    std::size_t end = bytes.find('\n', start);
    if (end == std::string_view::npos) {
      lines.emplace_back(bytes.substr(start));
      break;
    }
    if (end > start && bytes[end - 1] == '\r') --end;
    lines.emplace_back(bytes.substr(start, end - start));
  }
  return lines;
}

std::string join_lines(const std::vector<std::string>& lines, std::string_view ending) {
  std::string joined;
  for (const std::string& line : lines) {
    joined += line;
    joined += ending;
  }
  return joined;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string fold_blanks(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  std::string folded;
  folded.reserve(text.size());
  for (auto at = text.begin(); at != text.end();) {
    const auto word = std::find_if_not(at, text.end(), is_blank);
    at = std::find_if(word, text.end(), is_blank);
    if (word == at) break;
    if (!folded.empty()) folded += ' ';
    folded.append(word, at);
  }
  return folded;
}

Dedent measure_dedent(const std::vector<std::string_view>& lines) {
  Dedent result;
  std::string_view prefix;
  std::size_t prefix_line = lines.size();
  bool at_margin = false;  // a line without indentation: there is nothing to share
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_blank(lines[i])) continue;
    const std::string_view blanks = leading_blanks(lines[i]);
    at_margin = at_margin || blanks.empty();
    if (prefix_line == lines.size()) {
      prefix = blanks;
      prefix_line = i;
      continue;
    }
    const auto limit = std::min(prefix.size(), blanks.size());
    std::size_t same = 0;
    while (same < limit && prefix[same] == blanks[same]) ++same;
    if (same == 0 && limit > 0 && !result.clash) {
      result.clash = true;
      result.clash_first = prefix_line;
      result.clash_second = i;
    }
    if (same < prefix.size()) {
      prefix = prefix.substr(0, same);
      prefix_line = i;
    }
  }
  result.clash = result.clash && !at_margin;
  result.width = prefix.size();
  return result;
}

std::vector<std::string> dedent(const std::vector<std::string_view>& lines, std::size_t width) {
  std::vector<std::string> result;
  result.reserve(lines.size());
  for (const std::string_view line : lines) {
    result.emplace_back(line.substr(std::min(width, leading_blanks(line).size())));
  }
  return result;
}

std::size_t invalid_utf8(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    // Eight plain ASCII bytes at a time: none is 0 and none has its top bit set.
    std::uint64_t block = 0;
    if (at + sizeof block <= bytes.size()) {
      std::memcpy(&block, bytes.data() + at, sizeof block);
      constexpr std::uint64_t kTops = 0x8080808080808080U;
      constexpr std::uint64_t kOnes = 0x0101010101010101U;
      if ((block & kTops) == 0 && ((block - kOnes) & kTops) == 0) {
        at += sizeof block;
        continue;
      }
    }
    if (bytes[at] == '\0') return at;
    const std::size_t length = sequence_length(bytes, at);
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::size_t count_code_points(std::string_view bytes) {
  return static_cast<std::size_t>(
      std::count_if(bytes.begin(), bytes.end(), [](char byte) { return !is_continuation(byte); }));
}

std::string visible(std::string_view line, std::size_t cut) {
  const std::size_t last = line.find_last_not_of(" \t");
  const std::size_t content_end = last == std::string_view::npos ? 0 : last + 1;
  std::string shown;
  std::size_t at = 0;
  for (std::size_t count = 0; at < line.size(); ++count) {
    if (cut != 0 && count == cut) return shown + "…";
    const std::size_t length = std::max<std::size_t>(sequence_length(line, at), 1);
    const std::string_view sequence = line.substr(at, length);
    const auto byte = static_cast<unsigned char>(line[at]);
    if (const std::string_view name = invisible_name(sequence); !name.empty()) {
      shown += name;
    } else if (byte == '\t') {
      shown += "→";
    } else if (byte == ' ' && at >= content_end) {
      shown += "·";
    } else if (byte < 0x20 || byte == 0x7F || (length == 1 && byte >= 0x80)) {
      shown += byte_name(byte);
    } else {
      shown += sequence;
    }
    at += length;
  }
  return shown;
}

}  // namespace daybook
