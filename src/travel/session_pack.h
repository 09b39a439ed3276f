// SPDX-License-Identifier: MIT
//
// A pack: sessions with all that belongs to them in one file, a tar archive in Zstandard that any
// tar can read. Its first file is the manifest; the others follow in the manifest's order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/stop.h"
#include "os/file_system.h"
#include "travel/pack_manifest.h"
#include "travel/tar_reader.h"
#include "travel/tar_writer.h"

namespace clew {

// What a pack may at most hold, by its own size: more is a bomb. Transcripts shrink to a tenth or
// twentieth.
std::uint64_t most_in_pack(std::uint64_t pack_size);
// What is to be put behind a pack of this size that holds so much that nobody would dare to unpack
// it: a frame that every reader of Zstandard skips. Empty when there is no need.
std::string filler_for_pack(std::uint64_t pack_size, std::uint64_t holds);

// Finds size, hash and time of the files at these places below `root`, for the manifest: what they
// are now, even if they grow later.
Result<void> measure_files(const FileSystem& files, const std::string& root, PackedSession& session,
                           StopToken stop);

// Writes a pack of what was measured, session by session; `roots` says below what each one lies.
// kBusy when a file was changed since then by more than growing.
Result<void> write_pack(const FileSystem& files, const PackManifest& manifest,
                        const std::vector<std::string>& roots, const TarWriter::Take& take,
                        StopToken stop);

// Reads a pack that may come from anybody. Every name, size and hash is compared with the manifest,
// so nothing comes out of it that the manifest does not say, in the order in which it says it.
class SessionPackReader {
 public:
  // Reads the manifest. Borrows the file.
  static Result<SessionPackReader> open(const RandomAccessFile& file);

  const PackManifest& manifest() const { return manifest_; }

  // The files, piece by piece: `begin` for each, `take` for its bytes, `end` once they are known to
  // be what was packed.
  struct Handlers {
    std::function<Result<void>(const PackedFile&)> begin;
    std::function<Result<void>(std::string_view)> take;
    std::function<Result<void>()> end;
  };
  Result<void> read_files(const Handlers& handlers, StopToken stop);

 private:
  SessionPackReader(std::unique_ptr<TarReader> reader, PackManifest manifest)
      : reader_(std::move(reader)), manifest_(std::move(manifest)) {}

  Result<void> read_file(const PackedFile& file, const Handlers& handlers, StopToken stop);

  std::unique_ptr<TarReader> reader_;
  PackManifest manifest_;
};

}  // namespace clew
