// SPDX-License-Identifier: MIT
#include "os/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace clew {

bool is_terminal(int fd) { return ::isatty(fd) == 1; }

std::optional<int> terminal_width(int fd) {
  struct winsize size {};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

std::optional<int> terminal_height(int fd) {
  struct winsize size {};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return std::nullopt;
  return size.ws_row;
}

}  // namespace clew
