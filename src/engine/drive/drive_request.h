// SPDX-License-Identifier: MIT
//
// From what a person asks for (run, resume, edit, fork) to the command that does it. Preparing only
// looks; what it found can be shown (--dry-run, --print-command) or carried out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "drive/claude_program.h"
#include "drive/launch.h"
#include "drive/resume_plan.h"
#include "engine/engine.h"
#include "engine/lists/session_list.h"

namespace clew {

struct DriveRequest {
  enum class Action : std::uint8_t { kRun, kResume, kEdit, kFork };
  Action action = Action::kRun;
  std::string session;             // as a person names it; not for kRun
  std::string at;                  // the line to go on from; for kEdit the prompt to replace
  std::string prompt;              // empty: none yet
  std::string folder;              // instead of the session's own, or of where the person stands
  std::string workspace;           // "tmp", "clone" or "clone=PATH"
  bool link_instructions = false;  // put the CLAUDE.md of where the person stands into a workspace
  bool fork = false;
  bool drop_context = false;    // kEdit: without what the editor attached to the old prompt
  bool force = false;           // also when the session is running elsewhere
  std::string title;            // of a copy
  std::string claude;           // the program; empty: looked for
  bool ask_permissions = true;  // somebody will answer
  bool partial_messages = true;
  bool only_look = false;  // works without a claude, too
  DriveOptions options;
};

// A line as a person recognises it.
struct LineSummary {
  std::string uuid;
  std::string role;
  std::string kind;
  std::string text;
};

struct PreparedDrive {
  DriveRequest::Action action = DriveRequest::Action::kRun;
  Launch launch;
  std::optional<ClaudeVersion> version;  // only asked for when it matters
  std::string session;                   // the original; empty for kRun
  std::string file;                      // its transcript
  ResumePlan::How how = ResumePlan::How::kNewSession;
  std::string reason;  // why a copy or a new session
  std::string at;      // uuid of the line that is replaced or gone on from; empty: the end
  std::string prompt;
  std::string old_prompt;            // kEdit: what it replaces
  std::vector<LineSummary> kept;     // the last messages that the model will see
  std::vector<LineSummary> dropped;  // the first ones that it will not see any more
  std::size_t kept_count = 0;        // all of them
  std::size_t dropped_count = 0;
  // A copy that has to be written first, and where.
  std::string fork_session;
  std::optional<PathBelow> fork_file;
  std::string fork_text;
  std::string workspace;  // to be made first: "tmp", "clone=PATH"
  // The session is only kept, and has to be brought back to the disk first.
  std::optional<NamedSession> restore;
  bool from_store = false;  // that lies in the session store, not in the keep
  std::string restore_to;   // the folder that stands for its project, when another machine kept it
  std::string restore_command;  // the same by hand; empty: nothing has to be brought back
  bool link_instructions = false;
  bool unseen = false;  // nobody's conversation: started for what the program says of itself
  std::vector<SessionCopy> ahead;  // of other machines, with something that is not here
};

Result<PreparedDrive> prepare_drive(Engine& engine, const DriveRequest& request);

// A claude in the folder where this session would continue, that knows nothing of the session and
// runs no hooks: only to be asked what it offers there.
Result<PreparedDrive> prepare_inquiry(Engine& engine, const std::string& session);

// Writes the copy and makes the workspace, where there are any; the only thing of ours that changes
// a root is the new file of a copy.
Result<void> carry_out(Engine& engine, PreparedDrive& prepared);

// Notes in our own data that a new session is the old one with another first prompt.
Result<void> link_sessions(Engine& engine, const PreparedDrive& prepared,
                           const std::string& new_session);

std::string_view name_of(DriveRequest::Action action);
constexpr DriveRequest::Action last_of(DriveRequest::Action) { return DriveRequest::Action::kFork; }

// The command that a plan ends in; a fork has none.
std::optional<ChildOptions> command_of(const PreparedDrive& prepared);

}  // namespace clew
