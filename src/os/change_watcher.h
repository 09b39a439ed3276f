// SPDX-License-Identifier: MIT
//
// Says that something changed in a folder, or that a process ended. On Linux the kernel tells
// (inotify, pidfd: change_watcher_linux.cc); elsewhere, and where the kernel refuses, a watcher
// that says at fixed times "look at everything" takes its place.
//
// A change is a hint, not a fact: it names a place to look at. Who looks finds the truth, so that
// merged, repeated and reordered hints do no harm, and a lost one only costs a look at everything.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace clew {

using WatchId = std::int32_t;

struct FolderChange {
  WatchId folder = 0;
  std::string name;  // of the entry; empty: the folder itself was moved, removed or unmounted
};

struct ChangeBatch {
  std::vector<FolderChange> changes;  // in the order they happened
  bool lost = false;                  // something else changed too, nobody knows what
  bool process_ended = false;         // one of those watched
};

// One thread uses a watcher; only interrupt() may be called from others.
class ChangeWatcher {
 public:
  using Milliseconds = std::chrono::milliseconds;

  virtual ~ChangeWatcher() = default;

  // Entries of this folder (not of those below it) are watched from now on: created, written,
  // truncated, renamed, removed. kBusy: the system has no room for another watch.
  virtual Result<WatchId> add(const std::string& folder) = 0;
  virtual void remove(WatchId folder) = 0;
  // Whether whatever changes in this folder is told. False where others can change it unnoticed: on
  // network file systems and those that programs make, or where nobody knows.
  virtual bool hears_all(const std::string& folder) const = 0;

  // The processes whose end is to be told, in place of those named before.
  virtual void watch_processes(const std::vector<std::int64_t>& pids) = 0;

  // Waits until something changed, somebody interrupts or the time is over (nothing: for ever).
  virtual Result<ChangeBatch> wait(std::optional<Milliseconds> timeout) = 0;
  // Ends the wait() that runs, or else the next one.
  virtual void interrupt() = 0;
};

// The kernel's, or an error where there is none to be had.
Result<std::unique_ptr<ChangeWatcher>> make_change_watcher();

// Knows nothing, and says so every `interval`.
std::unique_ptr<ChangeWatcher> make_polling_watcher(ChangeWatcher::Milliseconds interval);

}  // namespace clew
