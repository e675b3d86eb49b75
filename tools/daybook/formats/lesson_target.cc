// What a link's destination quotes.
#include <array>
#include <cctype>

#include "base/suggest.h"
#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

constexpr std::string_view kChart = "chart:";
const std::vector<std::string> kSchemes = {"run",  "calc",  "claim", "given",
                                           "http", "https", "mailto"};

Reading wrong(std::string id, std::string message, std::string mend) {
  Reading reading;
  reading.what = Reading::What::wrong;
  reading.id = std::move(id);
  reading.message = std::move(message);
  reading.mend = std::move(mend);
  return reading;
}

bool is_card(std::string_view card) {
  static constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
  return !card.empty() && card.find_first_not_of(kAllowed) == std::string_view::npos;
}

Reading read_formula(const LinkTarget& target, const std::string& scheme, const std::string& rest) {
  if (!rest.empty()) {
    std::string formula = rest;
    while (!formula.empty() && (formula.front() == '"' || formula.front() == '\''))
      formula.erase(0, 1);
    while (!formula.empty() && (formula.back() == '"' || formula.back() == '\''))
      formula.pop_back();
    return wrong("quote-unparsed-link",
                 "the formula stands in quotes, a blank behind '" + scheme + ":'",
                 "write (" + scheme + ": \"" + formula + "\")");
  }
  if (trim(target.title).empty()) {
    return wrong("quote-scheme", "'" + scheme + ":' without a formula",
                 "write (" + scheme + ": \"{a} / {b}\")");
  }
  Reading reading;
  reading.what = Reading::What::quote;
  reading.kind = scheme.starts_with("calc") ? QuoteKind::calc : QuoteKind::claim;
  reading.scheme = scheme;
  reading.reference = target.title;
  reading.target = target.title_span;
  return reading;
}

Reading read_path(const LinkTarget& target, const std::string& scheme, const std::string& rest) {
  const auto decoded = percent_decode(rest);
  if (!decoded) {
    return wrong("quote-scheme", "'%' in '" + target.url + "' is not followed by two hex digits",
                 "write %25 for a percent sign");
  }
  if (decoded->empty()) {
    return wrong("quote-scheme", "'" + scheme + ":' names nothing",
                 scheme == "given" ? "write given:<constant>"
                                   : "write " + scheme + ":<table>/<row>/<column>");
  }
  Reading reading;
  reading.what = Reading::What::quote;
  reading.scheme = scheme;
  reading.reference = *decoded;
  reading.target = target.url_span;
  if (!target.titled) return reading;
  const std::string_view title = trim(target.title);
  if (scheme != "given" && title.starts_with(kChart)) {
    reading.chart = std::string(trim(title.substr(kChart.size())));
    reading.kind = QuoteKind::chart;
    if (!reading.chart.empty()) return reading;
  }
  const std::string word(title.substr(0, title.find_first_of(": ")));
  return wrong("quote-scheme",
               "the title of a '" + scheme +
                   ":' link says how to draw it, \"chart: <y> by <x>\", not \"" +
                   visible(target.title, 60) + "\"" + did_you_mean(word, {"chart"}),
               "write \"chart: <y> by <x>\" or remove the title");
}

}  // namespace

Reading read_target(const LinkTarget& target) {
  const std::string scheme(scheme_of(target.url));
  if (scheme.empty() || scheme == "http" || scheme == "https" || scheme == "mailto") return {};
  const std::string rest = target.url.substr(scheme.size() + 1);
  const std::size_t at = scheme.find('@');
  const std::string base = scheme.substr(0, at);
  if (at != std::string::npos && !is_card(scheme.substr(at + 1))) {
    return wrong("quote-scheme", "'" + scheme + ":' names no card; a card is written like h200",
                 "write " + base + "@<card>:");
  }
  if (at != std::string::npos && (base == "calc" || base == "given")) {
    return wrong("quote-scheme", "'" + base + ":' takes no card, found '" + scheme + ":'",
                 "write " + base + ":");
  }
  if (base == "calc" || base == "claim") return read_formula(target, scheme, rest);
  if (base == "run" || base == "given") return read_path(target, scheme, rest);
  if (base == "cmd" || base == "variant" || base == "from") {
    return wrong("quote-scheme", "'" + base + ":' stands on a fence, not in a link",
                 "write a fence with from=" + base + ":" + rest);
  }
  return wrong("quote-scheme", "unknown scheme '" + scheme + ":'" + did_you_mean(base, kSchemes),
               "use run:, calc:, claim:, given:, https: or a relative path");
}

bool names_table(const std::string& reference) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= reference.size();) {
    const std::size_t end = std::min(reference.find('/', begin), reference.size());
    parts.push_back(reference.substr(begin, end - begin));
    begin = end + 1;
  }
  const std::string& first = parts[0];
  std::size_t digits = 3;
  while (digits < first.size() && std::isdigit(static_cast<unsigned char>(first[digits]))) ++digits;
  if (first.starts_with("day") && digits > 3 && first.substr(digits, 1) == "-" &&
      parts.size() > 1) {
    parts.erase(parts.begin());
  }
  for (std::size_t i = 0; i < parts.size() && i < 2; ++i) {
    const std::string& word = parts[i];
    const bool reserved = word == "fact" || word == "ptxas" || word == "sass";
    if (reserved && i + 1 < parts.size()) return false;
  }
  return parts.size() <= 2;
}

}  // namespace daybook
