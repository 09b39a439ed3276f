// SPDX-License-Identifier: MIT
//
// The key of a machine's keep as it lies in the keep itself: locked by what a person knows or has,
// so that another of his machines can open it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "keep/keep_cipher.h"

namespace clew {

// What opens the lock: a passphrase, or all that is in a file.
struct KeepSecret {
  enum class Kind : bool { kPassphrase, kFile };
  Kind kind = Kind::kPassphrase;
  std::string bytes;
};

struct LockedKey {
  KeepKey key;
  std::string machine;  // what its owner calls the machine, which the name of the folder hides
  std::string lock{};   // the text of key.json that holds it, as far as it is known here

  friend bool operator==(const LockedKey&, const LockedKey&) = default;
};

// The text of MACHINE/key.json: docs/keep-format.md.
Result<std::string> lock_key(const LockedKey& key, const KeepSecret& secret);
// kInvalid: not this secret. kCorrupt: this is no such text. kUnsupported: of a later Clew.
Result<LockedKey> unlock_key(std::string_view text, const KeepSecret& secret);

}  // namespace clew
