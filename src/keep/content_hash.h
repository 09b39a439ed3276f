// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

// The name of some bytes. Nobody can write two texts of one name: transcripts hold what strangers
// wrote, and a text that takes another's name would take its place in the keep.
template <std::size_t size>
struct ContentHash {
  std::array<unsigned char, size> bytes{};

  std::string hex() const;
  static std::optional<ContentHash> from_hex(std::string_view hex);
  friend bool operator==(const ContentHash&, const ContentHash&) = default;

  // For tables: any eight bytes of it are as good as a hash of it.
  std::uint64_t bits() const {
    std::uint64_t first = 0;
    std::memcpy(&first, bytes.data(), sizeof first);
    return first;
  }
};
using ChunkHash = ContentHash<16>;  // of a few hundred bytes, among many millions
using PieceHash = ContentHash<32>;

// SipHash-2-4 of 128 bits, three times as fast for a few hundred bytes: it is safe because nobody
// else knows the key, which never leaves this machine.
using ChunkKey = std::array<unsigned char, 16>;
ChunkKey make_chunk_key();
ChunkHash chunk_hash(std::string_view bytes, const ChunkKey& key);
// BLAKE2b, which anybody can verify.
PieceHash piece_hash(std::string_view bytes);

}  // namespace clew
