// The lesson as Pandoc gets it: each quote is one word, put back in behind Pandoc.
#include <algorithm>

#include "formats/lesson.h"

namespace daybook {

namespace {

struct Replacement {
  Span span;
  std::string with;
};

// A definition that nothing uses and that reaches no page. Taking the line out instead could join
// the blocks around it.
constexpr char kNoDefinition[] = "[-]: #";

bool is_table(const Quote& quote) {
  return quote.kind == QuoteKind::table || quote.kind == QuoteKind::chart;
}

void replace_fence(const Quote& quote, const std::string& token, std::string_view bytes,
                   std::string_view ending, std::vector<Replacement>& all) {
  all.push_back({quote.info, ""});
  const std::string line = quote.prefix + token;
  if (quote.lines.empty()) {
    const bool open_end = quote.text.begin == bytes.size() && !bytes.ends_with('\n');
    const std::string before(open_end ? ending : std::string_view());
    all.push_back({quote.text, before + line + std::string(ending)});
    return;
  }
  // From the first content line's very start: a blank one may lack the prefix.
  const std::size_t newline = bytes.rfind('\n', quote.lines.front().span.begin - 1);
  all.push_back({{newline + 1, quote.text.end}, line});
}

}  // namespace

std::string Lesson::with_tokens(const std::vector<std::string>& tokens) const {
  const std::string_view bytes = text.bytes();
  std::vector<Replacement> all;
  std::size_t table_end = 0;
  for (std::size_t i = 0; i < quotes.size() && i < tokens.size(); ++i) {
    const Quote& quote = quotes[i];
    if (is_table(quote)) {
      all.push_back({quote.span, tokens[i]});
      table_end = quote.span.end;
    } else if (is_block(quote.kind)) {
      replace_fence(quote, tokens[i], bytes, text.line_ending(), all);
    } else if (quote.span.begin >= table_end) {
      all.push_back({quote.span, tokens[i]});
    }
  }
  for (const NamedValue& name : names) all.push_back({name.span, kNoDefinition});
  std::stable_sort(all.begin(), all.end(), [](const Replacement& a, const Replacement& b) {
    return a.span.begin < b.span.begin;
  });
  std::string out;
  std::size_t at = front.span.end;
  if (at == 0 && text.line_count() > 0) at = text.line_span(1).begin;  // behind a byte order mark
  for (const Replacement& replacement : all) {
    if (replacement.span.begin < at) continue;
    out += bytes.substr(at, replacement.span.begin - at);
    out += replacement.with;
    at = replacement.span.end;
  }
  out += bytes.substr(at);
  return out;
}

}  // namespace daybook
