// SPDX-License-Identifier: MIT
#include "keep/kept_worlds.h"

namespace clew {

Result<std::shared_ptr<const KeptWorld>> KeptWorlds::load(const FileSystem& files,
                                                          const KeepPlace& place) {
  KeepLook now = look_at_keep(files, place.folder);
  const std::lock_guard lock(mutex_);  // one thread loads, the others wait for it
  if (world_ && place == place_ && now == seen_) return world_;
  auto world = KeptWorld::load(files, place);
  if (!world) return world;
  place_ = place;
  seen_ = std::move(now);  // what came since the look is seen the next time
  world_ = *world;
  return world;
}

}  // namespace clew
