// SPDX-License-Identifier: MIT
//
// The files of an index as things with names on a disk: the database, what SQLite and we keep
// beside it, and the lock of who changes it. What is in them: index_database.h.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace clew {

// kCorrupt when something else than a plain file (a folder, a link, a pipe) has one of the names.
Result<void> check_plain_files(const std::string& path);

// Deletes the index and what is kept beside it. What is in a folder stays, under another name.
Result<void> remove_index(const std::string& path);

// A mark beside the index: somebody found it damaged, and could not or would not build it anew. It
// goes with the index. Without a mark (the folder cannot be written to) damage is found again.
void mark_suspect(const std::string& path);
bool is_suspect(const std::string& path);
void clear_suspect(const std::string& path);

// Held by the one process that changes the index. Gone with the process, however that ends.
class IndexLock {
 public:
  // kBusy when another holds it.
  static Result<IndexLock> take(const std::string& path);
  // Asks again as long as `go_on` says so, every few milliseconds.
  static Result<IndexLock> wait(const std::string& path, const std::function<bool()>& go_on);
  IndexLock(IndexLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  IndexLock& operator=(IndexLock&&) = delete;
  ~IndexLock();

 private:
  explicit IndexLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace clew
