#include "check/device_code.h"

#include <array>

#include "base/digest.h"
#include "formats/cuda_tokens.h"

namespace daybook {

namespace {

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool is_path_character(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("_-.+/~@%").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

void zero_digits_behind(std::string_view mark, std::string& bytes) {
  constexpr std::size_t kDigits = 8;
  for (std::size_t at = bytes.find(mark); at != std::string::npos; at = bytes.find(mark, at)) {
    at += mark.size();
    std::size_t digits = 0;
    while (digits < kDigits && at + digits < bytes.size() && is_hex(bytes[at + digits])) ++digits;
    if (digits == kDigits) bytes.replace(at, kDigits, kDigits, '0');
  }
}

// A path has two parts at least: "a /b" in a quoted source line is a division.
bool is_absolute_path(std::string_view word) {
  return word.size() > 2 && word.front() == '/' && word[1] != '/' &&
         word.find('/', 1) != std::string_view::npos;
}

}  // namespace

std::string token_digest(std::string_view source) {
  std::string joined;
  for (const Token& token : strip_comments(tokenize_cuda(source))) joined += token.text + "\n";
  return sha256_hex(joined);
}

std::string without_module_ids(std::string cubin) {
  for (std::string_view mark : std::array<std::string_view, 2>{"_GLOBAL__N__", "_INTERNAL_"}) {
    zero_digits_behind(mark, cubin);
  }
  return cubin;
}

std::string device_code_digest(std::string_view cubin) {
  return sha256_hex(without_module_ids(std::string(cubin)));
}

std::string without_folders(std::string_view text) {
  std::string shown;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_path_character(text[at])) {
      shown += text[at++];
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_path_character(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    at = end;
    // "-I/usr/include" names a folder too.
    const std::size_t slash = word.find('/');
    const bool option = word.front() == '-' && slash == 2;
    if (option) {
      shown += word.substr(0, slash);
      word.remove_prefix(slash);
    }
    if (is_absolute_path(word)) word.remove_prefix(word.rfind('/') + 1);
    shown += word;
  }
  return shown;
}

}  // namespace daybook
