// SPDX-License-Identifier: MIT

#include "store/index_files.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "os/file_support.h"

namespace clew {
namespace {

// The database last: while it is there, what is beside it belongs to it.
constexpr const char* kOfSqlite[] = {"-wal", "-shm", "-journal", ""};
constexpr const char* kSuspect = ".suspect";

bool not_a_file(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

// Takes away what has this name. What is in a folder is not ours to remove: it gets another name.
Result<void> free_name(const std::string& name) {
  if (::unlink(name.c_str()) == 0 || errno == ENOENT) return {};
  if (errno == EISDIR || errno == EPERM) {
    for (int i = 1; i < 100; ++i) {
      const std::string aside = name + ".moved-" + std::to_string(i);
      errno = rename_new(AT_FDCWD, name.c_str(), AT_FDCWD, aside.c_str());
      if (errno == 0) return {};
      if (errno != EEXIST) break;
    }
  }
  return Error{ErrorCode::kIo, "cannot remove " + name + ": " + std::strerror(errno)};
}

}  // namespace

// SQLite would only say that it cannot open the file, or that the disk is broken.
Result<void> check_plain_files(const std::string& path) {
  for (const char* suffix : kOfSqlite) {
    if (not_a_file(path + suffix)) {
      return Error{ErrorCode::kCorrupt, path + suffix + " is not a plain file"};
    }
  }
  return {};
}

void mark_suspect(const std::string& path) {
  const int fd =
      ::open((path + kSuspect).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd >= 0) ::close(fd);
}

bool is_suspect(const std::string& path) { return ::access((path + kSuspect).c_str(), F_OK) == 0; }

void clear_suspect(const std::string& path) { ::unlink((path + kSuspect).c_str()); }

Result<void> remove_index(const std::string& path) {
  for (const char* suffix : kOfSqlite) {
    if (auto free = free_name(path + suffix); !free) return free;
  }
  return free_name(path + kSuspect);
}

Result<IndexLock> IndexLock::take(const std::string& path) {
  if (not_a_file(path)) {
    if (auto free = free_name(path); !free) return free.error();
  }
  const int fd = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return Error{ErrorCode::kIo, "cannot write " + path + ": " + std::strerror(errno)};
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return Error{ErrorCode::kBusy, "another clew is writing the index"};
  }
  return IndexLock(fd);
}

Result<IndexLock> IndexLock::wait(const std::string& path, const std::function<bool()>& go_on) {
  constexpr auto kPause = std::chrono::milliseconds(10);
  for (;;) {
    auto lock = take(path);
    if (lock || lock.error().code != ErrorCode::kBusy || !go_on()) return lock;
    std::this_thread::sleep_for(kPause);
  }
}

IndexLock::~IndexLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace clew
