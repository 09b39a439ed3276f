// SPDX-License-Identifier: MIT
//
// A copy of a conversation up to a line, as a session of its own, in the form that the official SDK
// writes (forkSession): the lines get new uuids and say in `forkedFrom` where they come from, the
// last one gets the present time, and a title line ends the file. Unlike the SDK, which copies all
// that stands before the line in the file, only the way to the line is copied, as
// `claude --fork-session` does: then every version of the program goes on from exactly there, also
// those that look for the newest line. As with the SDK, lines of progress are left out and bridged:
// 2.0, which stops at them, sees more of the conversation in the copy than in the original.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "transcript/line_source.h"
#include "transcript/message_tree.h"
#include "transcript/rules.h"

namespace clew {

struct ForkRequest {
  std::string session;      // id of the original
  std::string new_session;  // id of the copy
  std::string title;        // of the copy; empty: no title line
  EntryIndex last = kNoEntry;
  RuleSet rules = RuleSet::k21;
  TimeMs now = 0;
};

// The lines that are copied, in the order of the copy: all that a person saw on the way to `last`,
// also before compactions.
std::vector<NodeId> fork_nodes(const MessageTree& messages, RuleSet rules, EntryIndex last);

// The content of the new file.
Result<std::string> fork_text(const MessageTree& messages, LineSource& lines,
                              const ForkRequest& request);

}  // namespace clew
