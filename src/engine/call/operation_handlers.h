// SPDX-License-Identifier: MIT
//
// The operations that write their bytes themselves: streams of lines, and a line as it is. All
// others give described values (the *_answers.h).
#pragma once

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"

namespace clew {

Result<Outcome> run_tail(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_raw(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_run(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_resume(Engine& engine, const Arguments& arguments, const Sink& sink);
Result<Outcome> run_edit(Engine& engine, const Arguments& arguments, const Sink& sink);

}  // namespace clew
