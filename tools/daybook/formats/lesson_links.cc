// Links in a paragraph, heading or cell: quotes, ordinary links, and text that failed to be either.
#include <algorithm>

#include "base/suggest.h"
#include "formats/byte_set.h"
#include "formats/html_syntax.h"
#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

using Kind = Inline::Kind;
using Form = Inline::Form;
constexpr std::size_t kMostSuggestions = 50;

bool needs_decoding(std::string_view raw) {
  return raw.find_first_of("\\&") != std::string_view::npos;
}

// As the text given to cmark has it, where "]:" is kept from being a definition.
std::string as_fed(std::string text) {
  for (std::size_t at = text.find("]:"); at != std::string::npos; at = text.find("]:", at + 2)) {
    text[at + 1] = ';';
  }
  return text;
}

std::string as_written(std::string text) {
  for (std::size_t at = text.find("];"); at != std::string::npos; at = text.find("];", at + 2)) {
    text[at + 1] = ':';
  }
  return text;
}

std::vector<cmark_node*> links_below(const cmark_node* node) {
  std::vector<cmark_node*> links;
  cmark_iter* walk = cmark_iter_new(const_cast<cmark_node*>(node));
  for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk)) {
    cmark_node* found = cmark_iter_get_node(walk);
    const cmark_node_type type = cmark_node_get_type(found);
    const bool link = type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE;
    if (event == CMARK_EVENT_ENTER && link) links.push_back(found);
  }
  cmark_iter_free(walk);
  return links;
}

bool is_same_link(const std::string& raw_url, Kind kind, cmark_node* node) {
  if ((cmark_node_get_type(node) == CMARK_NODE_IMAGE) != (kind == Kind::image)) return false;
  if (needs_decoding(raw_url)) return true;
  const std::string url = cmark_node_get_url(node);
  const std::string own = as_fed(raw_url);
  return url == own || (kind == Kind::autolink && url == "mailto:" + own);
}

}  // namespace

// Every link found must be one of cmark's, in the same order, or a position would be a guess. Only
// $math$, which cmark does not know, and definitions, which it was kept from, may hold more links.
// Takes over what cmark decoded. The text that cmark was fed defines no names, so it is compared
// with a reading that knows none.
void LessonReader::agree_with_cmark(Leaf& leaf) {
  leaf.decoded.assign(leaf.inlines.size(), nullptr);
  if (leaf.node == nullptr) return;
  const auto has = [&](auto condition) {
    return std::any_of(leaf.inlines.begin(), leaf.inlines.end(), condition);
  };
  const bool loose =
      leaf.from > 0 || has([](const Inline& item) { return item.kind == Kind::math; });
  const bool has_names = has([](const Inline& item) { return !item.label.empty(); });
  const std::vector<Inline> unnamed =
      has_names ? scan_inlines(leaf.content.text, leaf.from, footnote_labels_)
                : std::vector<Inline>();
  static const ByteSet kLinkStart("[<");
  const bool may = kLinkStart.find(leaf.content.text, 0) < leaf.content.text.size();
  const auto links = may ? links_below(leaf.node) : std::vector<cmark_node*>();
  std::size_t next = 0, own = 0;
  bool agrees = true;
  for (const Inline& item : has_names ? unnamed : leaf.inlines) {
    if (item.kind != Kind::autolink && item.form != Form::destination) continue;
    const Span url = item.destination;
    const std::string raw = leaf.content.text.substr(url.begin, url.end - url.begin);
    while (loose && next < links.size() && !is_same_link(raw, item.kind, links[next])) ++next;
    agrees = next < links.size() && is_same_link(raw, item.kind, links[next]);
    if (!agrees) break;
    while (own < leaf.inlines.size() && leaf.inlines[own].begin < item.begin) ++own;
    const bool same = own < leaf.inlines.size() && leaf.inlines[own].begin == item.begin &&
                      leaf.inlines[own].end == item.end;
    if (same) leaf.decoded[own] = links[next];
    ++next;
  }
  if (agrees && (loose || next == links.size())) return;
  find("quote-unparsed-link", places_.at(leaf.content.source(leaf.from)),
       "two readings of the links in this text differ",
       "write it more simply: escape brackets and dollar signs that are text");
}

LinkTarget LessonReader::target_of(const Leaf& leaf, std::size_t index) const {
  const Inline& item = leaf.inlines[index];
  if (item.form != Form::destination && item.kind != Kind::autolink) {
    return definitions_[labels_.definitions.at(item.label)].target;
  }
  const auto part = [&](Span span) {
    return leaf.content.text.substr(span.begin, span.end - span.begin);
  };
  LinkTarget target;
  target.url = part(item.destination);
  target.url_span = leaf.content.span(item.destination.begin, item.destination.end);
  target.titled = item.titled;
  if (item.titled) {
    target.title = part(item.title);
    target.title_span = leaf.content.span(item.title.begin, item.title.end);
  }
  cmark_node* decoded = index < leaf.decoded.size() ? leaf.decoded[index] : nullptr;
  if (decoded == nullptr) return target;
  if (needs_decoding(target.url)) target.url = as_written(cmark_node_get_url(decoded));
  if (needs_decoding(target.title)) target.title = as_written(cmark_node_get_title(decoded));
  return target;
}

