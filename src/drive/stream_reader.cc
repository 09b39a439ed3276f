// SPDX-License-Identifier: MIT
#include "drive/stream_reader.h"

#include <utility>

#include "base/text.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

using namespace drive;

constexpr std::size_t kShownOfGarbage = 500;
constexpr std::size_t kLongestReport = std::size_t{64} << 10;

std::string text_of(json::Value value) { return std::string(value.string_or("")); }

std::vector<std::string> texts_of(json::Value list) {
  constexpr std::size_t kMost = 10'000;
  std::vector<std::string> texts;
  for (const json::Value item : list.elements()) {
    if (item.is_string() && texts.size() < kMost) texts.emplace_back(item.string_or(""));
  }
  return texts;
}

std::string json_or_empty(json::Value value) {
  return value.is_missing() || value.kind() == json::Kind::kNull ? std::string() : value.to_json();
}

// The first of these fields that has words.
std::string first_text(json::Value root, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const auto text = root[key].string_or(""); !text.empty()) return std::string(text);
  }
  return {};
}

// Lines that are known and need no more than being passed on.
bool is_known_report(std::string_view type, std::string_view subtype) {
  if (type == "rate_limit_event" || type == "command_lifecycle" || type == "transcript_mirror" ||
      type == "tool_progress" || type == "auth_status" || type == "keep_alive") {
    return true;
  }
  if (type != "system") return false;
  if (subtype.starts_with("hook_") || subtype.starts_with("task_")) return true;
  for (const std::string_view known :
       {"background_tasks_changed", "permission_denied", "thinking_tokens", "compact_boundary",
        "microcompact_boundary", "session_state_changed", "files_persisted", "mirror_error",
        "session_writes_lost", "local_command"}) {
    if (subtype == known) return true;
  }
  return false;
}

}  // namespace

void StreamReader::send(const Visit& visit, decltype(Event::what) what) const {
  visit(Event{session_, parent_tool_, std::move(what)});
}

void StreamReader::read(std::string_view line, const Visit& visit, const VisitControl& control) {
  if (is_blank(line)) return;
  parent_tool_.clear();
  const auto parsed = parser_.parse(line);
  if (!parsed || !parsed->is_object()) {
    send(visit, StreamFinding{StreamFinding::Kind::kGarbage,
                              std::string(line.substr(0, kShownOfGarbage))});
    return;
  }
  const json::Value root = *parsed;
  const std::string type = text_of(root["type"]);
  parent_tool_ = text_of(root[name_of(Field::kStreamParentTool)]);
  if (type.starts_with("control_")) return read_control(type, root, control);
  if (const auto id = root["session_id"].string_or(""); !id.empty()) session_ = std::string(id);
  if (type == "assistant" || type == "user") return read_message(line, visit);
  if (type == "system") return read_system(root, line, visit);
  if (type == "stream_event") return read_stream_event(root, visit);
  if (type == "result") return read_result(root, visit);
  report(root, line, is_known_report(type, ""), visit);
}

void StreamReader::read_control(std::string_view type, json::Value root,
                                const VisitControl& control) {
  Control line;
  if (type == "control_request") {
    line.kind = Control::Kind::kRequest;
    line.id = text_of(root["request_id"]);
    line.body = root["request"];
    line.subtype = text_of(line.body["subtype"]);
  } else if (type == "control_response") {
    line.kind = Control::Kind::kResponse;
    line.body = root["response"];
    line.id = text_of(line.body["request_id"]);
    line.subtype = text_of(line.body["subtype"]);
  } else {
    line.kind = Control::Kind::kCancel;
    line.id = text_of(root["request_id"]);
    line.body = root;
  }
  control(line);
}

void StreamReader::read_message(std::string_view line, const Visit& visit) {
  // The parser of history has its own buffers, so what was parsed here stays valid.
  live_.add(line, [&](Message message) {
    send(visit, MessageUpdate{std::move(message), &live_.transcript()});
  });
}

