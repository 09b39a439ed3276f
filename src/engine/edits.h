// SPDX-License-Identifier: MIT
//
// What a person can change: hide, rename, tag, delete. Each answers with one sentence that says
// what was done.
#pragma once

#include <string>

#include "engine/arguments.h"
#include "engine/engine.h"

namespace clew {

Result<std::string> hide(Engine& engine, const Arguments& arguments);
Result<std::string> unhide(Engine& engine, const Arguments& arguments);
Result<std::string> rename(Engine& engine, const Arguments& arguments);
Result<std::string> tag(Engine& engine, const Arguments& arguments);
Result<std::string> remove(Engine& engine, const Arguments& arguments);
Result<std::string> undelete(Engine& engine, const Arguments& arguments);

}  // namespace clew
