// SPDX-License-Identifier: MIT
#include "keep/encrypt.h"

#include <optional>
#include <utility>

#include "base/uuid.h"
#include "keep/keep_names.h"
#include "keep/own_keep.h"
#include "keep/repack.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestKeyFile = 1 << 16;

std::string nameless() {
  constexpr std::size_t kDigits = 8;
  return "machine-" + make_uuid().substr(0, kDigits);
}

Result<void> write_key_file(DurableFileSystem& files, const PathBelow& folder, const LockedKey& key,
                            const KeepSecret& secret) {
  auto text = lock_key(key, secret);
  if (!text) return text.error();
  return files.write_file_atomic((folder / kKeyFile).text(), *text);
}

Result<void> remove_folder(DurableFileSystem& files, const PathBelow& folder) {
  static_cast<void>(files.remove(folder / "lock"));
  auto removed = files.remove(folder);
  const bool gone = !removed && removed.error().code == ErrorCode::kNotFound;
  return gone ? Result<void>() : removed;
}

// What this machine has kept in the open, moved into `to`.
Result<void> move_kept(DurableFileSystem& files, const EncryptOptions& options,
                       const KeepPlace& to) {
  const auto use = [&] { return files.write_file_atomic(options.machine_file, to.machine + "\n"); };
  auto from = OwnKeep::open(files, options.place, OwnKeep::Missing::kStays);
  if (!from && from.error().code == ErrorCode::kNotFound) return use();
  if (!from) return from.error();
  const auto target = OwnKeep::open(files, to, OwnKeep::Missing::kStays);
  if (!target) return target.error();
  const PathBelow old = from->folder();
  if (auto moved = move_packs(files, *from, *target, use, options.stop); !moved) return moved;
  return remove_folder(files, old);
}

}  // namespace

Result<KeepPlace> encrypt_keep(DurableFileSystem& files, const EncryptOptions& options) {
  const KeepPlace& place = options.place;
  if (const LockedKey* known = place.keys.find(place.machine)) {
    const PathBelow folder = PathBelow(place.folder) / *PlainName::from(place.machine);
    auto locked = write_key_file(files, folder, *known, options.secret);
    return locked ? Result<KeepPlace>(place) : locked.error();
  }
  KeepPlace encrypted = place;
  encrypted.machine = nameless();
  const LockedKey key{KeepKey::make(), options.host};
  encrypted.keys.add(encrypted.machine, key);
  // First, so that nothing is ever sealed by a key that nobody has.
  if (auto saved = encrypted.keys.write(files, options.keys_file); !saved) return saved.error();
  {
    const auto made = OwnKeep::open(files, encrypted, OwnKeep::Missing::kIsMade);
    if (!made) return made.error();
    auto locked = write_key_file(files, made->folder(), key, options.secret);
    if (!locked) return locked.error();
  }
  if (auto moved = move_kept(files, options, encrypted); !moved) return moved.error();
  return encrypted;
}

Result<KeepPlace> unlock_keep(WritableFileSystem& files, const KeepPlace& place,
                              const KeepSecret& secret, const std::string& keys_file) {
  const auto entries = files.list(place.folder);
  if (!entries) return entries.error();
  KeepPlace unlocked = place;
  std::optional<Error> refused;
  bool opened = false;
  for (const DirEntry& entry : *entries) {
    if (entry.kind != FileKind::kDirectory || place.keys.find(entry.name) != nullptr) continue;
    const std::string folder = join_path(place.folder, entry.name);
    const auto text = read_file(files, join_path(folder, kKeyFile), kLargestKeyFile);
    if (!text && text.error().code == ErrorCode::kNotFound) continue;
    auto key = text ? unlock_key(*text, secret) : Result<LockedKey>(text.error());
    if (!key) {
      refused = with_context(folder, key.error());
      continue;
    }
    unlocked.keys.add(entry.name.text(), std::move(*key));
    opened = true;
  }
  if (!opened && refused) return *refused;
  if (!opened) return Error{ErrorCode::kNotFound, "nothing here is locked: " + place.folder};
  if (auto saved = unlocked.keys.write(files, keys_file); !saved) return saved.error();
  return unlocked;
}

}  // namespace clew
