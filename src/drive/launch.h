// SPDX-License-Identifier: MIT
//
// How `claude` is started: checked values in, an argument vector out. Values come from people, from
// the network and out of transcripts, so each is checked and travels as --flag=value: it can become
// neither another flag nor another command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/child_process.h"

namespace clew {

// What a person may choose about a run; passed through to the program. Empty: its own default.
struct DriveOptions {
  std::string model;
  std::string fallback_model;
  std::string permission_mode;
  std::vector<std::string> allowed_tools;
  std::vector<std::string> disallowed_tools;
  std::vector<std::string> add_dirs;
  std::string append_system_prompt;
  std::string system_prompt;
  std::string settings;
  std::vector<std::string> mcp_configs;
  std::optional<std::int64_t> max_turns;
};

struct Launch {
  std::string program;     // path of claude
  std::string folder;      // the session's folder
  std::string root;        // for $CLAUDE_CONFIG_DIR; empty: as the environment says
  std::string resume;      // id of the session to go on with; empty: a new one
  std::string session_id;  // that a new one shall have; empty: the program makes one
  std::string resume_at;   // line uuid, or message id for 1.0: everything after it is left out
  DriveOptions options;
  bool partial_messages = true;
  bool ask_permissions = true;  // somebody can answer; else the program decides alone
};

// For a conversation through pipes, stream-json both ways.
Result<ChildOptions> stream_command(const Launch& launch);
// For a person at the terminal. `resume_at` is refused: the interactive program ignores it.
Result<ChildOptions> interactive_command(const Launch& launch);

// The command as a person would type it: cd, variables, program and arguments, quoted for sh.
std::string shell_command(const ChildOptions& command);

}  // namespace clew
