// SPDX-License-Identifier: MIT
//
// Writing the repaired copy: a new session beside the old one, complete before it has a name that
// anybody looks for. The old one is only read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor/repair.h"
#include "engine/doctor/changed_texts.h"
#include "os/file_system.h"

namespace clew {

struct RepairRequest {
  std::string original;   // the file
  PathBelow folder;       // where the copy goes
  std::string session{};  // its id
  std::string title{};    // its title
  std::string made_of{};  // id of the original
  std::set<Defect> only{};
  std::set<Defect> place{};  // classes H that were found; a copy is made for those in `only`
  std::string leaf{};
  bool dry_run = false;
  bool diff = false;
  DoctorLimits limits{};
};

struct RepairedCopy {
  std::string file;  // empty after a dry run
  std::int64_t bytes = 0;
  Receipt receipt;
  TextComparison compared;        // all words that are not in it as they were
  std::vector<Verdict> versions;  // what each version makes of the copy
  std::vector<Trouble> left;      // alarms of the original that were not to be mended, or cannot be
  std::vector<std::string> diff;
  bool only_first_pass = false;  // a dry run of a file that is too large to be held
};

// Larger files are not held: their copies are made on the disk, and nobody tries a repair of one
// only to see whether it would succeed.
inline constexpr std::int64_t kLargestHeldRepair = std::int64_t{64} << 20;

// kInvalid when a repair would not even begin, as far as the diagnosis tells.
Result<void> check_may_repair(const Diagnosis& diagnosis);

// kInvalid when there is nothing to repair, or an end has to be chosen; kBusy when the file changed
// meanwhile; kCorrupt when what came out is not good enough to be offered.
Result<RepairedCopy> write_repaired_copy(WritableFileSystem& files, const RepairRequest& request);

}  // namespace clew
