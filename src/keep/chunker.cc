// SPDX-License-Identifier: MIT
#include "keep/chunker.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace clew {
namespace {

// A random number for each byte. With one shift a byte the sum knows of the last 64 bytes only.
constexpr std::array<std::uint64_t, 256> make_gears() {
  std::array<std::uint64_t, 256> gears{};
  std::uint64_t state = 0x636c6577;
  for (std::uint64_t& gear : gears) {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = (state ^ (state >> 30U)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EB;
    gear = mixed ^ (mixed >> 31U);
  }
  return gears;
}
constexpr auto kGears = make_gears();

// One cut in 256 bytes behind the least.
constexpr std::uint64_t kCutBits = std::uint64_t{0xFF} << 56U;

}  // namespace

std::size_t first_chunk(std::string_view bytes) {
  const std::size_t end = std::min(bytes.size(), kMostChunk);
  if (end <= kLeastChunk) return end;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kLeastChunk; ++i) {
    sum = (sum << 1U) + kGears[static_cast<unsigned char>(bytes[i])];
  }
  for (std::size_t i = kLeastChunk; i < end; ++i) {
    sum = (sum << 1U) + kGears[static_cast<unsigned char>(bytes[i])];
    if ((sum & kCutBits) == 0) return i + 1;
  }
  return end;
}

}  // namespace clew
