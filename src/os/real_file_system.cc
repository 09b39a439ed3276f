// SPDX-License-Identifier: MIT
//
// Files are read with pread into the caller's buffer and never mapped: transcripts are truncated
// and deleted by others while we read, which would be SIGBUS under mmap and is a short read here.
//
// Folders under a root may hold anything. O_NONBLOCK lets open() return at once on a FIFO without
// a writer (it changes nothing for regular files), fstat() on the descriptor then refuses whatever
// is not a regular file; asking by name first would leave a moment for a swap.
#include "os/real_file_system.h"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "os/clock.h"
#include "os/file_descriptor.h"
#include "os/file_support.h"
#include "os/paths.h"
#include "os/system_error.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kRegular;
  if (S_ISDIR(mode)) return FileKind::kDirectory;
  if (S_ISLNK(mode)) return FileKind::kSymlink;
  return FileKind::kOther;
}

// A path from outside may contain a NUL byte, at which the kernel would silently cut it.
bool has_nul(const std::string& path) { return path.find('\0') != std::string::npos; }

// Opens a regular file and nothing else.
Result<FileDescriptor> open_regular(const std::string& path, const char* action) {
  if (has_nul(path)) return system_error(EINVAL, action, path);
  FileDescriptor fd(
      retry([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); }));
  if (fd.get() < 0) {
    // A socket.
    if (errno != ENXIO) return system_error(errno, action, path);
  } else {
    struct stat status {};
    if (::fstat(fd.get(), &status) != 0) return system_error(errno, action, path);
    if (S_ISREG(status.st_mode)) return fd;
    if (S_ISDIR(status.st_mode)) return system_error(EISDIR, action, path);
  }
  return Error{ErrorCode::kInvalid,
               std::string("cannot ") + action + " " + path + ": it is not a regular file"};
}

class RealFile : public RandomAccessFile {
 public:
  RealFile(FileDescriptor fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    if (offset < 0) return system_error(EINVAL, "read", path_);
    size_t done = 0;
    while (done < out.size()) {
      const ssize_t count = ::pread(fd_.get(), out.data() + done, out.size() - done,
                                    static_cast<off_t>(offset) + static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return system_error(errno, "read", path_);
      if (count == 0) break;
      done += static_cast<size_t>(count);
    }
    return done;
  }

  Result<FileInfo> info() const override {
    struct stat status {};
    if (::fstat(fd_.get(), &status) != 0) return system_error(errno, "look at", path_);
    return info_of(status);
  }

  std::shared_ptr<const char[]> in_place(size_t size) const override {
    if (size == 0) return nullptr;
    void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd_.get(), 0);
    if (bytes == MAP_FAILED) return nullptr;
    return {static_cast<const char*>(bytes), [size](const char* at) {
              ::munmap(const_cast<char*>(at), size);  // NOLINT: as it came from mmap
            }};
  }

 private:
  FileDescriptor fd_;
  std::string path_;
};

FileKind kind_of_entry(DIR* dir, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG:
      return FileKind::kRegular;
    case DT_DIR:
      return FileKind::kDirectory;
    case DT_LNK:
      return FileKind::kSymlink;
    case DT_UNKNOWN: {  // some file systems do not tell
      struct stat status {};
      if (::fstatat(::dirfd(dir), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        return kind_of(status.st_mode);
      }
      return FileKind::kOther;
    }
    default:
      return FileKind::kOther;
  }
}

// Makes a rename in this directory survive a power cut. File systems that cannot do it say so,
// and there is nothing better to do then.
void sync_directory(const std::string& path) {
  FileDescriptor fd(
      retry([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (fd.get() >= 0) retry([&] { return ::fsync(fd.get()); });
}

// Writes and syncs the temporary file, then gives it its name. Returns 0 or the error number.
int fill_and_rename(FileDescriptor fd, const std::string& temp, const std::string& target,
                    std::string_view bytes) {
  struct stat old {};
  if (::stat(target.c_str(), &old) == 0) {
    if (S_ISDIR(old.st_mode)) return EISDIR;
    // A file of another user stays his when root changes it.
    if (old.st_uid != ::geteuid() && ::fchown(fd.get(), old.st_uid, old.st_gid) != 0) return errno;
    if (::fchmod(fd.get(), old.st_mode & 07777) != 0) return errno;
  }
  if (const int number = write_all(fd.get(), bytes)) return number;
  if (const int number = finish_file(std::move(fd))) return number;
  if (::rename(temp.c_str(), target.c_str()) != 0) return errno;
  return 0;
}

}  // namespace

FileInfo info_of(const struct stat& status) {
#ifdef __APPLE__
  const struct timespec& modified = status.st_mtimespec;
  const struct timespec& changed = status.st_ctimespec;
#else
  const struct timespec& modified = status.st_mtim;
  const struct timespec& changed = status.st_ctim;
#endif
  const auto nanoseconds = [](const struct timespec& time) {
    return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  };
  FileInfo info;
  info.kind = kind_of(status.st_mode);
  info.size = status.st_size;
  info.mtime_ns = nanoseconds(modified);
  info.ctime_ns = nanoseconds(changed);
  info.inode = status.st_ino;
  info.device = status.st_dev;
  return info;
}

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = retry([&] { return ::write(fd, bytes.data(), bytes.size()); });
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return 0;
}

int finish_file(FileDescriptor fd) {
  if (retry([&] { return ::fsync(fd.get()); }) != 0) return errno;
  // close() may report a write that failed late (network file systems). Never retried: the
  // descriptor is gone either way.
  if (::close(fd.release()) != 0 && errno != EINTR) return errno;
  return 0;
}

Result<std::vector<DirEntry>> list_folder(FileDescriptor fd, const std::string& path) {
  const auto close_dir = [](DIR* dir) { ::closedir(dir); };
  const std::unique_ptr<DIR, decltype(close_dir)> dir(::fdopendir(fd.get()), close_dir);
  if (!dir) return system_error(errno, "list", path);
  fd.release();  // closed with the folder
  std::vector<DirEntry> entries;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(dir.get());
    if (entry == nullptr) break;
    auto name = PlainName::from(entry->d_name);  // "." and ".." are none
    if (name) entries.push_back({std::move(*name), kind_of_entry(dir.get(), *entry)});
  }
  if (errno != 0) return system_error(errno, "list", path);
  return entries;
}

