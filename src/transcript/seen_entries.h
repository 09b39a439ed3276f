// SPDX-License-Identifier: MIT
//
// What of a session a person saw, and under which name.
#pragma once

#include <string>
#include <vector>

#include "transcript/branches.h"
#include "transcript/conversation.h"

namespace clew {

// All lines that a person saw along a path; of a file whose lines name no parents, all of the main
// thread.
std::vector<EntryIndex> seen_entries(const MessageTree& messages, const ChosenPath& path);

// The same as messages, without lines that are not meant to be read. Their number is what every
// count of a session's messages says.
std::vector<MessagePlan> shown_messages(const MessageTree& messages, const ChosenPath& path);

}  // namespace clew
