// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "os/file_system.h"

namespace clew {

// Ours alone until it goes, or until our process ends.
class HeldLock {
 public:
  virtual ~HeldLock() = default;
};

// For who has a store of its own to which several processes append: asking for one says so.
class DurableFileSystem : public WritableFileSystem {
 public:
  // What was appended to this file is safe on the disk when this returns, and so is its name.
  virtual Result<void> sync(const PathBelow& place) = 0;
  // The lock that this file stands for, which is made when it is missing; what is in it does not
  // matter. kBusy when another process, or somebody in this one, has it.
  virtual Result<std::unique_ptr<HeldLock>> lock(const PathBelow& place) = 0;
};

}  // namespace clew
