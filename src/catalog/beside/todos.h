// SPDX-License-Identifier: MIT
//
// What a session had planned to do: todo lists and tasks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"
#include "os/plain_name.h"
#include "transcript/finding.h"
#include "transcript/line_source.h"
#include "transcript/transcript.h"

namespace clew {

struct Todo {
  std::string id;                       // 1.0 and tasks
  std::string text;                     // content, or subject of a task
  std::string description;              // tasks
  std::string active_form;              // "Writing the tests"
  std::string status;                   // pending, in_progress, completed, as written
  std::string priority;                 // 1.0: high, medium, low
  std::vector<std::string> blocked_by;  // tasks: ids
};

struct TodoList {
  enum class Kind { kTodos, kTasks };
  Kind kind = Kind::kTodos;
  std::string agent;  // whose list it is: the session's own id, or a subagent's
  std::string path;
  std::vector<Todo> items;
  std::string
      line{};  // uuid of the last call that wrote it, when the transcript is where it is from
};

struct TodoLists {
  std::vector<TodoList> lists;  // the session's own first; empty lists are left out
  Findings findings;
};

// todos/<session>-agent-<agent>.json (1.0 to 2.1) and tasks/<session>/<n>.json (2.1) under a root.
TodoLists find_todos(const FileSystem& files, const std::string& root, const PlainName& session);

// The lists that a session wrote last, as its transcript has them: of TodoWrite the last call, of
// TaskCreate and TaskUpdate what all of them come to, without those that failed. `way`: the lines
// to look at, in order.
std::vector<TodoList> todos_of_transcript(const Transcript& transcript,
                                          std::span<const EntryIndex> way, LineSource& lines);

}  // namespace clew
