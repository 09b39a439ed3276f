// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>

#include "keep/kept_machine.h"
#include "keep/pack_reader.h"
#include "os/file_system.h"

namespace clew {

// A version of a kept file, read like a file. Borrows the version and the reader.
class KeptFileReader : public RandomAccessFile {
 public:
  KeptFileReader(const KeptVersion& version, const PackReader& packs, FileInfo info)
      : version_(version), packs_(packs), info_(info) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override;
  Result<FileInfo> info() const override { return info_; }

 private:
  // Where the bytes of a piece are, and where in it each part begins.
  struct Parts {
    const KeptPiece* piece = nullptr;
    std::vector<PackPart> parts;
    std::vector<std::uint64_t> begins;
  };
  Result<std::shared_ptr<const Parts>> parts_of(const KeptPiece& piece) const;
  Result<void> read_piece(const KeptPiece& piece, std::uint64_t from, std::span<char> out) const;

  const KeptVersion& version_;
  const PackReader& packs_;
  const FileInfo info_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Parts> last_;  // files are read in order, mostly
};

// A piece of a file, read out of it and compared with its hash: kCorrupt when it is not what was
// kept. `file` is the kept one, or what is on the disk.
Result<std::string> read_piece(const RandomAccessFile& file, const KeptPiece& piece);

// Whether a file on the disk holds all of a version, without reading what is kept.
Result<bool> holds_version(const RandomAccessFile& file, const KeptVersion& version);

// The parts of a piece, from its recipe where it has one. kCorrupt when they are not its length.
Result<std::vector<PackPart>> parts_of_piece(const KeptPiece& piece, const PackReader& packs);

}  // namespace clew
