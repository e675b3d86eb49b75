#include "formats/markdown.h"

#include <cmark-gfm-core-extensions.h>

#include <cstddef>
#include <cstring>
#include <mutex>

#include "base/text.h"

namespace daybook {

Document parse_markdown(std::string_view markdown, bool whole) {
  static std::once_flag registered;
  std::call_once(registered, cmark_gfm_core_extensions_ensure_registered);
  cmark_parser* parser = cmark_parser_new(whole ? CMARK_OPT_FOOTNOTES : CMARK_OPT_DEFAULT);
  if (whole) {
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
  }
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  Document document(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  return document;
}

std::string plain_text(const cmark_node* node) {
  std::string text;
  cmark_iter* walk = cmark_iter_new(const_cast<cmark_node*>(node));
  std::size_t images = 0;
  for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk)) {
    cmark_node* inline_node = cmark_iter_get_node(walk);
    const cmark_node_type type = cmark_node_get_type(inline_node);
    if (type == CMARK_NODE_IMAGE)
      images += event == CMARK_EVENT_ENTER ? 1 : static_cast<std::size_t>(-1);
    if (event != CMARK_EVENT_ENTER || images > 0) continue;
    const char* literal = cmark_node_get_literal(inline_node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) {
      text += literal;
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      text += ' ';
    } else if (type == CMARK_NODE_HTML_INLINE && std::strncmp(literal, "<br", 3) == 0) {
      text += ' ';
    }
  }
  cmark_iter_free(walk);
  return fold_blanks(text);
}

}  // namespace daybook
