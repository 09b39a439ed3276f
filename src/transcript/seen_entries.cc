// SPDX-License-Identifier: MIT
#include "transcript/seen_entries.h"

namespace clew {

std::vector<EntryIndex> seen_entries(const MessageTree& messages, const ChosenPath& path) {
  const Transcript& transcript = messages.tree().transcript();
  if (!reads_in_file_order(transcript)) {
    return branch_entries(messages, tip_message(messages, path));
  }
  std::vector<EntryIndex> entries;
  for (EntryIndex i = 0; i < transcript.count(); ++i) {
    if (!transcript[i].sidechain) entries.push_back(i);
  }
  return entries;
}

std::vector<MessagePlan> shown_messages(const MessageTree& messages, const ChosenPath& path) {
  return plan_messages(messages.tree().transcript(), seen_entries(messages, path));
}

}  // namespace clew
