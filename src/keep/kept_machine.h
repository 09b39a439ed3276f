// SPDX-License-Identifier: MIT
//
// What one machine has kept, as its manifests say. Nothing of the packs is read for it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "keep/keep_cipher.h"
#include "keep/keep_look.h"
#include "keep/key_ring.h"
#include "keep/manifest.h"
#include "os/file_system.h"

namespace clew {

struct KeptPiece {
  std::uint64_t offset = 0;  // in the file
  std::uint64_t length = 0;
  PieceHash hash{};
  std::uint64_t mark = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  TimeMs kept = 0;
  std::vector<PackPart> parts{};  // empty: see recipe
  PackPart recipe{};
  std::uint32_t manifest = 0;  // the pack whose manifest says so

  std::uint64_t end() const { return offset + length; }
};

// One state after which the file only grew.
struct KeptVersion {
  std::int64_t number = 1;
  std::vector<KeptPiece> pieces{};  // each begins where the one before ends, the first at 0
  bool gone = false;                // the file was deleted after this,
  bool deleted = false;             // by a person who asked for it,
  TimeMs gone_seen = 0;             // as was seen then
  // A piece in between is missing or damaged, and what stood behind it is not in `pieces`.
  bool torn = false;

  std::uint64_t size() const { return pieces.empty() ? 0 : pieces.back().end(); }
  std::int64_t mtime_ns() const { return pieces.empty() ? 0 : pieces.back().mtime_ns; }
};

struct KeptPack {
  std::vector<FrameRecord> frames;  // in their order; between them some may be missing
  std::uint64_t file_size = 0;      // of the pack, as it is on this disk now
  std::uint64_t manifest_size = 0;
  std::int64_t lines = 0;     // of the manifest
  bool there = false;         // that file is there at all
  bool shared = false;        // see PackHead
  bool whole = true;          // every line of its manifest could be read
  bool later_format = false;  // what follows such a line is left out

  std::uint64_t length() const { return frames.empty() ? 0 : frames.back().end(); }
  // The first frame of those that hold this part; null when not all of it is there.
  const FrameRecord* find(std::uint64_t offset, std::uint64_t length) const;
  std::uint64_t described() const {
    return frames.empty() ? 0 : frames.back().at + frames.back().size;
  }
};

// A line or file that could not be used, in words, with where it is.
struct KeepDamage {
  std::string path;
  std::string what;
};

struct KeptMachine {
  std::string folder;   // keep/<machine>,
  KeepLook seen{};      // as it was before it was read: the same look again, and all is as here
  std::string name{};   // that of its folder,
  std::string title{};  // and what its owner calls it, which an encrypted one does not show
  std::shared_ptr<const KeepCipher> cipher{};  // of an encrypted one
  bool locked = false;                         // it is encrypted, and we have no key for it
  bool wrong_key = false;                      // nothing of it opens with the key that we have
  std::map<std::uint32_t, KeptPack> packs{};
  // Versions in their order, none without pieces.
  std::map<KeptName, std::vector<KeptVersion>> files{};
  // What its projects were copies of, by root and key; what was said last.
  std::map<std::pair<std::string, std::string>, ProjectRecord> projects{};
  // Numbers of versions of which no piece can be read, for each file the last: not to be used
  // again.
  std::map<KeptName, std::int64_t> taken{};
  std::vector<KeepDamage> damage{};
  std::optional<Error> unreadable{};  // of a file that the disk does not give
  bool later_format = false;          // some of it was written by a later Clew, and is left out

  // The number of the next version of a file.
  std::int64_t next_version(const KeptName& file) const;
};

// An error only when the folder itself cannot be read; everything else is damage of one part.
// Frames that are not on this disk (yet) and what stands in them are left out.
// Of what is encrypted only what our key opens counts; without a key it is `locked` and empty.
Result<KeptMachine> load_kept_machine(const FileSystem& files, const std::string& folder,
                                      const KeyRing& keys = {});
// Likewise; the one that was loaded before when a look shows that nothing has changed since.
using SharedKeptMachine = std::shared_ptr<const KeptMachine>;
Result<SharedKeptMachine> load_kept_machine_again(const FileSystem& files,
                                                  const std::string& folder, const KeyRing& keys,
                                                  const SharedKeptMachine& before);

}  // namespace clew
