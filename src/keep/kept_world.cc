// SPDX-License-Identifier: MIT
#include "keep/kept_world.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/hash.h"
#include "keep/machine_name.h"
#include "os/paths.h"

namespace clew {
namespace {

FileInfo info_of(const std::string& path, const KeptVersion& version) {
  // Another version of a file is another file, as if it had been replaced.
  return {.kind = FileKind::kRegular,
          .size = static_cast<std::int64_t>(version.size()),
          .mtime_ns = version.mtime_ns(),
          .inode = hash_bytes(path, static_cast<std::uint64_t>(version.number)),
          .device = kKeptDevice};
}

}  // namespace

Result<std::shared_ptr<const KeptWorld>> KeptWorld::load(const FileSystem& files,
                                                         const KeepPlace& place, Deleted deleted) {
  std::shared_ptr<KeptWorld> world(new KeptWorld);
  const auto entries = files.list(place.folder);
  if (!entries && entries.error().code != ErrorCode::kNotFound) return entries.error();
  if (!entries) return std::shared_ptr<const KeptWorld>(world);
  for (const DirEntry& entry : *entries) {
    if (entry.kind != FileKind::kDirectory || !is_machine_name(entry.name)) continue;
    const std::string path = join_path(place.folder, entry.name);
    auto kept = load_kept_machine_again(files, path, place.keys, {});
    if (!kept) {
      world->damage_.push_back({path, kept.error().message});
      continue;
    }
    world->add(files, std::move(*kept), entry.name == place.machine ? std::string() : path);
  }
  // Ours first: what others have of a session is compared with that.
  std::stable_partition(world->machines_.begin(), world->machines_.end(),
                        [](const auto& machine) { return machine->prefix.empty(); });
  SessionCopies copies;
  if (world->machines_.size() > 1) {
    for (const auto& machine : world->machines_) copies.add(*machine->kept, *machine->packs);
  }
  for (const auto& machine : world->machines_) world->show_files(*machine, copies, deleted);
  // The folders above, from below, so that each is looked at once, when all that is in it is there:
  // a folder stands before those in it.
  for (auto folder = world->folders_.end(); folder != world->folders_.begin();) {
    --folder;
    if (folder->first.size() > 1) world->add_path(folder->first, folder->second.info);
  }
  return std::shared_ptr<const KeptWorld>(world);
}

void KeptWorld::add(const FileSystem& files, SharedKeptMachine kept, std::string prefix) {
  machines_.push_back(std::make_unique<Machine>());
  Machine& machine = *machines_.back();
  machine.kept = std::move(kept);
  machine.prefix = std::move(prefix);
  machine.packs = std::make_unique<PackReader>(files, *machine.kept);
}

void KeptWorld::show_files(const Machine& machine, const SessionCopies& copies, Deleted deleted) {
  std::set<std::string> roots;
  for (const auto& [name, versions] : machine.kept->files) {
    if (!machine.prefix.empty() && copies.is_covered(*machine.kept, name)) continue;
    // What another machine wrote is no path before it was looked at.
    const auto place = PathBelow::parse(name.root, resolve_path(name.root, name.file));
    const auto root = PathBelow::parse("/", name.root);
    if (!root || !place) continue;
    const std::string path = machine.prefix + place->text();
    if (versions.back().deleted && deleted == Deleted::kLeftOut) continue;
    const bool has_lines = std::string_view(name.file).ends_with(".jsonl");
    const KeptVersion& shown =
        has_lines ? fullest_version(versions, *machine.packs) : versions.back();
    const FileInfo info = info_of(path, shown);
    files_.insert_or_assign(path,
                            File{machine.kept.get(), machine.packs.get(), &versions, &shown, info});
    add_path(path, info);
    (machine.prefix.empty() ? own_roots_ : roots).insert(machine.prefix + name.root);
  }
  foreign_roots_.insert(foreign_roots_.end(), roots.begin(), roots.end());
}

// To the folder that it is in, which is as new as the newest in it.
void KeptWorld::add_path(const std::string& path, const FileInfo& info) {
  Folder& folder = folders_[std::string(parent_path(path))];
  const bool is_new =
      folder.entries.insert_or_assign(std::string(base_name(path)), info.kind).second;
  folder.info.kind = FileKind::kDirectory;
  folder.info.device = kKeptDevice;
  if (is_new) folder.info.inode += hash_bytes(path);  // another folder with other files in it
  folder.info.mtime_ns = std::max(folder.info.mtime_ns, info.mtime_ns);
}

const KeptWorld::File* KeptWorld::find_file(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

const KeptWorld::Folder* KeptWorld::find_folder(std::string_view path) const {
  const auto found = folders_.find(path);
  return found == folders_.end() ? nullptr : &found->second;
}

std::string_view KeptWorld::machine_of(std::string_view path) const {
  for (const auto& machine : machines_) {
    if (!machine->prefix.empty() && path.starts_with(machine->prefix + "/")) {
      return machine->kept->title;
    }
  }
  return {};
}

std::vector<const KeptMachine*> KeptWorld::machines() const {
  std::vector<const KeptMachine*> all;
  for (const auto& machine : machines_) all.push_back(machine->kept.get());
  return all;
}

SharedKeptMachine KeptWorld::own_machine() const {
  for (const auto& machine : machines_) {
    if (machine->prefix.empty()) return machine->kept;
  }
  return nullptr;
}

std::vector<KeepDamage> KeptWorld::damage() const {
  std::vector<KeepDamage> all = damage_;
  for (const auto& machine : machines_) {
    all.insert(all.end(), machine->kept->damage.begin(), machine->kept->damage.end());
  }
  return all;
}

}  // namespace clew
