// SPDX-License-Identifier: MIT

#include "cli/commands.h"

namespace clew {

Result<Outcome> stats_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  (void)engine; (void)arguments; (void)screen;
  return Outcome::kNothing;
}

}  // namespace clew
