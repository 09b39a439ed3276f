// SPDX-License-Identifier: MIT

#include "engine/session_json.h"

#include <algorithm>
#include <initializer_list>

#include "base/text.h"
#include "transcript/context_refs.h"

namespace clew {
namespace {

// A field that is left out when there is nothing to say.
void write_some(json::Writer& out, std::string_view key, std::string_view text) {
  if (!text.empty()) out.field(key, text);
}

void write_count(json::Writer& out, std::string_view key, std::int64_t count) {
  if (count >= 0) out.field(key, count);
}

std::string_view name_of(MediaPart::Kind kind) {
  switch (kind) {
    case MediaPart::Kind::kImage:
      return "image";
    case MediaPart::Kind::kDocument:
      return "document";
    case MediaPart::Kind::kReference:
      return "reference";
    case MediaPart::Kind::kUnknown:
      return "unknown";
  }
  return "";
}

void write_parts(json::Writer& out, std::string_view key, const Transcript& t,
                 const std::vector<MediaPart>& parts) {
  if (parts.empty()) return;
  out.key(key).begin_array();
  for (const MediaPart& part : parts) {
    out.begin_object();
    out.field("type", name_of(part.kind)).field("mediaType", part.media_type);
    out.field("bytes", part.bytes);
    write_uuid(out, "uuid", t, part.entry);
    out.end_object();
  }
  out.end_array();
}

void write_size(json::Writer& out, std::string_view key, std::size_t bytes) {
  out.field(std::string(key) + "Bytes", bytes);
}

// A text, or as much of it as is allowed and how long it is.
void write_text(json::Writer& out, std::string_view key, std::string_view text, std::size_t most) {
  if (text.size() <= most) {
    out.field(key, text);
    return;
  }
  out.field(key, cut_utf8(text, most));
  write_size(out, key, text.size());
}

// JSON cannot be cut: too much of it is null.
void write_json(json::Writer& out, std::string_view key, std::string_view json, std::size_t most) {
  out.raw_field(key, json.empty() || json.size() > most ? "null" : json);
  if (json.size() > most) write_size(out, key, json.size());
}

void write_context_ref(json::Writer& out, const ContextRef& ref) {
  out.begin_object();
  out.field("kind", name_of(ref.kind)).field("icon", icon_of(ref.kind));
  out.field("label", label_of(ref));
  write_some(out, "path", ref.path);
  write_some(out, "url", ref.url);
  write_count(out, "count", ref.count);
  write_count(out, "line", ref.line);
  out.end_object();
}

void write_compaction(json::Writer& out, const Compaction& compaction) {
  out.key("compaction").begin_object();
  write_some(out, "trigger", compaction.trigger);
  write_count(out, "tokensBefore", compaction.tokens_before);
  write_count(out, "tokensAfter", compaction.tokens_after);
  write_count(out, "durationMs", compaction.duration_ms);
  out.field("preservedMessages", std::ssize(compaction.preserved));
  out.end_object();
}

void write_answer(json::Writer& out, const Transcript& t, const Message& message) {
  const Entry& last = t[message.entries.back()];
  write_some(out, "model", t.text(last.model));
  write_some(out, "messageId", t.text(last.message_id));
  write_some(out, "requestId", t.text(last.request_id));
  Usage most;
  for (const EntryIndex index : message.entries) {
    if (t[index].usage < 0) continue;
    const Usage& usage = t.usages[static_cast<std::size_t>(t[index].usage)];
    most.input = std::max(most.input, usage.input);
    most.output = std::max(most.output, usage.output);
    most.cache_read = std::max(most.cache_read, usage.cache_read);
    most.cache_write = std::max(most.cache_write, usage.cache_write);
  }
  if (most.input < 0 && most.output < 0) return;
  out.key("usage").begin_object();
  write_count(out, "input", most.input);
  write_count(out, "output", most.output);
  write_count(out, "cacheRead", most.cache_read);
  write_count(out, "cacheWrite", most.cache_write);
  out.end_object();
}

}  // namespace

void write_tool(json::Writer& out, const Transcript& t, const ToolCall& tool, std::size_t most) {
  out.begin_object();
  out.field("id", tool.id).field("name", tool.name).field("state", name_of(tool.state));
  write_json(out, "input", tool.input, most);
  if (tool.answer == kNoEntry) {
    out.key("result").null();
  } else {
    write_text(out, "result", tool.result, most);
  }
  write_parts(out, "parts", t, tool.parts);
  if (!tool.structured.empty()) write_json(out, "structured", tool.structured, most);
  write_count(out, "durationMs", tool.duration_ms);
  write_some(out, "agent", tool.agent);
  write_uuid(out, "callUuid", t, tool.call);
  write_uuid(out, "resultUuid", t, tool.answer);
  if (tool.repeats > 0) out.field("repeatedResults", tool.repeats);
  write_some(out, "storedAt", tool.stored_at);
  out.end_object();
}

void write_uuid(json::Writer& out, std::string_view key, const Transcript& transcript,
                EntryIndex entry) {
  out.key(key);
  const bool known = entry != kNoEntry && transcript[entry].uuid != kNoSymbol;
  known ? out.value(transcript.text(transcript[entry].uuid)) : out.null();
}

void write_time(json::Writer& out, std::string_view key, TimeMs time) {
  out.key(key);
  time == kNoTime ? out.null() : out.value(format_iso(time));
}

void write_text_or_null(json::Writer& out, std::string_view key, std::string_view text) {
  out.key(key);
  text.empty() ? out.null() : out.value(text);
}

void write_findings(json::Writer& out, const Findings& findings) {
  out.begin_array();
  for (const Finding& finding : findings) {
    out.begin_object().field("kind", clew::name_of(finding.kind)).field("path", finding.path);
    out.field("message", finding.message).end_object();
  }
  out.end_array();
}

void write_path_end(json::Writer& out, const Session& session, const Path& path) {
  write_uuid(out, "tip", session.transcript(), path.tip);
  out.field("reason", path.reason);
}

void write_path(json::Writer& out, const Session& session, const Path& path) {
  out.begin_object().field("rules", name_of(path.rules));
  write_path_end(out, session, path);
  write_text_or_null(out, "refused", path.refused);
  out.end_object();
}

void write_session(json::Writer& out, const Session& session) {
  const Transcript& t = session.transcript();
  const Entry* first = nullptr;
  const Entry* last = nullptr;
  for (const Entry& entry : t.entries) {
    if (!entry.is_node()) continue;
    if (!first) first = &entry;
    last = &entry;
  }
  out.begin_object();
  out.field("id", session.id()).field("file", session.file()).field("title", session.title());
  write_some(out, "tag", t.tag.text);
  if (first) {
    write_some(out, "cwd", t.text(t.origin(*first).cwd));
    write_some(out, "gitBranch", t.text(t.origin(*last).git_branch));
    write_some(out, "version", t.text(t.origin(*last).version));
    write_time(out, "createdAt", first->time);
    write_time(out, "updatedAt", last->time);
  }
  for (const Summary& summary : t.summaries) {
    if (!summary.is_compact) continue;
    out.key("continues").begin_object().field("leaf", t.text(summary.leaf));
    out.field("summary", summary.text).end_object();
    break;
  }
  out.field("lines", t.lines).field("bytes", t.bytes);
  out.end_object();
}

void write_message(json::Writer& out, const Session& session, const Message& message,
                   std::size_t longest_text) {
  write_message(out, session.transcript(), message, longest_text);
}

void write_message(json::Writer& out, const Transcript& t, const Message& message,
                   std::size_t longest_text) {
  const Entry& first = t[message.entries.front()];
  out.begin_object();
  write_uuid(out, "uuid", t, message.entries.front());
  out.field("role", name_of(message.role)).field("kind", name_of(message.kind));
  const ParsedPrompt prompt =
      message.kind == MessageKind::kPrompt ? parse_context_refs(message.text) : ParsedPrompt{};
  write_text(out, "text", message.text, longest_text);
  write_text(out, "thought", message.thought, longest_text);
  if (message.thought_hidden) out.field("thoughtHidden", true);
  out.key("tools").begin_array();
  for (const ToolCall& tool : message.tools) write_tool(out, t, tool, longest_text);
  out.end_array();
  write_time(out, "timestamp", first.time);
  write_parts(out, "parts", t, message.parts);
  if (!prompt.refs.empty()) {
    out.field("prompt", prompt.text);
    out.key("contextRefs").begin_array();
    for (const ContextRef& ref : prompt.refs) write_context_ref(out, ref);
    out.end_array();
  }
  if (!message.contexts.empty()) out.raw_field("contexts", message.contexts);
  if (message.compaction) write_compaction(out, *message.compaction);
  if (message.role == Role::kAssistant) write_answer(out, t, message);
  out.key("entries").begin_array();
  for (const EntryIndex index : message.entries) out.value(t.text(t[index].uuid));
  out.end_array();
  out.field("line", first.line);
  out.end_object();
}

void write_branch(json::Writer& out, const Session& session, const Branch& branch) {
  constexpr std::size_t kPreview = 200;
  const Transcript& t = session.transcript();
  out.begin_object();
  write_uuid(out, "tip", t, branch.tip);
  out.field("active", branch.active).field("reason", branch.reason);
  write_uuid(out, "fork", t, branch.fork);
  out.field("prompt", session.prompt_preview(branch.prompt, kPreview));
  write_uuid(out, "promptUuid", t, branch.prompt);
  out.field("messages", branch.messages).field("ownMessages", branch.own_messages);
  write_time(out, "startedAt", branch.first_time);
  write_time(out, "updatedAt", branch.last_time);
  out.key("summary");
  branch.summary.empty() ? out.null() : out.value(branch.summary);
  out.end_object();
}

void write_diagnostic(json::Writer& out, const Diagnostic& diagnostic) {
  out.begin_object();
  out.field("kind", clew::name_of(diagnostic.kind)).field("line", diagnostic.line);
  out.field("offset", diagnostic.offset).field("length", diagnostic.length);
  out.field("reason", diagnostic.reason);
  out.end_object();
}

void write_diagnostics(json::Writer& out, const Transcript& transcript) {
  out.begin_array();
  for (const Diagnostic& diagnostic : transcript.diagnostics) write_diagnostic(out, diagnostic);
  out.end_array();
}

}  // namespace clew
