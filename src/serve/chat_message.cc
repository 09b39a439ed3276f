// SPDX-License-Identifier: MIT

#include "serve/chat_message.h"

namespace clew {
namespace {

std::string_view status_of(std::string_view state) {
  return state == "success" ? "completed" : state;
}

void copy(json::Writer& out, std::string_view name, json::Value value) {
  if (!value.is_missing() && value.kind() != json::Kind::kNull) {
    out.raw_field(name, value.to_json());
  }
}

void write_tool(json::Writer& out, json::Value tool) {
  out.begin_object()
      .field("id", tool["id"].string_or(""))
      .field("name", tool["name"].string_or(""));
  const json::Value input = tool["input"];
  out.raw_field("input", input.is_missing() ? "null" : input.to_json());
  copy(out, "result", tool["result"]);
  out.field("status", status_of(tool["state"].string_or("pending")));
  copy(out, "parts", tool["parts"]);
  copy(out, "durationMs", tool["durationMs"]);
  copy(out, "agentId", tool["agent"]);
  out.end_object();
}

}  // namespace

bool is_chat_message(json::Value shown) {
  const std::string_view role = shown["role"].string_or("");
  return role == "user" || role == "assistant";
}

void write_chat_message(json::Writer& out, json::Value shown) {
  out.begin_object();
  out.field("id", shown["uuid"].string_or("")).field("role", shown["role"].string_or(""));
  // The person's own words, where an editor put context around them.
  const json::Value prompt = shown["prompt"];
  out.field("content", (prompt.is_missing() ? shown["text"] : prompt).string_or(""));
  if (const std::string_view thought = shown["thought"].string_or(""); !thought.empty()) {
    out.field("thought", thought);
  }
  bool complete = true;
  const json::Elements tools = shown["tools"].elements();
  if (!tools.empty()) {
    out.key("toolCalls").begin_array();
    for (const json::Value tool : tools) {
      complete = complete && tool["state"].string_or("") != "pending";
      write_tool(out, tool);
    }
    out.end_array();
  }
  copy(out, "timestamp", shown["timestamp"]);
  out.field("isComplete", complete).field("kind", shown["kind"].string_or(""));
  copy(out, "model", shown["model"]);
  copy(out, "messageId", shown["messageId"]);
  copy(out, "usage", shown["usage"]);
  copy(out, "parts", shown["parts"]);
  copy(out, "contextRefs", shown["contextRefs"]);
  out.end_object();
}

}  // namespace clew
