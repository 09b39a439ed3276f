// SPDX-License-Identifier: MIT
#include "engine/lists/newest_sessions.h"

#include <algorithm>
#include <utility>

#include "base/uuid.h"
#include "catalog/list/hidden_list.h"
#include "catalog/list/session_marks.h"

namespace clew {

Result<std::vector<NewestSession>> newest_sessions(Engine& engine, std::size_t most) {
  const auto hidden = read_hidden_list(engine.files(), engine.options().own.hidden());
  if (!hidden) return hidden.error();
  const auto marks = read_session_marks(engine.files(), engine.options().own.marks());
  SessionFiles found = find_session_files(engine.files(), engine.roots().paths);
  std::sort(found.files.begin(), found.files.end(), [](const SessionFile& a, const SessionFile& b) {
    return a.info.mtime_ns != b.info.mtime_ns ? a.info.mtime_ns > b.info.mtime_ns : a.id < b.id;
  });
  std::vector<NewestSession> newest;
  FactsReader reader;
  for (const SessionFile& file : found.files) {
    if (newest.size() >= most || engine.stop().is_stopped()) break;
    const ProjectFolder& folder = found.folders[file.folder];
    if (file.is_agent || !is_uuid(file.id)) continue;
    auto facts = reader.read(engine.files(), file.path, file.info);
    if (!facts || facts->warmup || facts->title().empty()) continue;
    FactsView judged;  // what the list of hidden ones goes by
    judged.id = facts->id;
    judged.cwd = facts->cwd;
    if (hidden->hides(judged, folder)) continue;
    const bool pinned = marks && marks->pinned.contains(file.id);
    newest.push_back({std::move(*facts), folder, pinned});
  }
  return newest;
}

}  // namespace clew