Result<std::unique_ptr<RandomAccessFile>> RealFileSystem::open(const std::string& path) const {
  auto fd = open_regular(path, "open");
  if (!fd) return fd.error();
  return std::unique_ptr<RandomAccessFile>(std::make_unique<RealFile>(std::move(*fd), path));
}

Result<FileInfo> RealFileSystem::stat(const std::string& path) const {
  struct stat status {};
  if (has_nul(path)) return system_error(EINVAL, "look at", path);
  if (::stat(path.c_str(), &status) != 0) return system_error(errno, "look at", path);
  return info_of(status);
}

// Names below an open folder are found at once; from a path the kernel walks all of its parts.
Result<FolderLook> RealFileSystem::look(const std::string& folder,
                                        std::span<const std::string_view> names) const {
  if (has_nul(folder)) return system_error(EINVAL, "look at", folder);
  const FileDescriptor fd(retry([&] { return ::open(folder.c_str(), kFolderStep); }));
  struct stat status {};
  if (fd.get() < 0 || ::fstat(fd.get(), &status) != 0)
    return system_error(errno, "look at", folder);
  FolderLook look{info_of(status), {}};
  look.entries.reserve(names.size());
  std::string name;
  for (const std::string_view one : names) {
    name = one;
    if (!has_nul(name) && ::fstatat(fd.get(), name.c_str(), &status, 0) == 0) {
      look.entries.emplace_back(info_of(status));
    } else {
      look.entries.emplace_back();
    }
  }
  return look;
}

Result<std::vector<DirEntry>> RealFileSystem::list(const std::string& path) const {
  if (has_nul(path)) return system_error(EINVAL, "list", path);
  FileDescriptor fd(
      retry([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (fd.get() < 0) return system_error(errno, "list", path);
  return list_folder(std::move(fd), path);
}

Result<std::string> RealFileSystem::real_path(const std::string& path) const {
  if (has_nul(path)) return system_error(EINVAL, "resolve", path);
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr),
                                                             &std::free);
  if (!resolved) return system_error(errno, "resolve", path);
  return std::string(resolved.get());
}

Result<void> RealFileSystem::create_directories(const std::string& path) {
  if (has_nul(path)) return system_error(EINVAL, "create", path);
  if (::mkdir(path.c_str(), 0700) == 0) return {};
  if (errno == ENOENT && !path.empty()) {
    const std::string above(parent_path(path));
    if (!above.empty() && above != path) {
      if (auto made = create_directories(above); !made) return made;
      if (::mkdir(path.c_str(), 0700) == 0) return {};
    }
  }
  const int number = errno;  // also EEXIST when another process was faster
  struct stat status {};
  if (number == EEXIST && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
  return system_error(number, "create", path);
}

namespace {

// What others who were killed while they wrote a file here have left.
void remove_left_behind(const RealFileSystem& files, const std::string& folder) {
  const auto entries = files.list(folder);
  if (!entries) return;
  for (const DirEntry& entry : *entries) {
    if (entry.kind != FileKind::kRegular || !is_temporary_name(entry.name)) continue;
    const std::string path = join_path(folder, entry.name);
    const auto info = files.stat(path);
    if (info && is_left_behind(entry.name, *info, clock_now())) ::unlink(path.c_str());
  }
}

}  // namespace

Result<void> RealFileSystem::write_file_atomic(const std::string& path, std::string_view bytes) {
  if (has_nul(path)) return system_error(EINVAL, "write", path);
  // A link is replaced, and nothing behind it is changed.
  const std::string folder(parent_path(path));
  // Same folder, therefore same file system.
  const std::string temp = resolve_path(folder, temporary_name().text());
  FileDescriptor fd(
      retry([&] { return ::open(temp.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600); }));
  if (fd.get() < 0) return system_error(errno, "write", path);
  if (const int number = fill_and_rename(std::move(fd), temp, path, bytes)) {
    ::unlink(temp.c_str());
    return system_error(number, "write", path);
  }
  sync_directory(folder.empty() ? "." : folder);
  remove_left_behind(*this, folder.empty() ? "." : folder);
  return {};
}

}  // namespace clew
