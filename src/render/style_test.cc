// SPDX-License-Identifier: MIT

#include "render/style.h"

#include <cstdlib>
#include <fcntl.h>
#include <initializer_list>
#include <string>
#include <sys/ioctl.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

// Sets variables of the environment and puts them back.
class Environment {
 public:
  Environment(std::initializer_list<std::pair<std::string, const char*>> values) {
    for (const auto& [name, value] : values) {
      const char* old = std::getenv(name.c_str());
      old_.emplace_back(name, old ? old : "", old != nullptr);
      value ? ::setenv(name.c_str(), value, 1) : ::unsetenv(name.c_str());
    }
  }
  ~Environment() {
    for (const auto& [name, value, was_set] : old_) {
      was_set ? ::setenv(name.c_str(), value.c_str(), 1) : ::unsetenv(name.c_str());
    }
  }

 private:
  std::vector<std::tuple<std::string, std::string, bool>> old_;
};

// A terminal of so many columns as standard output.
class TestTerminal {
 public:
  explicit TestTerminal(unsigned short columns) {
    std::fflush(stdout);
    master_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) return;
    const int slave = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
    winsize size{};
    size.ws_col = columns;
    size.ws_row = 24;
    ::ioctl(slave, TIOCSWINSZ, &size);
    stdout_ = ::dup(STDOUT_FILENO);
    ::dup2(slave, STDOUT_FILENO);
    ::close(slave);
  }
  ~TestTerminal() {
    if (stdout_ >= 0) {
      ::dup2(stdout_, STDOUT_FILENO);
      ::close(stdout_);
    }
    if (master_ >= 0) ::close(master_);
  }
  bool works() const { return stdout_ >= 0; }

 private:
  int master_ = -1;
  int stdout_ = -1;
};

bool color(ColorChoice choice) { return make_style(choice, 80).color; }

TEST(Style, ColoursOnATerminalUnlessSomebodySaysNo) {
  bool works = false;
  bool plain = true, no_color = true, empty_no_color = false, dumb = true, no_term = true;
  bool always = false, never = true;
  {
    const TestTerminal terminal(100);
    works = terminal.works();
    if (works) {
      const Environment xterm{{"TERM", "xterm"}, {"NO_COLOR", nullptr}};
      plain = color(ColorChoice::kAuto);
      never = color(ColorChoice::kNever);
      const Environment no{{"NO_COLOR", "1"}};
      no_color = color(ColorChoice::kAuto);
      always = color(ColorChoice::kAlways);
      const Environment empty{{"NO_COLOR", ""}};
      empty_no_color = color(ColorChoice::kAuto);
      const Environment is_dumb{{"TERM", "dumb"}};
      dumb = color(ColorChoice::kAuto);
      const Environment none{{"TERM", nullptr}};
      no_term = color(ColorChoice::kAuto);
    }
  }
  if (!works) GTEST_SKIP() << "no pseudo terminal here";
  EXPECT_TRUE(plain);
  EXPECT_FALSE(never);
  EXPECT_FALSE(no_color);
  EXPECT_TRUE(always) << "asked for on the command line";
  EXPECT_TRUE(empty_no_color) << "no-color.org: only when not empty";
  EXPECT_FALSE(dumb);
  EXPECT_FALSE(no_term);
}

TEST(Style, WidthIsThatOfTheTerminal) {
  bool works = false;
  int of_terminal = 0, asked = 0;
  {
    const TestTerminal terminal(123);
    works = terminal.works();
    const Environment columns{{"COLUMNS", "50"}};
    of_terminal = make_style(ColorChoice::kAuto, 0).width;
    asked = make_style(ColorChoice::kAuto, 60).width;
  }
  if (!works) GTEST_SKIP() << "no pseudo terminal here";
  EXPECT_EQ(of_terminal, 123);
  EXPECT_EQ(asked, 60);
}

TEST(Style, WidthWithoutTerminal) {
  if (::isatty(STDOUT_FILENO)) GTEST_SKIP() << "standard output is a terminal";
  const auto width = [](const char* columns, int asked) {
    const Environment environment{{"COLUMNS", columns}};
    return make_style(ColorChoice::kAuto, asked).width;
  };
  EXPECT_EQ(width(nullptr, 0), 80);
  EXPECT_EQ(width("50", 0), 50);
  EXPECT_EQ(width("nonsense", 0), 80);
  EXPECT_EQ(width("-5", 0), 80);
  EXPECT_EQ(width("99999999999999999999", 0) > 0, true);
  EXPECT_EQ(width("5", 0), 20) << "narrower makes no sense";
  EXPECT_EQ(width("50", 10), 20);
  EXPECT_EQ(width("50", 10000), 10000);
}

TEST(Style, PaintWrapsOnlyWhatThereIs) {
  const Style plain{false, 80};
  const Style colored{true, 80};
  EXPECT_EQ(plain.paint(Ink::kBad, "x"), "x");
  EXPECT_EQ(colored.paint(Ink::kBad, "x"), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(colored.paint(Ink::kBad, ""), "");
  EXPECT_EQ(colored.paint(Ink::kPlain, "x"), "x");
}

}  // namespace
}  // namespace clew
