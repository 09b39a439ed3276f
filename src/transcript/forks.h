// SPDX-License-Identifier: MIT
//
// Every place where the lines of a file fork, and why most of them are no branches.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "transcript/message_tree.h"
#include "transcript/rules.h"

namespace clew {

enum class ForkReason : std::uint8_t {
  kBranch,         // a true alternative: find_branches lists it
  kSubagent,       // lines of a subagent inside the file
  kCompaction,     // a compaction begins with a root of its own
  kParallelCalls,  // a result hangs on its own call
  kSameMessage,    // lines of one answer
  kRetry,          // an answer or a request that was repeated
  kCommand,        // nothing but slash commands
  kSideLines,      // hooks, attachments, notices
  kMeta,           // texts that the CLI added
  kMissingParent,  // its parent is not in the file
  kLoop,           // parents that lead back to themselves
};

std::string_view name_of(ForkReason reason);  // "branch", "parallel-calls", ...
constexpr ForkReason last_of(ForkReason) { return ForkReason::kLoop; }
// In a sentence, what Clew makes of it.
std::string_view explanation_of(ForkReason reason);

// One way that leaves where another continues.
struct LineFork {
  EntryIndex at = kNoEntry;    // the line that both hang on; kNoEntry: a further root
  EntryIndex line = kNoEntry;  // the first line of the way that leaves
  ForkReason reason = ForkReason::kBranch;
};

// In the order of the lines that leave. Of the ways below a line the one that leads to the end of
// `path` continues, else the one that was written last; of the roots the first.
std::vector<LineFork> explain_forks(const MessageTree& messages, const ChosenPath& path);

}  // namespace clew
