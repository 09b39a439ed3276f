// SPDX-License-Identifier: MIT

#include "cli/standard_input.h"

#include <cerrno>
#include <unistd.h>

namespace clew {

std::string read_standard_input() {
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  std::string text;
  char buffer[1 << 14];
  while (text.size() < kMost) {
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace clew
