// SPDX-License-Identifier: MIT
#include "base/hash.h"

// From its header: words of a few bytes are hashed by the million, and a call into a library for
// each would cost more than the hash.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace clew {

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

Hash128 hash_bytes_128(std::string_view bytes, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
  return {hash.low64, hash.high64};
}

}  // namespace clew
