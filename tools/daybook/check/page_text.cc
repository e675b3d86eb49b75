#include "check/page_text.h"

#include <gumbo.h>

#include <algorithm>
#include <memory_resource>

#include "check/html_depth.h"
#include "check/page_element.h"
#include "check/page_risk.h"

namespace daybook {

namespace {

constexpr std::size_t kDeepest = 1000;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

bool is_blank(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
}

// What holds for an element and everything in it.
struct Scope {
  bool unseen = false;  // no reader sees it
  bool body = false;
  bool hidden = false;  // decoration, a footnote's mark, script
  bool math = false;
  bool tex = false;         // a formula as it was written
  std::size_t dollars = 0;  // formula that Pandoc left as TeX: marks around it
  std::size_t footnote = 0;
  std::size_t quote = kNone;  // innermost
  std::size_t table = kNone;  // quote that is a table, around it
  std::size_t heading = kNone;
  std::size_t value = kNone;
  std::size_t code = kNone;  // <pre> that claims nothing
  bool title = false;
  const GumboElement* odd = nullptr;  // around it: an element that holds no quote of a course
};

struct Frame {
  const GumboNode* node;
  unsigned next;
  Scope scope;
};

class PageReader {
 public:
  PageReader(const std::string& name, const PageCuts& cuts) : name_(name), cuts_(cuts) {}

  PageText read(const GumboNode* root) {
    std::vector<Frame> open;
    open.push_back({root, 0, {}});
    while (!open.empty()) {
      Frame& frame = open.back();
      const GumboVector& children = frame.node->type == GUMBO_NODE_DOCUMENT
                                        ? frame.node->v.document.children
                                        : frame.node->v.element.children;
      if (frame.next == children.length) {
        close(*frame.node, frame.scope);
        open.pop_back();
        continue;
      }
      const auto* child = static_cast<const GumboNode*>(children.data[frame.next++]);
      if (child->type == GUMBO_NODE_ELEMENT || child->type == GUMBO_NODE_TEMPLATE) {
        Scope scope = enter(*child, frame.scope);
        const bool in_body = frame.scope.body;
        if (scope.odd == nullptr && !may_hold_quote(child->v.element, in_body)) {
          scope.odd = &child->v.element;
        }
        open.push_back({child, 0, scope});
      } else if (child->type != GUMBO_NODE_COMMENT && child->type != GUMBO_NODE_DOCUMENT) {
        const GumboSourcePosition& at = child->v.text.start_pos;
        add_text(whole_text(child->v.text), frame.scope, {name_, at.line, at.column});
      }
    }
    end_block();
    for (PageHeading& heading : page_.headings) heading.text = fold_blanks(heading.text);
    page_.title = fold_blanks(page_.title);
    page_.whole = found_cuts_ == cuts_.quotes.size() + cuts_.texts.size();
    return std::move(page_);
  }

 private:
  Place place_of(const GumboElement& element) const {
    return {name_, element.start_pos.line, element.start_pos.column};
  }

  std::string_view whole_text(const GumboText& text) {
    const std::string_view shown = text.text;
    const auto cut = cuts_.texts.find(text.start_pos.offset);
    if (cut == cuts_.texts.end() || shown.empty() || shown.back() != kCutText) return shown;
    if (!cut->second.starts_with(shown.substr(0, shown.size() - 1))) return shown;
    ++found_cuts_;
    return cut->second;
  }

  void find_risks(const GumboElement& element, Scope& scope) {
    const auto report = [&](std::string what) {
      page_.risks.push_back({std::move(what), place_of(element)});
    };
    for (std::string& risk : page_risks(element)) report(std::move(risk));
    const bool was_unseen = scope.unseen;
    scope.unseen = was_unseen || attribute(element, "hidden") != nullptr ||
                   has_class(element, "unseen") || element.tag == GUMBO_TAG_TEMPLATE ||
                   element.tag == GUMBO_TAG_NOSCRIPT;
    const bool opens_quote = attribute(element, "data-quote") != nullptr;
    if (opens_quote && scope.unseen) report("a quote that is not to be seen");
    if (opens_quote && scope.odd != nullptr && scope.quote == kNone) {
      report("a quote in '" + start_tag(*scope.odd) + "'");
    }
    if (attribute(element, "data-decoration") != nullptr) ++page_.decorations;
    if (scope.body && element.tag == GUMBO_TAG_DETAILS) page_.details.push_back(place_of(element));
    if (scope.quote != kNone && !opens_quote && scope.unseen && !was_unseen) {
      report("a part of a quote that is not to be seen");
    }
  }

