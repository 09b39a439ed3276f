// SPDX-License-Identifier: MIT
#include "engine/read/agent_changes.h"

#include <algorithm>

#include "engine/read/conversation_view.h"
#include "engine/read/edited_files.h"
#include "engine/read/open_session.h"

namespace clew {
namespace {

bool has_changing_call(const Transcript& t, const MessagePlan& plan) {
  return std::any_of(plan.tools.begin(), plan.tools.end(), [&](const ToolCallPlan& call) {
    if (call.call == kNoEntry) return false;
    const auto blocks = t.blocks_of(t[call.call]);
    return call.block < blocks.size() && changes_a_file(t.text(blocks[call.block].name));
  });
}

}  // namespace

Result<void> each_changing_call(Engine& engine, const SharedSession& session,
                                std::vector<MessagePlan> plans,
                                const std::function<void(const ChangingCall&)>& visit) {
  const Transcript& t = session->transcript();
  std::erase_if(plans, [&](const MessagePlan& plan) { return !has_changing_call(t, plan); });
  return each_message(view_on(engine, session), plans, [&](const Message& message) {
    for (const ToolCall& call : message.tools) {
      if (call.state == ToolState::kSuccess && changes_a_file(call.name)) visit({call, t});
    }
    return true;
  });
}

Result<void> each_changing_call(Engine& engine, const SharedSession& session, const Subagent& agent,
                                const std::function<void(const ChangingCall&)>& visit) {
  if (is_fork_of_main_thread(agent.kind) || agent.kind == SubagentKind::kWarmup) return {};
  if (agent.own_file) {
    auto own = open_file(engine, agent.path);
    if (!own) return {};  // gone or unreadable: its lines tell nothing
    const ChosenPath path = find_path((*own)->tree(), RuleSet::k21);
    return each_changing_call(
        engine, *own, plan_messages((*own)->transcript(), (*own)->transcript_view(path)), visit);
  }
  auto first = session->find_entry(agent.id);
  if (!first) return {};
  return each_changing_call(
      engine, session, plan_messages(session->transcript(), session->side_thread(*first)), visit);
}

}  // namespace clew
