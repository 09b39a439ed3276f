// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/read/conversation_view.h"

namespace clew {

// Another way that the conversation went from the same point, or the one shown.
struct Alternative {
  EntryIndex first = kNoEntry;  // its first own line
  EntryIndex tip = kNoEntry;    // the newest end that it leads to
  bool current = false;
};

// One message of a branch without its text.
struct OutlineRow {
  const MessagePlan* plan = nullptr;  // borrowed from the view
  EntryIndex entry = kNoEntry;        // the line that names the message
  std::int64_t bytes = 0;             // of its lines and its tools' results, as in the file
  bool sent = false;                  // a resume would send it, or a part of it, to the model
  // Only where the conversation forks just before this message: all ways, oldest first.
  std::vector<Alternative> alternatives;
};

// What a page needs to know of messages that are not on the screen. Rows are in the order of the
// view's messages.
std::vector<OutlineRow> outline(ConversationView& view);

}  // namespace clew
