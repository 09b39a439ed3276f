// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "serve/mcp/mcp_tools.h"

namespace clew {

// Which projects a tool looks at: those that it was asked for, else the one that the client works
// in, else all.
class McpScope {
 public:
  // `project` as the model gave it: empty, "*", or a name.
  McpScope(const ToolContext& context, const std::string& project);

  bool is_everything() const { return projects_.empty(); }
  // For operations that take several projects.
  void give_projects(Arguments::Given& given) const;
  // For `list`, which takes one.
  void give_path(Arguments::Given& given) const;
  // How answers name it.
  std::string name() const;

 private:
  std::vector<std::string> projects_;  // as `search` takes them; empty: all
  std::string path_;                   // as `list` takes it
};

// A session as a model names it, as an operation takes it: "@1" is the newest of the scope, as
// list_sessions shows it, and not of the folder in which the server was started.
Result<std::string> session_in_scope(const ToolContext& context, std::string_view name);

}  // namespace clew
