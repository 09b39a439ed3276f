// SPDX-License-Identifier: MIT
#include "keep/content_hash.h"

#include "keep/hex_text.h"
#include "keep/sodium_ready.h"

namespace clew {

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

ChunkKey make_chunk_key() {
  use_sodium();
  ChunkKey key;
  randombytes_buf(key.data(), key.size());
  return key;
}

ChunkHash chunk_hash(std::string_view bytes, const ChunkKey& key) {
  static_assert(crypto_shorthash_siphashx24_BYTES == sizeof(ChunkHash));
  static_assert(crypto_shorthash_siphashx24_KEYBYTES == sizeof(ChunkKey));
  ChunkHash hash;
  crypto_shorthash_siphashx24(hash.bytes.data(),
                              reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                              key.data());
  return hash;
}

PieceHash piece_hash(std::string_view bytes) {
  use_sodium();
  PieceHash hash;
  crypto_generichash(hash.bytes.data(), hash.bytes.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr,
                     0);
  return hash;
}

}  // namespace clew
