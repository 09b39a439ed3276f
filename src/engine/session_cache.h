// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/session.h"

namespace clew {

class SessionPool;

// An opened session that goes back to where it came from: to a SessionCache, or nowhere.
struct SessionReturn {
  std::shared_ptr<SessionPool> pool = nullptr;
  void operator()(Session* session) const;
};
using SessionLease = std::unique_ptr<Session, SessionReturn>;

// Keeps opened sessions for the next one who asks, so that a server that sends a long session page
// by page reads it once. A session is lent to one user at a time, because it is not made for
// several threads; who comes meanwhile opens the file anew. A file that changed is read again.
// Thread-safe; leases may outlive it.
class SessionCache {
 public:
  struct Limits {
    std::size_t sessions = 8;
    std::int64_t lines = 1'000'000;  // of all sessions together; about 200 bytes each
  };

  SessionCache() : SessionCache(Limits()) {}
  explicit SessionCache(Limits limits);

  // `stop`, if given, ends the reading of a file that is not here yet.
  Result<SessionLease> open(const FileSystem& files, const std::string& path,
                            const StopSignal* stop = nullptr);

 private:
  std::shared_ptr<SessionPool> pool_;
};

}  // namespace clew
