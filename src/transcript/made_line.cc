// SPDX-License-Identifier: MIT
#include "transcript/made_line.h"

#include "json/writer.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

json::Writer begin(const MadeLine& line, std::string_view type) {
  json::Writer out;
  out.begin_object();
  if (line.parent.empty()) {
    out.key(name_of(Field::kParent)).null();
  } else {
    out.field(name_of(Field::kParent), line.parent);
  }
  out.field(name_of(Field::kSidechain), !line.agent.empty());
  out.field(name_of(Field::kUserType), "external").field(name_of(Field::kCwd), line.folder);
  out.field(name_of(Field::kSession), line.session).field(name_of(Field::kVersion), line.version);
  if (!line.agent.empty()) out.field(name_of(Field::kAgent), line.agent);
  out.field(name_of(Field::kType), type).field(name_of(Field::kUuid), line.uuid);
  out.field(name_of(Field::kTimestamp), format_iso(line.time));
  return out;
}

std::string end(json::Writer& out) {
  out.end_object();
  return out.take() + "\n";
}

json::Writer& begin_user(json::Writer& out) {
  return out.key(name_of(Field::kMessage)).begin_object().field("role", "user").key("content");
}

void write_usage(json::Writer& out, const Tokens& tokens) {
  out.key(name_of(Field::kUsage)).begin_object();
  out.field("input_tokens", std::int64_t{tokens.input});
  out.field("cache_creation_input_tokens", std::int64_t{tokens.cache_write});
  out.field("cache_read_input_tokens", std::int64_t{tokens.cache_read});
  out.field("output_tokens", std::int64_t{tokens.output}).end_object();
}

}  // namespace

std::string made_prompt(const MadeLine& line, std::string_view text) {
  json::Writer out = begin(line, "user");
  begin_user(out).value(text).end_object();
  return end(out);
}

std::string made_answer(const MadeLine& line, const MadeAnswer& answer) {
  json::Writer out = begin(line, "assistant");
  out.key(name_of(Field::kMessage)).begin_object();
  out.field("id", answer.id).field("type", "message").field("role", "assistant");
  out.field("model", answer.model).key("content").begin_array();
  if (!answer.text.empty()) {
    out.begin_object().field("type", "text").field("text", answer.text).end_object();
  }
  for (const MadeCall& call : answer.calls) {
    out.begin_object().field("type", "tool_use").field("id", call.id).field("name", call.name);
    out.raw_field("input", call.input).end_object();
  }
  out.end_array().field("stop_reason", answer.calls.empty() ? "end_turn" : "tool_use");
  write_usage(out, answer.tokens);
  out.end_object();
  return end(out);
}

std::string made_result(const MadeLine& line, const MadeResult& result) {
  json::Writer out = begin(line, "user");
  begin_user(out).begin_array().begin_object();
  out.field("type", "tool_result").field("tool_use_id", result.call);
  out.field("content", result.text);
  if (result.failed) out.field("is_error", true);
  out.end_object().end_array().end_object();
  if (!result.agent.empty()) {
    out.key(name_of(Field::kToolUseResult)).begin_object();
    out.field(name_of(Field::kAgent), result.agent).end_object();
  }
  return end(out);
}

std::string made_notice(const MadeLine& line, std::string_view text) {
  json::Writer out = begin(line, "system");
  out.field(name_of(Field::kSubtype), "informational").field(name_of(Field::kContent), text);
  return end(out);
}

std::string made_boundary(const MadeLine& line) {
  MadeLine first = line;
  first.parent.clear();
  json::Writer out = begin(first, "system");
  out.field(name_of(Field::kSubtype), "compact_boundary");
  out.field(name_of(Field::kContent), "Conversation compacted");
  if (!line.parent.empty()) out.field(name_of(Field::kLogicalParent), line.parent);
  return end(out);
}

std::string made_summary(const MadeLine& line, std::string_view text) {
  json::Writer out = begin(line, "user");
  begin_user(out).value(text).end_object();
  out.field(name_of(Field::kCompactSummary), true);
  return end(out);
}

std::string made_title(std::string_view session, std::string_view title) {
  json::Writer out;
  out.begin_object().field(name_of(Field::kType), "custom-title");
  out.field(name_of(Field::kCustomTitle), title).field(name_of(Field::kSession), session);
  return end(out);
}

}  // namespace clew
