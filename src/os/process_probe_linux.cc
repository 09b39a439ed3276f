// SPDX-License-Identifier: MIT
#include <fstream>
#include <sstream>
#include <sys/types.h>
#include <unistd.h>

#include "os/process_probe.h"

namespace clew {

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
