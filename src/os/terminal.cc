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

HiddenTyping::HiddenTyping(int fd) : fd_(fd) {
  termios now{};
  if (::tcgetattr(fd, &now) != 0) return;
  before_ = now;
  now.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  ::tcsetattr(fd, TCSAFLUSH, &now);
}

HiddenTyping::~HiddenTyping() {
  if (before_) ::tcsetattr(fd_, TCSAFLUSH, &*before_);
}

}  // namespace clew
