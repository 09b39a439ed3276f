// SPDX-License-Identifier: MIT
#include "os/terminal.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Terminal, KnowsAPseudoTerminalAndItsWidth) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0) GTEST_SKIP() << "no pseudo-terminals here";
  ASSERT_EQ(::grantpt(master), 0);
  ASSERT_EQ(::unlockpt(master), 0);
  const int terminal = ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_GE(terminal, 0);
  EXPECT_TRUE(is_terminal(terminal));
  EXPECT_EQ(terminal_width(terminal), std::nullopt);  // a new one knows no size
  struct winsize size {};
  size.ws_col = 123;
  size.ws_row = 40;
  ASSERT_EQ(::ioctl(terminal, TIOCSWINSZ, &size), 0);
  EXPECT_EQ(terminal_width(terminal), 123);
  const auto shows_typing = [&] {
    termios now{};
    return ::tcgetattr(terminal, &now) == 0 && (now.c_lflag & ECHO) != 0;
  };
  EXPECT_TRUE(shows_typing());
  {
    const HiddenTyping hidden(terminal);
    EXPECT_FALSE(shows_typing());
  }
  EXPECT_TRUE(shows_typing());
  ::close(terminal);
  ::close(master);
}

TEST(Terminal, APipeIsNone) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_FALSE(is_terminal(ends[0]));
  EXPECT_EQ(terminal_width(ends[1]), std::nullopt);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_FALSE(is_terminal(-1));
}

}  // namespace
}  // namespace clew
