// SPDX-License-Identifier: MIT
//
// info, todos and files.

#include "engine/files_view.h"
#include "engine/list_row_json.h"
#include "engine/operation_handlers.h"
#include "engine/session_extras.h"
#include "engine/session_json.h"
#include "json/writer.h"

namespace clew {

Result<Outcome> run_info(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto info = open_info(engine, arguments);
  if (!info) return info.error();
  json::Writer out;
  out.begin_object();
  write_facts(out, info->facts);
  out.key("running");
  write_running(out, info->running ? &*info->running : nullptr);
  out.field("branches", info->branches).field("subagents", info->subagents);
  out.field("todoLists", info->todo_lists).field("daysLeft", info->days_left);
  out.field("cleanupPeriodDays", info->cleanup_period).field("root", info->root);
  write_text_or_null(out, "timeline", info->timeline);
  if (!info->edited_from.empty()) out.field("editedFrom", info->edited_from);
  if (!info->edited_as.empty()) {
    out.key("editedAs").begin_array();
    for (const std::string& session : info->edited_as) out.value(session);
    out.end_array();
  }
  out.end_object();
  sink(out.take());
  return Outcome::kFound;
}

Result<Outcome> run_todos(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto todos = open_todos(engine, arguments);
  if (!todos) return todos.error();
  json::Writer out;
  out.begin_object().key("lists").begin_array();
  for (const TodoList& list : todos->lists) {
    out.begin_object().field("kind", list.kind == TodoList::Kind::kTodos ? "todos" : "tasks");
    out.field("agent", list.agent).field("file", list.path).key("items").begin_array();
    for (const Todo& item : list.items) {
      out.begin_object().field("text", item.text).field("status", item.status);
      write_text_or_null(out, "id", item.id);
      write_text_or_null(out, "description", item.description);
      write_text_or_null(out, "priority", item.priority);
      out.end_object();
    }
    out.end_array().end_object();
  }
  out.end_array().key("diagnostics");
  write_findings(out, todos->findings);
  out.end_object();
  sink(out.take());
  return todos->lists.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_files(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto view = open_files(engine, arguments);
  if (!view) return view.error();
  json::Writer out;
  out.begin_object();
  write_uuid(out, "at", view->session->transcript(), view->at);
  if (const auto path = arguments.maybe_text("cat")) {
    auto content = content_of(engine, *view, *path);
    if (!content) return content.error();
    out.field("path", *path).field("content", *content).end_object();
    sink(out.take());
    return Outcome::kFound;
  }
  const bool diff = arguments.flag("diff");
  out.key("files").begin_array();
  for (const TrackedFile& file : view->files) {
    out.begin_object().field("path", file.path).field("existed", !file.backup.empty());
    write_text_or_null(out, "backup", file.backup);
    out.field("version", file.version).field("size", file.size);
    write_time(out, "backedUpAt", file.time);
    write_text_or_null(out, "change", file.change);
    if (diff) {
      auto lines = diff_of(engine, arguments, *view, file);
      if (!lines) return lines.error();
      out.key("diff").begin_array();
      for (const std::string& line : *lines) out.value(line);
      out.end_array();
    }
    out.end_object();
  }
  out.end_array().end_object();
  sink(out.take());
  return view->files.empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
