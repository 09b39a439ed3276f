// SPDX-License-Identifier: MIT

#include "engine/read/session_cache.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace clew {

Result<SharedSession> SessionCache::open(const FileSystem& files, const std::string& path,
                                         const StopSignal* stop) {
  constexpr std::chrono::milliseconds kPatience{20};  // between two looks at `stop`
  std::list<SharedSession> gone;                      // freed without the lock
  SharedSession before;                               // as the file was
  std::unique_lock lock(mutex_, std::defer_lock);
  for (;; lock.unlock()) {
    if (stop && stop->is_stopped()) return stopped_error();
    const auto now = files.stat(path);
    if (!now) return now.error();
    lock.lock();
    before = find(path);
    if (before && same_version(before->file_info(), *now)) {
      keep(before, gone);
      return before;
    }
    if (being_read_.insert(path).second) break;
    read_.wait_for(lock, kPatience);
  }
  lock.unlock();
  auto session = read(files, path, before, stop);
  lock.lock();
  being_read_.erase(path);
  if (session) {
    all_[path] = *session;
    keep(*session, gone);
  }
  lock.unlock();
  read_.notify_all();
  return session;
}

SharedSession SessionCache::find(const std::string& path) const {
  const auto known = all_.find(path);
  return known == all_.end() ? nullptr : known->second.lock();
}

Result<SharedSession> SessionCache::read(const FileSystem& files, const std::string& path,
                                         const SharedSession& before, const StopSignal* stop) {
  if (before) {
    auto grown = Session::grown(*before, files, stop);
    if (!grown || *grown) return grown;
  }
  return Session::open(files, path, stop);
}

// Makes it the last used, and lets go what is more than the limits allow.
void SessionCache::keep(const SharedSession& session, std::list<SharedSession>& gone) {
  const auto before = std::find_if(kept_.begin(), kept_.end(), [&](const SharedSession& one) {
    return one->file() == session->file();
  });
  if (before != kept_.end()) gone.splice(gone.end(), kept_, before);
  kept_.push_front(session);
  std::int64_t lines = 0;
  std::size_t count = 0;
  auto end = kept_.begin();
  for (; end != kept_.end(); ++end) {
    lines += (*end)->transcript().count();
    if (++count > limits_.sessions || lines > limits_.lines) break;
  }
  gone.splice(gone.end(), kept_, end, kept_.end());
  std::erase_if(all_, [](const auto& one) { return one.second.expired(); });
}

}  // namespace clew
