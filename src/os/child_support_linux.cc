// SPDX-License-Identifier: MIT

#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/child_support.h"

namespace clew {
namespace {

// Since Linux 5.11; the headers of the build machine may be older than its kernel.
constexpr unsigned kCloseRangeCloexec = 1U << 2;
// Kernels before that: most programs have few descriptors, and a million calls take a second.
constexpr long kMostDescriptors = 65536;

}  // namespace

bool make_private_pipe(int (&ends)[2]) { return ::pipe2(ends, O_CLOEXEC) == 0; }

void close_on_exec_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, kCloseRangeCloexec) == 0) {
    return;
  }
#endif
  long end = ::sysconf(_SC_OPEN_MAX);
  if (end < 0 || end > kMostDescriptors) end = kMostDescriptors;
  for (int fd = first; fd < end; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void end_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it ended before we asked
}

int open_exit_handle(pid_t child) {
#ifdef SYS_pidfd_open
  return static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
#else
  static_cast<void>(child);
  return -1;
#endif
}

}  // namespace clew
