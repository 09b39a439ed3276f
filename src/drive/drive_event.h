// SPDX-License-Identifier: MIT
//
// What happens in a driven conversation, typed. Messages are those of history: the same parser and
// the same model (transcript/message_reader.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "os/child_process.h"
#include "transcript/message_reader.h"

namespace clew::drive {

struct Started {
  std::int64_t pid = 0;
  std::vector<std::string> command;
  std::string folder;
};

// `system/init`: before each turn.
struct Init {
  std::string model;
  std::string mode;  // of permissions
  std::string folder;
  std::string version;  // since 2.0
  std::vector<std::string> tools;
  std::vector<std::string> commands;  // slash commands
};

// A message token by token. Index counts the blocks of the message.
struct MessageStart {
  std::string message_id;
  std::string model;
};
struct BlockStart {
  std::int64_t index = 0;
  std::string block;  // text, thinking, tool_use, ...
  std::string tool_id;
  std::string tool_name;
};
struct Delta {
  enum class Kind : std::uint8_t { kText, kThinking, kToolInput };
  std::int64_t index = 0;
  Kind kind = Kind::kText;
  std::string text;
};
struct BlockStop {
  std::int64_t index = 0;
};
struct MessageStop {
  std::string stop_reason;
};

// A message as far as it is known: all its lines so far, tool calls with their results. Comes again
// whenever something was added; the message's uuid (of its first line) tells which one it is.
struct MessageUpdate {
  Message message;
  const Transcript* transcript = nullptr;  // valid while the event is delivered
};

struct PermissionRequest {
  std::string request;
  std::string tool;
  std::string tool_use;
  std::string title;
  std::string description;
  std::string reason;
  std::string blocked_path;
  std::string input;        // JSON
  std::string suggestions;  // JSON array, or empty
};
// It needs no answer any more: answered, taken back, or its turn is over.
struct PermissionGone {
  std::string request;
  std::string why;  // "allowed", "denied", "cancelled"
};

struct Status {
  std::string status;  // "requesting", "compacting", ...; empty: nothing special
  std::string mode;    // of permissions, when that changed
};
struct Retry {
  std::int64_t attempt = 0;
  std::int64_t most = 0;
  std::int64_t delay_ms = 0;
  std::int64_t status = 0;  // of HTTP
  std::string error;
};

// Everything else that is known by name, with its line: rate limits, hooks, tasks of subagents,
// states of queued prompts, denied permissions, compactions.
struct Report {
  std::string type;     // "system", "rate_limit_event", "command_lifecycle"
  std::string subtype;  // "task_started", "hook_response", ...
  std::string text;     // the most telling words
  std::string line;     // JSON
  bool known = true;
};

// How a control request of ours ended.
struct ControlReply {
  std::string request;  // what we asked: "interrupt", "set_model", ...
  bool ok = true;
  std::string error;
  std::string response;  // JSON, or empty
};

// Something odd about what the program does; the conversation goes on.
struct StreamFinding {
  enum class Kind : std::uint8_t {
    kGarbage,      // a line that is not JSON
    kTooLong,      // a line beyond the cap
    kUnasked,      // an answer to nothing that we asked
    kRefused,      // a control request that we do not know; it was answered with an error
    kErrorOutput,  // a line on standard error
    kDidNotEnd,    // did not end when asked to
  };
  Kind kind = Kind::kGarbage;
  std::string text;
};

// How many tokens a model that answered can hold.
struct ContextWindow {
  std::string model;
  std::int64_t tokens = 0;
};

// `result`: a turn is over.
struct TurnResult {
  std::string subtype;  // "success", "error_during_execution", "error_max_turns", ...
  bool is_error = false;
  std::string text;
  std::vector<std::string> errors;
  double cost_usd = 0;  // of the whole session so far, as the program counts it
  std::int64_t turns = 0;
  std::int64_t duration_ms = 0;
  std::int64_t api_ms = 0;
  std::string stop_reason;
  std::string usage;    // JSON
  std::string denials;  // JSON array
  std::vector<ContextWindow> windows;
  std::vector<std::string> prompts;  // uuids of the prompts that it answers
  std::string origin;                // what began the turn; empty, "human" or "task-notification"

  // The program began the turn by itself: no prompt did.
  bool is_own_turn() const { return !origin.empty() && origin != "human"; }
};

// The program is gone; nothing follows.
struct Ended {
  ExitStatus status;
  bool asked = false;     // we ended it
  bool mid_turn = false;  // ... while an answer was still to come
  std::string errors;     // the end of what it wrote to standard error
};

struct Event {
  std::string session;      // claude's id of it, once known
  std::string parent_tool;  // of a subagent: the call that started it
  std::variant<Started, Init, MessageStart, BlockStart, Delta, BlockStop, MessageStop,
               MessageUpdate, PermissionRequest, PermissionGone, Status, Retry, Report,
               ControlReply, StreamFinding, TurnResult, Ended>
      what;
};

// By the kind of event, in the order of Event::what.
inline constexpr std::array<std::string_view, std::variant_size_v<decltype(Event::what)>>
    kEventNames = {
        "started",    "init",         "message-start", "block-start",        "delta",
        "block-stop", "message-stop", "message",       "permission-request", "permission-gone",
        "status",     "retry",        "report",        "control-reply",      "finding",
        "result",     "ended"};
inline std::string_view name_of(const Event& event) { return kEventNames[event.what.index()]; }
std::string_view name_of(Delta::Kind kind);  // "text", "thinking", "tool-input"
std::string_view name_of(StreamFinding::Kind kind);

}  // namespace clew::drive
