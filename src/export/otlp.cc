// SPDX-License-Identifier: MIT
//
// A request of OTLP/HTTP in JSON with spans by the GenAI conventions as they stood in August 2026
// (schema gen-ai/1.42.0, status Development; cache tokens by their newer names). A trace for each
// prompt: invoke_agent, below it a chat for each answer and an execute_tool for each call, below
// the call that started it the invoke_agent of a subagent. Transcripts hold times of lines alone,
// so beginnings and ends are estimates, which the spans say. Ids are hashes of what they stand for:
// the same session gives the same spans.
#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "export/agent_calls.h"
#include "export/exported.h"
#include "json/writer.h"

namespace clew {
namespace {

constexpr std::string_view kSchema = "https://opentelemetry.io/schemas/gen-ai/1.42.0";
constexpr std::string_view kAgentName = "claude-code";
enum class SpanKind : int { kInternal = 1, kClient = 3 };
constexpr int kStatusError = 2;

std::string hex(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4U) out[i] = kDigits[number & 15U];
  return out;
}

// Zero is no id.
std::uint64_t span_number(std::string_view what) {
  const std::uint64_t hash = hash_bytes(what);
  return hash == 0 ? 1 : hash;
}
std::string span_id(std::string_view what) { return hex(span_number(what)); }
std::string trace_id(std::string_view what) {
  const Hash128 hash = hash_bytes_128(what);
  return hex(hash.high == 0 ? 1 : hash.high) + hex(hash.low);
}

// Where a span stands in time, in a thread whose lines may have none.
struct Stretch {
  TimeMs from = kNoTime;
  TimeMs to = kNoTime;
};

std::string nano(TimeMs time) {
  if (time <= 0) return "0";  // also kNoTime
  return std::to_string(time) + "000000";
}

// One span while it is written.
class Span {
 public:
  Span(const std::string& trace, const std::string& id, const std::string& parent,
       std::string_view name, SpanKind kind, Stretch when) {
    out_.begin_object();
    out_.field("traceId", trace).field("spanId", id);
    if (!parent.empty()) out_.field("parentSpanId", parent);
    out_.field("name", name).field("kind", static_cast<int>(kind));
    out_.field("startTimeUnixNano", nano(when.from));
    out_.field("endTimeUnixNano", nano(std::max(when.from, when.to)));
    out_.key("attributes").begin_array();
  }
  void text(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    begin(key).field("stringValue", value).end_object().end_object();
  }
  void integer(std::string_view key, std::int64_t value) {
    begin(key).field("intValue", std::to_string(value)).end_object().end_object();
  }
  void flag(std::string_view key, bool value) {
    begin(key).field("boolValue", value).end_object().end_object();
  }
  void number(std::string_view key, const std::string& digits) {
    begin(key).raw_field("doubleValue", digits).end_object().end_object();
  }
  void texts(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    begin(key).key("arrayValue").begin_object().key("values").begin_array();
    out_.begin_object().field("stringValue", value).end_object();
    out_.end_array().end_object().end_object().end_object();
  }
  std::string end(bool failed = false) {
    out_.end_array();
    if (failed) out_.key("status").begin_object().field("code", kStatusError).end_object();
    out_.end_object();
    return out_.take();
  }

 private:
  json::Writer& begin(std::string_view key) {
    return out_.begin_object().field("key", key).key("value").begin_object();
  }
  json::Writer out_;
};

std::string text_part(std::string_view role, std::string_view type, std::string_view text) {
  json::Writer out;
  out.begin_array().begin_object().field("role", role).key("parts").begin_array();
  out.begin_object().field("type", type).field("content", text).end_object();
  out.end_array().end_object().end_array();
  return out.take();
}

std::string answer_parts(const Message& message) {
  json::Writer out;
  out.begin_array().begin_object().field("role", "assistant").key("parts").begin_array();
  const auto part = [&](std::string_view type, std::string_view text) {
    if (!text.empty()) out.begin_object().field("type", type).field("content", text).end_object();
  };
  part("reasoning", message.thought);
  part("text", message.text);
  for (const ToolCall& tool : message.tools) {
    out.begin_object().field("type", "tool_call").field("id", tool.id).field("name", tool.name);
    out.raw_field("arguments", tool.input.empty() ? "{}" : tool.input).end_object();
  }
  out.end_array().end_object().end_array();
  return out.take();
}

// Begins a turn: what a person said, by whatever way.
bool begins_turn(const Message& message) {
  return message.role == Role::kUser &&
         (message.kind == MessageKind::kPrompt || message.kind == MessageKind::kQueued ||
          message.kind == MessageKind::kCommand);
}

using TakeSpan = std::function<Result<void>(const std::string&)>;

class Traces {
 public:
  Traces(const Exported& exported, TakeSpan take)
      : exported_(exported), take_(std::move(take)), calls_(exported.agents) {}

