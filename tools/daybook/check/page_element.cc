#include "check/page_element.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace daybook {

namespace {

// As may_hold_quote, as far as the tag goes.
bool shows_quotes(const GumboElement& element) {
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return false;
  switch (element.tag) {
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_EM:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_KBD:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_P:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_STRONG:
    case GUMBO_TAG_SUB:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_SUP:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_UL:
      return true;
    default:
      return false;
  }
}

}  // namespace

const char* attribute(const GumboElement& element, const char* name) {
  const GumboAttribute* found = gumbo_get_attribute(&element.attributes, name);
  return found == nullptr ? nullptr : found->value;
}

std::vector<std::string_view> class_names(const GumboElement& element) {
  const char* value = attribute(element, "class");
  const std::string_view text = value == nullptr ? "" : value;
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\n\r\f", at), text.size());
    if (end > at) names.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

bool has_class(const GumboElement& element, std::string_view sought) {
  const auto names = class_names(element);
  return std::find(names.begin(), names.end(), sought) != names.end();
}

bool is_inline(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_A:
    case GUMBO_TAG_ABBR:
    case GUMBO_TAG_B:
    case GUMBO_TAG_BR:
    case GUMBO_TAG_CITE:
    case GUMBO_TAG_CODE:
    case GUMBO_TAG_DEL:
    case GUMBO_TAG_EM:
    case GUMBO_TAG_I:
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_INS:
    case GUMBO_TAG_KBD:
    case GUMBO_TAG_MARK:
    case GUMBO_TAG_MATH:
    case GUMBO_TAG_Q:
    case GUMBO_TAG_S:
    case GUMBO_TAG_SAMP:
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_SMALL:
    case GUMBO_TAG_SPAN:
    case GUMBO_TAG_STRONG:
    case GUMBO_TAG_SUB:
    case GUMBO_TAG_SUP:
    case GUMBO_TAG_U:
    case GUMBO_TAG_VAR:
    case GUMBO_TAG_WBR:
      return true;
    default:
      return false;
  }
}

int heading_level(GumboTag tag) {
  return tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6 ? tag - GUMBO_TAG_H1 + 1 : 0;
}

std::string start_tag(const GumboElement& element) {
  if (element.original_tag.data == nullptr) {
    return "<" + std::string(gumbo_normalized_tagname(element.tag)) + ">";
  }
  return visible({element.original_tag.data, element.original_tag.length}, 60);
}

bool may_hold_quote(const GumboElement& element, bool in_body) {
  static const std::set<std::string_view> kPlain = {"id",    "start", "type",     "scope",
                                                    "style", "role",  "tabindex", "aria-label"};
  static const std::set<std::string_view> kClasses = {"scroll",
                                                      "quote",
                                                      "code",
                                                      "table",
                                                      "chart",
                                                      "output",
                                                      "command",
                                                      "diff",
                                                      "unproved",
                                                      "footnotes",
                                                      "footnotes-end-of-document",
                                                      "header",
                                                      "odd",
                                                      "even"};
  if (!shows_quotes(element) || (element.tag == GUMBO_TAG_DETAILS && !in_body)) return false;
  for (unsigned i = 0; in_body && i < element.attributes.length; ++i) {
    const auto* held = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    if (std::string_view(held->name) == "class") {
      for (const std::string_view name : class_names(element)) {
        if (!kClasses.contains(name)) return false;
      }
    } else if (!kPlain.contains(held->name)) {
      return false;
    }
  }
  return true;
}

}  // namespace daybook
