// SPDX-License-Identifier: MIT

#include "serve/http/openapi.h"

#include <charconv>

#include "engine/call/operation.h"
#include "json/writer.h"
#include "serve/call/operation_call.h"
#include "serve/call/result_schema.h"

namespace clew {
namespace {

ResultShape server_shape() {
  return {"Server",
          "what this server is and may do",
          {{"version", "text", "of Clew"},
           {"drive", "flag", "it may drive claude"},
           {"person", "text", "of a team, who has signed in", true}},
          {}};
}

ResultShape problem_shape() {
  return {"Problem",
          "what went wrong (RFC 9457)",
          {{"type", "text", "a name for the kind of problem"},
           {"title", "text", "the kind in words"},
           {"status", "integer", "the status of the answer"},
           {"detail", "text", "what went wrong"}},
          {}};
}

std::int64_t to_integer(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

void write_scalar_schema(json::Writer& out, const Param& param) {
  switch (param.type) {
    case ParamType::kInteger:
      out.field("type", "integer").field("minimum", param.min);
      if (param.max != INT64_MAX) out.field("maximum", param.max);
      break;
    case ParamType::kFlag:
      out.field("type", "boolean");
      break;
    default:
      out.field("type", "string");
      break;
  }
  if (!param.choices.empty()) {
    out.key("enum").begin_array();
    for (const std::string_view choice : param.choices) out.value(choice);
    out.end_array();
  }
}

void write_default(json::Writer& out, const Param& param) {
  if (param.type == ParamType::kFlag) {
    out.field("default", false);
  } else if (param.fallback.empty()) {
    return;
  } else if (param.type == ParamType::kInteger) {
    out.field("default", to_integer(param.fallback));
  } else {
    out.field("default", param.fallback);
  }
}

void write_schema(json::Writer& out, const Param& param, bool with_help) {
  out.begin_object();
  if (param.type == ParamType::kTextList) {
    out.field("type", "array").key("items").begin_object();
    write_scalar_schema(out, param);
    out.end_object();
  } else {
    write_scalar_schema(out, param);
  }
  write_default(out, param);
  if (with_help) out.field("description", param.help);
  out.end_object();
}

void write_problem(json::Writer& out) {
  out.key("default").begin_object().field("$ref", "#/components/responses/Problem").end_object();
}

void write_query(json::Writer& out, const Operation& operation) {
  out.key("parameters").begin_array();
  for (const Param& param : operation.params) {
    if (param.local) continue;
    out.begin_object().field("name", json_name(param.name)).field("in", "query");
    out.field("description", param.help).field("required", param.required).key("schema");
    write_schema(out, param, false);
    if (param.type == ParamType::kTextList) out.field("style", "form").field("explode", true);
    out.end_object();
  }
  out.end_array();
}

void write_body(json::Writer& out, const Operation& operation) {
  out.key("requestBody").begin_object().key("content").begin_object();
  out.key("application/json").begin_object().key("schema").begin_object();
  out.field("type", "object").field("additionalProperties", false);
  out.key("properties").begin_object();
  for (const Param& param : operation.params) {
    if (param.local) continue;
    out.key(json_name(param.name));
    write_schema(out, param, true);
  }
  out.end_object().key("required").begin_array();
  for (const Param& param : operation.params) {
    if (param.required) out.value(json_name(param.name));
  }
  out.end_array().end_object().end_object().end_object().end_object();
}

void write_responses(json::Writer& out, const Operation& operation) {
  const std::string answer = result_type(operation.name);
  const std::string type = operation.streams ? "application/x-ndjson" : "application/json";
  out.key("responses").begin_object().key("200").begin_object();
  out.field("description", answer.empty() ? "the answer" : result_help(answer));
  out.key("content").begin_object().key(type).begin_object().key("schema");
  write_type_schema(out, answer.empty() ? "any" : answer);
  out.end_object().end_object().end_object();
  write_problem(out);
  out.end_object();
}

void write_method(json::Writer& out, const Operation& operation, bool post) {
  out.key(post ? "post" : "get").begin_object();
  out.field("operationId", json_name(operation.name) + (post ? "" : "Get"));
  out.field("summary", operation.help).field("description", operation.description);
  post ? write_body(out, operation) : write_query(out, operation);
  write_responses(out, operation);
  out.end_object();
}

void write_events_path(json::Writer& out) {
  constexpr std::pair<std::string_view, std::string_view> kParams[] = {
      {"session", "only events of this session"},
      {"project", "only events of this project"},
      {"file", "only events of this transcript"},
      {"type", "only events of this type; may be given several times"},
      {"after", "begin after the event with this number, like Last-Event-ID"}};
  out.key("/api/v1/events").begin_object().key("get").begin_object();
  out.field("operationId", "events").field("summary", "Follow what happens");
  out.key("parameters").begin_array();
  for (const auto& [name, help] : kParams) {
    out.begin_object().field("name", name).field("in", "query").field("description", help);
    out.key("schema").begin_object().field("type", "string").end_object().end_object();
  }
  out.end_array().key("responses").begin_object().key("200").begin_object();
  out.field("description", "server-sent events; \"resync\" says: read the state again");
  out.key("content").begin_object().key("text/event-stream").begin_object();
  out.key("schema").begin_object().field("type", "string");
  out.field("description", "the data of each event is an Event");
  out.field("contentMediaType", "application/json").key("contentSchema").begin_object();
  out.field("$ref", "#/components/schemas/Event").end_object().end_object();
  out.end_object().end_object().end_object();
  write_problem(out);
  out.end_object().end_object().end_object();
}

// What the page needs beside operations.
void write_server_paths(json::Writer& out) {
  out.key("/api/v1/server").begin_object().key("get").begin_object();
  out.field("operationId", "server").field("summary", "What this server is and may do");
  out.key("responses").begin_object().key("200").begin_object();
  out.field("description", "its version, and whether it drives claude");
  out.key("content").begin_object().key("application/json").begin_object().key("schema");
  out.begin_object().field("$ref", "#/components/schemas/Server").end_object();
  out.end_object().end_object().end_object();
  write_problem(out);
  out.end_object().end_object().end_object();

  out.key("/api/v1/login").begin_object().key("post").begin_object();
  out.field("operationId", "login").field("summary", "Get a cookie for the token");
  out.key("security").begin_array().end_array();
  out.key("requestBody").begin_object().field("required", true).key("content").begin_object();
  out.key("application/json").begin_object().key("schema").begin_object();
  out.field("type", "object").key("properties").begin_object().key("token").begin_object();
  out.field("type", "string").end_object().end_object();
  out.key("required").begin_array().value("token").end_array().end_object();
  out.end_object().end_object().end_object();
  out.key("responses").begin_object().key("204").begin_object();
  out.field("description", "the cookie is set").end_object();
  write_problem(out);
  out.end_object().end_object().end_object();

  out.key("/api/v1/login-code").begin_object().key("post").begin_object();
  out.field("operationId", "loginCode");
  out.field("summary", "Get a code that stands for the token in one login, soon");
  out.key("responses").begin_object().key("200").begin_object().field("description", "the code");
  out.key("content").begin_object().key("application/json").begin_object().key("schema");
  out.begin_object().field("type", "object").key("properties").begin_object().key("code");
  out.begin_object().field("type", "string").end_object().end_object();
  out.key("required").begin_array().value("code").end_array().end_object();
  out.end_object().end_object().end_object();
  write_problem(out);
  out.end_object().end_object().end_object();
}

void write_components(json::Writer& out) {
  out.key("components").begin_object();
  out.key("securitySchemes").begin_object();
  out.key("token").begin_object().field("type", "http").field("scheme", "bearer").end_object();
  out.key("cookie").begin_object().field("type", "apiKey").field("in", "cookie");
  out.field("name", "clew_PORT").field("description", "what /api/v1/login sets");
  out.end_object().end_object();
  out.key("schemas").begin_object();
  for (const ResultShape& shape : result_shapes()) {
    out.key(shape.name);
    write_shape_schema(out, shape);
  }
  out.key("Server");
  write_shape_schema(out, server_shape());
  out.key("Problem");
  write_shape_schema(out, problem_shape());
  out.end_object();
  out.key("responses").begin_object().key("Problem").begin_object();
  out.field("description", "what went wrong (RFC 9457)").key("content").begin_object();
  out.key("application/problem+json").begin_object().key("schema").begin_object();
  out.field("$ref", "#/components/schemas/Problem").end_object().end_object().end_object();
  out.end_object().end_object().end_object();
}

}  // namespace

std::string openapi_json() {
  json::Writer out;
  out.begin_object().field("openapi", "3.1.0");
  out.key("info").begin_object().field("title", "Clew").field("version", CLEW_VERSION);
  out.field("description", "Every operation of Clew. Made from the table of operations.");
  out.end_object();
  out.key("security").begin_array();
  for (const std::string_view name : {"token", "cookie"}) {
    out.begin_object().key(name).begin_array().end_array().end_object();
  }
  out.end_array();
  out.key("paths").begin_object();
  for (const Operation& operation : operations()) {
    if (operation.local) continue;
    out.key("/api/v1/" + std::string(operation.name)).begin_object();
    if (operation.read_only) write_method(out, operation, false);
    write_method(out, operation, true);
    out.end_object();
  }
  write_events_path(out);
  write_server_paths(out);
  out.end_object();
  write_components(out);
  out.end_object();
  return out.take();
}

}  // namespace clew
