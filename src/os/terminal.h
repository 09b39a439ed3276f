// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <termios.h>

namespace clew {

bool is_terminal(int fd);

// Columns of the terminal behind `fd`; nothing when it is none or does not know.
std::optional<int> terminal_width(int fd);
// Its rows.
std::optional<int> terminal_height(int fd);

// While this lives the terminal behind `fd` does not show what is typed. Nothing happens when it is
// none.
class HiddenTyping {
 public:
  explicit HiddenTyping(int fd);
  ~HiddenTyping();
  HiddenTyping(const HiddenTyping&) = delete;
  HiddenTyping& operator=(const HiddenTyping&) = delete;

 private:
  int fd_;
  std::optional<termios> before_;
};

}  // namespace clew
