#include "check/page_part.h"

#include <algorithm>
#include <map>
#include <utility>

#include "check/audit_page.h"
#include "check/fragment.h"
#include "check/quote_html.h"
#include "formats/byte_set.h"

namespace daybook {

namespace {

constexpr std::string_view kMark = " data-quote=\"";

std::string mark_of(const std::string& quote) { return std::string(kMark) + quote + '"'; }

std::string_view tag_at(std::string_view html, std::size_t at) {
  return html.substr(at + 1, html.find_first_of(" >", at) - at - 1);
}

// The element that bears the mark, of HTML that holds no other behind it with its tag.
std::string_view marked_element(std::string_view html, const std::string& quote) {
  const std::size_t begin = html.rfind('<', html.find(mark_of(quote)));
  const std::string close = "</" + std::string(tag_at(html, begin));
  return html.substr(begin, html.rfind(close) - begin);
}

// What HTML that this program wrote says: its text, and a table's caption and rows.
struct MarkupText {
  std::string text;
  std::vector<std::vector<std::string>> rows;
};

char decoded(std::string_view entity) {
  static const std::map<std::string_view, char> kEntities = {{"&amp;", '&'},  {"&lt;", '<'},
                                                             {"&gt;", '>'},   {"&quot;", '"'},
                                                             {"&#39;", '\''}, {"&#13;", '\r'}};
  const auto found = kEntities.find(entity);
  return found == kEntities.end() ? '\0' : found->second;
}

MarkupText read_markup(std::string_view html) {
  MarkupText read;
  for (std::size_t at = 0; at < html.size(); ++at) {
    char byte = html[at];
    if (byte == '<') {
      const std::string_view tag = tag_at(html, at);
      if (tag == "caption" || tag == "tr") read.rows.emplace_back();
      if (tag == "caption" || tag == "th" || tag == "td") read.rows.back().emplace_back();
      at = std::min(html.find('>', at), html.size());
      continue;
    }
    if (byte == '&') {
      const std::size_t end = std::min(html.find(';', at), html.size() - 1);
      byte = decoded(html.substr(at, end + 1 - at));
      at = end;
    }
    read.text += byte;
    if (!read.rows.empty() && !read.rows.back().empty()) read.rows.back().back() += byte;
  }
  return read;
}

bool says_its_truth(const PagePart& part, const QuoteTruth& truth) {
  if (!truth.known) return false;
  const MarkupText said = read_markup(marked_element(part.html, part.quote));
  return truth.table ? said.rows == truth.rows : said.text == joined_lines(truth.text.lines);
}

// Where each quote of a page is first claimed: the mark's place.
std::map<std::string_view, std::size_t> claims_in(std::string_view page) {
  std::map<std::string_view, std::size_t> claims;
  for (std::size_t at = page.find(kMark); at != std::string_view::npos; at = page.find(kMark, at)) {
    const std::size_t begin = at + kMark.size();
    claims.emplace(page.substr(begin, page.find('"', begin) - begin), at);
    at = begin;
  }
  return claims;
}

// The parts that stand in the page as they must, by their place, and apart those that differ.
std::map<std::size_t, const PagePart*> parts_in(std::string_view page,
                                                const std::vector<PagePart>& parts,
                                                std::map<std::size_t, const PagePart*>& changed) {
  const auto claims = claims_in(page);
  std::map<std::size_t, const PagePart*> found;
  for (const PagePart& part : parts) {
    const auto claim = claims.find(part.quote);
    const std::size_t before = part.html.find(mark_of(part.quote));
    if (claim == claims.end() || claim->second < before) continue;
    const std::size_t begin = claim->second - before;
    (page.substr(begin).starts_with(part.html) ? found : changed).emplace(begin, &part);
  }
  return found;
}

// Adds HTML with its long texts cut: what stands between two tags, without anything that a parser
// could read as more than letters. `in_text`: it begins there.
void add_reduced(std::string_view html, bool in_text, ReducedPage& reduced) {
  constexpr std::size_t kLong = 16;
  static const ByteSet kMarkup(std::string_view("<>&\r\0", 5));
  std::size_t at = in_text ? 0 : std::min(html.find('>'), html.size() - 1) + 1;
  reduced.html += html.substr(0, at);
  while (at < html.size()) {
    const std::size_t end = kMarkup.find(html, at);
    const std::size_t begin = std::min(html.find_first_not_of(" \t\n\f", at), end);
    const bool plain = end == html.size() || html[end] == '<';
    const std::size_t next = std::min(html.find('>', end), html.size() - 1) + 1;
    if (plain && end - begin > kLong) {
      reduced.cuts.texts.emplace(reduced.html.size(), html.substr(at, end - at));
      reduced.html += html.substr(at, begin - at);
      reduced.html += kCutText;
      at = end;
    }
    reduced.html += html.substr(at, next - at);
    at = next;
  }
}

}  // namespace

std::size_t count_decorations(std::string_view html) {
  constexpr std::string_view kDecoration = " data-decoration";
  std::size_t count = 0;
  for (std::size_t at = html.find(kDecoration); at != std::string_view::npos;
       at = html.find(kDecoration, at + 1)) {
    ++count;
  }
  return count;
}

std::vector<PagePart> lesson_parts(Course& course, const CheckedLesson& lesson) {
  const std::set<std::size_t> inside = quotes_in_tables(*lesson.lesson);
  std::vector<PagePart> parts;
  for (std::size_t i = 0; i < lesson.quotes.size(); ++i) {
    if (inside.contains(i)) continue;
    const QuoteTruth truth = quote_truth(lesson, i);
    PagePart part{std::to_string(i + 1), quote_html(course, lesson, i), truth.text.file,
                  truth.text.first_line};
    if (says_its_truth(part, truth)) parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<PagePart> listing_parts(const std::vector<std::string>& lines,
                                    std::string_view language, const std::string& name,
                                    const std::string& label, const std::string& file) {
  PagePart part{name, listing_html(lines, language, name, label), file};
  const bool simple = part.html.find(mark_of(name)) != std::string::npos;
  if (!simple || read_markup(part.html).text != joined_lines(lines)) return {};
  return {std::move(part)};
}

ReducedPage reduce(std::string_view page, const std::vector<PagePart>& parts) {
  ReducedPage reduced;
  std::size_t at = 0;
  for (const auto& [begin, part] : parts_in(page, parts, reduced.changed)) {
    if (begin < at) continue;
    add_reduced(page.substr(at, begin - at), at > 0, reduced);
    reduced.cuts.quotes.insert(reduced.html.size());
    const std::string tag(tag_at(part->html, 0));
    reduced.html += "<" + tag + mark_of(part->quote) + "></" + tag + ">";
    reduced.decorations += count_decorations(part->html);
    at = begin + part->html.size();
  }
  add_reduced(page.substr(at), at > 0, reduced);
  return reduced;
}

}  // namespace daybook
