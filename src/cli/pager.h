// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "os/run_program.h"

namespace clew {

// The program through which a person reads more than one screen of a terminal: $CLEW_PAGER, else
// $PAGER, else less.
class Pager {
 public:
  // Nothing where no pager is wanted (an empty variable, or cat) or possible.
  static std::optional<Pager> of_environment();
  Pager(std::string command, int rows, int columns)
      : command_(std::move(command)), rows_(rows), columns_(columns) {}

  bool is_more_than_a_screen(std::string_view text) const;

  bool is_running() const { return reader_.has_value(); }
  // Where to write from now on. The terminal itself if the program cannot be started.
  int start();
  // Waits until the person has left it.
  void finish();

 private:
  std::string command_;  // for the shell
  int rows_;
  int columns_;
  std::optional<TerminalReader> reader_;
};

}  // namespace clew
