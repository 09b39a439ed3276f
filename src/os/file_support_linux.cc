// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>
#include <fcntl.h>

#include "os/file_support.h"

namespace clew {

const int kFolderStep = O_PATH | O_DIRECTORY | O_CLOEXEC;

int rename_exclusive(int from_folder, const char* from, int to_folder, const char* to) {
  if (::renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0) return 0;
  // EINVAL is also what a file system says that does not know the flag (NFS, some of FUSE); a
  // folder moved into itself is then told by the next attempt.
  return errno == EINVAL ? ENOSYS : errno;
}

int reserve_space(int fd, off_t offset, std::size_t bytes) {
  if (bytes == 0) return 0;
  if (::fallocate(fd, FALLOC_FL_KEEP_SIZE, offset, static_cast<off_t>(bytes)) == 0) return 0;
  return errno == ENOSPC || errno == EDQUOT ? errno : 0;
}

}  // namespace clew
