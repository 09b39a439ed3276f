// SPDX-License-Identifier: MIT

#include "engine/operation_handlers.h"

namespace clew {

Result<Outcome> run_stats(Engine& engine, const Arguments& arguments, const Sink& sink) {
  (void)engine; (void)arguments; (void)sink;
  return Outcome::kNothing;
}

}  // namespace clew
