// SPDX-License-Identifier: MIT
//
// What a call of one of Claude Code's tools is to an ACP client: a title, a kind, files, a diff.
#pragma once

#include <string>
#include <string_view>

#include "json/value.h"
#include "json/writer.h"

namespace clew {

// read, edit, delete, move, search, execute, think, fetch, switch_mode or other.
std::string_view acp_tool_kind(std::string_view name);

// "Read src/main.cc", "`make test`": one line, bounded.
std::string acp_tool_title(std::string_view name, json::Value input);

// Fields "locations" and "content" (a diff for what changes files), where there is something to
// say.
void write_acp_tool_details(json::Writer& out, std::string_view name, json::Value input);

// A call that makes the plan instead of being shown (TodoWrite).
bool is_acp_plan(std::string_view name, json::Value input);
// The entries of it, as the fields of a plan.
void write_acp_plan(json::Writer& out, json::Value input);

}  // namespace clew
