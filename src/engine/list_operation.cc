// SPDX-License-Identifier: MIT

#include <algorithm>

#include "engine/json_pieces.h"
#include "engine/list_row_json.h"
#include "engine/operation_handlers.h"
#include "engine/session_json.h"
#include "engine/session_list.h"
#include "json/writer.h"

namespace clew {
namespace {

void write_row(json::Writer& out, const SessionListing& listing, const SessionRow& row) {
  const ProjectFolder& folder = listing.list.folders[row.folder];
  const FactsView facts = listing.facts_of(row);
  out.begin_object();
  out.key("project").begin_object().field("key", folder.key);
  write_text_or_null(out, "path", facts.cwd);
  out.end_object();
  write_facts(out, facts);
  out.key("running");
  write_running(out, listing.live.find(facts.id));
  out.field("daysLeft", listing.days_left(row)).field("root", folder.root);
  if (row.is_agent || facts.subagent != SubagentSign::kNone) out.field("subagent", true);
  if (row.hidden) out.field("hidden", true);
  if (row.archived) out.field("archived", true);
  if (row.same_id_elsewhere) out.field("sameIdElsewhere", true);
  if (!row.named_by_uuid) out.field("namedByUuid", false);
  if (!row.readable) out.field("readable", false);
  out.end_object();
}

// Rows of a long list are written by several threads.
Result<bool> write_rows(json::Writer& out, const SessionListing& listing, const Sink& sink) {
  constexpr std::size_t kBatch = 128;
  constexpr std::size_t kRow = 1024;  // bytes, roughly
  const std::vector<SessionRow>& rows = listing.list.sessions;
  if (!sink(out.take())) return false;
  const auto batch = [&](std::size_t i) -> Result<std::string> {
    json::Writer part;
    part.reserve(kBatch * kRow);
    part.begin_array();
    const std::size_t end = std::min((i + 1) * kBatch, rows.size());
    for (std::size_t at = i * kBatch; at < end; ++at) write_row(part, listing, rows[at]);
    part.end_array();
    return part.take();
  };
  return hand_on_batches((rows.size() + kBatch - 1) / kBatch, batch, sink);
}

void write_ghosts(json::Writer& out, const GhostSessions& ghosts) {
  out.key("ghosts").begin_array();
  for (const GhostSession& ghost : ghosts.ghosts) {
    out.begin_object().field("id", ghost.id);
    write_text_or_null(out, "project", ghost.project);
    write_time(out, "firstAt", ghost.first);
    write_time(out, "lastAt", ghost.last);
    out.key("prompts").begin_array();
    for (const TypedPrompt& prompt : ghost.prompts) {
      out.begin_object().field("text", prompt.text);
      write_time(out, "timestamp", prompt.time);
      out.end_object();
    }
    out.end_array().end_object();
  }
  out.end_array();
}

}  // namespace

template <class Text>
void write_facts(json::Writer& out, const BasicFacts<Text>& facts) {
  out.field("id", facts.id);
  out.field("title", facts.title()).field("titleSource", name_of(facts.title_source()));
  out.field("name", short_name(facts));
  write_text_or_null(out, "firstPrompt", facts.first_prompt);
  write_time(out, "createdAt", facts.created_at());
  write_time(out, "updatedAt", facts.updated_at());
  write_time(out, "modifiedAt", facts.file.mtime_ns / 1'000'000);
  out.field("size", facts.file.size).field("file", facts.path);
  write_text_or_null(out, "cwd", facts.cwd);
  write_text_or_null(out, "customTitle", facts.labels.custom_title);
  write_text_or_null(out, "tag", facts.labels.tag);
  write_text_or_null(out, "gitBranch", facts.git_branch);
  write_text_or_null(out, "version", facts.version);
  write_text_or_null(out, "model", facts.model);
  write_text_or_null(out, "entrypoint", facts.entrypoint);
  if (facts.messages) out.field("messages", *facts.messages);
  if (facts.compacted) out.field("compacted", true);
  if (!facts.forked_from.empty()) out.field("forkedFrom", facts.forked_from);
  if (facts.warmup) out.field("warmup", true);
}

template void write_facts(json::Writer& out, const SessionFacts& facts);
template void write_facts(json::Writer& out, const FactsView& facts);

void write_running(json::Writer& out, const LiveSession* running) {
  if (!running) {
    out.null();
    return;
  }
  out.begin_object().field("status", name_of(running->status)).field("pid", running->pid);
  out.field("certain", running->certain);
  write_text_or_null(out, "cwd", running->cwd);
  write_time(out, "startedAt", running->started);
  out.end_object();
}

Result<Outcome> run_list(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto listing = open_session_list(engine, arguments);
  if (!listing) return listing.error();
  const SessionList& list = listing->list;
  json::Writer out;
  out.begin_object();
  write_text_or_null(out, "project", listing->project);
  out.key("sessions").begin_array();
  auto listening = write_rows(out, *listing, sink);
  if (!listening) return listening.error();
  if (!*listening) return Outcome::kFound;
  out.end_array();
  if (listing->ghosts) write_ghosts(out, *listing->ghosts);
  write_text_or_null(out, "nextCursor", list.next_cursor);
  out.key("leftOut").begin_object();
  out.field("subagents", list.left_out_subagents).field("empty", list.left_out_empty);
  out.field("hidden", list.left_out_hidden).end_object();
  out.key("diagnostics");
  write_findings(out, list.findings);
  out.end_object();
  sink(out.take());
  const bool nothing =
      list.sessions.empty() && !(listing->ghosts && !listing->ghosts->ghosts.empty());
  return nothing ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
