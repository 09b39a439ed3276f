// SPDX-License-Identifier: MIT
//
// Turns of an ACP session. A turn is one session/prompt request, which is answered when claude says
// that this prompt is done. Prompts that come meanwhile wait for it, and so does whoever needs a
// claude to be gone that was told to end.

#include <algorithm>

#include "base/text.h"
#include "engine/drive/drive_request.h"
#include "engine/drive/driven_conversations.h"
#include "json/writer.h"
#include "serve/acp/acp_agent.h"
#include "serve/acp/acp_prompt.h"

namespace clew {
namespace {

constexpr std::size_t kMostWaiting = 32;
constexpr std::string_view kCancelled = R"({"stopReason":"cancelled"})";

// How a turn ended, in the words of the protocol; empty for a failure.
std::string_view stop_reason(const drive::TurnResult& result, bool cancelled) {
  if (cancelled) return "cancelled";
  if (result.subtype == "error_max_turns") return "max_turn_requests";
  if (result.stop_reason == "max_tokens") return "max_tokens";
  if (result.stop_reason == "refusal") return "refusal";
  const bool failed = result.is_error || result.subtype.starts_with("error");
  return failed ? "" : "end_turn";
}

// Of the model that answered; its name here may say more than in the answer ("...[1m]").
std::int64_t window_of(const drive::TurnResult& result, std::string_view model) {
  std::int64_t largest = 0;
  for (const drive::ContextWindow& window : result.windows) {
    if (!model.empty() && window.model.starts_with(model)) return window.tokens;
    largest = std::max(largest, window.tokens);
  }
  return largest;
}

// The text of a prompt of one text block.
std::string_view only_text(json::Value prompt) {
  std::string_view text;
  int count = 0;
  for (const json::Value block : prompt.elements()) {
    if (++count > 1 || block["type"].string_or("") != "text") return {};
    text = block["text"].string_or("");
  }
  return text;
}

RpcError refused(std::string message) { return {rpc_code::kRefused, std::move(message)}; }

}  // namespace

// --- prompts ---

std::optional<RpcResult> AcpAgent::prompt(const RpcCall& call) {
  auto id = session_id_of(call.params);
  if (!id) return RpcResult(rpc_error(id.error()));
  const auto found = open_.find(*id);
  if (found == open_.end()) return not_found(*id);
  if (!may_drive()) return refused("claude cannot be driven from here; history can be read");
  Open& session = found->second;
  if (session.waiting.size() >= kMostWaiting) return refused("too many prompts wait already");
  auto blocks = acp_prompt_blocks(call.params["prompt"]);
  if (!blocks) return RpcResult(rpc_error(blocks.error()));
  Prompt prompt;
  // Words alone are sent as words, as a person's terminal would.
  const std::string_view words = only_text(call.params["prompt"]);
  words.empty() ? void(prompt.blocks = std::move(*blocks)) : void(prompt.text = words);
  session.waiting.push_back({call.id, std::move(prompt)});
  run_next(session);
  return std::nullopt;
}

void AcpAgent::run_next(Open& session) {
  while (session.turn.empty() && !session.waiting.empty()) {
    if (session.outdated) end_conversation(session);
    if (ending_.contains(session.id)) return;  // comes again when that is over
    const WaitingPrompt next = std::move(session.waiting.front());
    session.waiting.pop_front();
    auto sent = send_prompt(session, next.prompt);
    if (!sent) {
      reply(next.call, rpc_error(sent.error()));
      continue;
    }
    session.turn = next.call;
    session.turn_prompt = std::move(*sent);
    session.turn_cancelled = false;
  }
}

Result<std::string> AcpAgent::send_prompt(Open& session, const Prompt& prompt) {
  if (auto ready = ensure_conversation(session); !ready) return ready.error();
  return caller_.services().conversations->send(session.conversation, prompt);
}

Result<void> AcpAgent::ensure_conversation(Open& session) {
  DrivenConversations& conversations = *caller_.services().conversations;
  if (!session.conversation.empty()) {
    const auto info = conversations.find(session.conversation);
    if (info && info->state != ConversationState::kEnded) return {};
    session.conversation.clear();
  }
  const auto engine = caller_.make_engine();
  // A new one has no transcript before its first turn.
  const bool is_new = !engine->locate(session.id);
  DriveRequest request;
  request.action = is_new ? DriveRequest::Action::kRun : DriveRequest::Action::kResume;
  if (is_new) {
    request.folder = session.cwd;
  } else {
    request.session = session.id;
  }
  request.options.permission_mode = session.mode;
  if (session.model != "default") request.options.model = session.model;
  request.options.add_dirs = session.directories;
  if (!session.mcp_config.empty()) request.options.mcp_configs = {session.mcp_config};
  auto prepared = prepare_drive(*engine, request);
  if (!prepared) return prepared.error();
  if (is_new) prepared->launch.session_id = session.id;
  if (auto done = carry_out(*engine, *prepared); !done) return done.error();

  const std::weak_ptr<AcpAgent*> weak = self_;
  const auto wake = [weak, post = host().post, id = session.id] {
    post([weak, id] {
      if (const auto agent = weak.lock()) (*agent)->drain(id);
    });
  };
  session.queue = std::make_shared<DriveQueue>(wake);
  const auto listener = [queue = session.queue](const std::string&, const drive::Event& event) {
    queue->push(DrivenEvent::of(event));
  };
  auto opened = conversations.open(*prepared, listener);
  if (!opened) return opened.error();
  session.conversation = std::move(*opened);
  return {};
}

// --- the end of a conversation ---

void AcpAgent::end_conversation(Open& session) {
  session.outdated = false;
  if (session.queue) session.queue->close();
  session.queue.reset();
  if (session.conversation.empty()) return;
  DrivenConversations& conversations = *caller_.services().conversations;
  const std::string conversation = std::exchange(session.conversation, {});
  ending_[session.id];
  // When it cannot be closed any more, it is gone.
  static_cast<void>(conversations.close(conversation));
  const std::weak_ptr<AcpAgent*> weak = self_;
  conversations.when_ended(conversation, [weak, post = host().post, id = session.id] {
    post([weak, id] {
      if (const auto agent = weak.lock()) (*agent)->conversation_ended(id);
    });
  });
}

void AcpAgent::conversation_ended(const std::string& id) {
  const auto found = ending_.find(id);
  if (found == ending_.end()) return;
  const std::vector<std::function<void()>> then = std::move(found->second);
  ending_.erase(found);
  for (const auto& task : then) task();
  if (const auto session = open_.find(id); session != open_.end()) run_next(session->second);
}

void AcpAgent::after_end(const std::string& id, std::function<void()> task) {
  const auto found = ending_.find(id);
  found == ending_.end() ? task() : found->second.push_back(std::move(task));
}

// --- what claude says ---

void AcpAgent::drain(const std::string& id) {
  const auto found = open_.find(id);
  if (found == open_.end() || !found->second.queue) return;
  const std::shared_ptr<DriveQueue> queue = found->second.queue;
  for (const DrivenEvent& event : queue->take()) {
    const auto still_open = open_.find(id);
    if (still_open == open_.end()) return;
    driven(still_open->second, event);
  }
}

void AcpAgent::driven(Open& session, const DrivenEvent& driven) {
  const auto& what = driven.event.what;
  if (const auto* asked = std::get_if<drive::PermissionRequest>(&what)) {
    return ask_permission(session, *asked);
  }
  if (!driven.event.parent_tool.empty()) return;  // of a subagent
  AcpUpdates& updates = *session.updates;
  if (const auto* init = std::get_if<drive::Init>(&what)) {
    if (session.offers.take_commands(init->commands)) tell_commands(session);
    tell_mode(session, init->mode);
    // What was cancelled may have waited behind a turn of claude's own, which that ended instead.
    if (session.turn_cancelled) interrupt(session);
  } else if (const auto* start = std::get_if<drive::MessageStart>(&what)) {
    updates.begin_message(start->message_id);
  } else if (std::holds_alternative<drive::BlockStart>(what)) {
    updates.begin_block();
  } else if (const auto* delta = std::get_if<drive::Delta>(&what)) {
    using Kind = drive::Delta::Kind;
    if (delta->kind != Kind::kToolInput) {
      updates.add_delta(delta->text, delta->kind == Kind::kThinking);
    }
  } else if (driven.message) {
    // The client shows what its person typed already.
    driven.message->role == Role::kUser ? updates.skip(*driven.message)
                                        : updates.add(*driven.message);
  } else if (const auto* status = std::get_if<drive::Status>(&what)) {
    tell_mode(session, status->mode);
  } else if (const auto* reply = std::get_if<drive::ControlReply>(&what)) {
    if (reply->ok && reply->request == "initialize") take_offers(session, reply->response);
  } else if (const auto* result = std::get_if<drive::TurnResult>(&what)) {
    take_result(session, *result);
  } else if (const auto* ended = std::get_if<drive::Ended>(&what)) {
    session.conversation.clear();
    const std::string errors = one_line(ended->errors);
    fail_turn(session, "claude has ended" + (errors.empty() ? "" : ": " + errors));
    run_next(session);
  }
}

void AcpAgent::take_result(Open& session, const drive::TurnResult& result) {
  if (const auto window = window_of(result, session.updates->model())) session.window = window;
  tell_driven_usage(session, result.cost_usd);
  const auto& answered = result.prompts;
  const bool ours =
      std::find(answered.begin(), answered.end(), session.turn_prompt) != answered.end();
  if (session.turn.empty() || !ours) return;
  end_turn(session, result);
  run_next(session);
}

void AcpAgent::end_turn(Open& session, const drive::TurnResult& result) {
  const std::string_view reason = stop_reason(result, session.turn_cancelled);
  if (reason.empty()) {
    return fail_turn(session, result.text.empty() ? "the turn failed" : result.text);
  }
  if (session.turn_cancelled) session.updates->end_pending();
  json::Writer out;
  out.begin_object().field("stopReason", reason).end_object();
  session.turn_cancelled = false;
  reply(std::exchange(session.turn, {}), RpcResult(out.take()));
}

void AcpAgent::fail_turn(Open& session, const std::string& why) {
  if (session.turn.empty()) return;
  session.updates->end_pending();
  if (std::exchange(session.turn_cancelled, false)) {
    reply(std::exchange(session.turn, {}), RpcResult(std::string(kCancelled)));
  } else {
    reply(std::exchange(session.turn, {}),
          RpcError{rpc_code::kInternal, terminal_line(cut_utf16(why, 1000))});
  }
}

// --- cancelling ---

void AcpAgent::interrupt(Open& session) {
  // When it cannot be interrupted any more, its end is on the way.
  static_cast<void>(caller_.services().conversations->interrupt(session.conversation));
}

void AcpAgent::cancel_turn(Open& session) {
  if (session.turn.empty() || session.turn_cancelled) return;
  session.turn_cancelled = true;
  interrupt(session);
}

void AcpAgent::cancel_waiting(Open& session) {
  for (const WaitingPrompt& prompt : std::exchange(session.waiting, {})) {
    reply(prompt.call, RpcResult(std::string(kCancelled)));
  }
}

void AcpAgent::cancelled(const std::string& id) {
  for (auto& [name, session] : open_) {
    if (session.turn == id) cancel_turn(session);
    std::erase_if(session.waiting, [&](const WaitingPrompt& prompt) {
      if (prompt.call != id) return false;
      reply(id, RpcResult(std::string(kCancelled)));
      return true;
    });
  }
}

}  // namespace clew
