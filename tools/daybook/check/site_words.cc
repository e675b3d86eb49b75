#include "check/site_words.h"

namespace daybook {

namespace {

constexpr SiteWords kEnglish = {
    .day = "Day {1}",
    .this_code = "this code",
    .older_code = "older code",
    .is_signed = "signed",
    .signed_by = "signed by {1}",
    .is_unsigned = "unsigned",
    .driver = "driver {1}",
    .cuda = "CUDA {1}",
    .of_day = "{1}: {2}",
    .holds = "holds",
    .fails = "does not hold",
    .unknown = "not recorded",
    .could_flip = "could flip within the runs’ spread",
    .default_run = "The lesson quotes this run.",
    .published_run =
        "Transcript of run {1} of {2}: the one nearest to the median, which the lesson "
        "quotes.",
};

constexpr SiteWords kTaiwan = {
    .day = "第 {1} 天",
    .this_code = "與目前程式碼相同",
    .older_code = "較舊的程式碼",
    .is_signed = "已簽章",
    .signed_by = "由 {1} 簽章",
    .is_unsigned = "未簽章",
    .driver = "驅動程式 {1}",
    .cuda = "CUDA {1}",
    .of_day = "{1}：{2}",
    .holds = "成立",
    .fails = "不成立",
    .unknown = "沒有紀錄",
    .could_flip = "在各次執行的差異範圍內可能翻轉",
    .default_run = "課文引用的就是這份紀錄。",
    .published_run = "第 {1} 次執行（共 {2} 次）的輸出：最接近中位數的一次，課文引用的就是它。",
};

}  // namespace

const SiteWords& site_words(std::string_view language) {
  return language == "zh-TW" ? kTaiwan : kEnglish;
}

}  // namespace daybook
