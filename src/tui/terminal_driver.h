// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_descriptor.h"
#include "tui/canvas.h"
#include "tui/picture.h"
#include "tui/terminfo.h"

namespace clew::tui {

// The person's terminal, taken over: raw keys in, pictures out. There is one at a time. It is given
// back as it was by the destructor, and by a handler when the program is killed or crashes.
class TerminalDriver {
 public:
  // `color`: whether colours are wanted.
  static Result<std::unique_ptr<TerminalDriver>> open(bool color);
  ~TerminalDriver();
  TerminalDriver(const TerminalDriver&) = delete;
  TerminalDriver& operator=(const TerminalDriver&) = delete;

  int input() const { return tty_.get(); }
  // Becomes readable when a signal came: another size, a wish to be stopped, or to go on.
  int signals() const;
  struct Signals {
    bool resized = false;
    bool stop = false;       // Ctrl-Z from elsewhere
    bool continued = false;  // somebody else may have used the terminal
  };
  static Signals take_signals();

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  void ask_size();

  // What can be read now; empty when the terminal is gone.
  Result<std::string> read();

  // Writes what is different from the picture before.
  void paint(Canvas canvas);
  void repaint() { shown_.reset(); }

  // Gives the terminal to somebody else, and takes it again.
  void leave();
  void enter();
  // Stops this program as Ctrl-Z does, and comes back when it is continued.
  void suspend();
  // Asks whether pictures can be shown, where that is likely; the answer comes among the keys.
  void ask_for_pictures() const;
  // Pixels of a cell.
  CellSize cell_size() const;
  // Gives the terminal a picture that it does not have.
  void send(const Picture& picture);
  // Puts text on the clipboard of the person's own machine, through any number of ssh (OSC 52).
  void copy(std::string_view text);

 private:
  TerminalDriver(FileDescriptor tty, TerminalAbilities abilities, bool color);
  void send(std::string_view bytes) const;
  std::string codes_of(Look look) const;

  FileDescriptor tty_;
  TerminalAbilities abilities_;
  bool color_;
  bool inside_ = false;
  int columns_ = 80;
  int rows_ = 24;
  std::set<std::uint32_t> pictures_;  // that the terminal has
  std::unique_ptr<Canvas> shown_;     // what the terminal shows; null: nobody knows
};

}  // namespace clew::tui
