// SPDX-License-Identifier: MIT

#include "engine/outline.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "engine/json_pieces.h"
#include "engine/operation_handlers.h"
#include "engine/session_json.h"

namespace clew {
namespace {

// The ways that leave the shown one, by the message of the shown one that they are an alternative
// to. Ways that part later share their first line and count once, with their newest end.
using Forks = std::map<MessageId, std::vector<Alternative>>;

Forks find_forks(const MessageTree& messages, const Path& path) {
  std::map<MessageId, MessageId> next;  // after a message, on the shown way; kNoMessage: its start
  for (MessageId id = tip_message(messages, path); id != kNoMessage; id = messages[id].parent) {
    next[messages[id].parent] = id;
  }
  Forks forks;
  std::unordered_set<EntryIndex> seen;  // first lines; each is below one message only
  for (const Branch& branch : find_branches(messages, path)) {
    if (branch.active || branch.prompt == kNoEntry) continue;
    const auto shown = next.find(branch.fork_message);
    if (shown == next.end() || !seen.insert(branch.prompt).second) continue;
    forks[shown->second].push_back({branch.prompt, branch.tip, false});
  }
  return forks;
}

bool is_prompt(const MessagePlan& plan) {
  return plan.kind == MessageKind::kPrompt || plan.kind == MessageKind::kQueued ||
         plan.kind == MessageKind::kCommand || plan.kind == MessageKind::kShell;
}

void write_alternatives(json::Writer& out, const Transcript& t, const OutlineRow& row) {
  if (row.alternatives.empty()) return;
  out.key("alternatives").begin_array();
  for (const Alternative& way : row.alternatives) {
    out.begin_object();
    write_uuid(out, "uuid", t, way.first);
    write_uuid(out, "tip", t, way.tip);
    write_time(out, "timestamp", t[way.first].time);
    out.field("current", way.current).end_object();
  }
  out.end_array();
}

void write_row(json::Writer& out, const Session& session, const OutlineRow& row,
               std::size_t index) {
  const Transcript& t = session.transcript();
  const MessagePlan& plan = *row.plan;
  const auto failed =
      std::count_if(plan.tools.begin(), plan.tools.end(),
                    [](const ToolCallPlan& tool) { return tool.state == ToolState::kFailed; });
  out.begin_object().field("index", index);
  write_uuid(out, "uuid", t, row.entry);
  out.field("role", name_of(plan.role)).field("kind", name_of(plan.kind));
  write_time(out, "timestamp", t[row.entry].time);
  out.field("bytes", row.bytes).field("sent", row.sent);
  if (!plan.tools.empty()) out.field("tools", std::ssize(plan.tools));
  if (failed > 0) out.field("failed", failed);
  if (is_prompt(plan)) out.field("preview", session.prompt_preview(row.entry));
  write_alternatives(out, t, row);
  out.end_object();
}

}  // namespace

std::vector<OutlineRow> outline(ConversationView& view) {
  const Transcript& t = view.session->transcript();
  const MessageTree& messages = view.session->messages();
  Forks forks = find_forks(messages, view.path);
  std::vector<bool> sent(t.entries.size(), false);
  for (const EntryIndex entry : sent_entries(t, view.path))
    sent[static_cast<std::size_t>(entry)] = true;
  std::vector<OutlineRow> rows;
  rows.reserve(view.messages.size());
  for (const MessagePlan& plan : view.messages) {
    OutlineRow row{&plan, plan.entries.front(), bytes_of(t, plan), false, {}};
    row.sent = std::any_of(plan.entries.begin(), plan.entries.end(),
                           [&](EntryIndex e) { return sent[static_cast<std::size_t>(e)]; });
    const NodeId node = view.session->tree().find(t[row.entry].uuid);
    const auto fork = node == kNoNode ? forks.end() : forks.find(messages.message_of(node));
    if (fork != forks.end()) {
      row.alternatives = std::move(fork->second);
      row.alternatives.push_back({row.entry, view.path.tip, true});
      std::sort(row.alternatives.begin(), row.alternatives.end(),
                [](const Alternative& a, const Alternative& b) { return a.first < b.first; });
      forks.erase(fork);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<Outcome> run_outline(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto view = open_conversation(engine, arguments);
  if (!view) return view.error();
  const std::vector<OutlineRow> rows = outline(*view);
  if (view->stop.is_stopped()) return stopped_error();
  json::Writer out;
  out.begin_object().key("session");
  write_session(out, *view->session);
  out.key("branch");
  write_path(out, *view->session, view->path);
  out.key("messages").begin_array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (view->stop.is_stopped()) return stopped_error();
    write_row(out, *view->session, rows[i], i);
    if (!hand_on_piece(out, sink)) return Outcome::kFound;
  }
  out.end_array().end_object();
  sink(out.take());
  return rows.empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
