// SPDX-License-Identifier: MIT
//
// The one door to files. Everything above `os` takes a FileSystem by reference, so that its
// tests run in memory (testing/memory_file_system.h) and meet failing disks
// (testing/faulty_file_system.h). Code that only reads takes FileSystem; asking for a
// WritableFileSystem says that it writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/path_below.h"
#include "os/plain_name.h"

namespace clew {

enum class FileKind { kRegular, kDirectory, kSymlink, kOther };

struct FileInfo {
  FileKind kind = FileKind::kOther;
  int64_t size = 0;
  int64_t mtime_ns = 0;  // since 1970
  uint64_t inode = 0;    // with device: tells a replaced file from a changed one
  uint64_t device = 0;
  // The last change of the file or of what is said of it; 0: not known. Unlike mtime_ns nobody can
  // set it, so nothing in the file was written later: a file that was changed and got its old time
  // back is told by it.
  int64_t ctime_ns = 0;
};

// Whether two looks at a file found the same, by all that can be told without reading it. Also for
// records of a look that have these members.
template <class Then, class Now>
bool same_version(const Then& then, const Now& now) {
  return then.device == now.device && then.inode == now.inode && then.size == now.size &&
         then.mtime_ns == now.mtime_ns && then.ctime_ns == now.ctime_ns;
}

// Whether what was last changed then may change again within the same tick of its clock (the
// coarsest ticks every two seconds), so that it would look as if it had not. `now_ms`: since 1970.
inline bool may_change_unseen(const FileInfo& file, int64_t now_ms) {
  constexpr int64_t kTickNs = 2'000'000'000;
  return file.mtime_ns > now_ms * 1'000'000 - kTickNs;
}

// A folder and some of what is in it, as stat() says.
struct FolderLook {
  FileInfo folder;
  std::vector<std::optional<FileInfo>> entries;  // nothing: it cannot be looked at
};

struct DirEntry {
  PlainName name;
  FileKind kind = FileKind::kOther;  // of the entry itself: links are not followed
};

// An open regular file. Others may grow, truncate or delete it meanwhile; an open file whose name
// is gone stays readable. All calls are positional, so several threads may share one object.
class RandomAccessFile {
 public:
  virtual ~RandomAccessFile() = default;

  // Fills `out` with as much as there is from `offset` on and returns how much that was; less
  // than asked for only at the end of the file, 0 at or after it. Interrupted and short reads
  // of the kernel are retried.
  virtual Result<size_t> read_at(int64_t offset, std::span<char> out) const = 0;
  virtual Result<FileInfo> info() const = 0;
  // Its first `size` bytes in place, without a copy; nothing where that cannot be done. Only for a
  // file of our own that is never cut or written over in place: to look at what has gone is fatal.
  virtual std::shared_ptr<const char[]> in_place(size_t size) const;
};

// Reading. Stateless or internally locked: safe to share between threads.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Regular files only: anything else (directory, FIFO, device, socket) is an error and never
  // blocks. Messages name the path and say in plain words what is wrong.
  virtual Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const = 0;
  virtual Result<FileInfo> stat(const std::string& path) const = 0;  // follows links
  // stat() of a folder and of these names in it; an error when the folder itself cannot be looked
  // at. For many names this is about twice as fast as asking for each path.
  virtual Result<FolderLook> look(const std::string& folder,
                                  std::span<const std::string_view> names) const;
  // In no order, without "." and "..".
  virtual Result<std::vector<DirEntry>> list(const std::string& path) const = 0;
  // Absolute, without links, "." and "..". The path must exist.
  virtual Result<std::string> real_path(const std::string& path) const = 0;
};

// Where an append begins.
enum class AppendAt {
  kEnd,      // right where the file ends
  kNewLine,  // the same, but a file that ends within a line gets its line end first
};

// Writing. What lies in a folder that others write to, too (a root, a workspace), is changed
// through PathBelow alone.
class WritableFileSystem : public FileSystem {
 public:
  using FileSystem::list;

  // Also the missing parents, private to the user. No error when it is there already.
  virtual Result<void> create_directories(const std::string& path) = 0;
  // Whoever reads `path` sees the old content or the new, never a mixture, also after a power
  // cut. A new file is private to the user; an old one keeps its mode, a link is replaced.
  // Replaces: for files of our own.
  virtual Result<void> write_file_atomic(const std::string& path, std::string_view bytes) = 0;

  // Of the thing itself, also when it is a link.
  virtual Result<FileInfo> info(const PathBelow& place) const = 0;
  virtual Result<std::vector<DirEntry>> list(const PathBelow& place) const = 0;
  // The folders on the way that are missing, and the last; the one it is below must be there.
  virtual Result<void> create_directories(const PathBelow& place) = 0;
  // A new file, private to the user, whole or not at all. kInvalid when something has the name.
  virtual Result<void> create_file(const PathBelow& place, std::string_view bytes) = 0;
  // One write at the end of an existing file, so that lines of several writers do not mix. All of
  // it or, on a full disk, nothing: what was written of it is taken away again if nobody else has
  // written since. Creates nothing.
  virtual Result<void> append(const PathBelow& place, std::string_view bytes, AppendAt at) = 0;
  // A regular file, to a name that is free, with its mode and time, safely on the disk before this
  // returns. kBusy when it changed meanwhile; on failure there is no copy.
  virtual Result<void> copy_file(const PathBelow& from, const PathBelow& to) = 0;
  // Who may read and write a file: as for `like`.
  virtual Result<void> take_mode(const PathBelow& place, const std::string& like) = 0;
  virtual Result<void> remove(const PathBelow& place) = 0;  // a file, link or empty directory
  // Never replaces: kInvalid when `to` names something. kUnsupported where only a copy would do.
  virtual Result<void> rename_new(const PathBelow& from, const PathBelow& to) = 0;
};

// The whole of a small file (settings, todos). More than `max_bytes` is an error, not a cut.
Result<std::string> read_file(const FileSystem& files, const std::string& path, int64_t max_bytes);

}  // namespace clew
