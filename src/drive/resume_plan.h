// SPDX-License-Identifier: MIT
//
// Where a prompt goes: behind the end of a session, behind an earlier line of it, or in place of an
// earlier prompt. Pure: it looks at the tree and decides.
//
// The program can go on from any line of its *active* conversation (--resume-session-at, into the
// same file, where the old branch stays). It cannot go back to an abandoned branch, nor to before
// the first line; then a copy up to the place (fork_file.h), or a new session, is the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "transcript/message_tree.h"
#include "transcript/rules.h"

namespace clew {

struct ResumePlan {
  enum class How : std::uint8_t {
    kEnd,         // behind the active end, same file
    kSameFile,    // behind an earlier line of the active conversation: a new branch, same file
    kFork,        // in a copy that ends at `keep`
    kNewSession,  // nothing is kept
  };
  How how = How::kEnd;
  std::string at;                   // for --resume-session-at: a line's uuid, for 1.0 a message id
  EntryIndex keep = kNoEntry;       // the last line that the model will still see
  std::string reason;               // why not simply in the same file; empty when it is
  std::vector<EntryIndex> kept;     // lines that the model will see
  std::vector<EntryIndex> dropped;  // lines it would have seen otherwise; they stay in the file
};

std::string_view name_of(ResumePlan::How how);  // "end", "same-file", "fork", "new-session"
constexpr ResumePlan::How last_of(ResumePlan::How) { return ResumePlan::How::kNewSession; }

enum class Fork : bool { kOnlyIfNeeded, kAlways };

// Goes on behind line `at`, or behind the end. An error when the rules refuse the session or the
// line is none of the conversation's.
Result<ResumePlan> plan_resume(const MessageTree& messages, RuleSet rules,
                               std::optional<EntryIndex> at, Fork fork);

// Replaces a prompt: goes on behind the line before it. An error when `prompt` is no prompt.
Result<ResumePlan> plan_edit(const MessageTree& messages, RuleSet rules, EntryIndex prompt,
                             Fork fork);

}  // namespace clew
