// SPDX-License-Identifier: MIT
#pragma once

#include "engine/drive/driven_conversations.h"
#include "engine/live/event_bus.h"

namespace clew {

// Publishes what driven conversations say as "drive" events, with the members
//   "conversation": its id, "event": {"kind": ..., ...}   (docs/drive.md)
// The bus outlives the conversations.
DrivenConversations::Observer publish_drive_events(EventBus& bus);

}  // namespace clew
