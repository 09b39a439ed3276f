// SPDX-License-Identifier: MIT
#include "engine/drive_json.h"

#include "engine/session_json.h"

namespace clew {
namespace {

void some(json::Writer& out, std::string_view key, std::string_view text) {
  if (!text.empty()) out.field(key, text);
}

void some_json(json::Writer& out, std::string_view key, const std::string& json) {
  if (!json.empty()) out.raw_field(key, json);
}

void texts(json::Writer& out, std::string_view key, const std::vector<std::string>& list) {
  out.key(key).begin_array();
  for (const std::string& text : list) out.value(text);
  out.end_array();
}

// Writes the fields of each kind into the open object.
struct Fields {
  json::Writer& out;

  void operator()(const drive::Started& e) const {
    out.field("pid", e.pid).field("folder", e.folder);
    texts(out, "command", e.command);
  }
  void operator()(const drive::Init& e) const {
    out.field("model", e.model).field("mode", e.mode).field("folder", e.folder);
    some(out, "version", e.version);
    texts(out, "tools", e.tools);
    texts(out, "commands", e.commands);
  }
  void operator()(const drive::MessageStart& e) const {
    out.field("messageId", e.message_id).field("model", e.model);
  }
  void operator()(const drive::BlockStart& e) const {
    out.field("index", e.index).field("block", e.block);
    some(out, "toolId", e.tool_id);
    some(out, "toolName", e.tool_name);
  }
  void operator()(const drive::Delta& e) const {
    out.field("index", e.index).field("what", drive::name_of(e.kind)).field("text", e.text);
  }
  void operator()(const drive::BlockStop& e) const { out.field("index", e.index); }
  void operator()(const drive::MessageStop& e) const { out.field("stopReason", e.stop_reason); }
  void operator()(const drive::MessageUpdate& e) const {
    out.key("message");
    write_message(out, *e.transcript, e.message);
  }
  void operator()(const drive::PermissionRequest& e) const { write_permission(out, e); }
  void operator()(const drive::PermissionGone& e) const {
    out.field("request", e.request).field("why", e.why);
  }
  void operator()(const drive::Status& e) const {
    out.field("status", e.status);
    some(out, "mode", e.mode);
  }
  void operator()(const drive::Retry& e) const {
    out.field("attempt", e.attempt).field("most", e.most).field("delayMs", e.delay_ms);
    out.field("status", e.status).field("error", e.error);
  }
  void operator()(const drive::Report& e) const {
    out.field("type", e.type).field("subtype", e.subtype);
    some(out, "text", e.text);
    if (!e.known) out.field("known", false);
    some_json(out, "line", e.line);
  }
  void operator()(const drive::ControlReply& e) const {
    out.field("request", e.request).field("ok", e.ok);
    some(out, "error", e.error);
    some_json(out, "response", e.response);
  }
  void operator()(const drive::Trouble& e) const {
    out.field("what", drive::name_of(e.kind)).field("text", e.text);
  }
  void operator()(const drive::TurnResult& e) const {
    out.field("subtype", e.subtype).field("isError", e.is_error).field("text", e.text);
    if (!e.errors.empty()) texts(out, "errors", e.errors);
    out.field("costUsd", e.cost_usd).field("turns", e.turns);
    out.field("durationMs", e.duration_ms).field("apiMs", e.api_ms);
    some(out, "stopReason", e.stop_reason);
    some_json(out, "usage", e.usage);
    some_json(out, "denials", e.denials);
  }
  void operator()(const drive::Ended& e) const {
    out.field(e.status.by_signal ? "signal" : "code", e.status.number);
    out.field("asked", e.asked).field("midTurn", e.mid_turn);
    some(out, "errors", e.errors);
  }
};

}  // namespace

void write_permission(json::Writer& out, const drive::PermissionRequest& e) {
  out.field("request", e.request).field("tool", e.tool);
  some(out, "toolUse", e.tool_use);
  some(out, "title", e.title);
  some(out, "description", e.description);
  some(out, "reason", e.reason);
  some(out, "blockedPath", e.blocked_path);
  some_json(out, "input", e.input);
  some_json(out, "suggestions", e.suggestions);
}

void write_drive_event(json::Writer& out, const drive::Event& event) {
  out.begin_object().field("kind", drive::name_of(event));
  some(out, "session", event.session);
  some(out, "parentTool", event.parent_tool);
  std::visit(Fields{out}, event.what);
  out.end_object();
}

}  // namespace clew
