// SPDX-License-Identifier: MIT
#include "usage/line_usage.h"

#include <cmath>
#include <cstdlib>

#include "transcript/entry.h"

namespace clew {

using json::Kind;
using json::Value;

namespace {

constexpr std::string_view kSynthetic = "<synthetic>";

bool is_absent(Value value) { return value.is_missing() || value.kind() == Kind::kNull; }

TimeMs time_of(Value value) {
  if (value.is_string()) return parse_time(value.string_or("")).value_or(kNoTime);
  constexpr double kMostTime = 8.64e15;  // as far as JavaScript's Date goes
  const double number = value.number_or(NAN);
  return std::abs(number) <= kMostTime ? static_cast<TimeMs>(number) : kNoTime;
}

}  // namespace

// The members of a line that matter here.
struct LineUsageReader::Envelope {
  Value type, message, usage, cost, total_cost, total_cost_state, data, iterations;
  Value model;  // beside the message, in old lines
  bool api_error = false;
  UsageRecord record;
};

LineUsageReader::Envelope LineUsageReader::read_envelope(Value line) const {
  Envelope e;
  e.record.time = kNoTime;
  Value stream_session, parent_tool;
  for (const auto& [key, value] : line.members()) {
    if (key == "type")
      e.type = value;
    else if (key == "message")
      e.message = value;
    else if (key == "usage")
      e.usage = value;
    else if (key == "model")
      e.model = value;
    else if (key == "costUSD")
      e.cost = value;
    else if (key == "total_cost_usd")
      e.total_cost = value;
    else if (key == "totalCostUSD")
      e.total_cost_state = value;
    else if (key == "data")
      e.data = value;
    else if (key == "requestId" || key == "request_id")
      e.record.request_id = value.string_or("");
    else if (key == "uuid")
      e.record.uuid = value.string_or("");
    else if (key == "agentId")
      e.record.agent = value.string_or("");
    else if (key == "sessionId")
      e.record.session = value.string_or("");
    else if (key == "session_id")
      stream_session = value;
    else if (key == "parent_tool_use_id")
      parent_tool = value;
    else if (key == "timestamp")
      e.record.time = time_of(value);
    else if (key == "isSidechain")
      e.record.sidechain = value.bool_or(false);
    else if (key == "isApiErrorMessage")
      e.api_error = value.bool_or(false);
    else if (key == "forkedFrom")
      e.record.copy = value.is_object();
  }
  if (e.record.session.empty()) {
    e.record.session = stream_session.string_or("");
    // A recorded stream marks what a subagent says by the call that started it.
    const bool streamed = !e.record.session.empty();
    if (streamed && !parent_tool.string_or("").empty()) e.record.sidechain = true;
  }
  return e;
}

void LineUsageReader::clear() {
  found_.records.clear();
  found_.tools.clear();
  found_.findings.clear();
  found_.total = {};
  found_.free = found_.broken = false;
}

const LineUsage& LineUsageReader::read(std::string_view text) {
  const auto line = parser_.parse(text);
  return read(line ? *line : Value());
}

const LineUsage& LineUsageReader::read(Value line) {
  clear();
  if (!line.is_object()) {
    found_.broken = true;
    return found_;
  }
  const Envelope e = read_envelope(line);
  const std::string_view type = e.type.string_or("");
  if (type == "assistant") {
    read_response(e);
  } else if (type == "progress") {
    read_progress(e);
  } else if (type == "result") {
    found_.total.session = e.record.session;
    read_cost(e.total_cost, "total_cost_usd", found_.total.cost);
  } else if (type == "cost-state") {
    found_.total.session = e.record.session;
    read_cost(e.total_cost_state, "totalCostUSD", found_.total.cost);
  }
  return found_;
}

void LineUsageReader::read_response(const Envelope& e) {
  UsageRecord record = e.record;
  Value usage, content, model;
  for (const auto& [key, value] : e.message.members()) {
    if (key == "usage")
      usage = value;
    else if (key == "content")
      content = value;
    else if (key == "model")
      model = value;
    else if (key == "id")
      record.message_id = value.string_or("");
  }
  if (usage.is_missing()) usage = e.usage;
  record.model = model.string_or("");
  if (record.model.empty()) record.model = e.model.string_or("");
  if (e.api_error || record.model == kSynthetic) {
    found_.free = true;
    return;
  }
  if (!usage.is_object()) return;
  read_cost(e.cost, "costUSD", record.reported);
  read_usage(usage, record);
  found_.records.push_back(record);
  if (with_tools_) read_content(content);
  read_advisors(usage["iterations"]);
}

// A progress line of a subagent holds the subagent's own line. It speaks for the response just as
// well, and where the subagent's file is gone it is all that is left.
void LineUsageReader::read_progress(const Envelope& outer) {
  const Value line = outer.data["message"];
  if (!line.is_object()) return;
  Envelope inner = read_envelope(line);
  if (inner.type.string_or("") != "assistant") return;
  inner.record.sidechain = true;
  if (inner.record.time == kNoTime) inner.record.time = outer.record.time;
  if (inner.record.session.empty()) inner.record.session = outer.record.session;
  if (inner.record.agent.empty()) inner.record.agent = outer.data["agentId"].string_or("");
  read_response(inner);
}

// Calls that the API made on behalf of this one, of another model: not part of the response's own
// figures. The form is third party (ccusage reads it so); not met in the corpus.
void LineUsageReader::read_advisors(Value iterations) {
  if (!iterations.is_array() || found_.records.empty()) return;
  int call = 0;
  for (const Value iteration : iterations.elements()) {
    if (iteration["type"].string_or("") != "advisor_message") continue;
    ++call;
    UsageRecord record = found_.records.front();
    record.model = iteration["model"].string_or("");
    if (record.model.empty()) continue;
    record.call = call;
    record.reported = kNotReported;
    record.tokens = {};
    record.flags = 0;
    read_usage(iteration, record);
    found_.records.push_back(record);
  }
}

void LineUsageReader::read_content(Value content) {
  for (const Value block : content.elements()) {
    std::string_view type;
    CalledTool tool;
    for (const auto& [key, value] : block.members()) {
      if (key == "type")
        type = value.string_or("");
      else if (key == "id")
        tool.id = value.string_or("");
      else if (key == "name")
        tool.name = value.string_or("");
    }
    if (type == "tool_use" || type == "server_tool_use") found_.tools.push_back(tool);
  }
}

void LineUsageReader::read_usage(Value usage, UsageRecord& record) {
  ResponseTokens& t = record.tokens;
  for (const auto& [key, value] : usage.members()) {
    if (key == "input_tokens")
      t.input = count(value, key);
    else if (key == "output_tokens")
      t.output = count(value, key);
    else if (key == "cache_read_input_tokens")
      t.cache_read = count(value, key);
    else if (key == "cache_creation_input_tokens")
      t.cache_write = count(value, key);
    else if (key == "cache_creation") {
      t.cache_write_5m = count(value["ephemeral_5m_input_tokens"], "ephemeral_5m_input_tokens");
      t.cache_write_1h = count(value["ephemeral_1h_input_tokens"], "ephemeral_1h_input_tokens");
    } else if (key == "server_tool_use") {
      t.web_searches = count(value["web_search_requests"], "web_search_requests");
    } else if (key == "output_tokens_details") {
      t.thinking = count(value["thinking_tokens"], "thinking_tokens");
    } else if (key == "speed") {
      if (value.string_or("") == "fast") record.flags |= kUsageFast;
    } else if (key == "service_tier") {
      if (value.string_or("") == "batch") record.flags |= kUsageBatch;
    } else if (key == "inference_geo") {
      if (value.string_or("") == "us") record.flags |= kUsageUs;
    }
  }
}

void LineUsageReader::read_cost(Value cost, std::string_view field, NanoUsd& into) {
  if (is_absent(cost)) return;
  const auto amount = nano_usd(cost.number_or(NAN));
  if (amount) {
    into = *amount;
  } else {
    found_.findings.push_back({field, cost.to_json()});
  }
}

std::uint32_t LineUsageReader::count(Value value, std::string_view field) {
  if (is_absent(value)) return 0;
  const std::int64_t number = value.int_or(-1);
  if (number >= 0 && number <= kMostTokens) return static_cast<std::uint32_t>(number);
  found_.findings.push_back({field, value.to_json()});
  return 0;
}

}  // namespace clew
