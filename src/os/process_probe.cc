// SPDX-License-Identifier: MIT
#include "os/process_probe.h"

#include <cerrno>
#include <csignal>
#include <limits>
#include <sys/types.h>

namespace clew {

bool RealProcessProbe::is_alive(std::int64_t pid) const {
  // 0 and negative numbers would mean groups of processes.
  if (pid <= 0 || pid > std::numeric_limits<pid_t>::max()) return false;
  return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM;
}

}  // namespace clew
