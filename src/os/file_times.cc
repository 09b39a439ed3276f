// SPDX-License-Identifier: MIT

#include "os/file_times.h"

#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>

#include "os/system_error.h"

namespace clew {

Result<void> set_modified(const std::string& path, std::int64_t mtime_ns) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  timespec times[2] = {};
  times[0].tv_nsec = UTIME_OMIT;
  times[1].tv_sec = static_cast<std::time_t>(mtime_ns / kNanoseconds);
  times[1].tv_nsec = static_cast<long>(mtime_ns % kNanoseconds);
  if (::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0) return {};
  return system_error(errno, "set the time of", path);
}

}  // namespace clew
