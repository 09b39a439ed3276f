// SPDX-License-Identifier: MIT

#include "engine/call/operation.h"
#include "serve/call/operation_call.h"
#include "serve/call/result_schema.h"
#include "serve/http/openapi.h"

namespace clew {
namespace {

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
  const std::string type = result_type(operation.name);
  if (type.empty()) return;
  out += "Answer: " + result_help(type) + " (" + type_markdown(type) + ").\n\n";
}

}  // namespace

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
  out += "# Types\n\nWhat the answers are made of. Members may be added; read what you know.\n\n";
  for (const ResultShape& shape : result_shapes()) {
    out += "## " + shape.name + "\n\n" + shape_markdown(shape) + "\n";
  }
  out.pop_back();
  return out;
}

}  // namespace clew
