// SPDX-License-Identifier: MIT
#include "cli/drive_screen.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/terminal_whole.h"
#include "base/text.h"
#include "base/time.h"
#include "json/value.h"
#include "render/message_text.h"

namespace clew {
namespace {

using std::chrono::milliseconds;

// What is the screen's own says how things are drawn; texts of others are made safe before.
constexpr std::array<std::string_view, 10> kFrames = {"⠋", "⠙", "⠹", "⠸", "⠼",
                                                      "⠴", "⠦", "⠧", "⠇", "⠏"};
constexpr milliseconds kQuiet{300};

std::string dollars(double amount) {
  char text[32];
  std::snprintf(text, sizeof text, "$%.4f", amount);
  return text;
}

}  // namespace

void DriveScreen::take(const drive::Event& event) {
  const std::lock_guard lock(mutex_);
  const bool subagent = !event.parent_tool.empty();
  if (const auto* init = std::get_if<drive::Init>(&event.what)) {
    doing_ = "waiting for the model";
    if (!headed_ && rich_) {
      line(screen_.style.paint(
          Ink::kDim, one_line(terminal_safe("session " + event.session + "  " + init->model))));
    }
    headed_ = true;
  } else if (const auto* start = std::get_if<drive::MessageStart>(&event.what)) {
    if (!subagent) message_id_ = start->message_id;
  } else if (const auto* block = std::get_if<drive::BlockStart>(&event.what)) {
    doing_ = block->block == "thinking" ? "thinking" : "writing";
  } else if (const auto* delta = std::get_if<drive::Delta>(&event.what)) {
    if (!subagent && delta->kind == drive::Delta::Kind::kText) {
      with_deltas_.insert(message_id_);
      words(delta->text);
    }
  } else if (const auto* update = std::get_if<drive::MessageUpdate>(&event.what)) {
    take_message(*update, subagent);
  } else if (const auto* request = std::get_if<drive::PermissionRequest>(&event.what)) {
    requests_.push_back(*request);
  } else if (const auto* gone = std::get_if<drive::PermissionGone>(&event.what)) {
    std::erase_if(requests_, [&](const auto& r) { return r.request == gone->request; });
  } else if (const auto* status = std::get_if<drive::Status>(&event.what)) {
    if (!status->status.empty()) doing_ = one_line(terminal_safe(status->status));
  } else if (const auto* retry = std::get_if<drive::Retry>(&event.what)) {
    if (rich_) {
      line(screen_.style.paint(
          Ink::kWarning, one_line(terminal_safe("The API is busy (" + retry->error + "); try " +
                                                std::to_string(retry->attempt) + " of " +
                                                std::to_string(retry->most)))));
    }
  } else if (const auto* result = std::get_if<drive::TurnResult>(&event.what)) {
    take_result(*result);
  } else if (std::holds_alternative<drive::Ended>(event.what)) {
    busy_ = false;
    erase_spinner();
    screen_.out.flush();
  }
}

void DriveScreen::take_message(const drive::MessageUpdate& update, bool subagent) {
  const Message& message = update.message;
  if (message.role != Role::kAssistant) return;
  for (const ToolCall& tool : message.tools) show_tool(tool, subagent);
  const Transcript& t = *update.transcript;
  const Entry& first = t[message.entries.front()];
  const std::string id(t.text(first.message_id));
  if (subagent || with_deltas_.contains(id)) return;
  std::size_t& shown = shown_[id];
  if (message.text.size() <= shown) return;
  words(std::string_view(message.text).substr(shown));
  shown = message.text.size();
}

void DriveScreen::show_tool(const ToolCall& tool, bool subagent) {
  const auto before = tools_.find(tool.id);
  if (before != tools_.end() && before->second == tool.state) return;
  const bool is_new = before == tools_.end();
  tools_[tool.id] = tool.state;
  doing_ = "running " + one_line(terminal_safe(tool.name));
  if (!rich_) return;
  const std::string indent = subagent ? "    " : "  ";
  const std::string name = one_line(terminal_safe(tool.name));
  if (is_new) {
    const int used = display_width(name) + static_cast<int>(indent.size()) + 4;
    const std::string summary = tool_summary(tool, std::max(10, screen_.style.width - used));
    line(indent + screen_.style.paint(Ink::kTool, "▸ " + name) +
         (summary.empty() ? "" : " " + summary));
  }
  if (tool.state == ToolState::kFailed) {
    const std::string why = truncate_to_width(one_line(terminal_safe(tool.result)),
                                              std::max(10, screen_.style.width - 10));
    line(indent + screen_.style.paint(Ink::kBad, "✗ " + name + " failed: " + why));
  } else if (tool.state == ToolState::kSuccess) {
    line(indent + screen_.style.paint(Ink::kGood, "✓ ") + screen_.style.paint(Ink::kDim, name));
  }
}

void DriveScreen::take_result(const drive::TurnResult& result) {
  if (!result.prompts.empty()) busy_ = false;
  start_line();
  if (rich_) {
    std::string text = result.subtype == "success" ? "" : result.subtype + "  ";
    text += dollars(result.cost_usd) + "  " + format_duration(result.duration_ms);
    line(screen_.style.paint(result.is_error ? Ink::kBad : Ink::kDim,
                             one_line(terminal_safe(text))));
  }
  screen_.out.flush();
}

void DriveScreen::tick() {
  const std::lock_guard lock(mutex_);
  if (!rich_ || !busy_ || !at_line_start_ || !requests_.empty()) return;
  if (Clock::now() - last_output_ < kQuiet) return;
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - started_).count();
  frame_ = (frame_ + 1) % static_cast<int>(kFrames.size());
  screen_.out.write(
      "\r\x1b[K" +
      screen_.style.paint(Ink::kDim, std::string(kFrames[static_cast<std::size_t>(frame_)]) + " " +
                                         doing_ + "  " + std::to_string(seconds) + " s"));
  screen_.out.flush();
  spinner_shown_ = true;
}

