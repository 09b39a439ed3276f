// SPDX-License-Identifier: MIT

#include "engine/operation_handlers.h"
#include "engine/session_json.h"
#include "json/writer.h"

namespace clew {
namespace {

void write_tokens(json::Writer& out, const TokenCounts& tokens) {
  out.begin_object();
  out.field("input", tokens.input).field("output", tokens.output);
  out.field("cacheRead", tokens.cache_read).field("cacheWrite", tokens.cache_write);
  out.field("cacheWrite5m", tokens.cache_write_5m).field("cacheWrite1h", tokens.cache_write_1h);
  out.field("thinking", tokens.thinking).field("webSearches", tokens.web_searches);
  out.field("total", tokens.total());
  out.end_object();
}

void write_thread(json::Writer& out, const ThreadMetrics& thread) {
  out.begin_object();
  out.field("prompts", thread.typed).field("queued", thread.queued);
  out.field("commands", thread.commands).field("shell", thread.shell);
  out.field("interruptions", thread.interruptions).field("turns", thread.turns);
  out.field("answers", thread.answers).field("thinking", thread.thinking);
  out.field("toolCalls", thread.tool_calls).field("toolResults", thread.tool_results);
  out.field("failedTools", thread.failed_tools).field("images", thread.images);
  out.field("compactions", thread.compactions).field("apiErrors", thread.api_errors);
  out.field("apiRetries", thread.api_retries).key("tokens");
  write_tokens(out, thread.tokens);
  out.key("tools").begin_array();
  for (const auto& [name, tool] : thread.tools) {
    out.begin_object().field("name", name).field("calls", tool.calls);
    out.field("failed", tool.failed).end_object();
  }
  out.end_array().key("models").begin_array();
  for (const auto& [name, model] : thread.models) {
    out.begin_object().field("name", name).field("responses", model.responses).key("tokens");
    write_tokens(out, model.tokens);
    out.end_object();
  }
  out.end_array().end_object();
}

}  // namespace

Result<Outcome> run_stats(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto session = engine.open_session(arguments.text("session"));
  if (!session) return session.error();
  const Metrics metrics = (*session)->metrics();
  json::Writer out;
  out.begin_object().key("session");
  write_session(out, **session);
  write_time(out, "firstAt", metrics.first_time);
  write_time(out, "lastAt", metrics.last_time);
  out.field("wallMs", metrics.wall_ms).field("activeMs", metrics.active_ms).key("main");
  write_thread(out, metrics.main);
  out.key("subagents");
  write_thread(out, metrics.subagents);
  out.end_object();
  sink(out.take());
  return Outcome::kFound;
}

}  // namespace clew
