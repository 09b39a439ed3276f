// SPDX-License-Identifier: MIT
#include "transcript/line_usage.h"

#include <cmath>

#include "transcript/entry.h"

namespace clew {

using json::Kind;
using json::Value;

namespace {

// What the line says of itself.
UsageRecord record_of(const LineFields& line) {
  UsageRecord record;
  record.request_id = line.text(Field::kRequest);
  record.uuid = line.text(Field::kUuid);
  record.agent = line.text(Field::kAgent);
  record.session = line.text(Field::kSession);
  record.time = time_of(line[Field::kTimestamp]);
  record.sidechain = line.flag(Field::kSidechain);
  record.copy = line[Field::kForkedFrom].is_object();
  if (record.session.empty()) {
    record.session = line.text(Field::kStreamSession);
    // A recorded stream marks what a subagent says by the call that started it.
    const bool streamed = !record.session.empty();
    if (streamed && !line.text(Field::kStreamParentTool).empty()) record.sidechain = true;
  }
  return record;
}

}  // namespace

void LineUsageReader::clear() {
  found_.records.clear();
  found_.tools.clear();
  found_.findings.clear();
  found_.total = {};
  found_.free = found_.broken = false;
}

const LineUsage& LineUsageReader::read(std::string_view text) {
  const auto line = parser_.parse(text);
  return read(line ? LineFields(*line) : LineFields());
}

const LineUsage& LineUsageReader::read(const LineFields& line) {
  clear();
  if (!line.line().is_object()) {
    found_.broken = true;
    return found_;
  }
  const std::string_view type = line.text(Field::kType);
  if (type == "assistant") {
    read_response(line, record_of(line));
  } else if (type == "progress") {
    read_progress(line);
  } else if (type == "result" || type == "cost-state") {
    found_.total.session = record_of(line).session;
    read_cost(line, type == "result" ? Field::kStreamCost : Field::kCostState, found_.total.cost);
  }
  return found_;
}

void LineUsageReader::read_response(const LineFields& line, UsageRecord record) {
  const MessageFields& message = line.message();
  record.message_id = message.id.string_or("");
  record.model = message.model.string_or("");
  if (record.model.empty()) record.model = line.text(Field::kModel);
  if (line.flag(Field::kApiError) || record.model == kSyntheticModel) {
    found_.free = true;
    return;
  }
  const Value usage = message.usage.is_missing() ? line[Field::kUsage] : message.usage;
  if (!usage.is_object()) return;
  read_cost(line, Field::kCost, record.reported);
  const Value iterations = read_usage(usage, record);
  found_.records.push_back(record);
  if (with_tools_) read_content(message.content);
  read_advisors(iterations);
}

// A progress line of a subagent holds the subagent's own line. It speaks for the response just as
// well, and where the subagent's file is gone it is all that is left.
void LineUsageReader::read_progress(const LineFields& outer) {
  const Value data = outer[Field::kData];
  const LineFields inner(data[name_of(Field::kMessage)]);
  if (inner.text(Field::kType) != "assistant") return;
  const UsageRecord around = record_of(outer);
  UsageRecord record = record_of(inner);
  record.sidechain = true;
  if (record.time == kNoTime) record.time = around.time;
  if (record.session.empty()) record.session = around.session;
  if (record.agent.empty()) record.agent = data[name_of(Field::kAgent)].string_or("");
  read_response(inner, record);
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
    read_usage(iteration, record);
    found_.records.push_back(record);
  }
}

void LineUsageReader::read_content(Value content) {
  for (const Value value : content.elements()) {
    const BlockFields block(value);
    const std::string_view type = block.type.string_or("");
    if (type != "tool_use" && type != "server_tool_use") continue;
    found_.tools.push_back({block.id.string_or(""), block.name.string_or("")});
  }
}

// Returns the calls inside of this one.
Value LineUsageReader::read_usage(Value usage, UsageRecord& record) {
  const UsageFields said(usage);
  record.tokens = said.tokens;
  record.flags = said.flags;
  for (const UsageFields::Odd& odd : said.odd) {
    found_.findings.push_back({odd.name, odd.value.to_json()});
  }
  return said.iterations;
}

void LineUsageReader::read_cost(const LineFields& line, Field field, NanoUsd& into) {
  const Value cost = line[field];
  if (cost.is_missing() || cost.kind() == Kind::kNull) return;
  const auto amount = nano_usd(cost.number_or(NAN));
  if (amount) {
    into = *amount;
  } else {
    found_.findings.push_back({name_of(field), cost.to_json()});
  }
}

}  // namespace clew
