// SPDX-License-Identifier: MIT
//
// The transcripts of a session's subagents, in every layout the CLI has used:
//   1.0           lines inside the main transcript, with a root of their own
//   2.0.60+       <project>/agent-<id>.jsonl beside the sessions; sessionId in the lines
//   2.1.2+        <project>/<session>/subagents/agent-<id>.jsonl, from 2.1.71 with a .meta.json
//   2.1.167+      <project>/<session>/subagents/workflows/<run>/agent-<id>.jsonl as well
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "os/file_system.h"
#include "transcript/entry.h"
#include "transcript/finding.h"
#include "transcript/transcript.h"
#include "transcript/tree.h"

namespace clew {

enum class SubagentKind : std::uint8_t {
  kTask,              // started by a Task or Agent call
  kWorkflow,          // of a workflow run
  kWarmup,            // started by the CLI to warm a cache: never of interest
  kPromptSuggestion,  // the CLI looks for a prompt to suggest
  kCompact,           // writes the summary of a compaction
  kSideQuestion,      // the /btw command
};

std::string_view name_of(SubagentKind kind);  // "task", "workflow", ...
constexpr SubagentKind last_of(SubagentKind) { return SubagentKind::kSideQuestion; }

// The last three repeat lines of the main thread: not to be counted or shown a second time.
inline bool is_fork_of_main_thread(SubagentKind kind) {
  return kind >= SubagentKind::kPromptSuggestion;
}

struct Subagent {
  std::string id;    // agentId: the name after "agent-"; inside a session: its first line's uuid
  std::string path;  // its transcript; inside a session: that of the session
  bool own_file = true;
  std::int64_t size = 0;  // bytes of its lines
  SubagentKind kind = SubagentKind::kTask;
  std::string session;      // the session it belongs to
  std::string workflow;     // the run, for kWorkflow
  std::string type;         // "Explore"; empty when nothing tells
  std::string description;  // empty when nothing tells
  std::string tool_use_id;  // of the call that started it; empty when nothing tells
  std::string prompt;       // its first prompt, cut as in lists
  TimeMs created = kNoTime;
  std::string open{};  // the command that shows it; filled in by whoever knows how to name sessions
};

struct Subagents {
  std::vector<Subagent> agents;  // by the time they began
  Findings findings;
};

// Those of the session whose transcript is at `path` that have files of their own. Reads the
// beginning of each file.
Subagents find_subagents(const FileSystem& files, const std::string& path);

// Fills in type, description and call from the main transcript, where they are not known: 2.0 and
// early 2.1 name the agent only in the result of the call (toolUseResult.agentId). `main` is the
// open file that `transcript` was read from.
void join_with_calls(const Transcript& transcript, const RandomAccessFile& main,
                     std::vector<Subagent>& agents);

// Those that wrote into the transcript of their session, which `tree` is of and `main` opened:
// joined with their calls, whose prompts they begin with.
std::vector<Subagent> inline_subagents(const Tree& tree, const RandomAccessFile& main,
                                       const std::string& path);

// Both, by the time they began, as far as `findings` does not say otherwise.
Subagents all_subagents(const FileSystem& files, const Tree& tree, const RandomAccessFile& main,
                        const std::string& path);

}  // namespace clew
