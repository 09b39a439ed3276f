// SPDX-License-Identifier: MIT
#include "tui/driving.h"

#include <algorithm>
#include <utility>

#include "base/terminal_whole.h"
#include "base/text.h"
#include "json/value.h"
#include "render/message_text.h"

namespace clew::tui {
namespace {

constexpr std::size_t kMostText = std::size_t{1} << 16;
constexpr int kWidestLine = 1000;  // the window breaks it again

// All that the tool would get, so that nobody allows what they have not seen.
std::vector<std::string> lines_of(const drive::PermissionRequest& request) {
  std::vector<std::string> lines;
  lines.push_back(
      terminal_line(request.title.empty() ? request.tool + " wants to run" : request.title));
  const auto add = [&](std::string_view text) {
    for (std::string& line : wrap_to_width(terminal_whole(text), kWidestLine)) {
      lines.push_back(std::move(line));
    }
  };
  json::Parser parser;
  if (const auto input = parser.parse_copy(request.input)) {
    for (const auto& [name, value] : input->members()) add(argument_text(name, value));
  }
  if (!request.blocked_path.empty()) add("path: " + request.blocked_path);
  if (!request.reason.empty()) add("why: " + request.reason);
  return lines;
}

bool can_be_remembered(const drive::PermissionRequest& request) {
  return !request.suggestions.empty() && request.suggestions != "[]";
}

}  // namespace

Driving::~Driving() {
  const std::lock_guard lock(gate_->mutex);
  gate_->open = false;
}

Result<std::string> Driving::say(Engine& engine, const DriveRequest& request) {
  if (request.action == DriveRequest::Action::kResume && request.at.empty()) {
    const auto named = engine.locate(request.session);
    if (!named) return named.error();
    const auto running = conversations_.find(named->id.text());
    if (running && running->state != ConversationState::kEnded) {
      Prompt prompt;
      prompt.text = request.prompt;
      auto sent = conversations_.send(running->id, prompt);
      if (!sent) return sent.error();
      const std::lock_guard lock(mutex_);
      words_ = request.prompt;
      return std::string();
    }
  }
  auto prepared = prepare_drive(engine, request);
  if (!prepared) return prepared.error();
  if (auto done = carry_out(engine, *prepared); !done) return done.error();
  const std::string other = prepared->fork_file ? prepared->fork_file->text() : std::string();
  {
    const std::lock_guard lock(mutex_);
    state_ = {};
    open_.clear();
    prepared_ = *prepared;
    told_began_ = false;
    words_ = request.prompt;
    state_.path = other.empty() ? prepared->file : other;
    state_.doing = "starting";
  }
  auto id = conversations_.open(
      *prepared, [this, gate = gate_](const std::string& conversation, const drive::Event& event) {
        const std::lock_guard lock(gate->mutex);
        if (gate->open) take(conversation, event);
      });
  if (!id) return id.error();
  return other;
}

Result<void> Driving::answer(const WantAnswer& want) {
  PermissionAnswer answer;
  answer.allow = want.allow;
  answer.message = want.why;
  {
    const std::lock_guard lock(mutex_);
    for (const drive::PermissionRequest& request : open_) {
      if (want.always && request.request == want.request) answer.updates = request.suggestions;
    }
  }
  return conversations_.answer_permission(want.conversation, want.request, answer);
}

Result<void> Driving::interrupt(const std::string& conversation) {
  return conversations_.interrupt(conversation);
}

void Driving::take_what(const drive::Event& event) {
  if (std::get_if<drive::Init>(&event.what)) state_.doing = "thinking";
  if (std::get_if<drive::MessageStart>(&event.what)) state_.text.clear();
  if (const auto* block = std::get_if<drive::BlockStart>(&event.what)) {
    state_.doing =
        block->tool_name.empty() ? "answering" : "calls " + terminal_line(block->tool_name);
  }
  if (const auto* delta = std::get_if<drive::Delta>(&event.what)) {
    if (delta->kind == drive::Delta::Kind::kText && state_.text.size() < kMostText) {
      state_.text += delta->text;
    }
  }
  if (std::get_if<drive::MessageUpdate>(&event.what)) {
    state_.text.clear();
    words_.clear();
  }
  if (const auto* request = std::get_if<drive::PermissionRequest>(&event.what))
    open_.push_back(*request);
  if (const auto* gone = std::get_if<drive::PermissionGone>(&event.what)) {
    std::erase_if(open_, [&](const auto& one) { return one.request == gone->request; });
  }
  if (const auto* retry = std::get_if<drive::Retry>(&event.what)) {
    state_.doing = "the API failed; trying again (" + std::to_string(retry->attempt) + ")";
  }
  if (const auto* result = std::get_if<drive::TurnResult>(&event.what)) {
    state_.doing.clear();
    state_.text.clear();
    if (result->is_error) {
      state_.failed = true;
      state_.doing =
          "claude: " +
          (result->text.empty() && !result->errors.empty() ? result->errors.front() : result->text);
    }
  }
  if (const auto* ended = std::get_if<drive::Ended>(&event.what)) {
    state_.ended = true;
    if (!ended->asked) state_.unsent = std::exchange(words_, {});
    if (!ended->asked && !ended->status.ok()) {
      state_.failed = true;
      state_.doing =
          "claude " + describe(ended->status) + ": " + one_line(terminal_safe(ended->errors));
    }
  }
}

void Driving::take(const std::string& conversation, const drive::Event& event) {
  DriveState now;
  std::optional<PreparedDrive> began;
  {
    const std::lock_guard lock(mutex_);
    state_.conversation = conversation;
    if (!event.session.empty()) state_.session = event.session;
    take_what(event);
    // Its file is there when it has said something.
    const bool said = std::get_if<drive::MessageUpdate>(&event.what) != nullptr;
    if (said && !state_.session.empty() && !std::exchange(told_began_, true)) began = prepared_;
    state_.question.reset();
    if (!open_.empty()) {
      const drive::PermissionRequest& first = open_.front();
      state_.question =
          DriveState::Question{first.request, lines_of(first), can_be_remembered(first)};
    }
    now = state_;
    if (state_.failed && !state_.ended) {
      state_.failed = false;
      state_.doing.clear();
    }
  }
  if (began) began_(*began, now.session);
  tell_(DriveCame{std::move(now)});
}

}  // namespace clew::tui
