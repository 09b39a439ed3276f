// SPDX-License-Identifier: MIT
#include "catalog/layout/project_key.h"

#include <algorithm>
#include <cstdint>

#include "base/text.h"

namespace clew {
namespace {

bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_key_character(char32_t c) { return is_letter(c) || (c >= '0' && c <= '9'); }

bool has_drive(std::string_view key) {
  return key.size() >= 3 && is_letter(static_cast<unsigned char>(key[0])) &&
         key.substr(1, 2) == "--";
}

template <class Use>
void for_each_utf16_unit(std::string_view text, Use use) {
  for (std::size_t pos = 0; pos < text.size();) {
    const char32_t c = decode_utf8(text, pos);
    if (c < 0x10000) {
      use(c);
    } else {
      use(0xD800 + ((c - 0x10000) >> 10U));
      use(0xDC00 + ((c - 0x10000) & 0x3FFU));
    }
  }
}

// h = h * 31 + unit in 32 bits, its absolute value in base 36, as the CLI does it.
std::string path_hash(std::string_view path) {
  std::uint32_t hash = 0;
  for_each_utf16_unit(path, [&](char32_t unit) { hash = hash * 31 + static_cast<uint32_t>(unit); });
  std::uint32_t rest = hash > 0x80000000U ? 0U - hash : hash;
  std::string digits;
  do {
    digits += "0123456789abcdefghijklmnopqrstuvwxyz"[rest % 36];
    rest /= 36;
  } while (rest != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace

std::string project_key(std::string_view path, KeyRule rule) {
  std::string key;
  key.reserve(path.size());
  for_each_utf16_unit(
      path, [&](char32_t unit) { key += is_key_character(unit) ? static_cast<char>(unit) : '-'; });
  if (rule == KeyRule::k21 && key.size() > kLongestProjectKey) {
    key.resize(kLongestProjectKey);
    key += '-' + path_hash(path);
  }
  return key;
}

bool same_key(std::string_view left, std::string_view right) {
  if (left == right) return true;
  return has_drive(left) && has_drive(right) &&
         std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return ascii_lower(a) == ascii_lower(b); });
}

bool is_key_of(std::string_view key, std::string_view path) {
  return same_key(key, project_key(path, KeyRule::k21)) ||
         same_key(key, project_key(path, KeyRule::k10));
}

}  // namespace clew
