// SHA-256 (FIPS 180-4), by Nettle.
#pragma once

#include <string>
#include <string_view>

namespace daybook {

std::string sha256_hex(std::string_view bytes);  // 64 lower-case hex digits

}  // namespace daybook
