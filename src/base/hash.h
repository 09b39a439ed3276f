// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace clew {

// A fast hash of bytes, the same on every run: for tables, checksums and comparing files. Not
// against enemies. (Multiply and fold, as wyhash does: two loads for most words.)
inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0) {
  constexpr std::uint64_t kA = 0xa0761d6478bd642f;
  constexpr std::uint64_t kB = 0xe7037ed1a0b428db;
  const auto load8 = [](const char* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, 8);
    return word;
  };
  const auto load4 = [](const char* from) {
    std::uint32_t word = 0;
    std::memcpy(&word, from, 4);
    return std::uint64_t{word};
  };
  const auto mix = [](std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  };
  const char* data = bytes.data();
  std::size_t size = bytes.size();
  std::uint64_t hash = seed ^ kA;
  for (; size > 16; size -= 16, data += 16) hash = mix(load8(data) ^ kB, load8(data + 8) ^ hash);
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (size >= 8) {
    first = load8(data);
    second = load8(data + size - 8);
  } else if (size >= 4) {
    first = load4(data);
    second = load4(data + size - 4);
  } else if (size > 0) {
    const auto byte = [data](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(data[i])};
    };
    first = byte(0) << 16U | byte(size / 2) << 8U | byte(size - 1);
  }
  return mix(mix(first ^ kB, second ^ hash) ^ bytes.size(), kA);
}

}  // namespace clew
