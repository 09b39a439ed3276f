// SPDX-License-Identifier: MIT
//
// What an answer of the model is made of. A tool call stands there together with its result, so
// that a story reads as it happened.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/demo_json.h"
#include "engine/demo_root.h"

namespace clew::demo {

// A file that a tool is about to change, as it is before; no content: it does not exist.
struct Touched {
  std::string path;
  std::optional<std::string> before;
};

struct Part {
  enum class Kind { kThinking, kText, kTool };
  Kind kind = Kind::kText;
  std::string text = {};  // of thinking and text

  // Of tools.
  std::string tool = {};
  Json input = nullptr;
  Json content = nullptr;     // what the model is shown
  Json structured = nullptr;  // toolUseResult
  TimeMs takes = 300;
  bool failed = false;
  bool answered = true;   // no result is written if not
  bool early = false;     // the result comes before the message's next part
  std::string hook = {};  // a PreToolUse hook that ran before it
  std::optional<Touched> touched = {};
  std::vector<std::string> progress = {};  // lines it printed while it ran (2.1.12 to 2.1.81)
};

Part think(std::string_view text);
Part say(std::string_view text);

// Any tool. `structured` stays null where the CLI wrote none.
Part use(std::string_view tool, Json input, Json content, Json structured = nullptr);

Part bash(std::string_view command, std::string_view description, std::string_view output);
Part grep(std::string_view pattern, const std::vector<std::string>& files);
Part glob(std::string_view pattern, const std::vector<std::string>& files);

// The same call, but it went wrong.
Part failing(Part part, std::string_view message);

struct Todo {
  std::string content;
  std::string status;
  std::string doing;  // activeForm; 1.0 wrote a priority in its place
};
Json todo_list(const std::vector<Todo>& todos);
Part todo_write(const std::vector<Todo>& before, const std::vector<Todo>& after);

// The lines by which two texts differ, as the CLI keeps them: one hunk with three lines around it.
Json structured_patch(std::string_view before, std::string_view after);

}  // namespace clew::demo
