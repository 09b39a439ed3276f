// SPDX-License-Identifier: MIT

#include "engine/read/outline.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "engine/read/conversation_answers.h"

namespace clew {
namespace {

// The ways that leave the shown one, by the message of the shown one that they are an alternative
// to. Ways that part later share their first line and count once, with their newest end.
using Forks = std::map<MessageId, std::vector<Alternative>>;

Forks find_forks(const MessageTree& messages, const ChosenPath& path) {
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

}  // namespace

std::vector<OutlineRow> outline(ConversationView& view) {
  const Transcript& t = view.session->transcript();
  const MessageTree& messages = view.session->messages();
  Forks forks = find_forks(messages, view.path);
  std::vector<bool> sent(t.entries.size(), false);
  if (!view.side_thread) {
    for (const EntryIndex entry : sent_entries(t, view.path))
      sent[static_cast<std::size_t>(entry)] = true;
  }
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

std::int64_t ShownOutlineRow::failed() const {
  return std::count_if(row->plan->tools.begin(), row->plan->tools.end(),
                       [](const ToolCallPlan& tool) { return tool.state == ToolState::kFailed; });
}

std::optional<std::string> ShownOutlineRow::preview() const {
  if (!is_prompt(*row->plan)) return std::nullopt;
  return session->prompt_preview(row->entry);
}

Result<OutlineAnswer> outline_answer(Engine& engine, const Arguments& arguments) {
  auto opened = open_conversation(engine, arguments);
  if (!opened) return opened.error();
  auto view = std::make_shared<ConversationView>(std::move(*opened));
  OutlineAnswer answer{{view}, outline(*view)};
  if (view->stop.is_stopped()) return stopped_error();
  return answer;
}

}  // namespace clew
