// SPDX-License-Identifier: MIT
//
// Writes one invented transcript, line by line, as the CLI of a given version would. What differs
// between versions (shared/reference/format.md, section 8) is asked by number at the place where it
// matters.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/demo_dice.h"
#include "engine/demo_part.h"
#include "engine/demo_root.h"

namespace clew::demo {

inline constexpr std::string_view kOpus = "claude-opus-4-5-20251101";
inline constexpr std::string_view kSonnet = "claude-sonnet-4-5-20250929";
inline constexpr std::string_view kHaiku = "claude-haiku-4-5-20251001";
inline constexpr std::string_view kOldSonnet = "claude-sonnet-4-20250514";

struct SessionStart {
  std::string name;  // all ids come from it
  std::string cwd;
  std::string version;
  std::string branch;
  std::string model;
  TimeMs start = 0;
  std::string slug = {};
  std::string entrypoint = "cli";
  std::string permission = "default";
};

struct Prompt {
  std::string text;
  std::vector<Json> blocks = {};  // further content: images, documents
  Fields fields = {};             // further members of the line
  std::string display = {};       // as typed, where it differs
  Fields pasted = {};
};

struct Call {
  std::string id;
  std::string line;  // uuid of the line it is on
};

class SessionWriter {
 public:
  SessionWriter(Root& root, SessionStart start);

  const std::string& id() const { return id_; }
  const std::string& project_folder() const { return folder_; }  // projects/<key>
  std::string session_folder() const { return folder_ + "/" + id_; }
  bool since(int major, int minor, int patch) const;
  bool before(int major, int minor, int patch) const { return !since(major, minor, patch); }
  void update_to(std::string version);
  void use_model(std::string_view model) { start_.model = model; }
  Dice& dice() { return dice_; }

  // Time goes on by itself a little; here it goes on more.
  TimeMs clock() const { return clock_; }
  void pass(TimeMs time);
  void pass_until(TimeMs time);

  // The line that the next one hangs on; empty: the next one is a root.
  const std::string& tip() const { return tip_; }
  void hang_on(std::string uuid) { tip_ = std::move(uuid); }
  // As hang_on, and the next prompt notes that it was a person who went back.
  void rewind_to(std::string uuid);

  // --- the conversation (demo_builder.cc); what has a uuid is returned by it
  std::string prompt(const Prompt& prompt);
  std::string prompt(std::string_view text) { return prompt(Prompt{.text = std::string(text)}); }
  std::vector<Call> answer(const std::vector<Part>& parts);
  void result(const Call& call, const Part& part);
  // Stops the clock of the turn and repeats the metadata, as 2.1 does.
  void end_turn();

  // --- files of the project and their backups (demo_files.cc)
  void file(std::string_view path, std::string_view content) { disk_[std::string(path)] = content; }
  std::string full_path(std::string_view path) const;
  Part read(std::string_view path) const;
  Part edit(std::string_view path, std::string_view old_text, std::string_view new_text);
  Part write(std::string_view path, std::string_view content);

  // --- other lines (demo_events.cc)
  std::string user_line(Json content, const Fields& more = {});
  std::string system_line(std::string_view subtype, const Fields& fields);
  std::string attachment(std::string_view type, const Fields& fields);
  void plain_line(std::string_view type, const Fields& fields);  // no node of the tree
  void raw_line(std::string_view text);
  void replace_in_last_line(std::string_view text, std::string_view by);
  void hook(std::string_view name, std::string_view event, std::string_view command,
            std::string_view call);
  void command(std::string_view name, std::string_view arguments, std::string_view output);
  void shell(std::string_view input, std::string_view output);
  void queue_operation(std::string_view operation, std::string_view content);
  void queued_prompt(std::string_view text);
  void interruption(bool for_tool_use);
  void cut_off(std::string_view text);  // an answer that was interrupted while it came
  void api_error(int status, std::string_view message, int attempt, TimeMs retry_in);
  void synthetic(std::string_view text, const Fields& more);
  // `preserved`: messages that stay as they are (2.1).
  void compact(std::string_view summary, std::string_view arguments,
               const std::vector<std::string>& preserved);
  // Only the summary's line: that was all before there were boundaries.
  void compact_summary(std::string_view summary, const std::string& uuid);
  void last_prompt();
  void custom_title(std::string_view title);

  // --- subagents
  std::string new_agent_id();
  // A transcript of its own, beside the sessions (2.0) or below this one (2.1).
  SessionWriter subagent(const std::string& agent_id, std::string_view model);
  SessionWriter subagent_in(const std::string& folder, const std::string& agent_id,
                            std::string_view model);
  void begin_sidechain();  // 1.0: inside this file, with a root of its own
  void end_sidechain();
  // What a Task or Agent call answers when the agent is done.
  Json agent_result(const SessionWriter& agent, std::string_view prompt,
                    std::string_view reply) const;

  void save();                                          // hands the file to the root
  void side_file(std::string path, std::string bytes);  // another file of the root, of this time
  std::string todo_file() const;

 private:
  struct Backup {
    std::optional<std::string> content;
    int version = 1;
    TimeMs time = 0;
  };

  // What the lines of one API message share.
  struct Response {
    std::string id;
    std::string request;
    std::string stop;
  };

  void line(const std::string& uuid, const Fields& fields, const Fields& head = {});
  void user_line_as(const std::string& uuid, Json content, const Fields& more);
  Fields surroundings() const;
  Json content_of(const Prompt& prompt) const;
  void prompt_fields(const Prompt& prompt, Fields& fields) const;
  void start_attachments();
  std::string part_line(const Part& part, const std::string& call_id, const Response& response,
                        std::size_t index, bool last);
  Json usage(bool last) const;
  void count_output(const std::vector<Part>& parts);
  void count_input(std::string_view text);
  void progress(const Call& call, const Part& part);

  void snapshot(const std::string& message);
  void track(const std::string& message, const Touched& touched);
  Json backup_json(const std::string& path, const Backup& backup) const;
  Json tracked_json() const;
  void save_backup(const std::string& path, const Backup& backup);
  std::string backup_name(const std::string& path, const Backup& backup) const;

  Root& root_;
  SessionStart start_;
  std::array<int, 3> version_;
  Dice dice_;
  std::string id_;
  std::string folder_;
  std::string file_;
  std::string agent_;  // this is a subagent's transcript
  bool sidechain_ = false;
  std::string out_;
  TimeMs clock_;

  std::string tip_;
  std::string left_;  // tip of the main thread during a sidechain
  std::string prompt_id_;
  std::string last_typed_;
  TimeMs turn_start_ = 0;
  std::int64_t turns_ = 0;
  bool rewound_ = false;

  // Tokens: what the next request adds, what is cached already, what the last answer cost.
  std::int64_t fresh_ = 0;
  std::int64_t cached_ = 0;
  std::int64_t written_ = 0;
  std::int64_t read_ = 0;
  std::int64_t output_ = 0;
  std::int64_t tool_calls_ = 0;

  std::map<std::string, std::string> disk_;
  std::map<std::string, Backup> tracked_;
  std::string snapshot_message_;
  TimeMs snapshot_time_ = 0;
};

}  // namespace clew::demo
