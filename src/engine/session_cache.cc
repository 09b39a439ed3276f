// SPDX-License-Identifier: MIT

#include "engine/session_cache.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

namespace clew {

// What nobody uses at the moment, the last used first.
class SessionPool {
 public:
  explicit SessionPool(SessionCache::Limits limits) : limits_(limits) {}

  // The session of this file as it is now, if it is here.
  std::unique_ptr<Session> take(const std::string& path, const FileInfo& now) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(idle_.begin(), idle_.end(),
                                    [&](const auto& session) { return session->file() == path; });
    if (found == idle_.end()) return nullptr;
    std::unique_ptr<Session> session = std::move(*found);
    idle_.erase(found);
    return same_version(session->file_info(), now) ? std::move(session) : nullptr;
  }

  void put(std::unique_ptr<Session> session) {
    std::list<std::unique_ptr<Session>> gone;  // freed without the lock
    const std::lock_guard lock(mutex_);
    idle_.push_front(std::move(session));
    std::int64_t lines = 0;
    std::size_t count = 0;
    auto keep = idle_.begin();
    for (; keep != idle_.end(); ++keep) {
      lines += (*keep)->transcript().count();
      if (++count > limits_.sessions || lines > limits_.lines) break;
    }
    gone.splice(gone.begin(), idle_, keep, idle_.end());
  }

 private:
  const SessionCache::Limits limits_;
  std::mutex mutex_;
  std::list<std::unique_ptr<Session>> idle_;
};

void SessionReturn::operator()(Session* session) const {
  std::unique_ptr<Session> owned(session);
  if (pool) pool->put(std::move(owned));
}

SessionCache::SessionCache(Limits limits) : pool_(std::make_shared<SessionPool>(limits)) {}

Result<SessionLease> SessionCache::open(const FileSystem& files, const std::string& path,
                                        const StopSignal* stop) {
  auto now = files.stat(path);
  if (!now) return now.error();
  if (auto session = pool_->take(path, *now)) {
    return SessionLease(session.release(), SessionReturn{pool_});
  }
  auto session = Session::open(files, path, stop);
  if (!session) return session.error();
  return SessionLease(session->release(), SessionReturn{pool_});
}

}  // namespace clew
