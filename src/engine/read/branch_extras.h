// SPDX-License-Identifier: MIT
//
// What belongs to a branch beside its messages: the summary that names it, and what is known of the
// tracked files along it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/read/session.h"
#include "transcript/snapshots.h"

namespace clew {

// What the snapshots of one message changed in what is known of the files.
struct SnapshotStep {
  Symbol message = kNoSymbol;
  std::vector<BackupChange> files;
};

struct BranchExtras {
  std::string summary;  // empty when no summary line names the branch
  std::vector<SnapshotStep> snapshots;
};

// `way`: the lines of the branch, in order.
BranchExtras extras_of(const Session& session, const ChosenPath& path,
                       std::span<const EntryIndex> way);

}  // namespace clew
