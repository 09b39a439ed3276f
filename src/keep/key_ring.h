// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "keep/key_lock.h"
#include "os/file_system.h"

namespace clew {

// The keys that this machine has, by the name of the folder in the keep: in a file of its own which
// does not travel with the keep. Who can read that can read the transcripts beside it as well.
class KeyRing {
 public:
  // No error when there is none yet.
  static Result<KeyRing> read(const FileSystem& files, const std::string& path);
  Result<void> write(WritableFileSystem& files, const std::string& path) const;

  const LockedKey* find(std::string_view folder) const;
  void add(const std::string& folder, LockedKey key) { keys_[folder] = std::move(key); }

  friend bool operator==(const KeyRing&, const KeyRing&) = default;

 private:
  std::map<std::string, LockedKey, std::less<>> keys_;
};

}  // namespace clew
