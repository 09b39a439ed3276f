// SPDX-License-Identifier: MIT
//
// kill() is everywhere; /proc only on Linux, and where it is missing the answers are "not told".
#include "os/process_probe.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <limits>
#include <sstream>
#include <sys/types.h>
#include <unistd.h>

namespace clew {

bool RealProcessProbe::is_alive(std::int64_t pid) const {
  // 0 and negative numbers would mean groups of processes.
  if (pid <= 0 || pid > std::numeric_limits<pid_t>::max()) return false;
  return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM;
}

std::optional<std::string> RealProcessProbe::start_mark(std::int64_t pid) const {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  // The second field is the program's name in parentheses and may hold anything, also ")".
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream rest(line.substr(name_end + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number) {
    if (!(rest >> field)) return std::nullopt;
  }
  return field;
}

std::string RealProcessProbe::number_space() const {
  char target[64];
  const ssize_t size = ::readlink("/proc/self/ns/pid", target, sizeof target);
  return size > 0 ? std::string(target, static_cast<std::size_t>(size)) : std::string();
}

}  // namespace clew
