// SPDX-License-Identifier: MIT

#include "serve/mcp/mcp_scope.h"

#include <algorithm>

#include "engine/lists/project_scope.h"
#include "engine/usage/session_usage.h"
#include "serve/call/operation_call.h"
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

Result<std::string> session_in_scope(const ToolContext& context, std::string_view name) {
  const std::string_view plain = plain_session_id(name);
  const std::string_view number = plain.substr(std::min<std::size_t>(plain.size(), 1));
  const bool is_newest = plain.starts_with('@') && !number.empty() && number.size() <= 9 &&
                         number.find_first_not_of("0123456789") == number.npos;
  const McpScope scope(context, {});
  if (!is_newest || scope.is_everything()) return std::string(plain);
  Arguments::Given given{{"limit", {std::string(number)}}};
  scope.give_path(given);
  auto listing = answer_of<list_answer>(context.engine, given, context.options);
  if (!listing) return listing.error();
  const auto& sessions = listing->list.sessions;
  if (std::to_string(sessions.size()) != number) {
    return Error{ErrorCode::kNotFound, "there is no " + std::string(plain) + " in " + scope.name() +
                                           "; list_sessions names " +
                                           std::to_string(sessions.size())};
  }
  const SessionRow& row = sessions.back();
  return listing->list.folders[row.folder].key + "/" + std::string(row.facts().id);
}

std::string McpScope::name() const { return is_everything() ? "*" : short_line(path_); }

}  // namespace clew
