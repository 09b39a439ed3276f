// SPDX-License-Identifier: MIT

#include "cli/settings_edit.h"

#include "cli/json_text.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::string_view kSessionStart = " hooks session-start";
constexpr std::string_view kStatusLine = " statusline";

// A command of ours, whichever path the program has: "clew hooks session-start",
// "'/opt/my tools/clew' statusline".
bool is_ours(std::string_view command, std::string_view ending) {
  const std::size_t at = command.find(ending);  // flags may follow
  const std::size_t end = at + ending.size();
  if (at == command.npos || (end < command.size() && command[end] != ' ')) return false;
  command = command.substr(0, at);
  while (command.ends_with('\'') || command.ends_with('"')) command.remove_suffix(1);
  return base_name(command) == "clew" || command.ends_with("/clew");
}

std::string quoted(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

// Each is indented for its place in settings.json.
std::string status_line_value(const HookCommands& commands) {
  return "{\n    \"type\": \"command\",\n    \"command\": " + quoted(commands.status_line) +
         "\n  }";
}
std::string matcher_element(const HookCommands& commands) {
  return "{\n        \"matcher\": \"startup|clear\",\n        \"hooks\": [\n          {\n"
         "            \"type\": \"command\",\n            \"command\": " +
         quoted(commands.session_start) +
         ",\n            \"timeout\": 5\n          }\n        ]\n      }";
}
std::string event_member(const HookCommands& commands) {
  return "\"SessionStart\": [\n      " + matcher_element(commands) + "\n    ]";
}
std::string hooks_member(const HookCommands& commands) {
  return "\"hooks\": {\n    " + event_member(commands) + "\n  }";
}

Error wrong(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

// The command of a hook or of a status line.
std::string command_at(const JsonEditor& editor, std::size_t value) {
  json::Parser parser;
  const auto object = parser.parse_copy(editor.raw(value));
  return object ? std::string((*object)["command"].string_or("")) : std::string();
}

std::int64_t count_members(json::Value object, std::string_view name) {
  std::int64_t count = 0;
  for (const auto [key, value] : object.members()) count += key == name ? 1 : 0;
  return count;
}

Result<JsonEditor> open_settings(std::string_view settings) {
  const bool blank = settings.find_first_not_of(" \t\r\n") == std::string_view::npos;
  std::string text(blank ? "{}\n" : settings);
  json::Parser parser;
  const auto root = parser.parse_copy(text);
  if (!root) return wrong("is not valid JSON");
  if (!root->is_object()) return wrong("holds no JSON object");
  // Parsers take the last of several; who removes that one would wake up another.
  for (const std::string_view name : {"hooks", "statusLine"}) {
    if (count_members(*root, name) > 1) return wrong("has " + std::string(name) + " twice");
  }
  if (count_members((*root)["hooks"], "SessionStart") > 1) return wrong("has SessionStart twice");
  return JsonEditor(std::move(text));
}

// The array of hooks.SessionStart; nothing when it is not there.
Result<std::optional<std::size_t>> session_start_of(const JsonEditor& editor) {
  const auto hooks = editor.member(editor.root(), "hooks");
  if (!hooks) return std::optional<std::size_t>();
  if (editor.kind(*hooks) != '{') return wrong("has hooks that are no object");
  const auto event = editor.member(*hooks, "SessionStart");
  if (event && editor.kind(*event) != '[') return wrong("has hooks.SessionStart that is no array");
  return event;
}

// Visits each command under SessionStart, until `visit` returns false: the places of its matcher,
// of the list it is in, and its own.
template <class Visit>
void each_session_start(const JsonEditor& editor, std::size_t event, const Visit& visit) {
  for (const std::size_t matcher : editor.elements(event)) {
    if (editor.kind(matcher) != '{') continue;
    const auto list = editor.member(matcher, "hooks");
    if (!list || editor.kind(*list) != '[') continue;
    for (const std::size_t hook : editor.elements(*list)) {
      if (editor.kind(hook) == '{' && !visit(matcher, *list, hook)) return;
    }
  }
}

struct OurHook {
  std::size_t matcher = 0;
  std::size_t list = 0;
  std::size_t hook = 0;
};
std::optional<OurHook> find_our_hook(const JsonEditor& editor, std::size_t event) {
  std::optional<OurHook> found;
  each_session_start(editor, event, [&](std::size_t matcher, std::size_t list, std::size_t hook) {
    if (is_ours(command_at(editor, hook), kSessionStart)) found = {matcher, list, hook};
    return !found.has_value();
  });
  return found;
}

Result<void> add_session_start(JsonEditor& editor, const HookCommands& commands) {
  const auto event = session_start_of(editor);
  if (!event) return event.error();
  if (*event) {
    const auto ours = find_our_hook(editor, **event);
    if (!ours) {
      editor.append(**event, matcher_element(commands), 3);
    } else if (const auto command = editor.member(ours->hook, "command")) {
      editor.replace(*command, quoted(commands.session_start));
    }
    return {};
  }
  if (const auto hooks = editor.member(editor.root(), "hooks")) {
    editor.append(*hooks, event_member(commands), 2);
  } else {
    editor.append(editor.root(), hooks_member(commands), 1);
  }
  return {};
}

// Ours, with what is empty without it.
bool remove_one_session_start(JsonEditor& editor) {
  const auto event = session_start_of(editor);
  if (!event || !*event) return false;
  const auto ours = find_our_hook(editor, **event);
  if (!ours) return false;
  if (editor.elements(ours->list).size() > 1) {
    editor.remove(ours->list, ours->hook);
    return true;
  }
  editor.remove(**event, ours->matcher);
  const std::size_t hooks = *editor.member(editor.root(), "hooks");
  const std::size_t list = *editor.member(hooks, "SessionStart");
  if (editor.is_empty(list)) editor.remove(hooks, list);
  if (editor.is_empty(hooks)) editor.remove(editor.root(), hooks);
  return true;
}

}  // namespace

HookCommands hook_commands(std::string_view program) {
  return {std::string(program) + std::string(kSessionStart),
          std::string(program) + std::string(kStatusLine)};
}

std::string hooks_fragment(const HookCommands& commands) {
  return "{\n  " + hooks_member(commands) + ",\n  \"statusLine\": " + status_line_value(commands) +
         "\n}\n";
}

Result<EditedSettings> with_hooks(std::string_view settings, const HookCommands& commands) {
  auto editor = open_settings(settings);
  if (!editor) return editor.error();
  if (auto added = add_session_start(*editor, commands); !added) return added.error();
  EditedSettings edited;
  const auto status = editor->member(editor->root(), "statusLine");
  if (!status) {
    editor->append(editor->root(), "\"statusLine\": " + status_line_value(commands), 1);
  } else if (!is_ours(command_at(*editor, *status), kStatusLine)) {
    edited.notes.emplace_back("has a status line already, which stays");
  } else if (const auto command = editor->member(*status, "command")) {
    editor->replace(*command, quoted(commands.status_line));
  }
  edited.text = editor->text();
  return edited;
}

Result<EditedSettings> without_hooks(std::string_view settings) {
  auto editor = open_settings(settings);
  if (!editor) return editor.error();
  if (auto event = session_start_of(*editor); !event) return event.error();
  while (remove_one_session_start(*editor)) {
  }
  const auto status = editor->member(editor->root(), "statusLine");
  if (status && is_ours(command_at(*editor, *status), kStatusLine))
    editor->remove(editor->root(), *status);
  return EditedSettings{editor->text(), {}};
}

}  // namespace clew
