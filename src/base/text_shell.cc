// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"

namespace clew {

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string shell_word(std::string_view text, std::string_view also_plain) {
  constexpr std::string_view kPlain = "/._-+,:@%";
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    const char small = ascii_lower(c);
    return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') ||
           kPlain.find(c) != std::string_view::npos || also_plain.find(c) != std::string_view::npos;
  });
  return plain ? std::string(text) : shell_quoted(text);
}

}  // namespace clew
