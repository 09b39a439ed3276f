// SPDX-License-Identifier: MIT
#include "keep/hex_text.h"

#include <sodium.h>

namespace clew {

std::string hex_text(std::span<const std::uint8_t> bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();  // it ends in a zero
  return text;
}

bool read_hex(std::string_view text, std::span<std::uint8_t> out) {
  std::size_t length = 0;
  const int bad =
      sodium_hex2bin(out.data(), out.size(), text.data(), text.size(), nullptr, &length, nullptr);
  return bad == 0 && length == out.size() && text.size() == 2 * length;
}

}  // namespace clew
