// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "keep/chunk_index.h"
#include "keep/pack_reader.h"
#include "keep/pack_writer.h"

namespace clew {

// Writes pieces into packs, of which what stands there already is not written again. Borrows what
// the machine has kept, and the files.
class PieceWriter {
 public:
  static constexpr std::size_t kLongest = std::size_t{4} << 20;  // bytes of a piece

  PieceWriter(DurableFileSystem& files, const PathBelow& folder, const KeptMachine& kept,
              PackWriter::Begin begin = PackWriter::Begin::kInLast)
      : packs_(files, kept), writer_(files, folder, kept, begin), first_new_(writer_.next()) {}

  // From now on chunks are looked up; else each piece is one chunk. `known`: what an index knew, as
  // bytes.
  void use_chunks(std::string_view known = {});
  const ChunkIndex* chunks() const { return use_chunks_ ? &chunks_ : nullptr; }

  // Writes the bytes of a piece, of which all but `hash`, `length` and where they are is known, and
  // its line.
  Result<void> add(PieceRecord& piece, std::string_view bytes);
  void note(const ManifestRecord& record) { writer_.note(record); }
  // Everything so far is safe on the disk when this has succeeded.
  Result<void> commit() { return writer_.commit(); }
  std::uint64_t written() const { return writer_.written(); }

 private:
  Result<std::vector<PackPart>> write_parts(std::string_view bytes);
  Result<PackPlace> place_of(std::string_view chunk);
  bool stands_at(PackPlace place, std::string_view chunk);

  PackReader packs_;
  PackWriter writer_;
  const PackPlace first_new_;  // what is written now stands here and behind
  ChunkIndex chunks_;
  bool use_chunks_ = false;
  std::string compared_;
};

}  // namespace clew
