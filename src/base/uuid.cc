// SPDX-License-Identifier: MIT
#include "base/uuid.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>

namespace clew {

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (dash ? c != '-' : !hex) return false;
  }
  return true;
}

std::string make_uuid() {
  static thread_local std::mt19937_64 random{[] {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) ^ device() ^
           static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }()};
  std::uint64_t high = random(), low = random();
  high = (high & ~0xF000ULL) | 0x4000ULL;
  low = (low & ~(3ULL << 62)) | (2ULL << 62);
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) text += '-';
    const std::uint64_t half = i < 16 ? high : low;
    text += kHex[(half >> (60 - 4 * (i % 16))) & 15];
  }
  return text;
}

}  // namespace clew
