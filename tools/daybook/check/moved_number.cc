#include "check/moved_number.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace daybook {

namespace {

constexpr std::size_t kLongestSentence = 300;

constexpr std::array<std::string_view, 9> kEnds = {". ", ".\n", "? ",   "! ",      "。",
                                                   "？", "！",  "\n\n", "\r\n\r\n"};

}  // namespace

std::string sentence_around(const Text& lesson, const Span& quote) {
  const std::string_view bytes = lesson.bytes();
  std::size_t begin = 0;
  std::size_t end = bytes.size();
  for (const std::string_view mark : kEnds) {
    const std::size_t before = bytes.substr(0, quote.begin).rfind(mark);
    if (before != std::string_view::npos) begin = std::max(begin, before + mark.size());
    const std::size_t after = bytes.find(mark, quote.end);
    if (after != std::string_view::npos) end = std::min(end, after + mark.size());
  }
  return visible(fold_blanks(bytes.substr(begin, end - begin)), kLongestSentence);
}

std::string moved_beyond_spread(const Lesson& lesson, const Quote& quote,
                                const std::optional<WrittenNumber>& written,
                                const std::optional<WrittenNumber>& rewritten, const Value& value) {
  if (!written || value.kind != Value::Kind::number || !value.special.empty()) return {};
  const Printed before{written->number, written->unit ? written->unit : value.unit};
  const Value old = number_value(before, false);
  if (old.dimension != value.dimension) return {};
  const bool within = old.high >= value.spread_low && old.low <= value.spread_high;
  if (within) return {};
  const std::string now =
      rewritten ? show(Printed{rewritten->number, rewritten->unit ? rewritten->unit : value.unit})
                : show(value);
  return "moved beyond its spread, " + show(before) + " to " + now + ": " +
         sentence_around(lesson.text, quote.span);
}

}  // namespace daybook
