// SPDX-License-Identifier: MIT
#include "keep/content_hash.h"

#include "keep/hex_text.h"
#include "keep/sodium_ready.h"

namespace clew {
namespace {

template <class Hash>
Hash hash_of(std::string_view bytes) {
  use_sodium();
  Hash hash;
  crypto_generichash(hash.bytes.data(), hash.bytes.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr,
                     0);
  return hash;
}

}  // namespace

template <std::size_t size>
std::string ContentHash<size>::hex() const {
  return hex_text(bytes);
}

template <std::size_t size>
std::optional<ContentHash<size>> ContentHash<size>::from_hex(std::string_view hex) {
  ContentHash hash;
  return read_hex(hex, hash.bytes) ? std::optional(hash) : std::nullopt;
}

template struct ContentHash<16>;
template struct ContentHash<32>;

ChunkHash chunk_hash(std::string_view bytes) { return hash_of<ChunkHash>(bytes); }
PieceHash piece_hash(std::string_view bytes) { return hash_of<PieceHash>(bytes); }

}  // namespace clew
