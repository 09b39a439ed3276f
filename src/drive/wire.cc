// SPDX-License-Identifier: MIT
#include "drive/wire.h"

#include "json/writer.h"
#include "transcript/line_fields.h"

namespace clew::wire {
namespace {

json::Writer control_request(std::string_view request, std::string_view subtype) {
  json::Writer out;
  out.begin_object().field("type", "control_request").field("request_id", request);
  out.key("request").begin_object().field("subtype", subtype);
  return out;
}

std::string closed(json::Writer&& out) {
  out.end_object().end_object();
  return out.take();
}

}  // namespace

std::string user_message(const Prompt& prompt) {
  json::Writer out;
  out.begin_object().field("type", "user");
  out.key("message").begin_object().field("role", "user");
  if (prompt.blocks.empty()) {
    out.field("content", prompt.text);
  } else {
    out.raw_field("content", prompt.blocks);
  }
  out.end_object();
  out.key(name_of(Field::kStreamParentTool)).null();
  out.field("session_id", "default").field("uuid", prompt.uuid);
  out.end_object();
  return out.take();
}

std::string initialize(std::string_view request) {
  return closed(control_request(request, "initialize"));
}

std::string interrupt(std::string_view request) {
  return closed(control_request(request, "interrupt"));
}

std::string set_model(std::string_view request, std::string_view model) {
  json::Writer out = control_request(request, "set_model");
  out.field("model", model);
  return closed(std::move(out));
}

std::string set_permission_mode(std::string_view request, std::string_view mode) {
  json::Writer out = control_request(request, "set_permission_mode");
  out.field("mode", mode);
  return closed(std::move(out));
}

std::string permission_answer(std::string_view request, const PermissionAnswer& answer,
                              std::string_view asked_input) {
  json::Writer out;
  out.begin_object().field("type", "control_response").key("response").begin_object();
  out.field("subtype", "success").field("request_id", request);
  out.key("response").begin_object();
  out.field("behavior", answer.allow ? "allow" : "deny");
  if (answer.allow) {
    out.raw_field("updatedInput", answer.input.empty() ? asked_input : answer.input);
    if (!answer.updates.empty()) out.raw_field("updatedPermissions", answer.updates);
  } else {
    out.field("message", answer.message.empty() ? "The user does not want this." : answer.message);
    if (answer.interrupt) out.field("interrupt", true);
  }
  out.end_object().end_object().end_object();
  return out.take();
}

std::string control_error(std::string_view request, std::string_view why) {
  json::Writer out;
  out.begin_object().field("type", "control_response").key("response").begin_object();
  out.field("subtype", "error").field("request_id", request).field("error", why);
  out.end_object().end_object();
  return out.take();
}

}  // namespace clew::wire
