// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "keep/key_lock.h"

namespace clew {

// What can be opened now that could not before, or is encrypted from now on.
struct Encryption {
  std::vector<std::string> machines;
  std::vector<std::string> locked;  // for which there is still no key here
  std::vector<std::string> plain;   // that keep in the open
};
template <>
inline constexpr auto kDescription<Encryption> =
    describe("Encryption", "what is encrypted in the keep",
             field("machines", "machines whose keys are here", &Encryption::machines),
             field("locked", "machines that are still locked", &Encryption::locked),
             field("plain", "machines that keep in the open", &Encryption::plain));

Result<Encryption> encrypt(Engine& engine, const KeepSecret& secret);
Result<Encryption> unlock(Engine& engine, const KeepSecret& secret);

// What --key-file names. A passphrase is for who can be asked: kInvalid when there is no file.
Result<KeepSecret> secret_of_file(Engine& engine, const Arguments& arguments);

}  // namespace clew
