// SPDX-License-Identifier: MIT
//
// For tests and benchmarks: a program in a pseudo-terminal, with libvterm as the terminal that a
// person would look at.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace clew {

class TestScreen {
 public:
  struct Options {
    int columns = 80;
    int rows = 24;
    std::map<std::string, std::string> environment;
    std::string folder;
    std::string output;  // a file for standard output, when it is not the terminal's
  };
  TestScreen(std::vector<std::string> arguments, const Options& options);
  ~TestScreen();
  TestScreen(const TestScreen&) = delete;
  TestScreen& operator=(const TestScreen&) = delete;

  void type(std::string_view bytes);
  void resize(int columns, int rows);
  // The same, and waits for the program to have painted everything anew.
  bool resize_and_wait(int columns, int rows);
  void signal(int number);
  pid_t pid() const { return pid_; }

  // Takes what the program writes until the screen is as wanted; false when it was not in time. The
  // screen is looked at between frames only, never when half of one is there; so nobody has to wait
  // for a fixed time.
  bool wait(const std::function<bool()>& is_so,
            std::chrono::milliseconds time = std::chrono::seconds(90));
  bool wait_for(std::string_view text) {
    return wait([&] { return has(text); });
  }
  bool wait_without(std::string_view text) {
    return wait([&] { return !has(text); });
  }
  // Takes what comes for so long: for programs that say nothing when they are done.
  void settle(std::chrono::milliseconds time);

  std::string row(int number) const;
  std::string text() const;
  bool has(std::string_view what) const { return text().find(what) != std::string::npos; }
  // The row that has the text, or -1.
  int row_of(std::string_view what) const;

  struct Look {
    bool bold = false;
    bool reverse = false;
    int color = -1;  // of the palette; -1: the terminal's own
  };
  Look look(int row, int column) const;

  bool other_screen() const;
  bool cursor_visible() const;
  bool takes_mouse() const;
  // Whether characters that are typed are shown and lines are waited for, as in a shell.
  bool is_cooked() const;
  // What was put on the clipboard last, as it came (OSC 52); empty: nothing yet.
  std::string clipboard() const;
  const std::string& bytes() const { return bytes_; }
  void forget_bytes() { bytes_.clear(); }

  // Waits for the end: the exit code, or minus the signal.
  int finish();
  bool has_ended();

 private:
  struct Terminal;
  bool read_some(std::chrono::milliseconds time);

  std::unique_ptr<Terminal> terminal_;
  int columns_;
  int rows_;
  int master_ = -1;
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
  std::string bytes_;
  std::string last_bytes_;  // the end of what came, which may be half of a sequence
  bool in_frame_ = false;
};

}  // namespace clew
