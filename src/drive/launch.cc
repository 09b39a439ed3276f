// SPDX-License-Identifier: MIT
#include "drive/launch.h"

#include <algorithm>

#include "base/text.h"
#include "base/uuid.h"
#include "catalog/facts/session_facts.h"

namespace clew {
namespace {

// One argument of a Linux program may be 128 KiB long.
constexpr std::size_t kLongestValue = 120'000;

bool is_alnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// A name: letters, digits and a few marks, beginning with a letter or digit.
bool is_name(std::string_view text, std::string_view marks) {
  if (text.empty() || text.size() > 256 || !is_alnum(text.front())) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return is_alnum(c) || marks.find(c) != std::string_view::npos;
  });
}

Error bad(std::string_view what, std::string_view value, std::string_view why) {
  return {ErrorCode::kInvalid,
          std::string(what) + " \"" + one_line(value.substr(0, 100)) + "\" " + std::string(why)};
}

// Collects arguments; the first value that does not pass its check is the error.
class ArgumentList {
 public:
  void flag(std::string_view name) { list_.push_back("--" + std::string(name)); }

  void name(std::string_view flag, std::string_view value, std::string_view marks) {
    if (value.empty()) return;
    if (!is_name(value, marks)) {
      fail(bad(flag, value, "is not a name: letters, digits and " + std::string(marks)));
    }
    add(flag, value);
  }

  void uuid(std::string_view flag, std::string_view value) {
    if (value.empty()) return;
    if (!is_uuid(value)) fail(bad(flag, value, "is not a session id"));
    add(flag, value);
  }

  // Words of a person: anything that a program can be given at all.
  void text(std::string_view flag, std::string_view value) {
    if (value.empty()) return;
    check_text(flag, value);
    add(flag, value);
  }

  // "Bash(git log:*)" and its like, joined by commas as the program wants them.
  void tools(std::string_view flag, const std::vector<std::string>& tools) {
    if (tools.empty()) return;
    std::string joined;
    for (const std::string& tool : tools) {
      check_text(flag, tool);
      if (tool.find('\n') != std::string::npos) fail(bad(flag, tool, "has several lines"));
      joined += (joined.empty() ? "" : ",") + tool;
    }
    add(flag, joined);
  }

  Result<std::vector<std::string>> take() {
    if (failed_) return *failed_;
    return std::move(list_);
  }

 private:
  void check_text(std::string_view flag, std::string_view value) {
    if (value.find('\0') != std::string_view::npos) fail(bad(flag, value, "holds a NUL byte"));
    if (value.size() > kLongestValue) fail(bad(flag, value, "is too long to be passed on"));
  }
  void fail(Error error) {
    if (!failed_) failed_ = std::move(error);
  }
  void add(std::string_view flag, std::string_view value) {
    list_.push_back("--" + std::string(flag) + "=" + std::string(value));
  }

  std::vector<std::string> list_;
  std::optional<Error> failed_;
};

void add_options(ArgumentList& out, const DriveOptions& options) {
  constexpr std::string_view kModelMarks = "-._:/@[]";
  out.name("model", options.model, kModelMarks);
  out.name("fallback-model", options.fallback_model, kModelMarks);
  out.name("permission-mode", options.permission_mode, "-_");
  out.tools("allowedTools", options.allowed_tools);
  out.tools("disallowedTools", options.disallowed_tools);
  for (const std::string& folder : options.add_dirs) out.text("add-dir", folder);
  out.text("system-prompt", options.system_prompt);
  out.text("append-system-prompt", options.append_system_prompt);
  out.text("settings", options.settings);
  for (const std::string& config : options.mcp_configs) out.text("mcp-config", config);
  if (options.max_turns) out.text("max-turns", std::to_string(*options.max_turns));
}

Result<ChildOptions> finish(const Launch& launch, ArgumentList& arguments) {
  auto list = arguments.take();
  if (!list) return list.error();
  ChildOptions command;
  command.arguments = std::move(*list);
  command.arguments.insert(command.arguments.begin(), launch.program);
  command.folder = launch.folder;
  // A claude that was started by a tool of another claude would refuse to run.
  command.environment = {{"CLAUDECODE", std::nullopt}, {"CLAUDE_CODE_ENTRYPOINT", std::nullopt}};
  if (!launch.root.empty()) command.environment.push_back({"CLAUDE_CONFIG_DIR", launch.root});
  return command;
}

// A flag with its value is one word.
std::string quoted(std::string_view text) { return shell_word(text, "="); }

}  // namespace

Result<ChildOptions> stream_command(const Launch& launch) {
  ArgumentList out;
  out.flag("print");
  out.flag("verbose");
  out.text("input-format", "stream-json");
  out.text("output-format", "stream-json");
  if (launch.partial_messages) out.flag("include-partial-messages");
  out.flag("replay-user-messages");
  if (launch.ask_permissions) out.text("permission-prompt-tool", "stdio");
  out.uuid("resume", launch.resume);
  out.uuid("session-id", launch.session_id);
  out.name("resume-session-at", launch.resume_at, "-_");
  add_options(out, launch.options);
  return finish(launch, out);
}

Result<ChildOptions> interactive_command(const Launch& launch) {
  if (!launch.resume_at.empty()) {
    return Error{
        ErrorCode::kUnsupported,
        "the interactive claude cannot continue from the middle of a session; give a prompt, "
        "or --fork to continue in a copy that ends there"};
  }
  ArgumentList out;
  out.uuid("resume", launch.resume);
  add_options(out, launch.options);
  return finish(launch, out);
}

std::string shell_command(const ChildOptions& command) {
  std::string text;
  if (!command.folder.empty()) text += "cd " + quoted(command.folder) + " && ";
  for (const auto& [name, value] : command.environment) {
    if (value) text += name + "=" + quoted(*value) + " ";
  }
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    text += (i > 0 ? " " : "") + quoted(command.arguments[i]);
  }
  return text;
}

}  // namespace clew