void DriveScreen::note(std::string_view text) {
  const std::lock_guard lock(mutex_);
  start_line();
  line(screen_.style.paint(Ink::kDim, one_line(terminal_safe(text))));
}

std::optional<drive::PermissionRequest> DriveScreen::open_request() const {
  const std::lock_guard lock(mutex_);
  if (requests_.empty()) return std::nullopt;
  return requests_.front();
}

bool DriveScreen::is_open(const std::string& request) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(requests_.begin(), requests_.end(),
                     [&](const auto& r) { return r.request == request; });
}

bool DriveScreen::can_be_remembered(const drive::PermissionRequest& request) {
  json::Parser parser;
  const auto rules = parser.parse_copy(request.suggestions);
  return rules && rules->is_array() && !rules->elements().empty();
}

// All of it, line by line: whoever allows something must have seen it.
void DriveScreen::show_whole(std::string_view input) {
  json::Parser parser;
  const auto value = parser.parse_copy(input);
  std::string text;
  if (value && value->is_object()) {
    for (const auto& [name, member] : value->members()) {
      text += argument_text(name, member) + "\n";
    }
  } else {
    text = input;
  }
  const int room = std::max(10, screen_.style.width - 4);
  const std::string safe = terminal_whole(trim(text));
  if (safe.empty()) return;
  for (const std::string& row : wrap_to_width(safe, room)) line("  " + row);
}

void DriveScreen::show_request(const drive::PermissionRequest& request) {
  const std::lock_guard lock(mutex_);
  start_line();
  line(screen_.style.paint(Ink::kWarning,
                           "Claude asks to use " + one_line(terminal_safe(request.tool))));
  show_whole(request.input);
  for (const std::string* more : {&request.reason, &request.blocked_path}) {
    if (!more->empty()) {
      line("  " + screen_.style.paint(Ink::kDim, one_line(terminal_safe(*more))));
    }
  }
  if (can_be_remembered(request)) {
    line("  " + screen_.style.paint(Ink::kDim, "always would also set:"));
    show_whole(request.suggestions);
  }
}

void DriveScreen::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  words(text);
}

void DriveScreen::line_was_typed() {
  const std::lock_guard lock(mutex_);
  at_line_start_ = true;
}

void DriveScreen::words(std::string_view text) {
  if (text.empty()) return;
  erase_spinner();
  screen_.out.write(screen_.plain(text));
  at_line_start_ = text.ends_with('\n');
  last_output_ = Clock::now();
  screen_.out.flush();
}

void DriveScreen::line(std::string_view text) {
  erase_spinner();
  start_line();
  screen_.out.line(text);
  last_output_ = Clock::now();
  screen_.out.flush();
}

void DriveScreen::start_line() {
  erase_spinner();
  if (!at_line_start_) screen_.out.line();
  at_line_start_ = true;
}

void DriveScreen::erase_spinner() {
  if (spinner_shown_) screen_.out.write("\r\x1b[K");
  spinner_shown_ = false;
}

}  // namespace clew
