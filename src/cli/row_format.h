// SPDX-License-Identifier: MIT
//
// `--format '{id}\t{title}'`: the rows of an answer in a form of one's own. The names are those of
// the described values (base/described.h), so whatever JSON says can be asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "engine/call/operation.h"

namespace clew {

// A form, taken apart: text and fields in turn.
struct RowFormat {
  struct Piece {
    std::string text;                // written as it is
    std::vector<std::string> field;  // then this one; empty: the form ends
  };
  std::vector<Piece> pieces;

  // {name} stands for a field, {{ and }} for braces; \t, \n and \\ work. A field must be one of
  // `known`.
  static Result<RowFormat> parse(std::string_view form, const std::vector<std::string>& known);
};

// Runs the operation and writes each of its rows in this form.
Result<Outcome> write_rows_as(std::string_view form, const Operation& operation, Engine& engine,
                              const Arguments& arguments, Screen& screen);

}  // namespace clew
