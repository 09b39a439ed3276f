// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "keep/content_hash.h"
#include "keep/place.h"

namespace clew {

// Where each chunk stands that was written once, so that it is not written again. A table of a
// bounded size: when it is full, new chunks take the places of old ones, and some are written
// twice. It is a cache: nothing is lost with it.
class ChunkIndex {
 public:
  static constexpr std::size_t kMostChunks = std::size_t{1} << 21;  // 64 MB

  explicit ChunkIndex(std::size_t most = kMostChunks) : most_(most), key_(make_chunk_key()) {}

  // The name of a chunk, in this index.
  ChunkHash name(std::string_view chunk) const { return chunk_hash(chunk, key_); }

  std::optional<PackPlace> find(const ChunkHash& hash) const;
  void add(const ChunkHash& hash, PackPlace place);
  std::size_t size() const { return used_; }

  // As bytes for a file, and back. Bytes that are damaged give an empty index; what it says of
  // places where nothing can be yet is of other packs, and left out.
  std::string encode() const;
  static ChunkIndex decode(std::string_view bytes,
                           const std::function<bool(PackPlace)>& may_be_there,
                           std::size_t most = kMostChunks);

 private:
  struct Slot {
    ChunkHash hash;
    std::uint64_t offset = 0;
    std::uint32_t pack = 0;  // 0: free; packs are counted from 1
  };
  static constexpr std::size_t kProbes = 16;  // slots in which a chunk may stand

  std::size_t begin_of(const ChunkHash& hash) const { return hash.bits() & (slots_.size() - 1); }
  void grow();

  std::size_t most_;
  ChunkKey key_;
  std::size_t used_ = 0;
  std::vector<Slot> slots_;  // a power of two, or none
};

}  // namespace clew
