// SPDX-License-Identifier: MIT
//
// Commands that are no operations, because they are front ends themselves: servers and protocols on
// standard input and output. They are described by rows like operations, so that the command line,
// help, man page and completions treat both alike; nothing else sees these rows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "cli/output.h"

namespace clew {

struct Program {
  Operation row;  // its `run` is null
  // Runs until the work is done or a signal comes.
  Result<Outcome> (*run)(const Invocation&, const Arguments&, Output&);
};

std::span<const Program> programs();
const Program* find_program(std::string_view name);

// The rows of all commands: operations, then programs.
std::span<const Operation* const> command_rows();

Result<Outcome> run_serve(const Invocation& invocation, const Arguments& arguments, Output& out);
Result<Outcome> run_open(const Invocation& invocation, const Arguments& arguments, Output& out);

}  // namespace clew
