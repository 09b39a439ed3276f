// SPDX-License-Identifier: MIT

#include "engine/read/session_extras.h"

#include <algorithm>
#include <utility>

#include "catalog/beside/plans.h"
#include "catalog/layout/folder_of_key.h"
#include "catalog/layout/settings.h"
#include "catalog/list/subagents.h"
#include "drive/session_links.h"
#include "engine/read/open_session.h"
#include "os/process_probe.h"
#include "transcript/seen_entries.h"
#include "transcript/side_threads.h"

namespace clew {
namespace {

// What durationMs of old lines comes to; -1: none says it.
std::int64_t time_of_answers(const Transcript& t) {
  std::int64_t sum = -1;
  for (const Entry& entry : t.entries) {
    const std::int64_t one = entry.type == EntryType::kAssistant ? t.extra(entry).duration_ms : -1;
    if (one >= 0) sum = std::max<std::int64_t>(sum, 0) + one;
  }
  return sum;
}

}  // namespace

Result<SessionInfo> open_info(Engine& engine, const Arguments& arguments) {
  auto named = engine.locate(arguments.text("session"));
  if (!named) return named.error();
  const FileSystem& files = engine.files();
  auto facts = FactsReader().read(files, named->path);
  if (!facts) return facts.error();
  SessionInfo info;
  info.facts = std::move(*facts);
  info.facts.cwd = folder_now(files, named->folder.key, info.facts.cwd);
  info.root = named->folder.root;
  info.cleanup_period = cleanup_period_days(files, info.root);
  if (!is_kept(info.facts.file) && !engine.is_stored(named->path)) {
    info.days_left = days_left(info.facts.file.mtime_ns, engine.options().now, info.cleanup_period);
  }
  info.machine = engine.machine_of(named->path);
  const LiveRegistry live = read_live_registry(files, RealProcessProbe(), engine.roots().paths);
  if (const LiveSession* running = live.find(named->id.text())) info.running = *running;
  info.subagents = std::ssize(find_subagents(files, named->path).agents);
  info.todo_lists = std::ssize(find_todos(files, info.root, named->id).lists);
  for (const SessionLink& link : read_session_links(files, engine.options().own.links())) {
    if (link.to == named->id.text()) info.edited_from = link.from;
    if (link.from == named->id.text()) info.edited_as.push_back(link.to);
  }
  info.plan = plan_file(files, info.root, info.facts.slug).value_or("");
  info.timeline = timeline_folder(files, named->path).value_or("");
  auto session = open_session(engine, *named);
  // A file in which nothing was written yet is a session that begins.
  const bool is_foreign = !session && session.error().code == ErrorCode::kInvalid;
  if (is_foreign && info.facts.file.size > 0) return session.error();
  if (session) {
    const ChosenPath path = find_path((*session)->tree(), RuleSet::k21);
    info.branches = std::ssize(find_branches((*session)->messages(), path));
    info.continuations = find_continuations(files, named->path, (*session)->tree());
    info.subagents += std::ssize(side_threads((*session)->tree()));
    info.answers_ms = time_of_answers((*session)->transcript());
    info.facts.messages = std::ssize(shown_messages((*session)->messages(), path));
  }
  return info;
}

Result<TodoLists> open_todos(Engine& engine, const Arguments& arguments) {
  auto named = engine.locate(arguments.text("session"));
  if (!named) return named.error();
  TodoLists todos = find_todos(engine.files(), named->folder.root, named->id);
  if (!todos.lists.empty()) return todos;
  // Newer versions write no files, and files are removed: the session itself knows its last list.
  auto session = open_session(engine, *named);
  if (!session) return session.error();
  const Transcript& t = (*session)->transcript();
  FileLines lines = (*session)->lines();
  const auto way = (*session)->transcript_view(find_path((*session)->tree(), RuleSet::k21));
  todos.lists = todos_of_transcript(t, way, lines);
  for (TodoList& list : todos.lists) {
    list.agent = named->id.text();
    list.path = named->path;
  }
  return todos;
}

}  // namespace clew
