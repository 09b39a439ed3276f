// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace clew {

// Bytes as hexadecimal digits, two for each, and back. A filled `out` means that there were just so
// many; takes no longer for one value than for another.
std::string hex_text(std::span<const std::uint8_t> bytes);
bool read_hex(std::string_view text, std::span<std::uint8_t> out);

}  // namespace clew
