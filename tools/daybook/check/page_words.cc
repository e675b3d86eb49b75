#include "check/page_words.h"

namespace daybook {

namespace {

constexpr PageWords kEnglish = {
    "Code {1}: {2}, line {3}",
    "Output {1}: {2}",
    "Command {1}",
    "Change {1}: {2}",
    "Table {1}: {2}",
    "Chart: {1}",
    "printed by {1} on {2}, run {3}",
    "machine code of {1} for {2}, run {3}",
    "compiler's report on {1} for {2}, run {3}",
    "as recorded with {1} on {2}, run {3}",
    "what if: {1}",
    "median {1}, smallest {2}, largest {3} of {4} runs",
    "{1}, with {2}",
    "Sketch: not compiled",
    "Not proved: its source was not found.",
    "{1}: {2} by {3}, {4} points; smallest {5} at {6}, largest {7} at {8}.",
    "The original of this section changed after it was translated.",
    "The original goes on here with “{1}”, which is not translated yet.",
    "The original of this section quotes more than this translation does.",
};

constexpr PageWords kChinese = {
    "程式碼 {1}：{2} 第 {3} 行",
    "輸出 {1}：{2}",
    "指令 {1}",
    "修改 {1}：{2}",
    "表 {1}：{2}",
    "圖：{1}",
    "{1} 在 {2} 上的輸出，執行紀錄 {3}",
    "{1} 在 {2} 上的機器碼，執行紀錄 {3}",
    "編譯器對 {1} 的報告，{2}，執行紀錄 {3}",
    "{1} 在 {2} 上的紀錄，執行紀錄 {3}",
    "如果改成：{1}",
    "{4} 次執行：中位數 {1}，最小 {2}，最大 {3}",
    "{1}，其中 {2}",
    "示意：未經編譯",
    "未經證明：找不到它的來源。",
    "{1}：{2} 對 {3}，共 {4} 點；最小 {5} 在 {6}，最大 {7} 在 {8}。",
    "這一節的原文在翻譯之後改過。",
    "原文在這之後還有一節〈{1}〉，尚未翻譯。",
    "這一節的原文引用了譯文所沒有的內容。",
};

}  // namespace

const PageWords& page_words(std::string_view language) {
  return language.starts_with("zh") ? kChinese : kEnglish;
}

std::string fill_words(std::string_view pattern, const std::vector<std::string>& values) {
  std::string filled;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool slot = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}' &&
                      pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
    const std::size_t value = slot ? static_cast<std::size_t>(pattern[i + 1] - '1') : 0;
    if (!slot || value >= values.size()) {
      filled += pattern[i];
      continue;
    }
    filled += values[value];
    i += 2;
  }
  return filled;
}

}  // namespace daybook
