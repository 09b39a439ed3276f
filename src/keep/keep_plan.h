// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/layout/kept_places.h"
#include "keep/kept_machine.h"

namespace clew {

// What a look at a file says that has to be done about it; what is in it decides the rest.
enum class KeepStep : std::uint8_t {
  kNew,      // nothing of it is kept
  kGrown,    // it may only have grown: when its mark is as it was
  kTouched,  // as long as it was, but of another time: read it and compare
  kShorter,  // a new version: it was cut, or what is kept of it cannot be continued
};

struct PlannedFile {
  KeptName name;
  FileInfo info;
  KeepStep step = KeepStep::kNew;
  const KeptVersion* last = nullptr;  // the version that it continues or replaces
};

struct KeepPlan {
  std::vector<PlannedFile> files;  // in their order
  std::vector<GoneRecord> gone;    // not there any more, and not known to be
  std::uint64_t bytes = 0;         // at least so many are new
};

// Compares what is on the disk with what is kept. Pure. Files that are to be read again and again
// because they changed in the same tick of the clock are read again: see may_change_unseen().
// Of a distrusted file what is kept is not continued, whatever it looks like.
KeepPlan plan_keep(const std::string& root, const std::vector<RootFile>& there,
                   const KeptMachine& kept, TimeMs now, const KeptNames& distrusted = {});

}  // namespace clew
