// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"
#include "json/value.h"
#include "json/writer.h"
#include "serve/call/operation_call.h"

namespace clew {

// completion/complete: values for the arguments of prompts and of resource templates. Sessions by
// the beginning of their ids or by words of their titles, projects by a part of their keys, newest
// first. What cannot be completed has no values.
Result<void> write_completion(json::Writer& out, Engine& engine, json::Value params,
                              const CallOptions& options);

}  // namespace clew
