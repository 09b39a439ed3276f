// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>

#include "keep/keep_look.h"
#include "keep/kept_world.h"

namespace clew {

// Holds what is kept for a program that answers many requests: it is loaded again only when the
// keep has changed. Thread-safe.
class KeptWorlds {
 public:
  // As KeptWorld::load(), whose result may be the one of the last time.
  Result<std::shared_ptr<const KeptWorld>> load(const FileSystem& files, const KeepPlace& place);

 private:
  std::mutex mutex_;  // guards what follows
  KeepPlace place_;
  KeepLook seen_;
  std::shared_ptr<const KeptWorld> world_;
};

}  // namespace clew
