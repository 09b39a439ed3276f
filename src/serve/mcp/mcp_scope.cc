// SPDX-License-Identifier: MIT

#include "serve/mcp/mcp_scope.h"

#include "engine/lists/project_scope.h"
#include "serve/mcp/mcp_text.h"

namespace clew {

McpScope::McpScope(const ToolContext& context, const std::string& project) {
  if (project == "*") return;
  if (!project.empty()) {
    path_ = project;
    projects_ = {project};
    return;
  }
  for (const std::string& folder : context.folders) {
    ProjectScope found = project_scope(context.engine, folder);
    if (found.path.empty()) continue;
    path_ = std::move(found.path);
    projects_ = std::move(found.keys);
    return;
  }
}

void McpScope::give_projects(Arguments::Given& given) const {
  if (!is_everything()) given["project"] = projects_;
}

void McpScope::give_path(Arguments::Given& given) const {
  is_everything() ? void(given["all"] = {"true"}) : void(given["path"] = {path_});
}

std::string McpScope::name() const { return is_everything() ? "*" : short_line(path_); }

}  // namespace clew
