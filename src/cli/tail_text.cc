// SPDX-License-Identifier: MIT
//
// tail for people. Made from the events themselves: what a program sees with --json is what is
// shown here.

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "base/numbers.h"
#include "base/text.h"
#include "base/time.h"
#include "cli/commands.h"
#include "cli/message_text.h"
#include "engine/tail_stream.h"
#include "json/value.h"
#include "os/paths.h"

namespace clew {
namespace {

// How many messages are remembered, to show of one that grows only what is new.
constexpr std::size_t kRemembered = 512;

template <class Enum, std::size_t N>
Enum by_name(std::string_view name, const Enum (&all)[N], Enum otherwise) {
  for (const Enum one : all) {
    if (name_of(one) == name) return one;
  }
  return otherwise;
}

MessageKind kind_of(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(MessageKind::kAttachment); ++i) {
    if (name_of(static_cast<MessageKind>(i)) == name) return static_cast<MessageKind>(i);
  }
  return MessageKind::kNotice;
}

ToolCall tool_of(json::Value json) {
  ToolCall tool;
  tool.id = json["id"].string_or("");
  tool.name = json["name"].string_or("");
  tool.state =
      by_name(json["state"].string_or(""),
              {ToolState::kPending, ToolState::kSuccess, ToolState::kFailed}, ToolState::kPending);
  tool.input = json["input"].to_json();
  tool.result = json["result"].string_or("");
  tool.duration_ms = json["durationMs"].int_or(-1);
  return tool;
}

Message message_of(json::Value json) {
  Message message;
  message.role = by_name(json["role"].string_or(""), {Role::kUser, Role::kAssistant, Role::kSystem},
                         Role::kSystem);
  message.kind = kind_of(json["kind"].string_or(""));
  message.text = json["text"].string_or("");
  message.thought = json["thought"].string_or("");
  for (const json::Value part : json["parts"].elements()) {
    MediaPart media;
    media.media_type = part["mediaType"].string_or("");
    media.bytes = part["bytes"].int_or(0);
    message.parts.push_back(std::move(media));
  }
  for (const json::Value tool : json["tools"].elements()) message.tools.push_back(tool_of(tool));
  return message;
}

// Shows events one after the other.
class TailText {
 public:
  explicit TailText(Screen& screen) : screen_(screen), text_(screen) {}

  void take(const Event& event) {
    const auto json = parser_.parse_copy(event.json);
    if (!json) return;
    if (event.type == "tail.start") {
      titles_[event.file] = (*json)["title"].string_or("");
      enter(event);
      messages(*json);
    } else if (event.type == event_type::kSessionAppended) {
      enter(event);
      messages(*json);
      for (const json::Value update : (*json)["tools"].elements())
        answered(tool_of(update["tool"]));
      turn((*json)["turn"]);
    } else if (event.type == event_type::kSessionAdded ||
               event.type == event_type::kSessionChanged) {
      titles_[event.file] = (*json)["row"]["name"].string_or("");
      if ((*json)["reload"].bool_or(false)) note(event, "the file was written anew");
    } else if (event.type == event_type::kSessionBranch) {
      note(event, "goes on from another branch; see clew branches");
    } else if (event.type == event_type::kSessionRemoved) {
      note(event, "was removed");
      titles_.erase(event.file);
    } else if (event.type == event_type::kSessionRunning) {
      running(event, (*json)["running"]);
    } else if (event.type == event_type::kResync) {
      note("something was missed: clew show has it");
    }
  }

 private:
  // Like tail -f with several files: says whose words follow.
  void enter(const Event& event) {
    if (event.file == current_) return;
    if (!current_.empty()) screen_.out.line();
    current_ = event.file;
    text_.start_over();
    const std::string title = one_line(terminal_safe(titles_[event.file]));
    const std::string id = terminal_line(event.session.substr(0, 8));
    std::string head = title.empty() ? id : title + "  " + id;
    if (base_name(event.file).starts_with("agent-")) {
      head += "  " + terminal_line(stem(event.file));
    }
    screen_.out.line(
        screen_.style.paint(Ink::kStrong, truncate_to_width(head, screen_.style.width)));
    screen_.out.line();
  }

