// SPDX-License-Identifier: MIT
#include "catalog/beside/todos.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "catalog/layout/contained_path.h"
#include "catalog/layout/session_files.h"
#include "json/value.h"
#include "os/paths.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr int64_t kLargestTodos = 16 << 20;

// A text, or a number written as one.
std::string text_of(const json::Value& value) {
  if (value.kind() == json::Kind::kNumber) return value.to_json();
  return std::string(value.string_or(""));
}

Todo todo_of(const json::Value& item) {
  Todo todo;
  todo.id = text_of(item["id"]);
  todo.text = item["content"].string_or(item["subject"].string_or(""));
  todo.description = item["description"].string_or("");
  todo.active_form = item["activeForm"].string_or("");
  todo.status = item["status"].string_or("");
  todo.priority = item["priority"].string_or("");
  for (const json::Value id : item["blockedBy"].elements()) todo.blocked_by.push_back(text_of(id));
  return todo;
}

class TodoCollector {
 public:
  TodoCollector(const FileSystem& files, std::string_view session)
      : files_(files), session_(session) {}

  void add_todos(const std::string& folder) {
    const std::string prefix = std::string(session_) + "-agent-";
    for (const PlainName& name : names_in(folder, folder)) {
      if (!name.text().starts_with(prefix) || extension(name) != ".json") continue;
      TodoList list{TodoList::Kind::kTodos,
                    std::string(stem(name)).substr(prefix.size()),
                    join_path(folder, name),
                    {}};
      const auto value = parse(list.path);
      if (!value) continue;
      for (const json::Value item : value->elements()) list.items.push_back(todo_of(item));
      add(std::move(list));
    }
  }

  void add_tasks(const std::string& all, const PlainName& session) {
    const std::string folder = join_path(all, session);
    TodoList list{TodoList::Kind::kTasks, std::string(session_), folder, {}};
    for (const PlainName& name : names_in(all, folder)) {
      if (extension(name) != ".json" || name.text().starts_with('.')) continue;
      if (const auto value = parse(join_path(folder, name)); value && value->is_object()) {
        list.items.push_back(todo_of(*value));
      }
    }
    add(std::move(list));
  }

  TodoLists take() {
    std::stable_partition(found_.lists.begin(), found_.lists.end(),
                          [&](const TodoList& list) { return list.agent == session_; });
    return std::move(found_);
  }

 private:
  // Sorted so that 10 comes after 9.
  std::vector<PlainName> names_in(const std::string& trusted, const std::string& folder) {
    std::vector<PlainName> names;
    for (const DirEntry& entry : entries_inside(files_, trusted, folder, found_.findings)) {
      if (entry.kind != FileKind::kDirectory) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end(), [](const PlainName& a, const PlainName& b) {
      return std::pair(a.text().size(), a.text()) < std::pair(b.text().size(), b.text());
    });
    return names;
  }

  std::optional<json::Value> parse(const std::string& path) {
    const auto text = read_file(files_, path, kLargestTodos);
    if (!text) {
      if (text.error().code != ErrorCode::kNotFound) report(path, text.error());
      return std::nullopt;
    }
    const auto value = parser_.parse_copy(*text);
    if (value) return *value;
    found_.findings.push_back({Finding::Kind::kDamaged, path, path + ": " + value.error().message});
    return std::nullopt;
  }

  void add(TodoList list) {
    if (!list.items.empty()) found_.lists.push_back(std::move(list));
  }
  void report(const std::string& path, const Error& error) {
    found_.findings.push_back({Finding::Kind::kUnreadable, path, error.message});
  }

  const FileSystem& files_;
  std::string_view session_;
  json::Parser parser_;
  TodoLists found_;
};

// The lists of one transcript, call by call.
class ListsFromCalls {
 public:
  ListsFromCalls(const Transcript& transcript, std::span<const EntryIndex> way, LineSource& lines)
      : t_(transcript), lines_(lines) {
    for (const EntryIndex entry : way) {
      for (const Block& block : t_.blocks_of(t_[entry])) {
        if (block.kind == BlockKind::kToolResult && block.has_mark)
          failed_.insert(std::string(t_.text(block.id)));
      }
    }
  }

