// SPDX-License-Identifier: MIT
//
// The lines that are neither a prompt nor an answer.

#include <algorithm>
#include <utility>

#include "engine/demo_builder.h"

namespace clew::demo {

// ---- single lines

std::string SessionWriter::user_line(Json content, const Fields& more) {
  std::string uuid = dice_.uuid();
  user_line_as(uuid, std::move(content), more);
  return uuid;
}

void SessionWriter::user_line_as(const std::string& uuid, Json content, const Fields& more) {
  Fields fields;
  if (since(2, 1, 73)) fields.emplace_back("promptId", prompt_id_);
  fields.emplace_back("type", "user");
  fields.emplace_back("message", object({{"role", "user"}, {"content", std::move(content)}}));
  fields.emplace_back("uuid", uuid);
  fields.emplace_back("timestamp", format_iso(clock_));
  fields.insert(fields.end(), more.begin(), more.end());
  line(uuid, fields);
}

std::string SessionWriter::system_line(std::string_view subtype, const Fields& fields) {
  std::string uuid = dice_.uuid();
  Fields all = {{"type", "system"}, {"subtype", subtype}};
  all.insert(all.end(), fields.begin(), fields.end());
  all.emplace_back("timestamp", format_iso(clock_));
  all.emplace_back("uuid", uuid);
  all.emplace_back("isMeta", false);
  line(uuid, all);
  return uuid;
}

std::string SessionWriter::attachment(std::string_view type, const Fields& fields) {
  std::string uuid = dice_.uuid();
  Fields inner = {{"type", type}};
  inner.insert(inner.end(), fields.begin(), fields.end());
  line(uuid, {{"attachment", object(inner)},
              {"type", "attachment"},
              {"uuid", uuid},
              {"timestamp", format_iso(clock_)}});
  return uuid;
}

void SessionWriter::plain_line(std::string_view type, const Fields& fields) {
  Fields all = {{"type", type}};
  all.insert(all.end(), fields.begin(), fields.end());
  all.emplace_back("sessionId", id_);
  raw_line(object(all).text());
}

void SessionWriter::raw_line(std::string_view text) { out_.append(text) += '\n'; }

void SessionWriter::replace_in_last_line(std::string_view text, std::string_view by) {
  const std::size_t at = out_.rfind(text);
  if (at != std::string::npos) out_.replace(at, text.size(), by);
}

// ---- what the CLI notes beside the conversation

void SessionWriter::hook(std::string_view name, std::string_view event, std::string_view command,
                         std::string_view call) {
  attachment("hook_success", {{"hookName", name},
                              {"hookEvent", event},
                              {"toolUseID", call},
                              {"command", command},
                              {"content", ""},
                              {"stdout", ""},
                              {"stderr", ""},
                              {"exitCode", 0},
                              {"durationMs", dice_.between(20, 90)}});
}

// What a long command printed so far; hangs beside its result.
void SessionWriter::progress(const Call& call, const Part& part) {
  hang_on(call.line);
  int seconds = 0;
  std::string output;
  for (const std::string& printed : part.progress) {
    pass(2 * kSecond);
    seconds += 2;
    output += printed + "\n";
    const std::string uuid = dice_.uuid();
    line(uuid, {{"type", "progress"},
                {"data", object({{"type", "bash_progress"},
                                 {"output", printed},
                                 {"fullOutput", output},
                                 {"elapsedTimeSeconds", seconds},
                                 {"totalLines", seconds / 2}})},
                {"toolUseID", "bash-progress-" + std::to_string(seconds / 2 - 1)},
                {"parentToolUseID", call.id},
                {"uuid", uuid},
                {"timestamp", format_iso(clock_)}});
  }
}

void SessionWriter::last_prompt() {
  if (before(2, 1, 71)) return;
  plain_line("last-prompt", {{"lastPrompt", last_typed_}, {"leafUuid", tip_}});
  if (since(2, 1, 167)) plain_line("mode", {{"mode", "normal"}});
  if (since(2, 1, 81)) plain_line("permission-mode", {{"permissionMode", start_.permission}});
}

void SessionWriter::custom_title(std::string_view title) {
  plain_line("custom-title", {{"customTitle", title}});
  if (before(2, 1, 81)) return;
  plain_line("agent-name", {{"agentName", title}});
  root_.add(session_folder() + "/custom-title.json", object({{"customTitle", title}}).text(),
            clock_);
}

// ---- what a person does besides asking

void SessionWriter::command(std::string_view name, std::string_view arguments,
                            std::string_view output) {
  pass(2 * kSecond);
  root_.history.push_back(
      {"/" + std::string(name) + " " + std::string(arguments), clock_, start_.cwd, id_, {}});
  const bool newer = since(2, 1, 90);
  user_line(newer ? "<local-command-caveat>A local command; its output is for the person who ran "
                    "it.</local-command-caveat>"
                  : "Caveat: The messages below come from local commands. No answer is wanted.",
            {{"isMeta", true}});
  user_line("<command-name>/" + std::string(name) +
            "</command-name>\n            <command-message>" + std::string(name) +
            "</command-message>\n            <command-args>" + std::string(arguments) +
            "</command-args>");
  const std::string printed =
      "<local-command-stdout>" + std::string(output) + "</local-command-stdout>";
  if (newer && name != "compact") {
    system_line("local_command", {{"content", printed}, {"level", "info"}});
  } else {
    user_line(printed);
  }
}

void SessionWriter::shell(std::string_view input, std::string_view output) {
  pass(2 * kSecond);
  prompt_id_ = dice_.uuid();
  root_.history.push_back({"! " + std::string(input), clock_, start_.cwd, id_, {}});
  user_line("<bash-input>" + std::string(input) + "</bash-input>");
  user_line("<bash-stdout>" + std::string(output) + "</bash-stdout><bash-stderr></bash-stderr>");
}

void SessionWriter::queue_operation(std::string_view operation, std::string_view content) {
  Fields fields = {{"operation", operation}, {"timestamp", format_iso(clock_)}};
  if (!content.empty()) fields.emplace_back("content", content);
  plain_line("queue-operation", fields);
}

// Typed while the model worked: it is told of it between two tool calls.
void SessionWriter::queued_prompt(std::string_view text) {
  queue_operation("enqueue", text);
  root_.history.push_back({std::string(text), clock_, start_.cwd, id_, {}});
  pass(kSecond);
  queue_operation("remove", "");
  attachment("queued_command", {{"prompt", text}, {"commandMode", "prompt"}});
}

void SessionWriter::interruption(bool for_tool_use) {
  pass(300);
  user_line(list({text_block(for_tool_use ? "[Request interrupted by user for tool use]"
                                          : "[Request interrupted by user]")}));
}

void SessionWriter::cut_off(std::string_view text) {
  const Part part = say(text);
  count_output({part});
  part_line(part, "", {dice_.id("msg_01", 22), dice_.id("req_011C", 20), ""}, 0, true);
}

// ---- trouble with the API

void SessionWriter::api_error(int status, std::string_view message, int attempt, TimeMs retry_in) {
  pass(kSecond);
  system_line("api_error",
              {{"level", "error"},
               {"error", object({{"status", status},
                                 {"message", std::to_string(status) + " " + std::string(message)},
                                 {"requestID", dice_.id("req_011C", 20)}})},
               {"retryInMs", retry_in},
               {"retryAttempt", attempt},
               {"maxRetries", 10}});
  pass(retry_in);
}

void SessionWriter::synthetic(std::string_view text, const Fields& more) {
  std::string uuid = dice_.uuid();
  Fields fields = {{"type", "assistant"},
                   {"uuid", uuid},
                   {"timestamp", format_iso(clock_)},
                   {"message", object({{"id", dice_.uuid()},
                                       {"model", "<synthetic>"},
                                       {"role", "assistant"},
                                       {"stop_reason", "stop_sequence"},
                                       {"stop_sequence", ""},
                                       {"type", "message"},
                                       {"usage", object({{"input_tokens", 0},
                                                         {"output_tokens", 0},
                                                         {"cache_creation_input_tokens", 0},
                                                         {"cache_read_input_tokens", 0}})},
                                       {"content", list({text_block(text)})}})}};
  fields.insert(fields.end(), more.begin(), more.end());
  line(uuid, fields);
}

// ---- compaction

void SessionWriter::compact_summary(std::string_view summary, const std::string& uuid) {
  user_line_as(uuid,
               "This session is being continued from a previous conversation that ran out of "
               "context. The summary below covers the earlier portion of the conversation."
               "\n\nSummary:\n" +
                   std::string(summary),
               {{"isVisibleInTranscriptOnly", true}, {"isCompactSummary", true}});
  cached_ = 0;
  fresh_ = static_cast<std::int64_t>(summary.size()) / 4;
}

void SessionWriter::compact(std::string_view summary, std::string_view arguments,
                            const std::vector<std::string>& preserved) {
  pass(2 * kSecond);
  prompt_id_ = dice_.uuid();
  const std::string boundary = dice_.uuid();
  const std::string anchor = dice_.uuid();
  Fields metadata = {
      {"trigger", "manual"}, {"preTokens", cached_ + fresh_ + 96'000}, {"durationMs", 21'400}};
  if (!preserved.empty()) {
    const Json uuids = list(std::vector<Json>(preserved.begin(), preserved.end()));
    metadata.emplace_back("preservedSegment", object({{"headUuid", preserved.front()},
                                                      {"anchorUuid", anchor},
                                                      {"tailUuid", preserved.back()}}));
    metadata.emplace_back("preservedMessages",
                          object({{"anchorUuid", anchor}, {"uuids", uuids}, {"allUuids", uuids}}));
  }
  metadata.emplace_back("postTokens", static_cast<std::int64_t>(summary.size()) / 4 + 2'900);
  pass(21 * kSecond);
  const std::string old_tip = tip_;
  hang_on("");
  line(boundary,
       {{"type", "system"},
        {"subtype", "compact_boundary"},
        {"content", "Conversation compacted"},
        {"isMeta", false},
        {"timestamp", format_iso(clock_)},
        {"uuid", boundary},
        {"level", "info"},
        {"compactMetadata", object(metadata)}},
       {{"logicalParentUuid", old_tip}});
  compact_summary(summary, anchor);
  command("compact", arguments, "Compacted");
}

// ---- subagents

std::string SessionWriter::new_agent_id() { return "a" + dice_.hex(since(2, 1, 60) ? 16 : 6); }

SessionWriter SessionWriter::subagent_in(const std::string& folder, const std::string& agent_id,
                                         std::string_view model) {
  SessionStart start = start_;
  start.name += "/" + agent_id;
  start.model = model;
  start.start = clock_;
  start.slug.clear();
  SessionWriter agent(root_, std::move(start));
  agent.id_ = id_;
  agent.agent_ = agent_id;
  agent.file_ = folder + "/agent-" + agent_id + ".jsonl";
  agent.sidechain_ = true;
  agent.disk_ = disk_;
  return agent;
}

SessionWriter SessionWriter::subagent(const std::string& agent_id, std::string_view model) {
  return subagent_in(since(2, 1, 2) ? session_folder() + "/subagents" : folder_, agent_id, model);
}

void SessionWriter::begin_sidechain() {
  left_ = std::exchange(tip_, "");
  sidechain_ = true;
}

void SessionWriter::end_sidechain() {
  tip_ = left_;
  sidechain_ = false;
}

Json SessionWriter::agent_result(const SessionWriter& agent, std::string_view prompt,
                                 std::string_view reply) const {
  Fields fields;
  if (!agent.agent_.empty()) {
    fields = {{"status", "completed"}, {"prompt", prompt}, {"agentId", agent.agent_}};
  }
  fields.emplace_back("content", list({text_block(reply)}));
  fields.emplace_back("totalDurationMs", agent.clock_ - agent.start_.start);
  fields.emplace_back("totalTokens", agent.cached_ + agent.output_);
  fields.emplace_back("totalToolUseCount", agent.tool_calls_);
  fields.emplace_back("usage", agent.usage(true));
  return object(fields);
}

// ---- files

void SessionWriter::save() { root_.add(file_, out_, clock_); }

void SessionWriter::side_file(std::string path, std::string bytes) {
  root_.add(std::move(path), std::move(bytes), clock_);
}

std::string SessionWriter::todo_file() const {
  return "todos/" + id_ + "-agent-" + (agent_.empty() ? id_ : agent_) + ".json";
}

}  // namespace clew::demo
