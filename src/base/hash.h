// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace clew {

// The one hash of bytes: XXH3, which is the same on every machine and in every version of its
// library. For tables, checksums, keys that are stored, and telling contents apart; not against
// enemies.
std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0);

// For what must not meet another by chance, however many there are.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};
Hash128 hash_bytes_128(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace clew
