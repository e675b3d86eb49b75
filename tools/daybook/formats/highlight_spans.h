// Which bytes of a text get which class; the lexers of highlight.h's languages.
#pragma once

#include <string_view>
#include <vector>

#include "base/text.h"

namespace daybook {

struct ClassSpan {
  Span span;
  std::string_view name;  // of the class, a literal
};

// Each: spans in order that do not overlap.
std::vector<ClassSpan> cuda_spans(std::string_view source);
std::vector<ClassSpan> shell_spans(std::string_view source);
std::vector<ClassSpan> python_spans(std::string_view source);
std::vector<ClassSpan> yaml_spans(std::string_view source);

}  // namespace daybook
