// SPDX-License-Identifier: MIT

#include "engine/operation_handlers.h"
#include "engine/session_json.h"
#include "engine/session_list.h"
#include "json/writer.h"

namespace clew {
namespace {

void write_row(json::Writer& out, const SessionList& list, const SessionRow& row) {
  const SessionFacts& facts = row.facts;
  const ProjectFolder& folder = list.folders[row.folder];
  out.begin_object().field("id", facts.id);
  out.key("project").begin_object().field("key", folder.key);
  write_text_or_null(out, "path", facts.cwd);
  out.end_object();
  out.field("title", facts.title()).field("titleSource", name_of(facts.title_source()));
  out.field("name", short_name(facts));
  write_text_or_null(out, "firstPrompt", facts.first_prompt);
  write_time(out, "createdAt", facts.created_at());
  write_time(out, "updatedAt", facts.updated_at());
  write_time(out, "modifiedAt", facts.file.mtime_ns / 1'000'000);
  out.field("size", facts.file.size).field("file", facts.path);
  write_text_or_null(out, "customTitle", facts.labels.custom_title);
  write_text_or_null(out, "tag", facts.labels.tag);
  write_text_or_null(out, "gitBranch", facts.git_branch);
  write_text_or_null(out, "version", facts.version);
  write_text_or_null(out, "model", facts.model);
  write_text_or_null(out, "entrypoint", facts.entrypoint);
  out.field("root", folder.root);
  if (facts.messages) out.field("messages", *facts.messages);
  if (facts.compacted) out.field("compacted", true);
  if (!facts.forked_from.empty()) out.field("forkedFrom", facts.forked_from);
  if (row.is_agent || facts.subagent != SubagentSign::kNone) out.field("subagent", true);
  if (facts.warmup) out.field("warmup", true);
  if (row.hidden) out.field("hidden", true);
  if (row.archived) out.field("archived", true);
  if (row.same_id_elsewhere) out.field("sameIdElsewhere", true);
  if (!row.named_by_uuid) out.field("namedByUuid", false);
  if (!row.readable) out.field("readable", false);
  out.end_object();
}

}  // namespace

Result<Outcome> run_list(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto listing = open_session_list(engine, arguments);
  if (!listing) return listing.error();
  const SessionList& list = listing->list;
  json::Writer out;
  out.begin_object();
  write_text_or_null(out, "project", listing->project);
  out.key("sessions").begin_array();
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  for (const SessionRow& row : list.sessions) {
    write_row(out, list, row);
    if (out.text().size() >= kPiece && !sink(out.take())) return Outcome::kFound;
  }
  out.end_array();
  write_text_or_null(out, "nextCursor", list.next_cursor);
  out.key("leftOut").begin_object();
  out.field("subagents", list.left_out_subagents).field("empty", list.left_out_empty);
  out.field("hidden", list.left_out_hidden).end_object();
  out.key("diagnostics");
  write_findings(out, list.findings);
  out.end_object();
  sink(out.take());
  return list.sessions.empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
