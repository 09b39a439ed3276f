// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/stop.h"
#include "keep/kept_machine.h"
#include "os/file_system.h"

namespace clew {

// A version of a file of which not everything can be read back.
struct DamagedVersion {
  KeptName name;
  std::int64_t version = 1;
  std::uint64_t from = 0;  // in the file: where the first damaged piece begins
  std::string why;
  bool is_last = true;  // else a later version stands for the file
};

struct KeepCheck {
  std::int64_t files = 0;
  std::int64_t versions = 0;
  std::int64_t packs = 0;
  std::uint64_t bytes = 0;              // of files, read back
  std::vector<KeepDamage> damage;       // of lines and files of the keep
  std::vector<DamagedVersion> damaged;  // what that means for what is kept
};

// Reads back all that a machine has kept and compares the hashes.
Result<KeepCheck> check_kept(const FileSystem& files, const KeptMachine& machine, StopToken stop);

}  // namespace clew