  void note(const Event& event, std::string_view what) {
    enter(event);
    note(what);
  }
  void note(std::string_view what) {
    screen_.out.line(screen_.style.paint(Ink::kDim, "── " + std::string(what) + " ──"));
  }

  void messages(json::Value json) {
    for (const json::Value message : json["messages"].elements()) show(message);
  }

  // What of a message has been shown.
  struct Shown {
    std::size_t text = 0;
    std::size_t thought = 0;
    std::size_t parts = 0;
    std::map<std::string, ToolState> tools;
  };

  void show(json::Value json) {
    const std::string uuid(json["uuid"].string_or(""));
    Shown& shown = remember(uuid);
    Message message = message_of(json);
    const Shown now{message.text.size(), message.thought.size(), message.parts.size(), {}};
    message.text.erase(0, std::min(shown.text, message.text.size()));
    message.thought.erase(0, std::min(shown.thought, message.thought.size()));
    const auto parts = std::min(shown.parts, message.parts.size());
    message.parts.erase(message.parts.begin(),
                        message.parts.begin() + static_cast<std::ptrdiff_t>(parts));
    std::erase_if(message.tools, [&](const ToolCall& tool) {
      const auto before = shown.tools.find(tool.id);
      return before != shown.tools.end() && before->second == tool.state;
    });
    const bool new_here = shown.text + shown.thought + shown.parts + shown.tools.size() == 0;
    shown.text = now.text;
    shown.thought = now.thought;
    shown.parts = now.parts;
    for (const ToolCall& tool : message.tools) shown.tools[tool.id] = tool.state;
    const bool nothing = message.text.empty() && message.thought.empty() && message.tools.empty() &&
                         message.parts.empty();
    if (nothing && !new_here) return;
    text_.write(message, parse_time(json["timestamp"].string_or("")).value_or(kNoTime),
                std::string(json["model"].string_or("")));
  }

  void answered(const ToolCall& tool) {
    for (auto& [uuid, shown] : shown_) {
      if (const auto at = shown.tools.find(tool.id); at != shown.tools.end()) {
        if (at->second == tool.state) return;  // shown already
        at->second = tool.state;
      }
    }
    text_.tool(tool);
  }

  Shown& remember(const std::string& uuid) {
    if (!shown_.contains(uuid)) {
      order_.push_back(uuid);
      if (order_.size() > kRemembered) {
        shown_.erase(order_.front());
        order_.pop_front();
      }
    }
    return shown_[uuid];
  }

  void turn(json::Value json) {
    if (!json.is_object()) return;
    const json::Value tokens = json["tokens"];
    std::string line;
    const auto add = [&line](const std::string& part) {
      line += (line.empty() ? "" : ", ") + part;
    };
    if (const auto time = json["durationMs"].int_or(-1); time >= 0) add(format_duration(time));
    if (const auto tools = json["tools"].int_or(0); tools > 0) {
      add(std::to_string(tools) + (tools == 1 ? " tool call" : " tool calls"));
    }
    add(human_count(tokens["input"].int_or(0) + tokens["cacheRead"].int_or(0) +
                    tokens["cacheWrite"].int_or(0)) +
        " tokens in, " + human_count(tokens["output"].int_or(0)) + " out");
    const std::string cost(json["costText"].string_or(""));
    add(cost.empty() ? "price not known" : cost);
    note(line);
    screen_.out.line();
  }

  void running(const Event& event, json::Value running) {
    const std::string_view status =
        running.is_object() ? running["status"].string_or("") : std::string_view("ended");
    std::string& before = status_[event.session];
    if (before == status) return;
    before = status;
    if (status == "waiting") note("waits for an answer");
    if (status == "ended") note("claude has ended");
  }

  Screen& screen_;
  MessageText text_;
  json::Parser parser_;
  std::string current_;  // file whose words stand last
  std::map<std::string, std::string> titles_;
  std::map<std::string, std::string> status_;
  std::map<std::string, Shown> shown_;  // by uuid
  std::deque<std::string> order_;       // of their coming
};

}  // namespace

Result<Outcome> tail_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto stream = TailStream::open(engine, arguments);
  if (!stream) return stream.error();
  TailText text(screen);
  do {
    for (const auto& event : (*stream)->next(kAskAgain)) text.take(*event);
    screen.out.flush();
  } while (screen.out.has_reader());
  return Outcome::kFound;
}

}  // namespace clew
