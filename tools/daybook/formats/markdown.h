// cmark-gfm, with its memory owned.
#pragma once

#include <cmark-gfm.h>

#include <memory>
#include <string>
#include <string_view>

namespace daybook {

// A parsed document, freed with its owner.
struct DocumentDeleter {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using Document = std::unique_ptr<cmark_node, DocumentDeleter>;
// CommonMark; `whole`: with tables and footnotes.
Document parse_markdown(std::string_view markdown, bool whole);

// What cmark makes of an inline tree, as a reader sees it: markup off, blanks folded.
std::string plain_text(const cmark_node* node);
}  // namespace daybook