  Scope enter(const GumboNode& node, Scope scope) {
    const GumboElement& element = node.v.element;
    find_risks(element, scope);
    if (!is_inline(element.tag) && !scope.math) end_block();
    enter_region(element, scope);
    if (scope.hidden) return scope;
    if (attribute(element, "data-value") != nullptr) {
      const char* href = attribute(element, "href");
      scope.value = page_.values.size();
      page_.values.push_back({"", href == nullptr ? "" : href, place_of(element)});
    }
    if (const char* name = attribute(element, "data-quote")) {
      open_quote(element, name, scope);
    } else {
      enter_claimless(element, scope);
    }
    if (const int level = heading_level(element.tag); level > 0) {
      const char* id = attribute(element, "id");
      scope.heading = page_.headings.size();
      page_.headings.push_back({level, "", id == nullptr ? "" : id, scope.body, place_of(element)});
    }
    if (scope.quote != kNone) enter_part(element, scope);
    if (element.tag == GUMBO_TAG_BR) add_text(" ", scope, place_of(element));
    if (element.tag == GUMBO_TAG_IMG && scope.body && scope.quote == kNone) {
      const char* words = attribute(element, "alt");
      page_.images.push_back({fold_blanks(words == nullptr ? "" : words), place_of(element)});
    }
    return scope;
  }

  void enter_region(const GumboElement& element, Scope& scope) {
    if (attribute(element, "data-lesson-body") != nullptr) {
      scope.body = true;
      page_.has_body = true;
    }
    const bool mark = has_class(element, "footnote-ref") || has_class(element, "footnote-back");
    const bool code = element.tag == GUMBO_TAG_SCRIPT || element.tag == GUMBO_TAG_STYLE;
    if (attribute(element, "data-decoration") != nullptr || mark || code) scope.hidden = true;
    if (element.tag == GUMBO_TAG_TITLE && element.tag_namespace == GUMBO_NAMESPACE_HTML) {
      scope.title = true;
    }
    const char* role = attribute(element, "role");
    const std::string_view name = role == nullptr ? "" : role;
    if (name == "doc-endnotes") in_footnotes_ = true;
    if (element.tag == GUMBO_TAG_LI && (name == "doc-endnote" || in_footnotes_)) {
      if (scope.footnote == 0) scope.footnote = ++footnotes_;
    }
    if (element.tag == GUMBO_TAG_MATH) scope.math = true;
    if (scope.math && original_tag(element) == "annotation") scope.tex = true;
    if (has_class(element, "math") && element.tag == GUMBO_TAG_SPAN) {
      scope.tex = true;
      scope.dollars = has_class(element, "display") ? 2 : 1;
    }
  }

  static std::string_view original_tag(const GumboElement& element) {
    GumboStringPiece piece = element.original_tag;
    if (piece.data == nullptr) return {};
    gumbo_tag_from_original_text(&piece);
    return {piece.data, piece.length};
  }

  void open_quote(const GumboElement& element, const char* name, Scope& scope) {
    if (scope.quote == kNone && scope.body && is_inline(element.tag)) {
      add_prose(std::string(1, kPageQuoteMark), place_of(element));
    }
    PageQuote quote;
    quote.name = name;
    quote.in_body = scope.body;
    quote.footnote = scope.footnote;
    quote.table = element.tag == GUMBO_TAG_TABLE;
    quote.known = scope.odd == nullptr && cuts_.quotes.contains(element.start_pos.offset);
    quote.place = place_of(element);
    if (quote.known) ++found_cuts_;
    scope.quote = page_.quotes.size();
    if (quote.table) scope.table = scope.quote;
    page_.quotes.push_back(std::move(quote));
  }

  void enter_claimless(const GumboElement& element, Scope& scope) {
    if (!scope.body || scope.quote != kNone) return;
    if (element.tag == GUMBO_TAG_TABLE) page_.tables.push_back(place_of(element));
    if (element.tag == GUMBO_TAG_PRE && scope.code == kNone) {
      scope.code = page_.code.size();
      page_.code.push_back({"", place_of(element)});
    }
  }

