// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "engine/read/session.h"

namespace clew {

// Keeps opened sessions for those who ask next, so that a server that sends a long session page by
// page reads it once. All who use a session at once use the same one, and who asks for one that is
// being read waits for it. Of a file that grew only the new lines are read; one that changed
// otherwise is read again. Thread-safe.
class SessionCache {
 public:
  struct Limits {
    std::size_t sessions = 8;
    std::int64_t lines = 1'000'000;  // of all sessions together; about 200 bytes each
  };

  SessionCache() : SessionCache(Limits()) {}
  explicit SessionCache(Limits limits) : limits_(limits) {}

  // `stop`, if given, ends waiting, and the reading of a file that is not here yet.
  Result<SharedSession> open(const FileSystem& files, const std::string& path,
                             const StopSignal* stop = nullptr);

 private:
  SharedSession find(const std::string& path) const;
  static Result<SharedSession> read(const FileSystem& files, const std::string& path,
                                    const SharedSession& before, const StopSignal* stop);
  void keep(const SharedSession& session, std::list<SharedSession>& gone);

  const Limits limits_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable read_;
  std::set<std::string> being_read_;
  std::list<SharedSession> kept_;                            // the last used first
  std::map<std::string, std::weak_ptr<const Session>> all_;  // also those too large to be kept
};

}  // namespace clew
