#include "base/rule.h"

namespace daybook {

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = {};
  return kRules;
}

}  // namespace daybook
