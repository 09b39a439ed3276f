// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "keep/keep_place.h"
#include "keep/kept_machine.h"
#include "os/durable_file_system.h"

namespace clew {

// What this machine has kept, opened to be changed: by us alone until this goes.
class OwnKeep {
 public:
  enum class Missing : bool { kStays, kIsMade };

  // Waits a while for another process that writes to it. kNotFound when there is none and it is not
  // to be made; kUnsupported when a later Clew wrote to it, since who does not understand all of it
  // could use the number of a version twice; an error for the same reason when a part of it cannot
  // be read, and kInvalid when its key is not here.
  static constexpr std::chrono::milliseconds kPatience{60'000};
  // `before` saves reading it again when nothing has changed since.
  static Result<OwnKeep> open(DurableFileSystem& files, const KeepPlace& place, Missing missing,
                              std::chrono::milliseconds patience = kPatience,
                              const SharedKeptMachine& before = {});

  const PathBelow& folder() const { return folder_; }
  const KeptMachine& kept() const { return *kept_; }

 private:
  OwnKeep(PathBelow folder, std::unique_ptr<HeldLock> lock, SharedKeptMachine kept)
      : folder_(std::move(folder)), lock_(std::move(lock)), kept_(std::move(kept)) {}

  PathBelow folder_;
  std::unique_ptr<HeldLock> lock_;
  SharedKeptMachine kept_;
};

}  // namespace clew
