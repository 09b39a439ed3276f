// SPDX-License-Identifier: MIT

#include "engine/live_json.h"

#include <algorithm>
#include <map>

#include "base/uuid.h"
#include "engine/list_row_json.h"
#include "engine/session_json.h"
#include "json/writer.h"

namespace clew {
namespace {

// Longer texts are cut: `show` has them whole.
constexpr std::size_t kLongestText = std::size_t{256} << 10;

void write_agent(json::Writer& out, const std::string& agent) {
  if (!agent.empty()) out.field("agent", agent);
}

std::uint32_t tokens(std::int64_t count) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, kMostTokens));
}

struct Response {
  ResponseTokens tokens;
  Symbol model = kNoSymbol;
  TimeMs time = kNoTime;
};

// Lines of one response repeat its figures while it grows: of each the greatest counts.
std::map<Symbol, Response> responses_of(const Transcript& t, EntryIndex first) {
  std::map<Symbol, Response> responses;
  for (EntryIndex i = first; i < t.count(); ++i) {
    const Entry& line = t[i];
    if (line.type != EntryType::kAssistant || line.usage < 0 || line.message_id == kNoSymbol) {
      continue;
    }
    const Usage& usage = t.usages[static_cast<std::size_t>(line.usage)];
    Response& response = responses[line.message_id];
    response.tokens.raise({.input = tokens(usage.input),
                           .output = tokens(usage.output),
                           .cache_read = tokens(usage.cache_read),
                           .cache_write = tokens(usage.cache_write),
                           .cache_write_5m = tokens(usage.cache_write_5m),
                           .cache_write_1h = tokens(usage.cache_write_1h),
                           .web_searches = tokens(usage.web_searches),
                           .thinking = tokens(usage.thinking)});
    if (response.model == kNoSymbol) response.model = line.model;
    if (response.time == kNoTime) response.time = line.time;
  }
  return responses;
}

void write_turn(json::Writer& out, const TurnCost& turn) {
  out.key("turn").begin_object();
  out.key("costUsd");
  turn.priced ? out.raw(exact_usd(turn.cost)) : out.null();
  if (turn.priced) out.field("costText", human_usd(turn.cost));
  out.field("responses", turn.responses).field("tools", turn.tools);
  if (turn.duration_ms >= 0) out.field("durationMs", turn.duration_ms);
  out.key("tokens").begin_object();
  out.field("input", turn.tokens.input).field("output", turn.tokens.output);
  out.field("cacheRead", turn.tokens.cache_read);
  out.field("cacheWrite", turn.tokens.cache_write());
  out.end_object().end_object();
}

}  // namespace

TurnCost cost_of_turn(const Transcript& t, EntryIndex first, const PriceTable& prices) {
  TurnCost turn;
  for (const auto& [id, response] : responses_of(t, first)) {
    const std::string_view model = t.text(response.model);
    if (model == "<synthetic>") continue;
    const Cost cost = prices.cost(model, response.time, response.tokens, 0);
    ++turn.responses;
    turn.tokens += sums_of(response.tokens);
    turn.cost += cost.total();
    if (cost.rule == nullptr) turn.priced = false;
  }
  TimeMs last = kNoTime;
  for (EntryIndex i = first; i < t.count(); ++i) {
    if (t[i].time != kNoTime) last = std::max(last, t[i].time);
    for (const Block& block : t.blocks_of(t[i])) {
      if (block.kind == BlockKind::kToolUse) ++turn.tools;
    }
  }
  const TimeMs begin = t[first].time;
  if (begin != kNoTime && last >= begin) turn.duration_ms = last - begin;
  return turn;
}

std::string row_json(const WatchedFile& file, const SessionFacts& facts) {
  json::Writer out;
  out.begin_object();
  out.key("project").begin_object().field("key", file.key);
  write_text_or_null(out, "path", facts.cwd);
  out.end_object();
  write_facts(out, facts);
  out.field("root", file.root);
  if (file.is_agent || facts.subagent != SubagentSign::kNone) out.field("subagent", true);
  if (!is_uuid(facts.id)) out.field("namedByUuid", false);
  out.end_object();
  return out.take();
}

std::string facts_payload(const std::string& agent, const std::string& row, bool reload) {
  json::Writer out;
  out.begin_object();
  write_agent(out, agent);
  if (reload) out.field("reload", true);
  out.raw_field("row", row).end_object();
  return out.take();
}

std::string growth_payload(const std::string& agent, const Transcript& t, const TailGrowth& growth,
                           std::int64_t size) {
  json::Writer out;
  out.begin_object();
  write_agent(out, agent);
  out.field("lines", growth.lines).field("size", size);
  out.key("messages").begin_array();
  for (const Message& message : growth.messages) write_message(out, t, message, kLongestText);
  out.end_array();
  out.key("tools").begin_array();
  for (const ToolUpdate& update : growth.tools) {
    out.begin_object();
    write_uuid(out, "message", t, update.message);
    out.key("tool");
    write_tool(out, t, update.tool, kLongestText);
    out.end_object();
  }
  out.end_array();
  if (growth.turn_ended && growth.turn != kNoEntry) {
    write_turn(out, cost_of_turn(t, growth.turn, PriceTable::builtin()));
  }
  out.end_object();
  return out.take();
}

std::string agent_payload(const std::string& agent) {
  json::Writer out;
  out.begin_object();
  write_agent(out, agent);
  out.end_object();
  return out.take();
}

std::string running_payload(const LiveSession* running) {
  json::Writer out;
  out.begin_object().key("running");
  write_running(out, running);
  out.end_object();
  return out.take();
}

}  // namespace clew
