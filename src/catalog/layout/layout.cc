// SPDX-License-Identifier: MIT
#include "catalog/layout/layout.h"

#include "os/paths.h"

namespace clew {
namespace {

constexpr std::string_view kTranscriptEnding = ".jsonl";
constexpr std::string_view kAgent = "agent-";

}  // namespace

std::optional<PlainName> transcript_name(std::string_view session) {
  if (!PlainName::is_plain(session)) return std::nullopt;
  return PlainName::from(std::string(session) + std::string(kTranscriptEnding));
}

bool is_transcript_name(std::string_view name) {
  return name.size() > kTranscriptEnding.size() && name.ends_with(kTranscriptEnding);
}

bool is_agent_name(std::string_view name) { return name.starts_with(kAgent); }

std::string_view agent_of(std::string_view name) {
  return is_agent_name(name) ? name.substr(kAgent.size()) : std::string_view();
}

bool is_helper_agent_name(std::string_view name) {
  const std::string_view id = agent_of(name);
  return id.starts_with("acompact-") || id.starts_with("aprompt_suggestion-");
}

std::string agent_name(std::string_view id) { return std::string(kAgent) + std::string(id); }

std::string_view session_above(std::string_view path) {
  for (std::string_view folder = parent_path(path); folder.size() > 1;
       folder = parent_path(folder)) {
    if (base_name(folder) == kSubagentsFolder.text()) return base_name(parent_path(folder));
  }
  return {};
}

std::optional<std::string> transcript_above(std::string_view path, std::string_view session) {
  const auto name = transcript_name(session);
  if (!name) return std::nullopt;
  const std::string_view above = session_above(path);
  std::string_view folder = parent_path(path);
  while (!above.empty() && !folder.empty() && base_name(folder) != above) {
    folder = parent_path(folder);
  }
  return join_path(above.empty() ? folder : parent_path(folder), *name);
}

std::string_view below_projects(std::string_view root, std::string_view path) {
  const std::string projects = join_path(root, kProjectsFolder) + "/";
  return path.starts_with(projects) ? path.substr(projects.size()) : std::string_view();
}

std::string_view project_key_in(std::string_view root, std::string_view path) {
  const std::string_view below = below_projects(root, path);
  return below.substr(0, below.find('/'));
}

}  // namespace clew