// What all inlines have in common; the caller adds prose and naked numbers.
void LessonReader::read_inlines(Leaf& leaf) {
  if (leaf.decoded.empty()) agree_with_cmark(leaf);
  leaf.quote_of.assign(leaf.inlines.size(), kNone);
  std::size_t image_end = 0;
  for (std::size_t i = 0; i < leaf.inlines.size(); ++i) {
    const Inline& item = leaf.inlines[i];
    switch (item.kind) {
      case Kind::link:
        read_link(leaf, i, item.begin < image_end);
        break;
      case Kind::image:
        image_end = std::max(image_end, item.end);
        read_image(leaf, i);
        break;
      case Kind::autolink:
        read_autolink(leaf, i);
        break;
      case Kind::unparsed:
        report_unparsed(leaf, item);
        break;
      case Kind::undefined:
        report_undefined(leaf, item);
        break;
      case Kind::html:
        read_tag(std::string_view(leaf.content.text).substr(item.begin, item.end - item.begin),
                 places_.at(leaf.content.source(item.begin)), *leaf.block);
        break;
      case Kind::footnote:
        use_footnote(leaf, item);
        break;
      case Kind::code:
      case Kind::math:
      case Kind::comment:
        break;
    }
  }
}

void LessonReader::use_footnote(const Leaf& leaf, const Inline& item) {
  const Place place = places_.at(leaf.content.source(item.begin));
  if (blocks_->footnote_of(*leaf.block) != kNone) {
    find("footnote", place, "a footnote inside a footnote is shown by no page",
         "say it in the footnote's own text");
  }
  footnote_uses_.push_back(labels_.footnotes.at(item.label));
}

void LessonReader::read_link(Leaf& leaf, std::size_t index, bool in_image) {
  const Inline& item = leaf.inlines[index];
  const LinkTarget target = target_of(leaf, index);
  Reading reading;
  std::size_t name = kNone;
  if (item.form == Form::destination) {
    reading = read_target(target);
  } else {
    const DefinitionRecord& record = definitions_[labels_.definitions.at(item.label)];
    reading = record.reading;
    name = record.name;
  }
  if (reading.what == Reading::What::quote && reading.kind == QuoteKind::chart) {
    reading = {};
    reading.what = Reading::What::wrong;
    reading.id = "quote-caption";
    reading.message = "a chart's link stands alone above its table";
    reading.mend = "give it a paragraph of its own, one blank line, then the table";
  } else if (reading.what == Reading::What::quote && in_image) {
    reading = {};
    reading.what = Reading::What::wrong;
    reading.id = "quote-scheme";
    reading.message = "a quote in an image's text is shown by no page";
    reading.mend = "quote it in the paragraph";
  } else if (reading.what == Reading::What::wrong && item.form != Form::destination) {
    reading.id.clear();  // said at the definition
  }
  if (reading.what == Reading::What::quote) {
    leaf.quote_of[index] = add_quote(leaf, item, reading, name);
    return;
  }
  const Place place = places_.at(leaf.content.source(item.begin));
  const Span span = leaf.content.span(item.begin, item.end);
  if (reading.what == Reading::What::wrong && !reading.id.empty()) {
    if (lesson_.text.slice(span).find('\n') != std::string_view::npos) {
      find("quote-two-lines", place, "a link that quotes runs over two lines",
           "write it on one line");
    }
    find(reading.id, place, reading.message, reading.mend);
  }
  if (reading.what == Reading::What::wrong) {
    leaf.quote_of[index] = kRefused;
  } else if (reading.what == Reading::What::ordinary && item.form == Form::destination) {
    check_inside_course(target.url, place);
  }
  add_link(leaf, item, target);
}

void LessonReader::read_image(Leaf& leaf, std::size_t index) {
  const Inline& item = leaf.inlines[index];
  const LinkTarget target = target_of(leaf, index);
  const Place place = places_.at(leaf.content.source(item.begin));
  const std::string scheme(scheme_of(target.url));
  if (!scheme.empty() && scheme != "http" && scheme != "https") {
    find("quote-scheme", place, "an image is a file, not '" + scheme + ":'",
         "remove the '!' to quote");
  } else if (scheme.empty()) {
    check_inside_course(target.url, place);
  }
  add_link(leaf, item, target);
}

void LessonReader::read_autolink(Leaf& leaf, std::size_t index) {
  const Inline& item = leaf.inlines[index];
  const LinkTarget target = target_of(leaf, index);
  const std::string scheme(scheme_of(target.url));
  if (!scheme.empty() && scheme != "http" && scheme != "https" && scheme != "mailto") {
    find("quote-scheme", places_.at(leaf.content.source(item.begin)),
         "'<" + target.url + ">' is a link with the unknown scheme '" + scheme + ":'",
         "write `<" + target.url + ">` if it is code, [words](run:…) if it is a quote");
  }
  add_link(leaf, item, target);
}

