// SPDX-License-Identifier: MIT

#include "cli/settings_edit.h"

#include "cli/json_text.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::string_view kStatusLine = " statusline";

// An event of Claude Code at which we are called.
struct OurEvent {
  std::string_view name;
  std::string_view ending;   // of our command
  std::string_view matcher;  // which of these events; empty: all
  std::string_view timeout;  // seconds
  std::string HookCommands::*command;
};
constexpr OurEvent kOurEvents[] = {
    {"SessionStart", " hooks session-start", "startup|clear", "5", &HookCommands::session_start},
    {"Stop", " hooks turn-end", "", "60", &HookCommands::turn_end},
};

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
std::string matcher_element(const OurEvent& event, const HookCommands& commands) {
  std::string text = "{\n";
  if (!event.matcher.empty()) text += "        \"matcher\": " + quoted(event.matcher) + ",\n";
  return text + "        \"hooks\": [\n          {\n            \"type\": \"command\",\n" +
         "            \"command\": " + quoted(commands.*event.command) +
         ",\n            \"timeout\": " + std::string(event.timeout) +
         "\n          }\n        ]\n      }";
}
std::string event_member(const OurEvent& event, const HookCommands& commands) {
  return quoted(event.name) + ": [\n      " + matcher_element(event, commands) + "\n    ]";
}
bool is_wanted(const OurEvent& event, const HookCommands& commands) {
  return !(commands.*event.command).empty();
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
  for (const OurEvent& event : kOurEvents) {
    if (count_members((*root)["hooks"], event.name) > 1) {
      return wrong("has " + std::string(event.name) + " twice");
    }
  }
  return JsonEditor(std::move(text));
}

// The array of an event's hooks; nothing when it is not there.
Result<std::optional<std::size_t>> hooks_of(const JsonEditor& editor, const OurEvent& event) {
  const auto hooks = editor.member(editor.root(), "hooks");
  if (!hooks) return std::optional<std::size_t>();
  if (editor.kind(*hooks) != '{') return wrong("has hooks that are no object");
  const auto list = editor.member(*hooks, event.name);
  if (list && editor.kind(*list) != '[') {
    return wrong("has hooks." + std::string(event.name) + " that is no array");
  }
  return list;
}

// Visits each command of an event, until `visit` returns false: the places of its matcher,
// of the list it is in, and its own.
template <class Visit>
void each_hook(const JsonEditor& editor, std::size_t event, const Visit& visit) {
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
std::optional<OurHook> find_our_hook(const JsonEditor& editor, std::size_t list_of_event,
                                     const OurEvent& event) {
  std::optional<OurHook> found;
  each_hook(editor, list_of_event, [&](std::size_t matcher, std::size_t list, std::size_t hook) {
    if (is_ours(command_at(editor, hook), event.ending)) found = {matcher, list, hook};
    return !found.has_value();
  });
  return found;
}

Result<void> add_hook(JsonEditor& editor, const OurEvent& event, const HookCommands& commands) {
  const auto list = hooks_of(editor, event);
  if (!list) return list.error();
  if (*list) {
    const auto ours = find_our_hook(editor, **list, event);
    if (!ours) {
      editor.append(**list, matcher_element(event, commands), 3);
    } else if (const auto command = editor.member(ours->hook, "command")) {
      editor.replace(*command, quoted(commands.*event.command));
    }
    return {};
  }
  if (const auto hooks = editor.member(editor.root(), "hooks")) {
    editor.append(*hooks, event_member(event, commands), 2);
  } else {
    editor.append(editor.root(), "\"hooks\": {\n    " + event_member(event, commands) + "\n  }", 1);
  }
  return {};
}

// Ours, with what is empty without it.
bool remove_one_hook(JsonEditor& editor, const OurEvent& event) {
  const auto all = hooks_of(editor, event);
  if (!all || !*all) return false;
  const auto ours = find_our_hook(editor, **all, event);
  if (!ours) return false;
  if (editor.elements(ours->list).size() > 1) {
    editor.remove(ours->list, ours->hook);
    return true;
  }
  editor.remove(**all, ours->matcher);
  const std::size_t hooks = *editor.member(editor.root(), "hooks");
  const std::size_t list = *editor.member(hooks, event.name);
  if (editor.is_empty(list)) editor.remove(hooks, list);
  if (editor.is_empty(hooks)) editor.remove(editor.root(), hooks);
  return true;
}

}  // namespace

HookCommands hook_commands(std::string_view program, bool keep) {
  HookCommands commands;
  for (const OurEvent& event : kOurEvents) {
    commands.*event.command = std::string(program) + std::string(event.ending);
  }
  if (!keep) commands.turn_end.clear();
  commands.status_line = std::string(program) + std::string(kStatusLine);
  return commands;
}

std::string hooks_fragment(const HookCommands& commands) {
  std::string events;
  for (const OurEvent& event : kOurEvents) {
    if (!is_wanted(event, commands)) continue;
    events += (events.empty() ? "    " : ",\n    ") + event_member(event, commands);
  }
  return "{\n  \"hooks\": {\n" + events +
         "\n  },\n  \"statusLine\": " + status_line_value(commands) + "\n}\n";
}

Result<EditedSettings> with_hooks(std::string_view settings, const HookCommands& commands) {
  auto editor = open_settings(settings);
  if (!editor) return editor.error();
  for (const OurEvent& event : kOurEvents) {
    if (!is_wanted(event, commands)) continue;
    if (auto added = add_hook(*editor, event, commands); !added) return added.error();
  }
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
  for (const OurEvent& event : kOurEvents) {
    if (auto list = hooks_of(*editor, event); !list) return list.error();
    while (remove_one_hook(*editor, event)) {
    }
  }
  const auto status = editor->member(editor->root(), "statusLine");
  if (status && is_ours(command_at(*editor, *status), kStatusLine))
    editor->remove(editor->root(), *status);
  return EditedSettings{editor->text(), {}};
}

}  // namespace clew
