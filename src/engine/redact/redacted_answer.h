// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/engine.h"

namespace clew {

// An answer, which is JSON, without secrets: those that it tells itself, and those of the session
// that it is about (a name, or nothing), also where they stand bare in it. By the decisions that
// were taken.
Result<std::string> redacted_answer(Engine& engine, std::string_view json,
                                    const std::string& session);

}  // namespace clew
