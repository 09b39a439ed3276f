// SPDX-License-Identifier: MIT
#include "os/file_support.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace clew {

int rename_new(int from_folder, const char* from, int to_folder, const char* to) {
  const int number = rename_exclusive(from_folder, from, to_folder, to);
  return number == ENOSYS ? rename_in_steps(from_folder, from, to_folder, to) : number;
}

int rename_in_steps(int from_folder, const char* from, int to_folder, const char* to) {
  struct stat status {};
  if (::fstatat(from_folder, from, &status, AT_SYMLINK_NOFOLLOW) != 0) return errno;
  if (!S_ISDIR(status.st_mode)) {
    if (::linkat(from_folder, from, to_folder, to, 0) != 0) {
      return errno == EPERM || errno == EOPNOTSUPP ? ENOSYS : errno;
    }
    if (::unlinkat(from_folder, from, 0) == 0) return 0;
    const int number = errno;
    ::unlinkat(to_folder, to, 0);
    return number;
  }
  if (::mkdirat(to_folder, to, 0700) != 0) return errno;
  if (::renameat(from_folder, from, to_folder, to) == 0) return 0;
  const int number = errno;
  ::unlinkat(to_folder, to, AT_REMOVEDIR);
  return number;
}

}  // namespace clew
