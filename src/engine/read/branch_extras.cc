// SPDX-License-Identifier: MIT

#include "engine/read/branch_extras.h"

#include <utility>

namespace clew {

BranchExtras extras_of(const Session& session, const ChosenPath& path,
                       std::span<const EntryIndex> way) {
  const Transcript& t = session.transcript();
  BranchExtras extras;
  // Few files have any of these, and finding the branches takes the whole tree.
  if (!t.summaries.empty()) {
    for (Branch& branch : find_branches(session.messages(), path)) {
      if (branch.active) extras.summary = std::move(branch.summary);
    }
  }
  if (t.snapshots.empty()) return extras;
  const FileStates states(t, way);
  for (const Symbol message : states.messages()) {
    const auto changes = states.changes_at(message);
    if (!changes.empty()) extras.snapshots.push_back({message, {changes.begin(), changes.end()}});
  }
  return extras;
}

}  // namespace clew
