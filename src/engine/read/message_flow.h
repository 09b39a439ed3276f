// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/call/flow.h"
#include "engine/read/conversation_view.h"
#include "engine/read/session_answers.h"

namespace clew {

// The view's messages. Written as text, a long conversation is fetched by several threads, a few
// batches at a time.
Flow<ShownMessage> message_flow(std::shared_ptr<ConversationView> view, TextLimit limit);

}  // namespace clew
