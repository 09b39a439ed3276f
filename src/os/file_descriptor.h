// SPDX-License-Identifier: MIT
//
// For real_file_system*.cc: descriptors, and system calls that signals interrupt.
#pragma once

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "os/file_system.h"

namespace clew {

// Repeats a system call that a signal interrupted before it did anything.
template <class Call>
auto retry(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

FileInfo info_of(const struct stat& status);

// Writes all of it, with as many calls as it takes. Returns 0 or the error number.
int write_all(int fd, std::string_view bytes);

// Syncs and closes. Returns 0 or the error number.
int finish_file(FileDescriptor fd);

// All entries of a folder that was opened for reading.
Result<std::vector<DirEntry>> list_folder(FileDescriptor fd, const std::string& path);

}  // namespace clew