  void take(EntryIndex entry) {
    const auto blocks = t_.blocks_of(t_[entry]);
    const bool calls = std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
      return block.kind == BlockKind::kToolUse && is_list_tool(t_.text(block.name));
    });
    const bool answers = std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
      return block.kind == BlockKind::kToolResult &&
             created_.contains(std::string(t_.text(block.id)));
    });
    if (!calls && !answers) return;
    const auto text = lines_.line(t_[entry]);
    const auto root = text ? parser_.parse(*text) : Result<json::Value>(text.error());
    if (!root) return;
    const LineFields line(*root);
    if (answers) take_number(entry, line);
    for (const json::Value value : line.message().content.elements()) {
      const BlockFields block(value);
      if (calls) take_call(entry, block.name.string_or(""), block.id.string_or(""), block.input);
    }
  }

  std::vector<TodoList> lists() && {
    std::vector<TodoList> found;
    for (TodoList* list : {&todos_, &tasks_}) {
      std::erase_if(list->items, [](const Todo& item) { return item.status == "deleted"; });
      if (!list->items.empty()) found.push_back(std::move(*list));
    }
    return found;
  }

 private:
  static bool is_list_tool(std::string_view tool) {
    return tool == "TodoWrite" || tool == "TaskCreate" || tool == "TaskUpdate";
  }

  void take_call(EntryIndex entry, std::string_view tool, std::string_view id, json::Value input) {
    if (!is_list_tool(tool) || failed_.contains(std::string(id))) return;
    TodoList& list = tool == "TodoWrite" ? todos_ : tasks_;
    list.line = t_.text(t_[entry].uuid);
    if (tool == "TodoWrite") {
      list.items.clear();
      for (const json::Value item : input["todos"].elements()) list.items.push_back(todo_of(item));
    } else if (tool == "TaskCreate") {
      Todo task = todo_of(input);
      task.id = std::to_string(list.items.size() + 1);  // until its result says so
      if (task.status.empty()) task.status = "pending";
      created_[std::string(id)] = list.items.size();
      list.items.push_back(std::move(task));
    } else {
      update(text_of(input["taskId"]), input);
    }
  }

  void update(std::string_view id, json::Value input) {
    const auto task = std::find_if(tasks_.items.begin(), tasks_.items.end(),
                                   [&](const Todo& one) { return one.id == id; });
    if (task == tasks_.items.end()) return;
    if (input["status"].is_string()) task->status = input["status"].string_or("");
    if (input["subject"].is_string()) task->text = input["subject"].string_or("");
    if (input["description"].is_string()) task->description = input["description"].string_or("");
  }

  // The result of TaskCreate says which number the task got.
  void take_number(EntryIndex entry, const LineFields& line) {
    const std::string number = text_of(line[Field::kToolUseResult]["task"]["id"]);
    if (number.empty()) return;
    for (const Block& block : t_.blocks_of(t_[entry])) {
      const auto created = created_.find(std::string(t_.text(block.id)));
      if (created != created_.end()) tasks_.items[created->second].id = number;
    }
  }

  const Transcript& t_;
  LineSource& lines_;
  json::Parser parser_;
  TodoList todos_{TodoList::Kind::kTodos, {}, {}, {}};
  TodoList tasks_{TodoList::Kind::kTasks, {}, {}, {}};
  std::unordered_map<std::string, std::size_t> created_;  // by call: which of tasks_
  std::unordered_set<std::string> failed_;                // calls that changed nothing
};

}  // namespace

std::vector<TodoList> todos_of_transcript(const Transcript& transcript,
                                          std::span<const EntryIndex> way, LineSource& lines) {
  ListsFromCalls calls(transcript, way, lines);
  for (const EntryIndex entry : way) calls.take(entry);
  return std::move(calls).lists();
}

TodoLists find_todos(const FileSystem& files, const std::string& root, const PlainName& session) {
  TodoCollector collector(files, session);
  collector.add_todos(join_path(root, "todos"));
  collector.add_tasks(join_path(root, "tasks"), session);
  return collector.take();
}

}  // namespace clew
