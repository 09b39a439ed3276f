// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "transcript/message_tree.h"
#include "transcript/rules.h"

namespace clew {

// One true alternative of a conversation.
struct Branch {
  MessageId tip_message = kNoMessage;
  EntryIndex tip = kNoEntry;            // the last line of the conversation on this branch
  bool active = false;                  // what a resume goes on from
  std::string reason;                   // why it is, or is not
  MessageId fork_message = kNoMessage;  // the last message shared with the active branch
  EntryIndex fork = kNoEntry;           // its last line; kNoEntry: shares nothing (another root)
  EntryIndex prompt = kNoEntry;         // the first line that is only on this branch
  // As `show` prints them, where they are asked for: counted_branches().
  std::int64_t messages = 0;      // on the whole way from the root
  std::int64_t own_messages = 0;  // since the fork
  TimeMs first_time = kNoTime;    // of the part since the fork
  TimeMs last_time = kNoTime;
  std::string summary;  // title that a summary line gives to this branch
};

// All branches, the active one first, then the newest ends. `path` says which is active; when it
// ends inside a branch (a rewind), the part up to there is a branch of its own.
std::vector<Branch> find_branches(const MessageTree& messages, const ChosenPath& path);

// Everything a person saw along the branch that ends at `tip`: all lines from the first to there,
// in order, also what lies before compactions. Side lines that lead nowhere (an /exit, a hook)
// stand where the file has them.
std::vector<EntryIndex> branch_entries(const MessageTree& messages, MessageId tip);

// The message that a path ends in, or where a reader would look if the rules refuse the file.
MessageId tip_message(const MessageTree& messages, const ChosenPath& path);

// The name of that branch: its last line, also of a file that is refused or has no tree.
EntryIndex shown_tip(const MessageTree& messages, const ChosenPath& path);

}  // namespace clew
