// SPDX-License-Identifier: MIT
//
// A message in the form that editors use.
#pragma once

#include <algorithm>

#include "engine/read/session_answers.h"

namespace clew {

// Whether it is one that a chat shows: what the two sides said, not notices and boundaries.
inline bool is_chat_message(const Message& message) { return message.role != Role::kSystem; }

struct ChatToolCall {
  ShownTool shown;
};
inline constexpr std::string_view kChatStates[] = {"pending", "completed", "failed"};
template <>
inline constexpr auto kDescription<ChatToolCall> = describe(
    "ChatToolCall", "a call of a tool",
    field(
        "id", "id of the call",
        [](const ChatToolCall& c) -> const auto& { return c.shown.tool->id; }),
    field(
        "name", "the tool",
        [](const ChatToolCall& c) -> const auto& { return c.shown.tool->name; }),
    field("input", "what it was given",
          [](const ChatToolCall& c) { return JsonText{c.shown.tool->input}; }),
    field_if_any("result", "what the model saw of it",
                 [](const ChatToolCall& c) {
                   return c.shown.tool->answer == kNoEntry ? nullptr : &c.shown.tool->result;
                 }),
    field("status", "how far it is", one_of<kChatStates>([](const ChatToolCall& c) {
            return c.shown.tool->state == ToolState::kSuccess ? kChatStates[1]
                                                              : name_of(c.shown.tool->state);
          })),
    field_if_any("parts", "pictures and documents",
                 [](const ChatToolCall& c) {
                   return shown_parts(c.shown.transcript, c.shown.tool->parts);
                 }),
    field_if_any("durationMs", "how long it took",
                 if_known([](const ChatToolCall& c) { return c.shown.tool->duration_ms; })),
    field_if_any(
        "agentId", "the subagent it started",
        [](const ChatToolCall& c) -> const auto& { return c.shown.tool->agent; }));

struct ChatMessage {
  const ShownMessage* shown = nullptr;

  bool is_complete() const {
    const auto& tools = shown->message->tools;
    return std::none_of(tools.begin(), tools.end(),
                        [](const ToolCall& tool) { return tool.state == ToolState::kPending; });
  }
};
template <>
inline constexpr auto kDescription<ChatMessage> = describe(
    "ChatMessage", "a message in a chat",
    field("id", "its first line", [](const ChatMessage& m) { return m.shown->uuid(); }),
    field("role", "who speaks", [](const ChatMessage& m) { return m.shown->message->role; }),
    // Where an editor put context around them.
    field("content", "the person's own words, or the model's",
          [](const ChatMessage& m) -> std::string_view {
            return m.shown->prompt.refs.empty() ? m.shown->message->text : m.shown->prompt.text;
          }),
    field_if_any("thought", "what the model thought",
                 [](const ChatMessage& m) -> std::string_view {
                   return m.shown->message->thought;
                 }),
    field_if_any("toolCalls", "calls with their results",
                 [](const ChatMessage& m) {
                   return MappedList(m.shown->message->tools, [&m](const ToolCall& tool) {
                     return ChatToolCall{{m.shown->transcript, &tool}};
                   });
                 }),
    field_if_any("timestamp", "when",
                 as_time([](const ChatMessage& m) { return m.shown->first().time; })),
    field("isComplete", "all its calls have results", &ChatMessage::is_complete),
    field("kind", "what it is", [](const ChatMessage& m) { return m.shown->message->kind; }),
    field_if_any("model", "who answered",
                 [](const ChatMessage& m) { return m.shown->of_answer(&Entry::model); }),
    field_if_any("messageId", "id of the answer",
                 [](const ChatMessage& m) { return m.shown->of_answer(&Entry::message_id); }),
    field_if_any("usage", "tokens of the answer",
                 [](const ChatMessage& m) { return m.shown->usage(); }),
    field_if_any("parts", "pictures and documents",
                 [](const ChatMessage& m) {
                   return shown_parts(m.shown->transcript, m.shown->message->parts);
                 }),
    field_if_any(
        "contextRefs", "what the editor put there",
        [](const ChatMessage& m) -> const auto& { return m.shown->prompt.refs; }));

}  // namespace clew