void LessonReader::add_link(Leaf& leaf, const Inline& item, const LinkTarget& target) {
  Link link;
  link.target = target.url;
  link.target_span = target.url_span;
  link.span = leaf.content.span(item.begin, item.end);
  link.place = places_.at(link.span.begin);
  link.image = item.kind == Kind::image;
  const std::size_t number = lesson_.links.size();
  lesson_.links.push_back(std::move(link));
  ask_plain(leaf, item.text, Shown::words,
            [this, number](std::string text) { lesson_.links[number].words = std::move(text); });
}

std::size_t LessonReader::add_quote(Leaf& leaf, const Inline& item, const Reading& reading,
                                    std::size_t name) {
  Quote quote;
  quote.kind = reading.kind;
  quote.scheme = reading.scheme;
  quote.reference = reading.reference;
  quote.chart = reading.chart;
  quote.target = reading.target;
  if (item.form == Form::destination && !item.titled) {
    quote.target = leaf.content.span(item.destination.begin, item.destination.end);
  }
  quote.span = leaf.content.span(item.begin, item.end);
  quote.text = leaf.content.span(item.text.begin, item.text.end);
  quote.place = places_.at(quote.span.begin);
  quote.section = lesson_.headings.size();
  if (name != kNone) {
    quote.name = lesson_.names[name].name;
    lesson_.names[name].used = true;
  }
  if (lesson_.text.slice(quote.span).find('\n') != std::string_view::npos) {
    find("quote-two-lines", quote.place, "a link that quotes runs over two lines",
         "write it on one line");
  }
  const std::size_t footnote = blocks_->footnote_of(*leaf.block);
  if (footnote != kNone) ++footnote_quotes_[footnote];
  const std::size_t number = lesson_.quotes.size();
  lesson_.quotes.push_back(std::move(quote));
  ask_plain(leaf, item.text, Shown::words,
            [this, number](std::string text) { lesson_.quotes[number].words = std::move(text); });
  return number;
}

void LessonReader::report_unparsed(const Leaf& leaf, const Inline& item) {
  const auto part = [&](Span span) {
    return leaf.content.text.substr(span.begin, span.end - span.begin);
  };
  const std::string words = visible(part(item.text), 40);
  const std::string behind = visible(part(item.destination), 60);
  const std::string scheme(scheme_of(behind));
  std::string rest(trim(behind.substr(scheme.size() + 1)));
  std::string mend = "write [" + words + "](" + scheme + ":…) with no blank in the destination";
  if (scheme.starts_with("calc") || scheme.starts_with("claim")) {
    const auto is_quote = [](char c) { return c == '"' || c == '\''; };
    if (!rest.empty() && is_quote(rest.front())) rest.erase(0, 1);
    if (!rest.empty() && is_quote(rest.back())) rest.pop_back();
    mend = "write [" + words + "](" + scheme + ": \"" + rest +
           "\"), the formula in quotes behind a blank";
  }
  find("quote-unparsed-link", places_.at(leaf.content.source(item.begin)),
       "'[" + words + "](" + behind + "' is not read as a link", mend);
}

void LessonReader::report_undefined(const Leaf& leaf, const Inline& item) {
  // A text full of them gets its first few suggestions: each costs a look at every name.
  std::vector<std::string> names;
  if (++undefined_ <= kMostSuggestions) {
    for (const DefinitionRecord& record : definitions_) names.push_back(record.label);
  }
  const std::string shown =
      visible(leaf.content.text.substr(item.begin, item.end - item.begin), 60);
  find("quote-unparsed-link", places_.at(leaf.content.source(item.begin)),
       "'" + shown + "' is not read as a link: nothing defines '" + visible(item.label, 40) + "'" +
           did_you_mean(item.label, names),
       "define it with [" + visible(item.label, 40) + "]: run:…, or write `" + shown +
           "` if it is code");
}

// A relative link may leave its folder, never the course.
void LessonReader::check_inside_course(const std::string& url, const Place& place) {
  if (!scheme_of(url).empty() || url.empty()) return;
  const auto refuse = [&](const std::string& why) {
    find("outside-course", place, "'" + url + "' " + why, "write a path relative to the lesson");
  };
  if (url[0] == '/') return refuse("is an absolute path");
  if (url.find('\\') != std::string::npos) return refuse("holds a backslash");
  const std::string& name = lesson_.text.name();
  std::ptrdiff_t depth = std::count(name.begin(), name.end(), '/');
  const std::string path = percent_decode(url.substr(0, url.find_first_of("?#"))).value_or(url);
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = std::string_view(path).substr(begin, end - begin);
    if (part == "..") {
      --depth;
    } else if (!part.empty() && part != ".") {
      ++depth;
    }
    if (depth < 0) return refuse("leaves the course");
    begin = end + 1;
  }
}

}  // namespace daybook
