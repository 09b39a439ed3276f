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

// The text of a command as a terminal of so many columns would get it. `session`: that it is about
// when the words name none. From cli, which alone knows how each command looks.
using TextOfCommand = std::function<Result<std::vector<std::string>>(
    Engine& engine, const std::vector<std::string>& words, const std::string& session,
    int columns)>;

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
