// SPDX-License-Identifier: MIT
//
// Changes below a folder that others write to. Every step is opened from the one before with
// O_NOFOLLOW, and the last call works on a name in an open folder: there is no moment between
// looking and doing in which a link could be put in the way.
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "os/file_descriptor.h"
#include "os/file_support.h"
#include "os/real_file_system.h"
#include "os/system_error.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

enum class Missing : bool { kIsAnError, kIsMade };

bool is_link(int folder, const PlainName& name) {
  struct stat status {};
  return ::fstatat(folder, name.text().c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISLNK(status.st_mode);
}

int open_step(int folder, const PlainName& name) {
  return retry([&] { return ::openat(folder, name.text().c_str(), kFolderStep | O_NOFOLLOW); });
}

// The folder after the first `count` steps.
Result<FileDescriptor> walk(const PathBelow& place, std::size_t count, const char* action,
                            Missing missing = Missing::kIsAnError) {
  if (place.folder().find('\0') != std::string::npos) {
    return system_error(EINVAL, action, place.text());
  }
  FileDescriptor here(retry([&] { return ::open(place.folder().c_str(), kFolderStep); }));
  if (here.get() < 0) return system_error(errno, action, place.text());
  for (std::size_t i = 0; i < count; ++i) {
    const PlainName& name = place.steps()[i];
    FileDescriptor next(open_step(here.get(), name));
    if (next.get() < 0 && errno == ENOENT && missing == Missing::kIsMade) {
      if (::mkdirat(here.get(), name.text().c_str(), 0700) != 0 && errno != EEXIST) {
        return system_error(errno, action, place.text());
      }
      next = FileDescriptor(open_step(here.get(), name));
    }
    if (next.get() < 0) {
      const int number = errno;
      if (is_link(here.get(), name)) return link_refused(action, place, i);
      return system_error(number, action, place.text());
    }
    here = std::move(next);
  }
  return here;
}

// The kernel gives the lock back with the last descriptor, however the process ends.
class HeldDescriptor : public HeldLock {
 public:
  explicit HeldDescriptor(FileDescriptor fd) : fd_(std::move(fd)) {}

 private:
  FileDescriptor fd_;
};

// The folder that holds the place, and the name in it.
struct Spot {
  FileDescriptor folder;
  const char* name;  // borrowed from the place
};

Result<Spot> spot_of(const PathBelow& place, const char* action) {
  const std::size_t count = place.steps().size();
  if (count == 0) return system_error(EBUSY, action, place.text());  // the folder itself stays
  auto folder = walk(place, count - 1, action);
  if (!folder) return folder.error();
  return Spot{std::move(*folder), place.steps().back().text().c_str()};
}

Result<FileDescriptor> open_regular(const Spot& spot, const PathBelow& place, int flags,
                                    const char* action) {
  FileDescriptor fd(retry([&] {
    return ::openat(spot.folder.get(), spot.name,
                    flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  }));
  struct stat status {};
  if (fd.get() < 0) {
    const int number = errno;
    if (is_link(spot.folder.get(), place.steps().back())) {
      return link_refused(action, place, place.steps().size() - 1);
    }
    if (number != ENXIO) return system_error(number, action, place.text());  // else: FIFO, socket
  } else if (::fstat(fd.get(), &status) != 0) {
    return system_error(errno, action, place.text());
  } else if (S_ISREG(status.st_mode)) {
    return fd;
  }
  return Error{ErrorCode::kInvalid,
               std::string("cannot ") + action + " " + place.text() + ": it is not a regular file"};
}

void sync_folder(const Spot& spot) {
  FileDescriptor fd(
      retry([&] { return ::openat(spot.folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (fd.get() >= 0) retry([&] { return ::fsync(fd.get()); });
}

int rename_spot(const Spot& from, const Spot& to) {
  return rename_new(from.folder.get(), from.name, to.folder.get(), to.name);
}

// Whether the file, of which `size` bytes are known, ends within a line.
Result<bool> ends_within_line(int fd, off_t size, const PathBelow& place) {
  if (size == 0) return false;
  char last = '\n';
  const ssize_t count = retry([&] { return ::pread(fd, &last, 1, size - 1); });
  if (count < 0) return system_error(errno, "append to", place.text());
  return count == 1 && last != '\n';
}

// Takes back the beginning of a write that was cut short, so that the next line of somebody else is
// not glued to it. The position is behind our own bytes, because the kernel appends as one step. If
// the file does not end there, others have written since and nothing is cut.
void take_back(int fd, std::string_view written) {
  const off_t end = ::lseek(fd, 0, SEEK_CUR);
  struct stat status {};
  const auto size = static_cast<off_t>(written.size());
  if (end < size) return;
  std::string there(written.size(), '\0');
  if (::pread(fd, there.data(), there.size(), end - size) != size || there != written) return;
  if (::fstat(fd, &status) != 0 || status.st_size != end) return;
  while (::ftruncate(fd, end - size) != 0 && errno == EINTR) {
  }
}

// Copies from one open file into the other, to its end.
Result<off_t> copy_bytes(int from, int to, const PathBelow& source, const PathBelow& target) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  off_t done = 0;
  for (;;) {
    const ssize_t count = retry([&] { return ::read(from, block.get(), kBlock); });
    if (count < 0) return system_error(errno, "read", source.text());
    if (count == 0) return done;
    const int number = write_all(to, {block.get(), static_cast<std::size_t>(count)});
    if (number != 0) return system_error(number, "write", target.text());
    done += count;
  }
}

// Fills a copy that was just created and gives it the mode and time of the original.
Result<void> fill_copy(int from, FileDescriptor to, const PathBelow& source,
                       const PathBelow& target) {
  struct stat before {};
  struct stat after {};
  if (::fstat(from, &before) != 0) return system_error(errno, "read", source.text());
  const auto done = copy_bytes(from, to.get(), source, target);
  if (!done) return done.error();
  if (::fstat(from, &after) != 0) return system_error(errno, "read", source.text());
  if (after.st_size != *done || info_of(after).mtime_ns != info_of(before).mtime_ns) {
    return Error{ErrorCode::kBusy, source.text() + " changed while it was copied"};
  }
#ifdef __APPLE__
  const struct timespec times[] = {before.st_atimespec, before.st_mtimespec};
#else
  const struct timespec times[] = {before.st_atim, before.st_mtim};
#endif
  if (::fchmod(to.get(), before.st_mode & 0777) != 0 || ::futimens(to.get(), times) != 0) {
    return system_error(errno, "write", target.text());
  }
  if (const int number = finish_file(std::move(to))) {
    return system_error(number, "write", target.text());
  }
  return {};
}

}  // namespace

Result<FileInfo> RealFileSystem::info(const PathBelow& place) const {
  struct stat status {};
  if (place.steps().empty()) return stat(place.folder());
  auto spot = spot_of(place, "look at");
  if (!spot) return spot.error();
  if (::fstatat(spot->folder.get(), spot->name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return system_error(errno, "look at", place.text());
  }
  return info_of(status);
}

Result<std::vector<DirEntry>> RealFileSystem::list(const PathBelow& place) const {
  auto folder = walk(place, place.steps().size(), "list");
  if (!folder) return folder.error();
  FileDescriptor fd(
      retry([&] { return ::openat(folder->get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (fd.get() < 0) return system_error(errno, "list", place.text());
  return list_folder(std::move(fd), place.text());
}

Result<void> RealFileSystem::create_directories(const PathBelow& place) {
  auto made = walk(place, place.steps().size(), "create", Missing::kIsMade);
  if (!made) return made.error();
  return {};
}

Result<void> RealFileSystem::create_file(const PathBelow& place, std::string_view bytes) {
  auto spot = spot_of(place, "create");
  if (!spot) return spot.error();
  const std::string temp = temporary_name().text();
  FileDescriptor fd(retry([&] {
    return ::openat(spot->folder.get(), temp.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  }));
  if (fd.get() < 0) return system_error(errno, "create", place.text());
  const auto fill = [&]() -> int {
    if (const int number = write_all(fd.get(), bytes)) return number;
    if (const int number = finish_file(std::move(fd))) return number;
    const Spot from{FileDescriptor(::dup(spot->folder.get())), temp.c_str()};
    return rename_spot(from, *spot);
  };
  if (const int number = fill()) {
    ::unlinkat(spot->folder.get(), temp.c_str(), 0);
    return system_error(number, "create", place.text());
  }
  sync_folder(*spot);
  return {};
}

Result<void> RealFileSystem::append(const PathBelow& place, std::string_view bytes, AppendAt at) {
  auto spot = spot_of(place, "append to");
  if (!spot) return spot.error();
  auto fd = open_regular(*spot, place, O_RDWR | O_APPEND, "append to");
  if (!fd) return fd.error();
  struct stat status {};
  if (::fstat(fd->get(), &status) != 0) return system_error(errno, "append to", place.text());
  std::string with_line_end;
  if (at == AppendAt::kNewLine) {
    const auto within = ends_within_line(fd->get(), status.st_size, place);
    if (!within) return within.error();
    if (*within) bytes = with_line_end.append("\n").append(bytes);
  }
  // A disk that is full is best noticed before anything was written.
  if (const int number = reserve_space(fd->get(), status.st_size, bytes.size())) {
    return system_error(number, "append to", place.text());
  }
  const ssize_t count = retry([&] { return ::write(fd->get(), bytes.data(), bytes.size()); });
  if (count < 0) return system_error(errno, "append to", place.text());
  if (static_cast<std::size_t>(count) == bytes.size()) return {};
  // Not completed with a second write: another writer's line may already stand in between.
  take_back(fd->get(), bytes.substr(0, static_cast<std::size_t>(count)));
  return system_error(ENOSPC, "append to", place.text());
}

Result<void> RealFileSystem::sync(const PathBelow& place) {
  auto spot = spot_of(place, "write");
  if (!spot) return spot.error();
  auto fd = open_regular(*spot, place, O_RDONLY, "write");
  if (!fd) return fd.error();
  if (retry([&] { return ::fsync(fd->get()); }) != 0) {
    return system_error(errno, "write", place.text());
  }
  sync_folder(*spot);
  return {};
}

Result<std::unique_ptr<HeldLock>> RealFileSystem::lock(const PathBelow& place) {
  auto spot = spot_of(place, "lock");
  if (!spot) return spot.error();
  const FileDescriptor made(retry([&] {
    return ::openat(spot->folder.get(), spot->name, O_CREAT | O_EXCL | O_RDONLY | O_CLOEXEC, 0600);
  }));
  if (made.get() < 0 && errno != EEXIST) return system_error(errno, "lock", place.text());
  auto fd = open_regular(*spot, place, O_RDONLY, "lock");
  if (!fd) return fd.error();
  if (retry([&] { return ::flock(fd->get(), LOCK_EX | LOCK_NB); }) != 0) {
    if (errno == EWOULDBLOCK) return Error{ErrorCode::kBusy, place.text() + " is locked"};
    return system_error(errno, "lock", place.text());
  }
  return std::unique_ptr<HeldLock>(std::make_unique<HeldDescriptor>(std::move(*fd)));
}

Result<void> RealFileSystem::copy_file(const PathBelow& from, const PathBelow& to) {
  auto source = spot_of(from, "read");
  if (!source) return source.error();
  auto target = spot_of(to, "write");
  if (!target) return target.error();
  auto original = open_regular(*source, from, O_RDONLY, "read");
  if (!original) return original.error();
  FileDescriptor copy(retry([&] {
    return ::openat(target->folder.get(), target->name,
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  }));
  if (copy.get() < 0) return system_error(errno, "write", to.text());
  auto filled = fill_copy(original->get(), std::move(copy), from, to);
  if (!filled) {
    ::unlinkat(target->folder.get(), target->name, 0);
    return filled;
  }
  sync_folder(*target);
  return {};
}

Result<void> RealFileSystem::take_mode(const PathBelow& place, const std::string& like) {
  struct stat status {};
  if (::stat(like.c_str(), &status) != 0) return system_error(errno, "read", like);
  auto spot = spot_of(place, "write");
  if (!spot) return spot.error();
  auto fd = open_regular(*spot, place, O_RDONLY, "write");
  if (!fd) return fd.error();
  if (::fchmod(fd->get(), status.st_mode & 0777) != 0) {
    return system_error(errno, "write", place.text());
  }
  return {};
}

Result<void> RealFileSystem::remove(const PathBelow& place) {
  auto spot = spot_of(place, "remove");
  if (!spot) return spot.error();
  if (::unlinkat(spot->folder.get(), spot->name, 0) == 0) return {};
  const int number = errno;  // of a folder: EISDIR here, EPERM elsewhere
  if (number == EISDIR || number == EPERM) {
    if (::unlinkat(spot->folder.get(), spot->name, AT_REMOVEDIR) == 0) return {};
    if (errno != ENOTDIR) return system_error(errno, "remove", place.text());
  }
  return system_error(number, "remove", place.text());
}

Result<void> RealFileSystem::rename_new(const PathBelow& from, const PathBelow& to) {
  auto source = spot_of(from, "rename");
  if (!source) return source.error();
  auto target = spot_of(to, "rename");
  if (!target) return target.error();
  const int number = rename_spot(*source, *target);
  if (number == 0) return {};
  if (number == EEXIST) return system_error(EEXIST, "rename " + from.text() + " to", to.text());
  return system_error(number, "rename", from.text());
}

}  // namespace clew
