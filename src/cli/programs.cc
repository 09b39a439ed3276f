// SPDX-License-Identifier: MIT

#include "cli/programs.h"

#include "cli/stdio_programs.h"

namespace clew {
namespace {

std::vector<Program> make_programs() { return stdio_programs(); }

}  // namespace

std::span<const Program> programs() {
  static const std::vector<Program> table = make_programs();
  return table;
}

const Program* find_program(std::string_view name) {
  for (const Program& program : programs()) {
    if (program.row.name == name) return &program;
  }
  return nullptr;
}

std::span<const Operation* const> command_rows() {
  static const std::vector<const Operation*> rows = [] {
    std::vector<const Operation*> all;
    for (const Operation& operation : operations()) all.push_back(&operation);
    for (const Program& program : programs()) all.push_back(&program.row);
    return all;
  }();
  return rows;
}

}  // namespace clew
