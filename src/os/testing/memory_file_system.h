// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/durable_file_system.h"

namespace clew {

// A file system for tests that behaves as a Unix one does: a file is not its name, so a removed or
// replaced file stays readable by those who have it open, and a replacement has a new inode. Links
// work. Relative paths start at "/". Time is a counter: every change is one millisecond later than
// the one before. list() answers in descending order, so that nobody comes to rely on sorted
// names. Thread safe; open files may outlive it.
class MemoryFileSystem : public DurableFileSystem {
 public:
  MemoryFileSystem();

  // What other programs do to the files we read. Parents are made as needed by the first two; a
  // path that makes no sense (the others: one that does not exist) is an error of the test.
  void add_file(const std::string& path, std::string_view bytes);        // replaces: new inode
  void add_link(const std::string& path, const std::string& target);     // symbolic
  void overwrite_file(const std::string& path, std::string_view bytes);  // keeps the inode
  // The same, and its old time is set again, as `touch -r` does: only ctime_ns tells.
  void overwrite_with_old_time(const std::string& path, std::string_view bytes);
  void truncate_file(const std::string& path, int64_t size);  // cuts, or adds NUL bytes
  void set_mtime(const std::string& path, int64_t mtime_ns);
  Result<void> append(const std::string& path, std::string_view bytes);
  Result<void> remove(const std::string& path);                         // or an empty directory
  Result<void> rename(const std::string& from, const std::string& to);  // replaces a file

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;
  Result<FileInfo> stat(const std::string& path) const override;
  Result<std::vector<DirEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;

  Result<void> create_directories(const std::string& path) override;
  Result<void> write_file_atomic(const std::string& path, std::string_view bytes) override;
  Result<FileInfo> info(const PathBelow& place) const override;
  Result<std::vector<DirEntry>> list(const PathBelow& place) const override;
  Result<void> create_directories(const PathBelow& place) override;
  Result<void> create_file(const PathBelow& place, std::string_view bytes) override;
  Result<void> append(const PathBelow& place, std::string_view bytes, AppendAt at) override;
  Result<void> sync(const PathBelow& place) override;
  Result<std::unique_ptr<HeldLock>> lock(const PathBelow& place) override;
  Result<void> copy_file(const PathBelow& from, const PathBelow& to) override;
  Result<void> take_mode(const PathBelow& place, const std::string& like) override;
  Result<void> remove(const PathBelow& place) override;
  Result<void> rename_new(const PathBelow& from, const PathBelow& to) override;

 private:
  struct Node;
  struct Tree;
  class File;
  class Held;

  std::shared_ptr<Tree> tree_;  // shared with the open files
};

}  // namespace clew
