// SPDX-License-Identifier: MIT
#include "keep/encrypt.h"

#include <optional>
#include <utility>

#include "base/uuid.h"
#include "keep/keep_names.h"
#include "keep/machine_name.h"
#include "keep/own_keep.h"
#include "keep/repack.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestKeyFile = 1 << 16;

constexpr std::size_t kSuffixDigits = 8;

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
  const std::string data(parent_path(options.keys_file));
  if (auto made = files.create_directories(data); !made) return made.error();
  const auto alone = files.lock(PathBelow(data) / "keep-keys.lock");
  if (!alone) return with_context("another clew is encrypting", alone.error());
  KeepPlace place = options.place;
  // Another process may have done it since these were read.
  auto machine = read_machine_name(files, options.machine_file);
  auto keys = KeyRing::read(files, options.keys_file);
  if (!machine) return machine.error();
  if (!keys) return keys.error();
  place.machine = std::move(*machine);
  place.keys = std::move(*keys);
  const LockedKey* known = place.keys.find(place.machine);
  const std::string digits = make_uuid().substr(0, kSuffixDigits);
  LockedKey key =
      known != nullptr ? *known : LockedKey{KeepKey::make(), options.host + "-" + digits};
  auto lock = lock_key(key, options.secret);
  if (!lock) return lock.error();
  key.lock = std::move(*lock);
  KeepPlace encrypted = place;
  if (known == nullptr) encrypted.machine = "machine-" + digits;
  encrypted.keys.add(encrypted.machine, key);
  // First, so that nothing is ever sealed by a key that nobody has.
  if (auto saved = encrypted.keys.write(files, options.keys_file); !saved) return saved.error();
  {
    const auto made = OwnKeep::open(files, encrypted, OwnKeep::Missing::kIsMade);
    if (!made) return made.error();
    const std::string file = (made->folder() / kKeyFile).text();
    if (auto locked = files.write_file_atomic(file, key.lock); !locked) return locked.error();
  }
  if (known != nullptr) return encrypted;
  EncryptOptions from = options;
  from.place = std::move(place);
  if (auto moved = move_kept(files, from, encrypted); !moved) return moved.error();
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
    if (entry.kind != FileKind::kDirectory || !is_machine_name(entry.name)) continue;
    if (place.keys.find(entry.name) != nullptr) continue;
    const std::string folder = join_path(place.folder, entry.name);
    const auto text = read_file(files, join_path(folder, kKeyFile), kLargestKeyFile);
    if (!text && text.error().code == ErrorCode::kNotFound) continue;
    auto key = text ? unlock_key(*text, secret) : Result<LockedKey>(text.error());
    if (!key) {
      refused = with_context(folder, key.error());
      continue;
    }
    key->lock = *text;
    unlocked.keys.add(entry.name.text(), std::move(*key));
    opened = true;
  }
  if (!opened && refused) return *refused;
  if (!opened) return Error{ErrorCode::kNotFound, "nothing here is locked: " + place.folder};
  if (auto saved = unlocked.keys.write(files, keys_file); !saved) return saved.error();
  return unlocked;
}

}  // namespace clew
