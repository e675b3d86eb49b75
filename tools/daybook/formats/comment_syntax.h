// Which marks begin a comment and a string in a language, by a file's ending, and where a source's
// comments stand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

// A string that may hold a comment's marks.
struct StringSyntax {
  std::string open;
  std::string close;
  char escape = '\0';       // takes its meaning from the next character
  bool many_lines = false;  // false: it ends with its line at the latest
};

// Line and block comment syntax, by the file's ending; unknown endings get C's.
struct CommentSyntax {
  std::vector<std::string> line;  // "//", "#", "--", ";", "%"; longer ones first
  std::string block_begin;        // "/*", "<!--", or ""
  std::string block_end;
  bool c_family = false;  // raw strings, line splices, #if
  // What else comment marks may hide in, outside the C family.
  std::vector<StringSyntax> strings;  // longer openings first
  char escape = '\0';                 // outside strings: "\#" begins no comment
  bool at_word_start = false;         // a line comment begins only behind a blank or an operator
  bool here_documents = false;        // the shell's <<WORD
};
CommentSyntax comment_syntax(std::string_view file_name);

struct Comment {
  Span span;
  Span inside;         // without its marks
  bool block = false;  // has an end mark
};
// Comments in order. An unclosed block comment or string runs to the source's end.
std::vector<Comment> find_comments(std::string_view source, const CommentSyntax& syntax);

}  // namespace daybook