void StreamReader::read_system(json::Value root, std::string_view line, const Visit& visit) {
  const std::string_view subtype = root["subtype"].string_or("");
  if (subtype == "init") {
    send(visit, Init{text_of(root["model"]), text_of(root["permissionMode"]), text_of(root["cwd"]),
                     text_of(root["claude_code_version"]), texts_of(root["tools"]),
                     texts_of(root["slash_commands"])});
  } else if (subtype == "status") {
    send(visit, Status{text_of(root["status"]), text_of(root["permissionMode"])});
  } else if (subtype == "api_retry") {
    send(visit, Retry{root["attempt"].int_or(0), root["max_retries"].int_or(0),
                      root["retry_delay_ms"].int_or(0), root["error_status"].int_or(0),
                      text_of(root["error"])});
  } else {
    if (subtype == "compact_boundary") read_message(line, visit);
    if (subtype == "background_tasks_changed") {
      background_tasks_ = 0;
      for ([[maybe_unused]] const json::Value task : root["tasks"].elements()) ++background_tasks_;
    }
    report(root, line, is_known_report("system", subtype), visit);
  }
}

void StreamReader::read_stream_event(json::Value root, const Visit& visit) {
  const json::Value event = root["event"];
  const std::string_view type = event["type"].string_or("");
  const std::int64_t index = event["index"].int_or(0);
  if (type == "message_start") {
    send(visit, MessageStart{text_of(event["message"]["id"]), text_of(event["message"]["model"])});
  } else if (type == "content_block_start") {
    const json::Value block = event["content_block"];
    send(visit,
         BlockStart{index, text_of(block["type"]), text_of(block["id"]), text_of(block["name"])});
  } else if (type == "content_block_delta") {
    const json::Value delta = event["delta"];
    const std::string_view kind = delta["type"].string_or("");
    if (kind == "text_delta") {
      send(visit, Delta{index, Delta::Kind::kText, text_of(delta["text"])});
    } else if (kind == "thinking_delta") {
      send(visit, Delta{index, Delta::Kind::kThinking, text_of(delta["thinking"])});
    } else if (kind == "input_json_delta") {
      send(visit, Delta{index, Delta::Kind::kToolInput, text_of(delta["partial_json"])});
    }
  } else if (type == "content_block_stop") {
    send(visit, BlockStop{index});
  } else if (type == "message_delta") {
    if (const auto why = event["delta"]["stop_reason"].string_or(""); !why.empty()) {
      send(visit, MessageStop{std::string(why)});
    }
  }
}

void StreamReader::read_result(json::Value root, const Visit& visit) {
  TurnResult result;
  result.subtype = text_of(root["subtype"]);
  result.is_error = root["is_error"].bool_or(false);
  result.text = text_of(root["result"]);
  result.errors = texts_of(root["errors"]);
  result.cost_usd = root["total_cost_usd"].number_or(0);
  result.turns = root["num_turns"].int_or(0);
  result.duration_ms = root["duration_ms"].int_or(0);
  result.api_ms = root["duration_api_ms"].int_or(0);
  result.stop_reason = text_of(root["stop_reason"]);
  result.usage = json_or_empty(root["usage"]);
  result.denials = json_or_empty(root["permission_denials"]);
  for (const auto& [model, used] : root["modelUsage"].members()) {
    const std::int64_t tokens = used["contextWindow"].int_or(0);
    if (tokens > 0) result.windows.push_back({std::string(model), tokens});
  }
  // Observed with 2.1.325: the prompts of a turn by their uuids; a turn that a background agent's
  // notification began has an origin instead.
  result.prompts = texts_of(root["user_message_uuids"]);
  if (const auto uuid = text_of(root["user_message_uuid"]);
      result.prompts.empty() && !uuid.empty()) {
    result.prompts = {uuid};
  }
  result.origin = text_of(root["origin"]["kind"]);
  send(visit, std::move(result));
}

void StreamReader::report(json::Value root, std::string_view line, bool known, const Visit& visit) {
  Report report;
  report.type = text_of(root["type"]);
  report.subtype = text_of(root["subtype"]);
  if (report.subtype.empty()) report.subtype = text_of(root["state"]);
  report.text = first_text(
      root, {"summary", "description", "message", "content", "hook_name", "status", "error"});
  report.known = known;
  if (line.size() <= kLongestReport) report.line = root.to_json();
  send(visit, std::move(report));
}

}  // namespace clew
