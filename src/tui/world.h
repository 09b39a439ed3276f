// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "os/durable_file_system.h"

namespace clew::tui {

// A command as it would be typed.
struct CommandLine {
  std::vector<std::string> words;
  std::string session;  // that it is about when the words name none
  int columns = 80;
  bool agreed = false;  // it may change something
};
// What it prints at a terminal of so many columns. One that would change something and is not
// agreed to is not run.
struct CommandText {
  std::vector<std::string> lines;
  bool changes = false;
  bool about_session = false;  // the words name none, so it is about `session`
};
// From cli, which alone knows how each command looks.
using TextOfCommand = std::function<Result<CommandText>(Engine& engine, const CommandLine& line)>;

// What every piece of work needs: where to look, and what is shared.
struct World {
  DurableFileSystem& files;
  EngineOptions options;
  EngineServices services;
  TextOfCommand text_of;

  // One for each piece of work, because one thread may use it at a time. Its clock is right.
  std::unique_ptr<Engine> engine() const;
};

// Checked arguments of a row of the table.
Result<Arguments> arguments_of(std::string_view operation, const Arguments::Given& given);

}  // namespace clew::tui
