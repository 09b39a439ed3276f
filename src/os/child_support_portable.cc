// SPDX-License-Identifier: MIT

#include <fcntl.h>
#include <unistd.h>

#include "os/child_support.h"

namespace clew {

bool make_private_pipe(int (&ends)[2]) {
  if (::pipe(ends) != 0) return false;
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return true;
}

void close_on_exec_from(int first) {
  constexpr long kMostDescriptors = 65536;
  long end = ::sysconf(_SC_OPEN_MAX);
  if (end < 0 || end > kMostDescriptors) end = kMostDescriptors;
  for (int fd = first; fd < end; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void end_with_parent(pid_t) {}

int open_exit_handle(pid_t) { return -1; }

}  // namespace clew
