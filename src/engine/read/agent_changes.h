// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "catalog/list/subagents.h"
#include "engine/engine.h"
#include "engine/read/session.h"

namespace clew {

// A call of a tool that changed a file, and whose it is. `call.call` is a line of `transcript`.
struct ChangingCall {
  const ToolCall& call;
  const Transcript& transcript;
};

// The calls of these messages that changed files, in their order.
Result<void> each_changing_call(Engine& engine, const SharedSession& session,
                                std::vector<MessagePlan> plans,
                                const std::function<void(const ChangingCall&)>& visit);

// The same of a subagent of a session, with a file of its own or inside that of the session. One
// that is gone or unreadable, a copy of the main thread and a warm-up have none.
Result<void> each_changing_call(Engine& engine, const SharedSession& session, const Subagent& agent,
                                const std::function<void(const ChangingCall&)>& visit);

}  // namespace clew
