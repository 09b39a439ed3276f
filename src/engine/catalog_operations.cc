// SPDX-License-Identifier: MIT
//
// projects, prompts and agents: what lies around the sessions.

#include "catalog/projects.h"
#include "catalog/prompt_history.h"
#include "catalog/subagents.h"
#include "engine/catalog_view.h"
#include "engine/json_pieces.h"
#include "engine/operation_handlers.h"
#include "engine/session_json.h"
#include "engine/session_list.h"
#include "json/writer.h"

namespace clew {

Result<Outcome> run_projects(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto view = open_projects(engine, arguments);
  if (!view) return view.error();
  json::Writer out;
  out.begin_object().key("projects").begin_array();
  for (const Project& project : view->projects) {
    const ProjectFolder& folder = view->list.folders[project.folder];
    out.begin_object().field("key", folder.key);
    write_text_or_null(out, "path", project.path);
    out.field("exists", project.exists).field("pathFits", project.path_fits);
    out.field("sessions", std::ssize(project.sessions)).field("bytes", project.bytes);
    write_time(out, "updatedAt", last_used(*view, project));
    write_text_or_null(out, "repository", project.repository);
    out.field("root", folder.root).field("folder", folder.path).end_object();
  }
  out.end_array().key("diagnostics");
  write_findings(out, view->list.findings);
  out.end_object();
  sink(out.take());
  return view->projects.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_prompts(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto history = open_prompts(engine, arguments);
  if (!history) return history.error();
  json::Writer out;
  out.begin_object().key("prompts").begin_array();
  for (const TypedPrompt& prompt : history->prompts) {
    out.begin_object().field("text", prompt.text).field("display", prompt.display);
    write_time(out, "timestamp", prompt.time);
    write_text_or_null(out, "project", prompt.project);
    write_text_or_null(out, "session", prompt.session);
    if (prompt.missing_pastes > 0) out.field("missingPastes", prompt.missing_pastes);
    out.end_object();
    if (!hand_on_piece(out, sink)) return Outcome::kFound;
  }
  out.end_array().field("more", history->more).field("badLines", history->bad_lines);
  out.key("diagnostics");
  write_findings(out, history->findings);
  out.end_object();
  sink(out.take());
  return history->prompts.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> run_agents(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto view = open_agents(engine, arguments);
  if (!view) return view.error();
  json::Writer out;
  out.begin_object().key("agents").begin_array();
  for (const Subagent& agent : view->agents) {
    out.begin_object().field("id", agent.id).field("kind", name_of(agent.kind));
    write_text_or_null(out, "type", agent.type);
    write_text_or_null(out, "description", agent.description);
    write_text_or_null(out, "toolUseId", agent.tool_use_id);
    write_text_or_null(out, "prompt", agent.prompt);
    write_text_or_null(out, "workflow", agent.workflow);
    out.field("session", agent.session).field("file", agent.path).field("size", agent.file.size);
    write_time(out, "createdAt", agent.created);
    out.end_object();
  }
  out.end_array().key("diagnostics");
  write_findings(out, view->findings);
  out.end_object();
  sink(out.take());
  return view->agents.empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
