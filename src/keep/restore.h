// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/stop.h"
#include "keep/kept_world.h"
#include "os/durable_file_system.h"

namespace clew {

struct RestoreItem {
  const KeptWorld::File* from = nullptr;
  const KeptVersion* version = nullptr;  // of it
  PathBelow to;
};

struct RestoreReport {
  std::vector<std::string> written;
  std::vector<std::string> same;       // were there already, byte for byte
  std::vector<std::string> differing;  // something else is there, and stays
  std::uint64_t bytes = 0;             // written
};

// Writes kept files back, in this order, each whole or not at all and never over anything: where a
// file of lines is the beginning of what is kept, the rest is appended to it. Every
// piece is verified before it is written. The files get the time of now: Claude Code deletes by
// that. An error leaves those that were written before.
Result<RestoreReport> restore_files(DurableFileSystem& disk, const std::vector<RestoreItem>& items,
                                    StopToken stop);

// Whether something is there that has less of the same lines than what is kept.
Result<bool> is_beginning_of(const FileSystem& disk, const RestoreItem& item);

// Whether what is on the disk is what is kept, as far as the kept version goes.
Result<bool> is_same_file(const FileSystem& disk, const std::string& path,
                          const KeptVersion& version);

}  // namespace clew
