// Numbers that stand in words and compare: twice, half, a seventh, three times, 兩倍, 七分之一.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daybook {

struct NumberWord {
  std::string text;  // as written: "a seventh"
  long over = 1;     // the value is over / under
  long under = 1;
};
// Each value once, in order. Plain counts ("the two kernels", "the lower half") are none.
std::vector<NumberWord> find_number_words(std::string_view words);

}  // namespace daybook
