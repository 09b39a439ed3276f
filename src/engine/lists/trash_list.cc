// SPDX-License-Identifier: MIT

#include "engine/lists/trash_list.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/edits/trash.h"
#include "catalog/facts/session_facts.h"
#include "catalog/list/hidden_list.h"
#include "os/paths.h"

namespace clew {
namespace {

// Of a file, or of all files in a folder; what cannot be looked at counts nothing. Without
// recursion, and links are not followed.
std::int64_t bytes_of(const WritableFileSystem& files, const PathBelow& place) {
  std::int64_t bytes = 0;
  std::vector<PathBelow> open = {place};
  while (!open.empty()) {
    const PathBelow one = std::move(open.back());
    open.pop_back();
    const auto info = files.info(one);
    if (!info) continue;
    if (info->kind == FileKind::kRegular) bytes += info->size;
    if (info->kind != FileKind::kDirectory) continue;
    const auto entries = files.list(one);
    if (!entries) continue;
    for (const DirEntry& entry : *entries) open.push_back(one / entry.name);
  }
  return bytes;
}

// As its own lines say: the name of the folder that its transcript lay in tells it only roughly.
std::string project_of(const WritableFileSystem& files, const std::string& folder,
                       const TrashedSession& session) {
  if (session.parts.empty()) return "";
  const std::string path = join_path(folder, session.name, session.parts.front().name);
  const auto facts = FactsReader().read(files, path);
  return facts ? facts->cwd : "";
}

// The start of the id is enough where it names this one: the last deleted of those with it.
std::string restore_command(const std::vector<TrashedSession>& all, const TrashedSession& session) {
  constexpr std::size_t kShort = 8;
  const std::string start = session.id.substr(0, kShort);
  const auto fits = [](const std::string& name) {
    return [&name](const TrashedSession& one) { return one.id.starts_with(name); };
  };
  if (std::count_if(all.begin(), all.end(), fits(start)) == 1)
    return "clew undelete " + shell_word(start);
  const auto newest = std::find_if(all.begin(), all.end(), fits(session.id));
  return "clew undelete " + shell_word(&*newest == &session ? session.id : session.name.text());
}

// What was hidden stays so when it is deleted.
bool hides(const HiddenList& hidden, const TrashedSession& session) {
  if (hidden.sessions.contains(session.id)) return true;
  const std::string_view file =
      session.parts.empty() ? "" : std::string_view(session.parts.front().from);
  return hidden.hides_project(base_name(parent_path(file)));
}

}  // namespace

Result<TrashList> trash_list(Engine& engine, const Arguments& arguments) {
  const std::string folder = engine.options().own.trash();
  const auto hidden = read_hidden_list(engine.files(), engine.options().own.hidden());
  if (!hidden) return hidden.error();
  Trash trash = read_trash(engine.files(), folder);
  TrashList list;
  for (const TrashedSession& session : trash.sessions) {
    if (engine.stop().is_stopped()) return stopped_error();
    if (!arguments.flag("hidden") && hides(*hidden, session)) {
      ++list.left_out_hidden;
      continue;
    }
    TrashRow row{.id = session.id, .title = session.title, .deleted = session.deleted};
    for (const TrashedSession::Part& part : session.parts) {
      row.bytes += bytes_of(engine.files(), PathBelow(folder) / session.name / part.name);
    }
    if (!session.parts.empty()) row.file = session.parts.front().from;
    row.project = project_of(engine.files(), folder, session);
    row.restore = restore_command(trash.sessions, session);
    list.sessions.push_back(std::move(row));
  }
  list.findings = std::move(trash.findings);
  return list;
}

}  // namespace clew
