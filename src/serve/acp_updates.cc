// SPDX-License-Identifier: MIT

#include "serve/acp_updates.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "json/writer.h"
#include "serve/acp_tool.h"

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

std::string_view status_of(std::string_view state) {
  if (state == "success") return "completed";
  return state == "failed" ? "failed" : "pending";
}

}  // namespace

void AcpUpdates::add(json::Value message) {
  const std::string_view uuid = message["uuid"].string_or("");
  const std::string_view role = message["role"].string_or("");
  Told& told = told_[std::string(uuid)];
  if (role == "assistant") {
    // All lines of one answer belong together by the id that the API gave it.
    const std::string_view id = message["messageId"].string_or(uuid);
    if (const auto streamed = streamed_.find(id); streamed != streamed_.end()) {
      told.text = std::max(told.text, streamed->second.text);
      told.thought = std::max(told.thought, streamed->second.thought);
    }
    add_answer(message, id, told);
  } else if (role == "user") {
    add_user(message, uuid, told);
  } else {
    add_system(message, told);
  }
}

void AcpUpdates::skip(json::Value message) {
  quiet_ = true;
  add(message);
  quiet_ = false;
}

void AcpUpdates::add_text(std::string_view kind, std::string_view id, std::string_view text,
                          std::size_t& told) {
  if (text.size() <= told) return;
  const std::string_view fresh = cut_text(text.substr(told));
  told = text.size();
  json::Writer out = begin_update(kind);
  out.key("content");
  write_text_block(out, fresh);
  if (!id.empty()) out.field("messageId", id);
  out.end_object();
  tell(out.take());
}

void AcpUpdates::add_delta(std::string_view text, bool thinking) {
  if (text.empty() || writing_.empty()) return;
  Told& told = streamed_[writing_];
  std::size_t& so_far = thinking ? told.thought : told.text;
  const bool joined = std::exchange(block_begins_, false) && so_far > 0;
  const std::string piece = (joined ? "\n\n" : "") + std::string(text);
  std::size_t from_start = 0;
  add_text(thinking ? "agent_thought_chunk" : "agent_message_chunk", writing_, piece, from_start);
  so_far += piece.size();
}

void AcpUpdates::add_user(json::Value message, std::string_view id, Told& told) {
  const std::string_view kind = message["kind"].string_or("");
  if (kind == "notification" || kind == "hook-feedback" || kind == "interruption" ||
      kind == "meta" || kind == "attachment") {
    return;
  }
  if (kind == "compact-summary" && client_.compaction) {
    if (told.text > 0) return;
    told.text = 1;
    json::Writer out = begin_update("compaction_update");
    out.field("compactionId", id).field("status", "completed").key("summary").begin_array();
    write_text_block(out, cut_text(message["text"].string_or("")));
    out.end_array().end_object();
    tell(out.take());
    return;
  }
  // What a local command printed is no word of the person's.
  const bool output = kind == "command-output" || kind == "shell-output";
  const bool is_new = told.text == 0;
  add_text(output ? "agent_message_chunk" : "user_message_chunk", id, message["text"].string_or(""),
           told.text);
  if (is_new && !quiet_) add_images(message, id);
}

void AcpUpdates::add_images(json::Value message, std::string_view id) {
  std::string last;
  for (const json::Value part : message["parts"].elements()) {
    const std::string_view uuid = part["uuid"].string_or("");
    if (part["type"].string_or("") != "image" || uuid.empty() || uuid == last) continue;
    last = uuid;
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
      out.field("messageId", id).end_object();
      tell(out.take());
    }
  }
}

void AcpUpdates::add_answer(json::Value message, std::string_view id, Told& told) {
  const std::string_view text = message["text"].string_or("");
  // Made by the program itself, and of no use to a reader of history.
  const bool login = message["kind"].string_or("") == "api-error" &&
                     text.find("Please run /login") != std::string_view::npos;
  if (login) return;
  add_text("agent_thought_chunk", id, message["thought"].string_or(""), told.thought);
  add_text("agent_message_chunk", id, text, told.text);
  for (const json::Value tool : message["tools"].elements()) add_tool(tool, told);
  const json::Value usage = message["usage"];
  if (!usage.is_object()) return;
  context_tokens_ = 0;
  for (const char* name : {"input", "output", "cacheRead", "cacheWrite"}) {
    context_tokens_ += std::clamp<std::int64_t>(usage[name].int_or(0), 0, INT32_MAX);
  }
  model_ = message["model"].string_or("");
}

void AcpUpdates::add_tool(json::Value tool, Told& told) {
  const std::string_view id = tool["id"].string_or("");
  const std::string_view name = tool["name"].string_or("");
  const std::string_view state = tool["state"].string_or("pending");
  const json::Value input = tool["input"];
  if (id.empty()) return;
  const auto known = told.tools.find(id);
  const bool is_new = known == told.tools.end();
  const bool was_pending = is_new || known->second.state == "pending";
  if (!is_new) known->second.state = state;
  if (is_acp_plan(name, input)) {
    if (!is_new) return;
    told.tools[std::string(id)] = {"plan"};
    json::Writer out = begin_update("plan");
    write_acp_plan(out, input);
    out.end_object();
    tell(out.take());
    return;
  }
  if (is_new) {
    told.tools[std::string(id)] = {std::string(state)};
    json::Writer out = begin_update("tool_call");
    out.field("toolCallId", id).field("title", acp_tool_title(name, input));
    out.field("name", name).field("kind", acp_tool_kind(name)).field("status", "pending");
    write_acp_tool_details(out, name, input);
    if (input.is_object()) out.raw_field("rawInput", input.to_json());
    out.end_object();
    tell(out.take());
  }
  if (was_pending && state != "pending") add_result(tool, id);
}

void AcpUpdates::add_result(json::Value tool, std::string_view id) {
  json::Writer out = begin_update("tool_call_update");
  out.field("toolCallId", id).field("status", status_of(tool["state"].string_or("")));
  const std::string_view result = cut_text(tool["result"].string_or(""));
  const std::string_view kind = acp_tool_kind(tool["name"].string_or(""));
  const bool failed = tool["state"].string_or("") == "failed";
  // A change that worked is shown by its diff already.
  if (!result.empty() && (failed || kind != "edit")) {
    out.key("content").begin_array().begin_object().field("type", "content").key("content");
    write_text_block(out, result);
    out.end_object().end_array();
  }
  const json::Value structured = tool["structured"];
  if (!structured.is_missing()) {
    out.raw_field("rawOutput", structured.to_json());
  } else if (!result.empty()) {
    out.field("rawOutput", result);
  }
  out.end_object();
  tell(out.take());
}

void AcpUpdates::add_system(json::Value message, Told& told) {
  if (told.text > 0 || !client_.notices) return;
  const std::string_view kind = message["kind"].string_or("");
  const std::string_view text = message["text"].string_or("");
  told.text = 1;
  if (kind != "notice" || text.empty()) return;
  json::Writer out = begin_update("notice");
  out.field("severity", "info").field("title", terminal_line(cut_utf16(text, 200)));
  out.end_object();
  tell(out.take());
}

void AcpUpdates::end_pending() {
  for (auto& [uuid, told] : told_) {
    for (auto& [id, tool] : told.tools) {
      if (tool.state != "pending") continue;
      tool.state = "failed";
      json::Writer out = begin_update("tool_call_update");
      out.field("toolCallId", id).field("status", "failed").end_object();
      tell(out.take());
    }
  }
}

}  // namespace clew