  void enter_part(const GumboElement& element, const Scope& scope) {
    PageQuote& quote = page_.quotes[scope.quote];
    if (scope.table == scope.quote) {
      const bool row = element.tag == GUMBO_TAG_CAPTION || element.tag == GUMBO_TAG_TR;
      if (row) quote.rows.emplace_back();
      const bool cell = element.tag == GUMBO_TAG_CAPTION || element.tag == GUMBO_TAG_TD ||
                        element.tag == GUMBO_TAG_TH;
      if (cell && !quote.rows.empty()) quote.rows.back().emplace_back();
    } else if (const char* id = attribute(element, "id");
               id != nullptr && has_class(element, "line")) {
      quote.anchors.push_back({id, quote.text.size()});
    }
  }

  void add_text(std::string_view text, const Scope& scope, const Place& place) {
    if (scope.title) page_.title += text;
    if (scope.hidden || (scope.math && !scope.tex) || scope.title) return;
    const std::string marks(scope.dollars, '$');
    if (text.size() >= 2 * marks.size() && text.starts_with(marks) && text.ends_with(marks)) {
      text = text.substr(marks.size(), text.size() - 2 * marks.size());
    }
    const std::string shown = scope.tex ? fold_blanks(text) : std::string(text);
    if (scope.value != kNone) page_.values[scope.value].text += shown;
    if (scope.heading != kNone) page_.headings[scope.heading].text += shown;
    if (scope.quote != kNone) page_.quotes[scope.quote].text += shown;
    if (scope.table != kNone) {
      auto& rows = page_.quotes[scope.table].rows;
      if (!rows.empty() && !rows.back().empty()) rows.back().back() += shown;
    }
    if (scope.quote != kNone || !scope.body) return;
    if (scope.code != kNone) page_.code[scope.code].text += shown;
    add_prose(shown, place);
  }

  void add_prose(const std::string& text, const Place& place) {
    if (block_start_.line == 0 && !std::all_of(text.begin(), text.end(), is_blank)) {
      block_start_ = place;
    }
    block_ += text;
  }

  void close(const GumboNode& node, const Scope& scope) {
    if (node.type == GUMBO_NODE_DOCUMENT) return;
    const GumboElement& element = node.v.element;
    if (!is_inline(element.tag) && !scope.math) end_block();
    const char* role = attribute(element, "role");
    if (role != nullptr && std::string_view(role) == "doc-endnotes") in_footnotes_ = false;
  }

  void end_block() {
    std::string text = fold_blanks(block_);
    if (!text.empty()) page_.prose.push_back({std::move(text), block_start_});
    block_.clear();
    block_start_ = {};
  }

  std::string name_;
  const PageCuts& cuts_;
  PageText page_;
  std::string block_;
  Place block_start_;
  std::size_t footnotes_ = 0;
  std::size_t found_cuts_ = 0;
  bool in_footnotes_ = false;
};

}  // namespace

PageText read_page(const std::string& name, std::string_view html, const PageCuts& cuts) {
  PageText page;
  if (const std::size_t bad = invalid_utf8(html); bad != std::string_view::npos) {
    page.problem = "byte " + std::to_string(bad + 1) + " is NUL or not UTF-8";
    return page;
  }
  if (html_depth(html) > kDeepest) {
    page.problem = "its elements nest more than " + std::to_string(kDeepest) + " deep";
    return page;
  }
  GumboOptions options = kGumboDefaultOptions;
  options.tab_stop = 1;
  std::pmr::monotonic_buffer_resource memory(8 * html.size() + 1);  // the tree goes with it
  options.userdata = &memory;
  options.allocator = [](void* arena, std::size_t size) {
    return static_cast<std::pmr::monotonic_buffer_resource*>(arena)->allocate(size);
  };
  options.deallocator = [](void*, void*) {};
  const GumboOutput* output = gumbo_parse_with_options(&options, html.data(), html.size());
  if (output == nullptr) {
    page.problem = "it is no HTML";
    return page;
  }
  return PageReader(name, cuts).read(output->document);
}

}  // namespace daybook