  Result<void> run() {
    if (auto done = turns(); !done) return done;
    for (const ExportedThread* agent : calls_.take_rest()) {
      const std::string trace = trace_id("agent:" + exported_.main.id + ":" + agent->id);
      if (auto done = run_agent(*agent, trace, {}, exported_.first); !done) return done;
    }
    return {};
  }

 private:
  // An invocation of an agent: a turn of the session, or a subagent from beginning to end.
  struct Invocation {
    std::string thread;  // whose messages: of the session, or the subagent's id
    std::string trace;
    std::string id;
    std::string parent;
    std::string name{kAgentName};
    std::string description{};
    std::string prompt{};
    Stretch when{};
    TimeMs now = kNoTime;  // the time of the line before
    TokenSums tokens{};
    NanoUsd cost = 0;
    std::string stop_reason{};
  };

  Result<void> turns() {
    std::optional<Invocation> turn;
    auto done = exported_.main.each([&](const ExportedMessage& one) -> Result<void> {
      if (!turn || begins_turn(one.message)) {
        if (turn) {
          if (auto ended = end(*turn); !ended) return ended;
        }
        turn = begin_turn(one);
      }
      return message(one, *turn);
    });
    if (!done || !turn) return done;
    return end(*turn);
  }

  Invocation begin_turn(const ExportedMessage& one) const {
    const std::string seed = exported_.main.id + ":" + one.key();
    const TimeMs time = one.time() == kNoTime ? exported_.first : one.time();
    return {.thread = exported_.main.id,
            .trace = trace_id("turn:" + seed),
            .id = span_id("turn:" + seed),
            .parent = {},
            .prompt = begins_turn(one.message) ? one.message.text : std::string(),
            .when = {time, time},
            .now = time};
  }

  Result<void> run_agent(const ExportedThread& agent, const std::string& trace,
                         const std::string& parent, TimeMs time) {
    Invocation all{.thread = exported_.main.id + ":" + agent.id,
                   .trace = trace,
                   .id = span_id("agent:" + exported_.main.id + ":" + agent.id),
                   .parent = parent,
                   .name = agent.name.empty() ? std::string(kAgentName) : agent.name,
                   .description = agent.description,
                   .when = {time, time},
                   .now = time};
    bool begun = false;
    auto done = agent.each([&](const ExportedMessage& one) -> Result<void> {
      if (!begun && one.time() != kNoTime) {
        all.when = {one.time(), one.time()};
        all.now = one.time();
      }
      if (!begun && begins_turn(one.message)) all.prompt = one.message.text;
      begun = true;
      return message(one, all);
    });
    if (!done) return done;
    return end(all);
  }

  static void pass(Invocation& in, TimeMs time) {
    if (time == kNoTime) return;
    in.now = time;
    in.when.to = std::max(in.when.to, time);
  }

  Result<void> message(const ExportedMessage& one, Invocation& in) {
    if (one.message.role != Role::kAssistant) {
      pass(in, one.time());
      return {};
    }
    const TimeMs asked = in.now;
    pass(in, one.last().time);
    if (!one.model().empty()) {
      if (auto done = chat(one, in, {asked, in.now}); !done) return done;
    }
    for (std::size_t i = 0; i < one.message.tools.size(); ++i) {
      if (auto done = tool(one, i, in); !done) return done;
    }
    return {};
  }

  Result<void> chat(const ExportedMessage& one, Invocation& in, Stretch when) {
    const std::string model(one.model());
    Span span(in.trace, span_id("chat:" + in.thread + ":" + one.key()), in.id, "chat " + model,
              SpanKind::kClient, when);
    span.text("gen_ai.operation.name", "chat");
    span.text("gen_ai.provider.name", "anthropic");
    span.text("gen_ai.request.model", model);
    span.text("gen_ai.response.model", model);
    span.text("gen_ai.response.id", one.transcript.text(one.last().message_id));
    span.text("gen_ai.conversation.id", exported_.main.id);
    span.texts("gen_ai.response.finish_reasons", one.stop_reason());
    if (const auto tokens = one.tokens()) {
      span.integer("gen_ai.usage.input_tokens", tokens->prompt());
      span.integer("gen_ai.usage.output_tokens", tokens->output);
      span.integer("gen_ai.usage.cache_read.input_tokens", tokens->cache_read);
      span.integer("gen_ai.usage.cache_write.input_tokens", tokens->written());
      if (tokens->thinking > 0) {
        span.integer("gen_ai.usage.reasoning.output_tokens", tokens->thinking);
      }
      in.tokens += sums_of(*tokens);
    }
    if (one.cost > 0) span.number("clew.cost_usd", exact_usd(one.cost));
    in.cost += one.cost;
    span.text("gen_ai.output.messages", answer_parts(one.message));
    span.text("request_id", one.transcript.text(one.last().request_id));
    add_join_keys(span);
    const bool failed = one.message.kind == MessageKind::kApiError;
    if (failed) span.text("error.type", "_OTHER");
    in.stop_reason = std::string(one.stop_reason());
    return add(span.end(failed));
  }

