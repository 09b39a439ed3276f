// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "keep/chunk_index.h"
#include "keep/pack_reader.h"
#include "keep/pack_writer.h"

namespace clew {

// Writes pieces into packs, of which what stands there already is not written again.
//
// A piece that took a few bytes out of each of hundreds of frames would be slow to read. So it
// refers to a frame only when that lies close behind, or when much of it is wanted. What is found
// elsewhere is written a second time, into a pack of what files share, and all that follow refer to
// that: it stands close together, and stays in a reader's memory.
//
// Borrows what the machine has kept, and the files.
class PieceWriter {
 public:
  static constexpr std::size_t kLongest = std::size_t{4} << 20;  // bytes of a piece

  PieceWriter(DurableFileSystem& files, const PathBelow& folder, const KeptMachine& kept,
              PackWriter::Begin begin = PackWriter::Begin::kInLast);
  PieceWriter(const PieceWriter&) = delete;
  PieceWriter& operator=(const PieceWriter&) = delete;

  // From now on chunks are looked up; else each piece is one chunk. `known`: what an index knew, as
  // bytes.
  void use_chunks(std::string_view known = {});
  const ChunkIndex* chunks() const { return use_chunks_ ? &chunks_ : nullptr; }

  // Writes the bytes of a piece, of which all but `hash`, `length` and where they are is known, and
  // its line.
  Result<void> add(PieceRecord& piece, std::string_view bytes);
  // These packs will be removed, and a pack is begun that does not count them any more.
  Result<void> leave_out(const std::set<std::uint32_t>& packs) {
    writer_.leave_out(packs);
    shared_.leave_out(packs);
    return writer_.begin_one();
  }
  void note(const ManifestRecord& record) { writer_.note(record); }
  // Everything so far is safe on the disk when this has succeeded.
  Result<void> commit() { return writer_.commit(); }
  std::uint64_t written() const { return writer_.written() + shared_.written(); }

 private:
  struct Chunk {
    std::string_view bytes;
    ChunkHash hash;
  };
  // How many bytes of a piece are known to stand in each stretch of a pack, of about a frame.
  using Stretch = std::pair<std::uint32_t, std::uint64_t>;
  using Wanted = std::map<Stretch, std::uint64_t>;

  Result<std::vector<PackPart>> write_parts(std::string_view bytes);
  std::vector<Chunk> cut(std::string_view bytes, Wanted& wanted) const;
  Result<PackPlace> place_of(const Chunk& chunk, const Wanted& wanted);
  static Stretch stretch_of(PackPlace place) { return {place.pack, place.offset >> 20U}; }
  bool is_shared(PackPlace place) const;
  bool is_worth_reading(PackPlace place, const Wanted& wanted) const;
  bool is_new(PackPlace place) const;
  bool stands_at(PackPlace place, std::string_view chunk);

  const KeptMachine& kept_;
  PackReader packs_;
  PackWriter writer_;
  PackWriter shared_;
  // What is written now stands here and behind, or in packs of greater numbers.
  const PackPlace first_new_;
  const PackPlace first_shared_;
  ChunkIndex chunks_;
  bool use_chunks_ = false;
  std::string compared_;
};

}  // namespace clew
