// SPDX-License-Identifier: MIT

#include "serve/openapi.h"

#include <charconv>

#include "engine/operation.h"
#include "engine/operation_results.h"
#include "json/writer.h"
#include "serve/operation_call.h"

namespace clew {
namespace {

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

std::string_view type_name(ResultType type) {
  switch (type) {
    case ResultType::kText:
      return "string";
    case ResultType::kInteger:
      return "integer";
    case ResultType::kNumber:
      return "number";
    case ResultType::kFlag:
      return "boolean";
    case ResultType::kObject:
      return "object";
    case ResultType::kList:
      return "array";
    case ResultType::kAny:
      break;
  }
  return "";
}

void write_result_schema(json::Writer& out, const ResultShape* shape) {
  out.key("schema").begin_object();
  if (shape && !shape->fields.empty()) {
    out.field("type", "object").key("properties").begin_object();
    for (const ResultField& field : shape->fields) {
      out.key(field.name).begin_object();
      const std::string_view type = type_name(field.type);
      if (field.maybe_null && !type.empty()) {
        out.key("type").begin_array().value(type).value("null").end_array();
      } else if (!type.empty()) {
        out.field("type", type);
      }
      out.field("description", field.help).end_object();
    }
    out.end_object().key("required").begin_array();
    for (const ResultField& field : shape->fields) {
      if (!field.maybe_missing) out.value(field.name);
    }
    out.end_array();
  }
  out.end_object();
}

void write_responses(json::Writer& out, const Operation& operation) {
  const ResultShape* shape = find_result_shape(operation.name);
  const std::string type = operation.streams ? "application/x-ndjson" : "application/json";
  out.key("responses").begin_object().key("200").begin_object();
  out.field("description", shape ? shape->help : std::string_view("the answer"));
  out.key("content").begin_object().key(type).begin_object();
  write_result_schema(out, shape);
  out.end_object().end_object().end_object();
  out.key("default").begin_object().field("$ref", "#/components/responses/Problem").end_object();
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
  out.key("content").begin_object().key("text/event-stream").begin_object().end_object();
  out.end_object().end_object().end_object().end_object().end_object();
}

void write_components(json::Writer& out) {
  out.key("components").begin_object();
  out.key("securitySchemes").begin_object();
  out.key("token").begin_object().field("type", "http").field("scheme", "bearer").end_object();
  out.end_object();
  out.key("responses").begin_object().key("Problem").begin_object();
  out.field("description", "what went wrong (RFC 9457)").key("content").begin_object();
  out.key("application/problem+json").begin_object().key("schema").begin_object();
  out.field("type", "object").key("properties").begin_object();
  for (const std::string_view name : {"type", "title", "detail"}) {
    out.key(name).begin_object().field("type", "string").end_object();
  }
  out.key("status").begin_object().field("type", "integer").end_object();
  out.end_object().end_object().end_object().end_object().end_object().end_object();
  out.end_object();
}

// ---- Markdown

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string param_kind(const Param& param) {
  std::string kind;
  switch (param.type) {
    case ParamType::kInteger:
      kind = "whole number";
      break;
    case ParamType::kFlag:
      return "flag";
    case ParamType::kTextList:
      kind = "texts";
      break;
    case ParamType::kText:
      kind = "text";
      break;
  }
  if (!param.choices.empty()) {
    kind.clear();
    for (const std::string_view choice : param.choices) {
      kind += (kind.empty() ? "`" : ", `") + std::string(choice) + "`";
    }
  }
  if (param.type == ParamType::kInteger && (param.min != 0 || param.max != INT64_MAX)) {
    kind += ", from " + std::to_string(param.min);
    if (param.max != INT64_MAX) kind += " to " + std::to_string(param.max);
  }
  return kind;
}

void append_params(std::string& out, const Operation& operation) {
  if (operation.params.empty()) return;
  out += "| parameter | JSON | value | default | |\n|---|---|---|---|---|\n";
  for (const Param& param : operation.params) {
    const std::string typed =
        param.positional ? std::string(param.value) : "--" + std::string(param.name);
    out += "| `" + cell(typed) + "` | `" + json_name(param.name) + "` | " +
           cell(param_kind(param)) + " | ";
    if (!param.fallback.empty()) out += "`" + std::string(param.fallback) + "`";
    out += param.required ? "needed" : "";
    out += " | " + cell(param.help) + (param.local ? " (command line only)" : "") + " |\n";
  }
  out += "\n";
}

void append_result(std::string& out, const Operation& operation) {
  const ResultShape* shape = find_result_shape(operation.name);
  if (!shape) return;
  out += "Answer: " + std::string(shape->help) + ".\n\n";
  if (shape->fields.empty()) return;
  out += "| member | type | |\n|---|---|---|\n";
  for (const ResultField& field : shape->fields) {
    out += "| `" + std::string(field.name) + "` | ";
    out += field.type == ResultType::kAny ? "any" : type_name(field.type);
    if (field.maybe_null) out += " or null";
    if (field.maybe_missing) out += ", not always";
    out += " | " + cell(field.help) + " |\n";
  }
  out += "\n";
}

}  // namespace

std::string openapi_json() {
  json::Writer out;
  out.begin_object().field("openapi", "3.1.0");
  out.key("info").begin_object().field("title", "Clew").field("version", CLEW_VERSION);
  out.field("description", "Every operation of Clew. Made from the table of operations.");
  out.end_object();
  out.key("security").begin_array().begin_object().key("token").begin_array().end_array();
  out.end_object().end_array();
  out.key("paths").begin_object();
  for (const Operation& operation : operations()) {
    if (operation.local) continue;
    out.key("/api/v1/" + std::string(operation.name)).begin_object();
    if (operation.read_only) write_method(out, operation, false);
    write_method(out, operation, true);
    out.end_object();
  }
  write_events_path(out);
  out.end_object();
  write_components(out);
  out.end_object();
  return out.take();
}

std::string operations_markdown() {
  std::string out =
      "# Operations\n\n"
      "Made by `clew --generate operations`; do not edit.\n\n"
      "Each operation is a command (`clew NAME`), an HTTP route (`GET /api/v1/NAME?param=value` "
      "for "
      "those that only read, `POST /api/v1/NAME` with a JSON object for all) and a JSON-RPC method "
      "(`NAME`, on `/ws` and `clew rpc`). All give the same JSON as `clew NAME --json`. On HTTP a "
      "parameter may be spelled as on the command line or as in JSON.\n\n";
  for (const Operation& operation : operations()) {
    out += "## " + std::string(operation.name) + "\n\n" + std::string(operation.help) + ". ";
    out += std::string(operation.description) + "\n\n";
    if (operation.local) {
      out += "Only on the command line.\n\n";
    } else if (operation.drives) {
      out += "Drives claude: over a network only with `--allow-drive`, and with POST.\n\n";
    } else if (!operation.read_only) {
      out += "Changes something: POST only.\n\n";
    }
    if (operation.streams) out += "Answers with one JSON object a line, as they come.\n\n";
    append_params(out, operation);
    append_result(out, operation);
  }
  out.pop_back();
  return out;
}

}  // namespace clew
