// SPDX-License-Identifier: MIT
#include "keep/keep_look.h"

#include <algorithm>
#include <string_view>

#include "keep/machine_name.h"
#include "os/paths.h"

namespace clew {

KeepLook look_at_machine(const FileSystem& files, const std::string& folder) {
  KeepLook all;
  const auto entries = files.list(folder);
  if (!entries) return all;
  std::vector<std::string_view> names;
  for (const DirEntry& entry : *entries) names.emplace_back(entry.name);
  std::sort(names.begin(), names.end());
  const auto found = files.look(folder, names);
  if (!found) return all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& info = found->entries[i];
    if (!info) continue;
    all.push_back({resolve_path(folder, names[i]), info->size, info->mtime_ns, info->inode});
  }
  return all;
}

KeepLook look_at_keep(const FileSystem& files, const std::string& keep) {
  KeepLook all;
  const auto machines = files.list(keep);
  if (!machines) return all;
  std::vector<std::string> folders;
  for (const DirEntry& machine : *machines) {
    if (machine.kind != FileKind::kDirectory || !is_machine_name(machine.name)) continue;
    folders.push_back(join_path(keep, machine.name));
  }
  std::sort(folders.begin(), folders.end());
  for (const std::string& folder : folders) {
    const KeepLook one = look_at_machine(files, folder);
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

}  // namespace clew
