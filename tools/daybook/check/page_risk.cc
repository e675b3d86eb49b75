#include "check/page_risk.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

#include "base/text.h"

namespace daybook {

namespace {

bool equals_any(std::string_view text, std::initializer_list<std::string_view> candidates) {
  return std::find(candidates.begin(), candidates.end(), text) != candidates.end();
}

// What a browser reads there: it passes over blanks around an address and control characters in it.
std::string address(std::string_view value) {
  std::string result;
  for (const char byte : value) {
    if (static_cast<unsigned char>(byte) > ' ') result += static_cast<char>(std::tolower(byte));
  }
  return result;
}

// Within the site: without a scheme and a host.
bool is_relative(const std::string& address) {
  if (address.starts_with("//") || address.find('\\') != std::string::npos) return false;
  return address.find(':') >= std::min(address.find_first_of("/?#"), address.size());
}

// What `value` of a tag's attribute does that no page of a course does, in words; "" if nothing.
std::string attribute_risk(std::string_view tag, std::string_view name, std::string_view value) {
  const std::string shown = "the attribute '" + std::string(name) + "'";
  if (name.starts_with("on") || equals_any(name, {"srcdoc", "srcset", "formaction", "ping"})) {
    return shown;
  }
  if (name == "style" &&
      !equals_any(value, {"text-align: left;", "text-align: right;", "text-align: center;"})) {
    return shown;
  }
  if (!equals_any(name, {"href", "src", "data", "action", "poster", "background"})) return "";
  const std::string leads_to = address(value);
  if (is_relative(leads_to)) return "";
  // What a reader follows, and what only names an address, may leave the site; nothing is loaded.
  const bool web = leads_to.starts_with("https://") || leads_to.starts_with("http://");
  if (name == "href" && (web || leads_to.starts_with("mailto:")) && tag == "a") return "";
  if (name == "href" && web && tag == "link") return "";  // stylesheets: see element_risk
  return shown + " with '" + visible(value, 60) + "'";
}

// An element that runs, loads from elsewhere or changes what is seen, in words; "" if it does
// not.
std::string element_risk(const GumboElement& element) {
  const auto value = [&](const char* name) {
    const GumboAttribute* found = gumbo_get_attribute(&element.attributes, name);
    return address(found == nullptr ? "" : found->value);
  };
  switch (element.tag) {
    case GUMBO_TAG_SCRIPT: {
      const bool data = equals_any(value("type"), {"application/json", "application/ld+json"});
      return data || !value("src").empty() ? "" : "a script of its own";
    }
    case GUMBO_TAG_LINK: {
      const bool names = equals_any(value("rel"), {"alternate", "canonical", "license"});
      return names || is_relative(value("href")) ? "" : "a file from elsewhere";
    }
    case GUMBO_TAG_META:
      return value("http-equiv") == "refresh" ? "a jump to another page" : "";
    case GUMBO_TAG_APPLET:
    case GUMBO_TAG_BASE:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_FRAME:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_STYLE:
      return "<" + std::string(gumbo_normalized_tagname(element.tag)) + ">";
    default:
      return "";
  }
}

}  // namespace

std::vector<std::string> page_risks(const GumboElement& element) {
  std::vector<std::string> risks{element_risk(element)};
  const std::string_view tag = gumbo_normalized_tagname(element.tag);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* held = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    risks.push_back(attribute_risk(tag, held->name, held->value));
  }
  std::erase(risks, "");
  return risks;
}

}  // namespace daybook
