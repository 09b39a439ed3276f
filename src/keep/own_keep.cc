// SPDX-License-Identifier: MIT
#include "keep/own_keep.h"

#include <thread>

#include "keep/keep_names.h"

namespace clew {
namespace {

constexpr std::string_view kReadme =
    "This folder is a keep of Clew: it holds every byte of the Claude Code sessions of one or "
    "more\n"
    "machines, one folder for each. The packs (*.zst) are plain Zstandard, the manifests "
    "(*.jsonl)\n"
    "beside them say what is in them, unless a key.json says that they are encrypted. `clew keep "
    "check` verifies all of it, `clew restore` brings "
    "a\n"
    "session back. It can be read without Clew: docs/keep-format.md in Clew's sources says how.\n";

Result<std::unique_ptr<HeldLock>> wait_for_lock(DurableFileSystem& files, const PathBelow& place,
                                                std::chrono::milliseconds patience) {
  constexpr auto kPause = std::chrono::milliseconds(10);
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    auto lock = files.lock(place);
    if (lock || lock.error().code != ErrorCode::kBusy) return lock;
    if (std::chrono::steady_clock::now() > end) {
      return Error{ErrorCode::kBusy, "another clew is writing to " + place.parent().text()};
    }
    std::this_thread::sleep_for(kPause);
  }
}

Result<void> make_folder(DurableFileSystem& files, const std::string& keep,
                         const PathBelow& folder) {
  if (auto made = files.create_directories(keep); !made) return made;
  if (auto made = files.create_directories(folder); !made) return made;
  const PathBelow readme = PathBelow(keep) / "README.txt";
  if (files.info(readme)) return {};
  auto told = files.create_file(readme, kReadme);
  const bool there = !told && told.error().code == ErrorCode::kInvalid;
  return there ? Result<void>() : told;
}

// Without it, or when it is damaged, the key would be on this machine alone.
Result<void> bring_key_file_back(DurableFileSystem& files, const PathBelow& folder,
                                 const KeepPlace& place) {
  const LockedKey* key = place.keys.find(place.machine);
  if (key == nullptr || key->lock.empty()) return {};
  const std::string path = (folder / kKeyFile).text();
  const auto there = read_file(files, path, std::int64_t{1} << 16);
  if (there && *there == key->lock) return {};
  return files.write_file_atomic(path, key->lock);
}

}  // namespace

Result<OwnKeep> OwnKeep::open(DurableFileSystem& files, const KeepPlace& place, Missing missing,
                              std::chrono::milliseconds patience, const SharedKeptMachine& before) {
  const auto name = PlainName::from(place.machine);
  if (!name) return Error{ErrorCode::kNotFound, "this machine has kept nothing yet"};
  const PathBelow folder = PathBelow(place.folder) / *name;
  if (missing == Missing::kIsMade) {
    if (auto made = make_folder(files, place.folder, folder); !made) return made.error();
  } else if (const auto info = files.info(folder); !info) {
    return info.error();
  }
  auto lock = wait_for_lock(files, folder / "lock", patience);
  if (!lock) return lock.error();
  if (auto there = bring_key_file_back(files, folder, place); !there) return there.error();
  auto loaded = load_kept_machine_again(files, folder.text(), place.keys, before);
  if (!loaded) return loaded.error();
  const KeptMachine& kept = **loaded;
  if (kept.wrong_key) {
    return Error{ErrorCode::kInvalid, folder.text() +
                                          " is encrypted with another key than the one on this "
                                          "machine; clew keep unlock brings it here after that "
                                          "one is taken out. Nothing was written"};
  }
  if (kept.locked) {
    return Error{ErrorCode::kInvalid, folder.text() +
                                          " is encrypted, and its key is not on this machine; clew "
                                          "keep unlock brings it here. Nothing was written"};
  }
  if (kept.unreadable) return *kept.unreadable;
  if (kept.later_format) {
    return Error{ErrorCode::kUnsupported,
                 folder.text() +
                     " was written by a later Clew; use that or a newer one. Nothing was changed"};
  }
  return OwnKeep(folder, std::move(*lock), std::move(*loaded));
}

}  // namespace clew
