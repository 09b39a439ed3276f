// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <mutex>

#include "base/result.h"
#include "mirror/store_places.h"
#include "os/durable_file_system.h"

namespace clew {

// The locks of a session store: for who changes a session, against other threads and processes.
// Borrows the files.
class SessionLocks {
 public:
  static constexpr std::chrono::milliseconds kPatience{20'000};

  SessionLocks(DurableFileSystem& files, const StorePlaces& places)
      : files_(files), places_(places) {}

  // Ours until it goes.
  class Held {
   public:
    Held(std::unique_lock<std::timed_mutex> here, std::unique_ptr<HeldLock> there)
        : here_(std::move(here)), there_(std::move(there)) {}

   private:
    std::unique_lock<std::timed_mutex> here_;
    std::unique_ptr<HeldLock> there_;
  };
  // Who only looks keeps other threads of this process away, for what is in memory; who changes
  // something, other processes too.
  enum class Reach : bool { kHere, kEverywhere };
  // kBusy when somebody has it for too long.
  Result<Held> hold(const StoreKey& key, Reach reach,
                    std::chrono::milliseconds patience = kPatience);

 private:
  DurableFileSystem& files_;
  const StorePlaces& places_;
  std::array<std::timed_mutex, StorePlaces::kLocks> mutexes_;
};

}  // namespace clew
