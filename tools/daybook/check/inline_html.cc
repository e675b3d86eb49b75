// Numbers, derived numbers and claims: their words, with what they rest on.
#include <algorithm>

#include "check/page_address.h"
#include "check/quote_page.h"
#include "formats/highlight.h"

namespace daybook {

namespace {

std::string words_of(const CheckedQuote& checked) {
  return checked.words.empty() ? checked.quote->words : checked.words;
}

std::string open_span(std::string_view name, std::size_t index, const std::string& id = "") {
  return "<span class=\"" + std::string(name) + "\"" + (id.empty() ? "" : " id=\"" + id + "\"") +
         " data-quote=\"" + std::to_string(index + 1) + "\">";
}

// Where a constant comes from: an address becomes a link.
std::string given_html(const CheckedQuote& checked) {
  const std::string html = escape_html(words_of(checked));
  const std::string& source = checked.source_note;
  const std::size_t at = source.find("https://");
  if (at == std::string::npos) return linked(html, "", source);
  const std::size_t end = std::min(source.find_first_of(" \t<>\"", at), source.size());
  return linked(html, source.substr(at, end - at), source);
}

std::string number_html(const QuotePage& page, const CheckedQuote& checked) {
  const std::string html = escape_html(words_of(checked));
  if (!checked.found) return linked(html, "", std::string(page.words.unproved));
  if (checked.quote->scheme == "given") return given_html(checked);
  if (checked.run == nullptr) return html;
  const bool printed =
      checked.run->published != nullptr && checked.source_file == checked.run->published->name();
  return linked(html, run_href(page, *checked.run, printed ? checked.cell.line : 0),
                spread_words(page, *checked.run, checked.cell.path));
}

// "{a} / {b}, with 378.1 ms, 0.0325 ms".
std::string calc_html(const QuotePage& page, const CheckedQuote& checked) {
  const std::string html = escape_html(words_of(checked));
  if (!checked.found) return linked(html, "", std::string(page.words.unproved));
  std::string values, href;
  for (const Sample& sample : checked.samples) {
    values += (values.empty() ? "" : ", ") + sample.shown;
    if (href.empty()) href = place_href(page, sample.place);
  }
  return linked(
      html, href,
      values.empty() ? checked.formula : fill_words(page.words.formula, {checked.formula, values}));
}

}  // namespace

std::string inline_html(const QuotePage& page, std::size_t index) {
  const CheckedQuote& checked = page.lesson.quotes[index];
  const std::string state = !checked.found ? " unproved" : checked.holds ? "" : " differs";
  if (checked.quote->kind == QuoteKind::claim) {
    const std::string id = "claim-" + std::to_string(index + 1);
    const std::string href =
        link_between(page.page, claims_page(page.course.settings(), page.lesson.file.language));
    const char* name = !checked.found  ? "claim unknown"
                       : checked.holds ? "claim holds"
                                       : "claim fails";
    return open_span(name, index, id) +
           linked(escape_html(words_of(checked)), href + "#" + page.lesson.file.day + "-" + id,
                  checked.formula) +
           "</span>";
  }
  const bool calc = checked.quote->kind == QuoteKind::calc;
  const bool given = checked.quote->scheme == "given";
  const std::string name = (calc ? "number calc" : given ? "number given" : "number") + state;
  return open_span(name, index) + (calc ? calc_html(page, checked) : number_html(page, checked)) +
         "</span>";
}

}  // namespace daybook
