// What stands inside a paragraph, heading or cell, with exact places: code spans, math, raw HTML
// and links. Emphasis is left alone, since it changes no link. Agrees with cmark on every link (a
// test compares the two), and with Pandoc on what is math. Source: CommonMark 0.29, "Inlines";
// Pandoc's tex_math_dollars.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text.h"

namespace daybook {

struct Inline {
  enum class Kind {
    code,
    math,
    html,
    comment,
    autolink,
    link,
    image,
    footnote,
    unparsed,   // "](word:" that is no link's
    undefined,  // "[…][…]" whose name nothing defines
  };
  enum class Form { none, destination, full, collapsed, shortcut };
  Kind kind = Kind::code;
  Form form = Form::none;
  std::size_t begin = 0;
  std::size_t end = 0;
  Span text;         // of links: between the brackets
  Span destination;  // form destination: inside the parentheses; unparsed: what follows "("
  Span title;
  bool titled = false;
  std::string label;  // by reference: the name, matched; footnote: its label
};

// What links may refer to.
struct Labels {
  std::unordered_map<std::string, std::size_t> definitions;  // matched label → caller's index
  std::unordered_map<std::string, std::size_t> footnotes;
};

// Items in the order they begin; those inside a link's text follow it.
std::vector<Inline> scan_inlines(std::string_view text, std::size_t from, const Labels& labels);

}  // namespace daybook
