// SPDX-License-Identifier: MIT

#include "engine/demo_builder.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "catalog/project_key.h"

namespace clew::demo {
namespace {

constexpr std::int64_t kSystemPromptTokens = 14'800;

std::array<int, 3> numbers_of(std::string_view version) {
  std::array<int, 3> numbers = {};
  const char* at = version.data();
  const char* end = at + version.size();
  for (int& number : numbers) {
    at = std::from_chars(at, end, number).ptr;
    if (at != end) ++at;  // the dot
  }
  return numbers;
}

// A rule of thumb that gives believable figures.
std::int64_t tokens_in(std::string_view text) {
  return static_cast<std::int64_t>(text.size()) / 4 + 3;
}

TimeMs writing_time(const Part& part) {
  const auto length = static_cast<TimeMs>(part.kind == Part::Kind::kTool ? part.input.text().size()
                                                                         : part.text.size());
  return 1200 + 25 * length;
}

Json block_of(const Part& part, const std::string& call_id) {
  switch (part.kind) {
    case Part::Kind::kThinking:
      return object({{"type", "thinking"},
                     {"thinking", part.text},
                     {"signature", Dice(part.text).id("Er", 46)}});
    case Part::Kind::kText:
      return text_block(part.text);
    case Part::Kind::kTool:
      return object(
          {{"type", "tool_use"}, {"id", call_id}, {"name", part.tool}, {"input", part.input}});
  }
  return nullptr;
}

}  // namespace

SessionWriter::SessionWriter(Root& root, SessionStart start)
    : root_(root),
      start_(std::move(start)),
      version_(numbers_of(start_.version)),
      dice_(start_.name),
      id_(dice_.uuid()),
      folder_("projects/" + project_key(start_.cwd)),
      file_(folder_ + "/" + id_ + ".jsonl"),
      clock_(start_.start) {}

bool SessionWriter::since(int major, int minor, int patch) const {
  return version_ >= std::array{major, minor, patch};
}

void SessionWriter::update_to(std::string version) {
  version_ = numbers_of(version);
  start_.version = std::move(version);
}

void SessionWriter::pass(TimeMs time) { clock_ += time + dice_.between(0, 400); }

void SessionWriter::pass_until(TimeMs time) { clock_ = std::max(clock_, time) + 100; }

void SessionWriter::rewind_to(std::string uuid) {
  hang_on(std::move(uuid));
  rewound_ = true;
}

// ---- lines of the tree

// What every such line says of where it was written.
Fields SessionWriter::surroundings() const {
  Fields fields = {{"userType", "external"}};
  if (since(2, 1, 81)) fields.emplace_back("entrypoint", start_.entrypoint);
  fields.emplace_back("cwd", start_.cwd);
  fields.emplace_back("sessionId", id_);
  fields.emplace_back("version", start_.version);
  if (since(1, 0, 57)) fields.emplace_back("gitBranch", start_.branch);
  if (!start_.slug.empty()) fields.emplace_back("slug", start_.slug);
  if (!agent_.empty() && before(2, 1, 81)) fields.emplace_back("agentId", agent_);
  return fields;
}

// Adds a line below the tip, which it becomes. Newer versions write the surroundings last.
void SessionWriter::line(const std::string& uuid, const Fields& fields, const Fields& head) {
  Fields all = {{"parentUuid", tip_.empty() ? Json(nullptr) : Json(tip_)}};
  all.insert(all.end(), head.begin(), head.end());
  all.emplace_back("isSidechain", sidechain_);
  const bool newer = since(2, 1, 81);
  if (newer && !agent_.empty()) all.emplace_back("agentId", agent_);
  const Fields around = surroundings();
  const Fields& first = newer ? fields : around;
  const Fields& second = newer ? around : fields;
  all.insert(all.end(), first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  raw_line(object(all).text());
  tip_ = uuid;
}

// ---- prompts

Json SessionWriter::content_of(const Prompt& prompt) const {
  if (prompt.blocks.empty()) return prompt.text;
  std::vector<Json> blocks = {text_block(prompt.text)};
  blocks.insert(blocks.end(), prompt.blocks.begin(), prompt.blocks.end());
  return list(blocks);
}

void SessionWriter::prompt_fields(const Prompt& prompt, Fields& fields) const {
  if (since(1, 0, 117) && before(2, 1, 45)) {
    fields.emplace_back("thinkingMetadata",
                        object({{"level", "high"}, {"disabled", false}, {"triggers", list({})}}));
  }
  if (since(2, 0, 71) && before(2, 1, 63)) fields.emplace_back("todos", list({}));
  if (since(2, 1, 17)) fields.emplace_back("permissionMode", start_.permission);
  if (since(2, 1, 92)) fields.emplace_back("origin", object({{"kind", "human"}}));
  if (since(2, 1, 167)) fields.emplace_back("promptSource", "typed");
  fields.insert(fields.end(), prompt.fields.begin(), prompt.fields.end());
}

std::string SessionWriter::prompt(const Prompt& prompt) {
  const bool by_person = agent_.empty() && !sidechain_;
  pass(kSecond);
  turn_start_ = clock_;
  prompt_id_ = dice_.uuid();
  std::string uuid = dice_.uuid();
  Fields fields;
  if (since(2, 1, 73)) fields.emplace_back("promptId", prompt_id_);
  fields.emplace_back("type", "user");
  fields.emplace_back("message", object({{"role", "user"}, {"content", content_of(prompt)}}));
  fields.emplace_back("uuid", uuid);
  fields.emplace_back("timestamp", format_iso(clock_));
  if (by_person) prompt_fields(prompt, fields);
  count_input(prompt.text);
  if (by_person && since(2, 0, 1)) snapshot(uuid);
  line(uuid, fields);
  if (!by_person) return uuid;
  last_typed_ = prompt.display.empty() ? prompt.text : prompt.display;
  if (since(2, 0, 1)) {  // early versions did not say in which session
    root_.history.push_back(
        {last_typed_, clock_, start_.cwd, since(2, 0, 60) ? id_ : "", prompt.pasted});
  }
  if (std::exchange(rewound_, false) && since(2, 1, 231)) {
    plain_line("last-prompt",
               {{"leafUuid", "00000000-0000-0000-0000-000000000000"}, {"explicit", true}});
  }
  if (++turns_ == 1 && since(2, 1, 90)) {
    start_attachments();
  }
  return uuid;
}

// What the newest versions tell the model with the first prompt.
void SessionWriter::start_attachments() {
  const bool windows = start_.cwd.find('\\') != std::string::npos;
  attachment("environment", {{"snapshot", object({{"workingDirectory", start_.cwd},
                                                  {"isWorktree", false},
                                                  {"isGitRepo", true},
                                                  {"platform", windows ? "win32" : "linux"},
                                                  {"shell", windows ? "powershell" : "bash"}})}});
  attachment("date", {{"date", format_iso(clock_).substr(0, 10)}});
}

// ---- answers

void SessionWriter::count_input(std::string_view text) { fresh_ += tokens_in(text); }

void SessionWriter::count_output(const std::vector<Part>& parts) {
  if (cached_ == 0) fresh_ += kSystemPromptTokens;
  read_ = cached_;
  written_ = std::exchange(fresh_, 0);
  cached_ += written_;
  output_ = 0;
  for (const Part& part : parts) {
    output_ += tokens_in(part.kind == Part::Kind::kTool ? part.input.text() : part.text) + 40;
  }
  fresh_ += output_;
}

// Older versions write what was known when the part came: few output tokens but on the last.
Json SessionWriter::usage(bool last) const {
  const bool whole = last || since(2, 1, 90);
  Fields fields = {{"input_tokens", 4},
                   {"cache_creation_input_tokens", written_},
                   {"cache_read_input_tokens", read_}};
  if (since(1, 0, 84)) {
    fields.emplace_back("cache_creation", object({{"ephemeral_5m_input_tokens", written_},
                                                  {"ephemeral_1h_input_tokens", 0}}));
  }
  fields.emplace_back("output_tokens", whole ? output_ : std::min<std::int64_t>(output_, 7));
  if (since(2, 1, 231)) {
    fields.emplace_back("output_tokens_details", object({{"thinking_tokens", output_ / 5}}));
  }
  fields.emplace_back("service_tier", "standard");
  if (since(2, 1, 39)) {
    fields.emplace_back("inference_geo", "not_available");
    fields.emplace_back("iterations", list({}));
    fields.emplace_back("speed", "standard");
  }
  return object(fields);
}

std::string SessionWriter::part_line(const Part& part, const std::string& call_id,
                                     const Response& response, std::size_t index, bool last) {
  pass(writing_time(part));
  const bool stop_known = !response.stop.empty() && (last || since(2, 1, 90));
  Fields message = {{"model", start_.model},
                    {"id", response.id},
                    {"type", "message"},
                    {"role", "assistant"},
                    {"content", list({block_of(part, call_id)})},
                    {"stop_reason", stop_known ? Json(response.stop) : Json(nullptr)},
                    {"stop_sequence", nullptr},
                    {"usage", usage(last)}};
  if (since(2, 1, 231)) message.emplace_back("stop_details", nullptr);
  std::string uuid = dice_.uuid();
  Fields fields = {{"message", object(message)}};
  if (since(2, 1, 237)) fields.emplace_back("apiBlockIndex", index);
  fields.emplace_back("requestId", response.request);
  fields.emplace_back("type", "assistant");
  fields.emplace_back("uuid", uuid);
  fields.emplace_back("timestamp", format_iso(clock_));
  if (since(2, 1, 212)) {
    fields.emplace_back("effort", "high");
    fields.emplace_back("session_id", id_);
  }
  line(uuid, fields);
  return uuid;
}

std::vector<Call> SessionWriter::answer(const std::vector<Part>& parts) {
  count_output(parts);
  const bool calls_tools = parts.back().kind == Part::Kind::kTool;
  const Response response = {dice_.id("msg_01", 22), dice_.id("req_011C", 20),
                             calls_tools ? "tool_use" : "end_turn"};
  std::vector<Call> calls;
  std::vector<const Part*> open;  // of each call: what is still to be answered
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    const bool is_call = part.kind == Part::Kind::kTool;
    const std::string call_id = is_call ? dice_.id("toolu_01", 22) : "";
    const std::string uuid = part_line(part, call_id, response, i, i + 1 == parts.size());
    if (!is_call) continue;
    ++tool_calls_;
    calls.push_back({call_id, uuid});
    open.push_back(part.answered && !part.early ? &part : nullptr);
    if (part.early) result(calls.back(), part);
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (open[i] != nullptr) result(calls[i], *open[i]);
  }
  return calls;
}

void SessionWriter::result(const Call& call, const Part& part) {
  if (part.touched) track(call.line, *part.touched);
  if (!part.hook.empty()) {
    hang_on(call.line);
    hook("PreToolUse:" + part.tool, "PreToolUse", part.hook, call.id);
  }
  if (!part.progress.empty()) progress(call, part);
  pass(part.takes);
  count_input(part.content.text());
  Fields block = {{"tool_use_id", call.id}, {"type", "tool_result"}, {"content", part.content}};
  if (part.failed) block.emplace_back("is_error", true);
  Fields more = {{"toolUseResult", part.structured}};
  if (part.structured.text() == "null") more.clear();
  if (since(2, 1, 2)) {
    more.emplace_back("sourceToolAssistantUUID", call.line);
    hang_on(call.line);  // 2.1 forks here; before, parallel results hung on each other
  }
  user_line(list({object(block)}), more);
}

void SessionWriter::end_turn() {
  if (since(2, 1, 5)) {
    system_line("turn_duration", {{"durationMs", clock_ - turn_start_}});
  }
  last_prompt();
}

}  // namespace clew::demo
