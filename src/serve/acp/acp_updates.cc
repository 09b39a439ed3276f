// SPDX-License-Identifier: MIT

#include "serve/acp/acp_updates.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "json/writer.h"
#include "serve/acp/acp_tool.h"

namespace clew {
namespace {

constexpr std::size_t kLargestText = std::size_t{4} << 20;   // of one chunk
constexpr std::size_t kLargestImage = std::size_t{8} << 20;  // of base64

json::Writer begin_update(std::string_view kind) {
  json::Writer out;
  out.begin_object().field("sessionUpdate", kind);
  return out;
}

void write_text_block(json::Writer& out, std::string_view text) {
  out.begin_object().field("type", "text").field("text", text).end_object();
}

std::string_view cut_text(std::string_view text) { return cut_utf8(text, kLargestText); }

std::string_view status_of(ToolState state) {
  return state == ToolState::kSuccess ? "completed" : name_of(state);
}

// What a program put in, for the model and not for the person.
bool is_unseen(MessageKind kind) {
  return kind == MessageKind::kNotification || kind == MessageKind::kHookFeedback ||
         kind == MessageKind::kInterruption || kind == MessageKind::kMeta ||
         kind == MessageKind::kAttachment;
}

}  // namespace

AcpMessage acp_message(const ShownMessage& shown) {
  const Message& message = *shown.message;
  AcpMessage out{.uuid = std::string(shown.uuid()),
                 .role = message.role,
                 .kind = message.kind,
                 .text = message.text,
                 .thought = message.thought,
                 .tools = message.tools,
                 .images = {},
                 .message_id = std::string(shown.of_answer(&Entry::message_id)),
                 .model = std::string(shown.of_answer(&Entry::model)),
                 .usage = shown.usage()};
  for (const MediaPart& part : message.parts) {
    const std::string uuid(uuid_of(*shown.transcript, part.entry).text);
    const bool known = !out.images.empty() && out.images.back() == uuid;
    if (part.kind == MediaPart::Kind::kImage && !uuid.empty() && !known) out.images.push_back(uuid);
  }
  return out;
}

void AcpUpdates::add(const AcpMessage& message) {
  Sent& sent = sent_[message.uuid];
  if (message.role == Role::kAssistant) {
    // All lines of one answer belong together by the id that the API gave it.
    const std::string& id = message.message_id.empty() ? message.uuid : message.message_id;
    if (const auto streamed = streamed_.find(id); streamed != streamed_.end()) {
      sent.text = std::max(sent.text, streamed->second.text);
      sent.thought = std::max(sent.thought, streamed->second.thought);
    }
    add_answer(message, id, sent);
  } else if (message.role == Role::kUser) {
    add_user(message, sent);
  } else {
    add_system(message, sent);
  }
}

void AcpUpdates::skip(const AcpMessage& message) {
  quiet_ = true;
  add(message);
  quiet_ = false;
}

void AcpUpdates::add_text(std::string_view kind, std::string_view id, std::string_view text,
                          std::size_t& sent) {
  if (text.size() <= sent) return;
  const std::string_view fresh = cut_text(text.substr(sent));
  sent = text.size();
  json::Writer out = begin_update(kind);
  out.key("content");
  write_text_block(out, fresh);
  if (!id.empty()) out.field("messageId", id);
  out.end_object();
  tell(out.take());
}

void AcpUpdates::add_delta(std::string_view text, bool thinking) {
  if (text.empty() || writing_.empty()) return;
  Sent& sent = streamed_[writing_];
  std::size_t& so_far = thinking ? sent.thought : sent.text;
  const bool joined = std::exchange(block_begins_, false) && so_far > 0;
  const std::string piece = (joined ? "\n\n" : "") + std::string(text);
  std::size_t from_start = 0;
  add_text(thinking ? "agent_thought_chunk" : "agent_message_chunk", writing_, piece, from_start);
  so_far += piece.size();
}

void AcpUpdates::add_user(const AcpMessage& message, Sent& sent) {
  if (is_unseen(message.kind)) return;
  if (message.kind == MessageKind::kCompactSummary && client_.compaction) {
    if (sent.text > 0) return;
    sent.text = 1;
    json::Writer out = begin_update("compaction_update");
    out.field("compactionId", message.uuid).field("status", "completed");
    out.key("summary").begin_array();
    write_text_block(out, cut_text(message.text));
    out.end_array().end_object();
    tell(out.take());
    return;
  }
  // What a local command printed is no word of the person's.
  const bool output =
      message.kind == MessageKind::kCommandOutput || message.kind == MessageKind::kShellOutput;
  const bool is_new = sent.text == 0;
  add_text(output ? "agent_message_chunk" : "user_message_chunk", message.uuid, message.text,
           sent.text);
  if (is_new && !quiet_) add_images(message);
}

void AcpUpdates::add_images(const AcpMessage& message) {
  for (const std::string& uuid : message.images) {
    json::Parser parser;
    auto line = parser.parse_copy(fetch_(uuid));
    if (!line) continue;
    for (const json::Value block : (*line)["message"]["content"].elements()) {
      const json::Value source = block["source"];
      const std::string_view data = source["data"].string_or("");
      if (block["type"].string_or("") != "image" || data.empty() || data.size() > kLargestImage) {
        continue;
      }
      json::Writer out = begin_update("user_message_chunk");
      out.key("content").begin_object().field("type", "image").field("data", data);
      out.field("mimeType", source["media_type"].string_or("image/png")).end_object();
      out.field("messageId", message.uuid).end_object();
      tell(out.take());
    }
  }
}

void AcpUpdates::add_answer(const AcpMessage& message, std::string_view id, Sent& sent) {
  // Made by the program itself, and of no use to a reader of history.
  const bool login = message.kind == MessageKind::kApiError &&
                     message.text.find("Please run /login") != std::string::npos;
  if (login) return;
  add_text("agent_thought_chunk", id, message.thought, sent.thought);
  add_text("agent_message_chunk", id, message.text, sent.text);
  for (const ToolCall& tool : message.tools) add_tool(tool, sent);
  if (!message.usage) return;
  context_tokens_ = message.usage->tokens.total();
  model_ = message.model;
}

void AcpUpdates::add_tool(const ToolCall& tool, Sent& sent) {
  if (tool.id.empty()) return;
  json::Parser parser;
  const auto parsed = parser.parse_copy(tool.input);
  const json::Value input = parsed ? *parsed : json::Value();
  const auto known = sent.tools.find(tool.id);
  const bool is_new = known == sent.tools.end();
  const bool was_pending = is_new || known->second == ToolState::kPending;
  sent.tools[tool.id] = tool.state;
  if (is_acp_plan(tool.name, input)) {
    sent.tools[tool.id] = ToolState::kSuccess;  // shown as a whole
    if (!is_new) return;
    json::Writer out = begin_update("plan");
    write_acp_plan(out, input);
    out.end_object();
    tell(out.take());
    return;
  }
  if (is_new) {
    json::Writer out = begin_update("tool_call");
    out.field("toolCallId", tool.id).field("title", acp_tool_title(tool.name, input));
    out.field("name", tool.name).field("kind", acp_tool_kind(tool.name));
    out.field("status", "pending");
    write_acp_tool_details(out, tool.name, input);
    if (input.is_object()) out.raw_field("rawInput", input.to_json());
    out.end_object();
    tell(out.take());
  }
  if (was_pending && tool.state != ToolState::kPending) add_result(tool);
}

void AcpUpdates::add_result(const ToolCall& tool) {
  json::Writer out = begin_update("tool_call_update");
  out.field("toolCallId", tool.id).field("status", status_of(tool.state));
  const std::string_view result = cut_text(tool.result);
  // A change that worked is shown by its diff already.
  if (!result.empty() && (tool.state == ToolState::kFailed || acp_tool_kind(tool.name) != "edit")) {
    out.key("content").begin_array().begin_object().field("type", "content").key("content");
    write_text_block(out, result);
    out.end_object().end_array();
  }
  if (!tool.structured.empty()) {
    out.raw_field("rawOutput", tool.structured);
  } else if (!result.empty()) {
    out.field("rawOutput", result);
  }
  out.end_object();
  tell(out.take());
}

void AcpUpdates::add_system(const AcpMessage& message, Sent& sent) {
  if (sent.text > 0 || !client_.notices) return;
  sent.text = 1;
  if (message.kind != MessageKind::kNotice || message.text.empty()) return;
  json::Writer out = begin_update("notice");
  out.field("severity", "info").field("title", terminal_line(cut_utf16(message.text, 200)));
  out.end_object();
  tell(out.take());
}

void AcpUpdates::end_pending() {
  for (auto& [uuid, sent] : sent_) {
    for (auto& [id, state] : sent.tools) {
      if (state != ToolState::kPending) continue;
      state = ToolState::kFailed;
      json::Writer out = begin_update("tool_call_update");
      out.field("toolCallId", id).field("status", "failed").end_object();
      tell(out.take());
    }
  }
}

}  // namespace clew
