// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/stop.h"
#include "keep/keep_place.h"
#include "os/durable_file_system.h"

namespace clew {

struct EncryptOptions {
  KeepPlace place;
  KeepSecret secret;         // opens it on other machines
  std::string keys_file;     // of this machine: KeyRing
  std::string machine_file;  // of this machine: machine_name.h
  std::string host;          // what the machine is called, for its owner alone
  StopToken stop{};
};

// Encrypts what this machine has kept and will keep: moved to a folder whose name tells nothing,
// whose key is on this machine and, locked by the secret, in the folder. What is encrypted already
// gets the new secret only. Gives the place as it is now. Whatever happens on the way nothing is
// lost: the old folder goes when the new one is complete and ours.
Result<KeepPlace> encrypt_keep(DurableFileSystem& files, const EncryptOptions& options);

// Brings the keys of all machines that the secret opens here; gives the place with them. kInvalid
// when it opens none of those that are locked: then nothing is written.
Result<KeepPlace> unlock_keep(WritableFileSystem& files, const KeepPlace& place,
                              const KeepSecret& secret, const std::string& keys_file);

}  // namespace clew