  // Calls are told apart by where they stand: their ids are what somebody wrote.
  Result<void> tool(const ExportedMessage& one, std::size_t index, Invocation& in) {
    const ToolCall& call = one.message.tools[index];
    const auto time_of = [&](EntryIndex entry, TimeMs fallback) {
      const TimeMs time = entry == kNoEntry ? kNoTime : one.transcript[entry].time;
      return time == kNoTime ? fallback : time;
    };
    const TimeMs from = time_of(call.call, in.now);
    const TimeMs to = time_of(call.answer, from);
    const std::string id =
        span_id("tool:" + in.thread + ":" + one.key() + ":" + std::to_string(index));
    Span span(in.trace, id, in.id, "execute_tool " + call.name, SpanKind::kInternal, {from, to});
    span.text("gen_ai.operation.name", "execute_tool");
    span.text("gen_ai.tool.name", call.name);
    span.text("gen_ai.tool.call.id", call.id);
    span.text("gen_ai.tool.type", "function");
    span.text("gen_ai.agent.name", in.name);
    span.text("gen_ai.conversation.id", exported_.main.id);
    span.text("gen_ai.tool.call.arguments", call.input);
    span.text("gen_ai.tool.call.result", call.result);
    span.text("tool_use_id", call.id);
    if (call.duration_ms >= 0) span.integer("clew.duration_ms", call.duration_ms);
    add_join_keys(span);
    const bool failed = call.state == ToolState::kFailed;
    if (failed) span.text("error.type", "tool_error");
    if (auto done = add(span.end(failed)); !done) return done;
    pass(in, to);
    if (depth_ >= kDeepestAgent) return {};
    ++depth_;
    for (const ExportedThread* agent : calls_.take(call)) {
      if (auto done = run_agent(*agent, in.trace, id, from); !done) return done;
    }
    --depth_;
    return {};
  }

  Result<void> end(const Invocation& in) {
    Span span(in.trace, in.id, in.parent, "invoke_agent " + in.name, SpanKind::kInternal, in.when);
    span.text("gen_ai.operation.name", "invoke_agent");
    span.text("gen_ai.agent.name", in.name);
    span.text("gen_ai.agent.description", in.description);
    span.text("gen_ai.conversation.id", exported_.main.id);
    span.texts("gen_ai.response.finish_reasons", in.stop_reason);
    span.integer("gen_ai.usage.input_tokens", in.tokens.prompt());
    span.integer("gen_ai.usage.output_tokens", in.tokens.output);
    if (in.cost > 0) span.number("clew.cost_usd", exact_usd(in.cost));
    if (!in.prompt.empty()) {
      span.text("gen_ai.input.messages", text_part("user", "text", in.prompt));
    }
    add_join_keys(span);
    return add(span.end());
  }

  // What live traces of Claude Code call the session, and that times are those of lines.
  void add_join_keys(Span& span) const {
    span.text("session.id", exported_.main.id);
    span.flag("clew.times_estimated", true);
  }

  Result<void> add(const std::string& span) { return take_(span); }

  const Exported& exported_;
  TakeSpan take_;
  AgentCalls calls_;
  int depth_ = 0;  // of subagents
};

// What stands around the spans of a request.
std::string resource_head(const Exported& exported) {
  json::Writer out;
  const auto attribute = [&](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out.begin_object().field("key", key).key("value").begin_object();
    out.field("stringValue", value).end_object().end_object();
  };
  out.begin_object().key("resourceSpans").begin_array().begin_object();
  out.key("resource").begin_object().key("attributes").begin_array();
  attribute("service.name", kAgentName);
  attribute("service.version", exported.main.version);
  out.end_array().end_object();
  out.key("scopeSpans").begin_array().begin_object();
  out.key("scope").begin_object().field("name", "clew").field("version", exported.clew);
  out.end_object().field("schemaUrl", kSchema).key("spans").begin_array();
  return out.take();
}
constexpr std::string_view kTail = "]}]}]}";

}  // namespace

Result<void> write_otlp(const Exported& exported, const AppendText& append) {
  if (auto done = append(resource_head(exported)); !done) return done;
  bool first = true;
  auto done = Traces(exported, [&](const std::string& span) {
                return append(std::exchange(first, false) ? span : "," + span);
              }).run();
  if (!done) return done;
  return append(std::string(kTail) + "\n");
}

Result<void> write_otlp_batches(const Exported& exported, std::size_t bytes,
                                const SendBatch& send) {
  const std::string head = resource_head(exported);
  std::string batch;
  std::int64_t spans = 0;
  const auto flush = [&]() -> Result<void> {
    if (spans == 0) return {};
    return send(std::exchange(batch, {}) + std::string(kTail), std::exchange(spans, 0));
  };
  auto done = Traces(exported, [&](const std::string& span) -> Result<void> {
                batch += (spans++ == 0 ? head : ",") + span;
                return batch.size() < bytes ? Result<void>() : flush();
              }).run();
  return done ? flush() : done;
}

}  // namespace clew
