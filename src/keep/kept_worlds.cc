// SPDX-License-Identifier: MIT
#include "keep/kept_worlds.h"

#include <algorithm>

#include "keep/machine_name.h"
#include "os/paths.h"

namespace clew {

Result<std::shared_ptr<const KeptWorld>> KeptWorlds::load(const FileSystem& files,
                                                          const KeepPlace& place) {
  std::vector<Seen> now = look(files, place.folder);
  const std::lock_guard lock(mutex_);  // one thread loads, the others wait for it
  if (world_ && place == place_ && now == seen_) return world_;
  auto world = KeptWorld::load(files, place);
  if (!world) return world;
  place_ = place;
  seen_ = std::move(now);  // what came since the look is seen the next time
  world_ = *world;
  return world;
}

std::vector<KeptWorlds::Seen> KeptWorlds::look(const FileSystem& files, const std::string& folder) {
  std::vector<Seen> all;
  const auto machines = files.list(folder);
  if (!machines) return all;
  for (const DirEntry& machine : *machines) {
    if (machine.kind != FileKind::kDirectory || !is_machine_name(machine.name)) continue;
    const std::string path = join_path(folder, machine.name);
    const auto entries = files.list(path);
    if (!entries) continue;
    std::vector<std::string_view> names;
    for (const DirEntry& entry : *entries) names.emplace_back(entry.name);
    const auto found = files.look(path, names);
    if (!found) continue;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto& info = found->entries[i];
      if (!info) continue;
      all.push_back({resolve_path(path, names[i]), info->size, info->mtime_ns, info->inode});
    }
  }
  std::sort(all.begin(), all.end(), [](const Seen& a, const Seen& b) { return a.path < b.path; });
  return all;
}

}  // namespace clew
