// SPDX-License-Identifier: MIT
//
// tail for people, made from the events that a program gets as JSON.

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "base/numbers.h"
#include "base/text.h"
#include "base/time.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/lists/catalog_view.h"
#include "engine/live/tail_stream.h"
#include "os/paths.h"
#include "render/message_text.h"

namespace clew {
namespace {

// How many messages are remembered, to show of one that grows only what is new.
constexpr std::size_t kRemembered = 512;

// Shows events one after the other.
class TailText {
 public:
  explicit TailText(Screen& screen) : screen_(screen), text_(screen.out, screen.style) {}

  void take(const LiveEvent& event) {
    if (event.payload) std::visit([&](const auto& what) { take(event, what); }, *event.payload);
  }

 private:
  void take(const LiveEvent& event, const TailStart& start) {
    titles_[event.file] = start.title;
    enter(event);
    for (const Message& message : start.messages) {
      show(ShownMessage(start.session->transcript(), message));
    }
  }
  void take(const LiveEvent& event, const Appended& grown) {
    enter(event);
    for (const Message& message : grown.growth.messages) {
      show(ShownMessage(*grown.transcript, message, kEventText));
    }
    for (const ToolUpdate& update : grown.growth.tools) answered(update.tool);
    if (grown.turn) turn(*grown.turn);
  }
  void take(const LiveEvent& event, const FactsChanged& changed) {
    titles_[event.file] = short_name(changed.row.facts);
    if (changed.reload) note(event, "the file was written anew");
  }
  void take(const LiveEvent& event, const BranchChanged&) {
    note(event, "continues from another branch; see clew branches");
  }
  void take(const LiveEvent& event, const Removed&) {
    note(event, "was removed");
    titles_.erase(event.file);
  }
  void take(const LiveEvent& event, const RunningChanged& changed) {
    const std::string_view status =
        changed.running ? name_of(changed.running->status) : std::string_view("ended");
    std::string& before = status_[event.session];
    if (before == status) return;
    before = status;
    if (status == "waiting") note("waits for an answer");
    if (status == "ended") note("claude has ended");
  }
  void take(const LiveEvent&, const Resync&) { note("something was missed: clew show has it"); }
  void take(const LiveEvent&, const DriveSaid&) {}

  // Like tail -f with several files: says whose words follow.
  void enter(const LiveEvent& event) {
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

  void note(const LiveEvent& event, std::string_view what) {
    enter(event);
    note(what);
  }
  void note(std::string_view what) {
    screen_.out.line(screen_.style.paint(Ink::kDim, "── " + std::string(what) + " ──"));
  }

  // What of a message has been shown.
  struct Shown {
    std::size_t text = 0;
    std::size_t thought = 0;
    std::size_t parts = 0;
    std::map<std::string, ToolState> tools;
  };

  void show(const ShownMessage& whole) {
    Shown& shown = remember(std::string(whole.uuid()));
    Message message = *whole.message;
    message.text.resize(whole.limit.text(message.text).size());
    message.thought.resize(whole.limit.text(message.thought).size());
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
    text_.write(message, whole.first().time, std::string(whole.of_answer(&Entry::model)));
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

  void turn(const TurnCost& turn) {
    std::string line;
    const auto add = [&line](const std::string& part) {
      line += (line.empty() ? "" : ", ") + part;
    };
    if (turn.duration_ms >= 0) add(format_duration(turn.duration_ms));
    if (turn.tools > 0) {
      add(std::to_string(turn.tools) + (turn.tools == 1 ? " tool call" : " tool calls"));
    }
    add(human_count(turn.tokens.prompt()) + " tokens in, " + human_count(turn.tokens.output) +
        " out");
    add(turn.priced ? human_usd(turn.cost) : "price not known");
    note(line);
    screen_.out.line();
  }

  Screen& screen_;
  MessageText text_;
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
  const auto projects = open_projects(engine, *Arguments::check(*find_operation("projects"), {}));
  if (projects && projects->list.sessions.empty()) {
    write_notes(screen.out, engine.roots().findings);
    write_note(screen.out, nothing_found(engine, "no sessions yet") + "; waiting for the first");
  }
  do {
    for (const auto& event : (*stream)->next(kAskAgain)) text.take(*event);
    screen.out.flush();
  } while (screen.out.has_reader());
  return Outcome::kFound;
}

}  // namespace clew
