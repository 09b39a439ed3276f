// SPDX-License-Identifier: MIT
//
// Watches all sessions of the roots and tells on the event bus what happens to them, in the words
// of docs/live.md.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "engine/live/event_bus.h"
#include "ingest/transcript_watch.h"
#include "os/change_watcher.h"
#include "os/file_system.h"

namespace clew {

class SessionCache;

struct LiveOptions {
  TranscriptWatchOptions watch = {};
  // The facts of a session (title, dates, size) are read again at most so often: they may need the
  // whole file. Large files are read less often still.
  std::chrono::milliseconds facts_delay{250};
  // After a read that failed; then twice as long each time, up to a minute.
  std::chrono::milliseconds retry{500};
  // Opened sessions, shared with others; must outlive the watch. Null: it has its own.
  SessionCache* sessions = nullptr;
  // Which roots are watched; nothing: those of the options.
  std::function<std::vector<std::string>()> roots = {};
  // For tests, and for what is no disk. Null: the kernel's, or one that polls where there is none.
  std::unique_ptr<ChangeWatcher> watcher = nullptr;
};

// Owns a thread. Borrows the file system and the bus, which must outlive it.
class LiveWatch {
 public:
  // Looks at everything once before it returns: whatever changes after that becomes an event.
  static Result<std::unique_ptr<LiveWatch>> start(WritableFileSystem& files, EngineOptions options,
                                                  EventBus& bus, LiveOptions live = {});
  // Stops; no event comes after it.
  ~LiveWatch();
  LiveWatch(const LiveWatch&) = delete;
  LiveWatch& operator=(const LiveWatch&) = delete;

 private:
  class Thread;
  explicit LiveWatch(std::unique_ptr<Thread> thread);

  std::unique_ptr<Thread> thread_;
};

}  // namespace clew
