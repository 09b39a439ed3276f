// SPDX-License-Identifier: MIT

#include "transcript/run_note.h"

#include "base/time.h"

namespace clew {
namespace {

std::int64_t count_of(json::Value list) {
  if (!list.is_array()) return -1;
  std::int64_t count = 0;
  for ([[maybe_unused]] const json::Value one : list.elements()) ++count;
  return count;
}

// What a failed run says of its failure: texts in a list, else where an answer would stand.
std::string error_of(json::Value line) {
  std::string error;
  for (const json::Value one : line["errors"].elements()) {
    if (!error.empty()) error += "; ";
    error += one.string_or("");
  }
  return error.empty() ? std::string(line["result"].string_or("")) : error;
}

void add(std::string& text, const std::string& more) {
  if (!more.empty()) text += ", " + more;
}

std::string counted_or_none(std::int64_t count, const std::string& what) {
  if (count < 0) return "";
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string labelled(const char* label, const std::string& text) {
  return text.empty() ? "" : label + text;
}

}  // namespace

RunNote run_note(const LineFields& fields, bool is_end) {
  const json::Value line = fields.line();
  RunNote note;
  note.is_end = is_end;
  if (!is_end) {
    note.model = fields.text(Field::kModel);
    note.cwd = fields.text(Field::kCwd);
    note.permission_mode = line["permissionMode"].string_or("");
    note.version = fields.text(Field::kCliVersion);
    if (note.version.empty()) note.version = fields.text(Field::kVersion);
    note.tools = count_of(line["tools"]);
    note.mcp_servers = count_of(line["mcp_servers"]);
    return note;
  }
  note.outcome = fields.text(Field::kSubtype);
  note.failed = line["is_error"].bool_or(false) || note.outcome.starts_with("error");
  note.turns = line["num_turns"].int_or(-1);
  note.duration_ms = line["duration_ms"].int_or(-1);
  note.api_ms = line["duration_api_ms"].int_or(-1);
  const json::Value cost = fields[Field::kStreamCost];
  if (cost.kind() == json::Kind::kNumber) note.cost_usd = cost.to_json();
  if (note.failed) note.error = error_of(line);
  return note;
}

std::string text_of(const RunNote& note) {
  std::string text;
  if (!note.is_end) {
    text = "started" + labelled(" with ", note.model) + labelled(" in ", note.cwd);
    add(text, counted_or_none(note.tools, "tool"));
    if (note.mcp_servers > 0) add(text, counted_or_none(note.mcp_servers, "MCP server"));
    add(text, labelled("permission mode ", note.permission_mode));
    add(text, labelled("Claude Code ", note.version));
    return text;
  }
  text = note.failed ? "failed" : "finished";
  if (note.failed || note.outcome != "success") text += labelled(": ", note.outcome);
  add(text, counted_or_none(note.turns, "turn"));
  if (note.duration_ms >= 0) add(text, format_duration(note.duration_ms));
  add(text, labelled("$", note.cost_usd));
  return text + labelled("\n\n", note.error);
}

}  // namespace clew
