// SPDX-License-Identifier: MIT
//
// The names of what lies below a root, as far as more than one file needs them; only catalog knows
// any. <root>/projects/<key>/<session>.jsonl are the transcripts, those of subagents lie beside
// them (agent-<id>.jsonl, old versions) and in <session>/subagents/[workflows/<run>/].
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "os/plain_name.h"

namespace clew {

inline constexpr NameView kUsualRoot = ".claude";  // in the home folder
inline constexpr NameView kProjectsFolder = "projects";
inline constexpr NameView kRegistryFolder = "sessions";  // of those that are running
inline constexpr NameView kSubagentsFolder = "subagents";
inline constexpr NameView kPlansFolder = "plans";
inline constexpr NameView kTimelinesFolder = ".timelines";  // of a project, by a desktop client

// "<session>.jsonl"; nothing for what cannot be an id.
std::optional<PlainName> transcript_name(std::string_view session);
bool is_transcript_name(std::string_view name);

// Whether a file of this name, or a session of this id, is a subagent's.
bool is_agent_name(std::string_view name);
// "agent-<id>": the id.
std::string_view agent_of(std::string_view name);
std::string agent_name(std::string_view id);

// Whether it is an agent that the CLI starts for itself, to sum up a conversation or to guess the
// next prompt: all it holds is in the session, too (seen with 2.0 and 2.1).
bool is_helper_agent_name(std::string_view name);

// The session that the transcript of a subagent lies below; empty when it lies beside it.
std::string_view session_above(std::string_view path);

// Where the transcript of the session lies whose subagent's transcript is at `path`.
std::optional<std::string> transcript_above(std::string_view path, std::string_view session);

// What of a path is below the projects of this root; empty when it is elsewhere.
std::string_view below_projects(std::string_view root, std::string_view path);
// The name of the project's folder that it is, or is in; empty when it is elsewhere.
std::string_view project_key_in(std::string_view root, std::string_view path);

}  // namespace clew
