// SPDX-License-Identifier: MIT
#include "catalog/beside/todos.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/contained_path.h"
#include "catalog/layout/session_files.h"
#include "json/value.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr int64_t kLargest = 16 << 20;

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

class Collector {
 public:
  Collector(const FileSystem& files, std::string_view session) : files_(files), session_(session) {}

  void add_todos(const std::string& folder) {
    const std::string prefix = std::string(session_) + "-agent-";
    for (const PlainName& name : names_in(folder)) {
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

  void add_tasks(const std::string& folder) {
    TodoList list{TodoList::Kind::kTasks, std::string(session_), folder, {}};
    for (const PlainName& name : names_in(folder)) {
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
  std::vector<PlainName> names_in(const std::string& folder) {
    std::vector<PlainName> names;
    const auto entries = files_.list(folder);
    if (!entries) {
      if (entries.error().code != ErrorCode::kNotFound) report(folder, entries.error());
      return names;
    }
    for (const DirEntry& entry : *entries) {
      if (entry.kind != FileKind::kDirectory) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end(), [](const PlainName& a, const PlainName& b) {
      return std::pair(a.text().size(), a.text()) < std::pair(b.text().size(), b.text());
    });
    return names;
  }

  std::optional<json::Value> parse(const std::string& path) {
    const auto text = read_file(files_, path, kLargest);
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

}  // namespace

TodoLists find_todos(const FileSystem& files, const std::string& root, const PlainName& session) {
  Collector collector(files, session);
  collector.add_todos(join_path(root, "todos"));
  collector.add_tasks(join_path(root, "tasks", session));
  return collector.take();
}

Result<std::string> read_plan(const FileSystem& files, const std::string& root,
                              std::string_view slug) {
  const auto name = PlainName::from(std::string(slug) + ".md");
  if (!name) {
    return Error{ErrorCode::kInvalid, "\"" + std::string(slug) + "\" is not the name of a plan"};
  }
  return read_inside(files, join_path(root, "plans"), *name, kLargest);
}

std::optional<std::string> timeline_folder(const FileSystem& files, const std::string& transcript) {
  const auto id = session_id_of(transcript);
  if (!id) return std::nullopt;
  std::string folder = join_path(parent_path(transcript), ".timelines", *id);
  const auto info = files.stat(folder);
  if (!info || info->kind != FileKind::kDirectory) return std::nullopt;
  return folder;
}

}  // namespace clew
