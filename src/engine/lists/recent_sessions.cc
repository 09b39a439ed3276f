// SPDX-License-Identifier: MIT

#include "engine/lists/recent_sessions.h"

#include <algorithm>

#include "catalog/list/hidden_list.h"
#include "engine/lists/project_scope.h"

namespace clew {
namespace {

// Nobody typed anything: lists leave it out too.
bool is_empty(const SessionFacts& facts) {
  const TitleSource source = facts.title_source();
  return source == TitleSource::kNone || source == TitleSource::kFirstReply;
}

SessionFiles files_of(Engine& engine, const ProjectScope& scope) {
  SessionFiles found = find_project_folders(engine.files(), engine.roots().paths);
  std::erase_if(found.folders, [&scope](const ProjectFolder& folder) {
    return std::find(scope.keys.begin(), scope.keys.end(), folder.key) == scope.keys.end();
  });
  find_files_in_folders(engine.files(), {}, found);
  std::stable_sort(
      found.files.begin(), found.files.end(),
      [](const SessionFile& a, const SessionFile& b) { return a.info.mtime_ns > b.info.mtime_ns; });
  return found;
}

}  // namespace

Result<std::vector<SessionFacts>> recent_sessions(Engine& engine, const std::string& folder,
                                                  std::size_t most, std::string_view but) {
  constexpr std::size_t kMostRead = 30;
  const auto hidden = read_hidden_list(engine.files(), engine.options().own.hidden());
  if (!hidden) return hidden.error();
  const SessionFiles found = files_of(engine, project_scope(engine, folder));
  std::vector<SessionFacts> recent;
  FactsReader reader;
  std::size_t read = 0;
  for (const SessionFile& file : found.files) {
    if (read >= kMostRead) break;
    if (file.id == but || hidden->sessions.contains(file.id)) continue;
    if (hidden->hides_project(found.folders[file.folder].key)) continue;
    ++read;
    auto facts = reader.read(engine.files(), file.path, file.info);
    if (!facts || is_empty(*facts) || hidden->projects.contains(facts->cwd)) continue;
    recent.push_back(std::move(*facts));
  }
  std::stable_sort(recent.begin(), recent.end(), [](const SessionFacts& a, const SessionFacts& b) {
    return a.updated_at() > b.updated_at();
  });
  if (recent.size() > most) recent.resize(most);
  return recent;
}

}  // namespace clew
