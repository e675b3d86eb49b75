#include "formats/html_syntax.h"

#include <algorithm>
#include <cctype>

#include "formats/link_syntax.h"

namespace daybook {

namespace {

constexpr std::size_t kLongestScheme = 32;
constexpr std::size_t kLongestHostLabel = 63;

bool is_alpha(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
char byte(std::string_view text, std::size_t at) { return at < text.size() ? text[at] : '\0'; }

// "scheme:anything but blanks, controls, < and >" then '>'.
std::size_t scan_uri(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  if (!is_alpha(byte(text, i))) return at;
  while (is_word(byte(text, i)) || std::string_view("+.-").find(byte(text, i)) < 3) ++i;
  const std::size_t scheme = i - at - 1;
  if (byte(text, i) != ':' || scheme < 2 || scheme > kLongestScheme) return at;
  while (i < text.size() && static_cast<unsigned char>(text[i]) > ' ' && text[i] != '<' &&
         text[i] != '>') {
    ++i;
  }
  return byte(text, i) == '>' ? i + 1 : at;
}

std::size_t scan_mail(std::string_view text, std::size_t at) {
  static constexpr std::string_view kMarks = ".!#$%&'*+/=?^_`{|}~-";
  std::size_t i = at + 1;
  while (i < text.size() && (is_word(text[i]) || kMarks.find(text[i]) != std::string_view::npos))
    ++i;
  if (i == at + 1 || byte(text, i) != '@') return at;
  do {
    const std::size_t begin = ++i;
    while (is_word(byte(text, i)) || byte(text, i) == '-') ++i;
    const bool bad = i == begin || text[begin] == '-' || text[i - 1] == '-';
    if (bad || i - begin > kLongestHostLabel) return at;
  } while (byte(text, i) == '.');
  return byte(text, i) == '>' ? i + 1 : at;
}

std::size_t scan_tag_name(std::string_view text, std::size_t at) {
  if (!is_alpha(byte(text, at))) return at;
  while (is_word(byte(text, at)) || byte(text, at) == '-') ++at;
  return at;
}

bool is_attribute_byte(char c) {
  return is_word(c) || c == '_' || c == '.' || c == ':' || c == '-';
}

// Behind an attribute's value at text[at]; `at` when it is malformed.
std::size_t scan_value(std::string_view text, std::size_t at) {
  const char quote = byte(text, at);
  if (quote == '"' || quote == '\'') {
    const std::size_t end = text.find(quote, at + 1);
    return end == std::string_view::npos ? at : end + 1;
  }
  while (at < text.size() && !is_space(text[at]) &&
         std::string_view("\"'=<>`").find(text[at]) == std::string_view::npos) {
    ++at;
  }
  return at;
}

std::size_t scan_open_tag(std::string_view text, std::size_t at) {
  std::size_t i = scan_tag_name(text, at + 1);
  if (i == at + 1) return at;
  while (true) {
    const std::size_t name = skip_spaces(text, i);
    const char first = byte(text, name);
    const bool attribute = name > i && (is_alpha(first) || first == '_' || first == ':');
    if (!attribute) {
      i = name;
      break;
    }
    i = name;
    while (is_attribute_byte(byte(text, i))) ++i;
    const std::size_t equals = skip_spaces(text, i);
    if (byte(text, equals) != '=') continue;
    const std::size_t value = skip_spaces(text, equals + 1);
    i = scan_value(text, value);
    if (i == value) return at;
  }
  if (byte(text, i) == '/') ++i;
  return byte(text, i) == '>' ? i + 1 : at;
}

std::size_t scan_close_tag(std::string_view text, std::size_t at) {
  const std::size_t end = scan_tag_name(text, at + 2);
  if (end == at + 2) return at;
  const std::size_t close = skip_spaces(text, end);
  return byte(text, close) == '>' ? close + 1 : at;
}

bool is_allowed_attribute(std::string_view name) {
  static constexpr std::string_view kAllowed[] = {"open", "id",    "class", "lang",
                                                  "dir",  "title", "name"};
  return std::find(std::begin(kAllowed), std::end(kAllowed), name) != std::end(kAllowed);
}

std::string refuse_attributes(std::string_view tag, std::size_t at) {
  while (true) {
    at = skip_spaces(tag, at);
    const std::size_t begin = at;
    while (is_attribute_byte(byte(tag, at))) ++at;
    if (at == begin) return {};
    const std::string_view name = tag.substr(begin, at - begin);
    if (!is_allowed_attribute(name)) return "attribute '" + std::string(name) + "'";
    const std::size_t equals = skip_spaces(tag, at);
    if (byte(tag, equals) == '=') at = scan_value(tag, skip_spaces(tag, equals + 1));
  }
}

}  // namespace

std::size_t scan_autolink(std::string_view text, std::size_t at) {
  const std::size_t end = scan_uri(text, at);
  return end != at ? end : scan_mail(text, at);
}

std::size_t HtmlScanner::find(std::string_view text, std::string_view ending, std::size_t at) {
  if (std::find(missing_.begin(), missing_.end(), ending) != missing_.end()) {
    return std::string_view::npos;
  }
  const std::size_t found = text.find(ending, at);
  if (found == std::string_view::npos) missing_.push_back(ending);
  return found;
}

std::size_t HtmlScanner::scan_comment(std::string_view text, std::size_t at) {
  const std::size_t begin = at + 4;
  if (byte(text, begin) == '>' || text.substr(begin, 2) == "->") return at;
  const std::size_t end = find(text, "--", begin);
  return end != std::string_view::npos && byte(text, end + 2) == '>' ? end + 3 : at;
}

std::size_t HtmlScanner::scan_tag(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const auto behind = [&](std::string_view ending, std::size_t from) {
    const std::size_t end = find(text, ending, from);
    return end == std::string_view::npos ? at : end + ending.size();
  };
  if (rest.starts_with("<!--")) return scan_comment(text, at);
  if (rest.starts_with("<?")) return behind("?>", at + 2);
  if (rest.starts_with("<![CDATA[")) return behind("]]>", at + 9);
  if (rest.starts_with("<!")) {
    std::size_t i = at + 2;
    while (byte(text, i) >= 'A' && byte(text, i) <= 'Z') ++i;
    return i > at + 2 && is_space(byte(text, i)) ? behind(">", i) : at;
  }
  return rest.starts_with("</") ? scan_close_tag(text, at) : scan_open_tag(text, at);
}

bool starts_instruction(std::string_view text, std::size_t at) {
  if (text[at] != '<') return false;
  const char next = byte(text, at + 1), third = byte(text, at + 2);
  return next == '?' || (next == '!' && (third == '[' || (third >= 'A' && third <= 'Z')));
}

std::string tag_name(std::string_view tag) {
  const std::size_t begin = tag.starts_with("</") ? 2 : 1;
  std::string name(tag.substr(begin, scan_tag_name(tag, begin) - begin));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

std::string refuse_tag(std::string_view tag) {
  static constexpr std::string_view kAllowed[] = {"details", "summary", "br", "kbd", "sub", "sup"};
  const std::string name = tag_name(tag);
  if (std::find(std::begin(kAllowed), std::end(kAllowed), name) == std::end(kAllowed)) {
    return "'" + std::string(tag.substr(0, std::min<std::size_t>(tag.size(), 40))) + "'";
  }
  return refuse_attributes(tag, tag.find_first_not_of("</") + name.size());
}

std::vector<HtmlPart> split_html(std::string_view html) {
  std::vector<HtmlPart> parts;
  HtmlScanner scanner;
  std::size_t text = 0;
  const auto add = [&](HtmlPart::Kind kind, std::size_t begin, std::size_t end) {
    if (text < begin) parts.push_back({HtmlPart::Kind::text, {text, begin}});
    if (begin < end) parts.push_back({kind, {begin, end}});
    text = end;
  };
  std::size_t at = html.find('<');
  while (at != std::string_view::npos) {
    std::size_t end = at;
    if (html.substr(at).starts_with("<!--")) {
      // In a block a comment runs to the first "-->", whatever stands in it.
      end = html.find("-->", at + 4);
      if (end == std::string_view::npos) {
        add(HtmlPart::Kind::unclosed, at, html.size());
        return parts;
      }
      end += 3;
      add(HtmlPart::Kind::comment, at, end);
    } else {
      end = scanner.scan_tag(html, at);
      if (end != at) add(HtmlPart::Kind::tag, at, end);
    }
    at = html.find('<', std::max(end, at + 1));
  }
  add(HtmlPart::Kind::text, html.size(), html.size());
  return parts;
}

}  // namespace daybook
