// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "cli/commands.h"
#include "engine/drive/driven_conversations.h"

namespace clew {

// Shows a driven conversation to a person while it happens: the answer as it comes, a line for each
// tool, a spinner while nothing comes. Into a pipe only the words of the answer are written. Events
// come on the conversation's thread, ticks on the command's.
class DriveScreen {
 public:
  // `only_words`: as into a pipe, also at a terminal.
  DriveScreen(Screen& screen, bool only_words)
      : screen_(screen), rich_(screen.terminal && !only_words) {}

  void take(const drive::Event& event);
  // Moves the spinner; some ten times a second.
  void tick();
  void note(std::string_view text);  // a line of ours

  // The permission request to be answered next, if any is open.
  std::optional<drive::PermissionRequest> open_request() const;
  bool is_open(const std::string& request) const;
  void show_request(const drive::PermissionRequest& request);
  // Whether claude suggests a rule that would allow it from now on.
  static bool can_be_remembered(const drive::PermissionRequest& request);
  void write(std::string_view text);
  void line_was_typed();  // by the person: the cursor is at the start of a line again

 private:
  using Clock = std::chrono::steady_clock;

  void take_message(const drive::MessageUpdate& update, bool subagent);
  void take_result(const drive::TurnResult& result);
  void show_tool(const ToolCall& tool, bool subagent);
  void words(std::string_view text);
  void line(std::string_view text);
  void show_whole(std::string_view input);
  void start_line();
  void erase_spinner();

  Screen& screen_;
  const bool rich_;
  mutable std::mutex mutex_;  // guards everything
  std::deque<drive::PermissionRequest> requests_;
  std::map<std::string, std::size_t> shown_;  // bytes of text shown of a message without deltas
  std::map<std::string, ToolState> tools_;    // by id, as last shown
  std::set<std::string> with_deltas_;         // message ids whose text came in pieces
  std::string message_id_;                    // of the message that comes in pieces
  std::string doing_ = "starting";
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_output_ = Clock::now();
  bool at_line_start_ = true;
  bool spinner_shown_ = false;
  bool busy_ = true;
  bool headed_ = false;
  int frame_ = 0;
};

}  // namespace clew
