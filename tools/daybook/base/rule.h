// Every finding id, with one line that says what it means. The README's list, SARIF's rules and the
// tests read this table; an id stays what it means once it was released.
#pragma once

#include <string_view>
#include <vector>

namespace daybook {

struct Rule {
  std::string_view id;
  std::string_view summary;
};

// In alphabetical order.
const std::vector<Rule>& rules();

}  // namespace daybook
