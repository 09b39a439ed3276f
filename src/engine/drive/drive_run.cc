// SPDX-License-Identifier: MIT
#include "engine/drive/drive_run.h"

#include "base/text.h"

namespace clew {

DriveRequest drive_request(DriveRequest::Action action, const Arguments& arguments) {
  using Action = DriveRequest::Action;
  DriveRequest request;
  request.action = action;
  if (action != Action::kRun) request.session = arguments.text("session");
  request.at = arguments.text(action == Action::kEdit ? "uuid" : "at");
  request.prompt = arguments.text("prompt");
  request.folder = arguments.text("folder");
  request.workspace = arguments.text("workspace");
  request.link_instructions = arguments.flag("link-claude-md");
  request.fork = arguments.flag("fork");
  request.drop_context = arguments.flag("no-context");
  request.force = arguments.flag("force");
  request.title = arguments.text("title");
  request.claude = arguments.text("claude");
  request.only_look = arguments.flag("dry-run") || arguments.flag("print-command");
  DriveOptions& options = request.options;
  options.model = arguments.text("model");
  options.fallback_model = arguments.text("fallback-model");
  options.permission_mode = arguments.text("permission-mode");
  options.allowed_tools = arguments.list("allowed-tools");
  options.disallowed_tools = arguments.list("disallowed-tools");
  options.add_dirs = arguments.list("add-dir");
  options.append_system_prompt = arguments.text("append-system-prompt");
  options.system_prompt = arguments.text("system-prompt");
  options.settings = arguments.text("settings");
  options.mcp_configs = arguments.list("mcp-config");
  options.max_turns = arguments.maybe_integer("max-turns");
  return request;
}

void DriveWatch::take(const drive::Event& event) {
  const std::lock_guard lock(mutex_);
  if (!event.session.empty()) outcome_.session = event.session;
  const auto* reply = std::get_if<drive::ControlReply>(&event.what);
  if (reply && reply->ok && reply->request == "interrupt") interrupted_ = true;
  const auto* result = std::get_if<drive::TurnResult>(&event.what);
  if (result && !result->prompts.empty()) {
    turn_over_ = true;
    // Since 2.1 a turn that was interrupted ends with an error.
    outcome_.failed = result->is_error && !interrupted_;
    outcome_.error = outcome_.failed ? result->text : std::string();
    if (outcome_.failed && outcome_.error.empty() && !result->errors.empty()) {
      outcome_.error = result->errors.front();
    }
    if (outcome_.failed && outcome_.error.empty()) outcome_.error = result->subtype;
  } else if (const auto* ended = std::get_if<drive::Ended>(&event.what)) {
    ended_ = true;
    if (ended->mid_turn && !outcome_.failed) {
      outcome_.failed = true;
      outcome_.error = "claude " + describe(ended->status) + " before it had answered";
      // A JavaScript program prints pages when it dies; the reason stands at the end.
      constexpr std::size_t kShown = 500;
      std::string_view tail = ended->errors;
      if (tail.size() > kShown) tail.remove_prefix(tail.size() - kShown);
      const std::string errors = one_line(tail);
      if (!errors.empty()) outcome_.error += ": " + errors;
    }
  }
  changed_.notify_all();
}

bool DriveWatch::turn_over() const {
  const std::lock_guard lock(mutex_);
  return turn_over_;
}

bool DriveWatch::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

DriveOutcome DriveWatch::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

void DriveWatch::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time);
}

}  // namespace clew
