// SPDX-License-Identifier: MIT

#include "serve/acp/acp_tool.h"

#include "base/text.h"

namespace clew {
namespace {

constexpr std::size_t kTitleUnits = 200;
constexpr int kMostEdits = 100;

struct ToolRow {
  std::string_view name;
  std::string_view kind;
  std::string_view verb;      // before what the title shows
  std::string_view argument;  // the member of the input that the title shows
};

constexpr ToolRow kTools[] = {
    {"Read", "read", "Read", "file_path"},
    {"NotebookRead", "read", "Read", "notebook_path"},
    {"LS", "search", "List", "path"},
    {"Glob", "search", "Find", "pattern"},
    {"Grep", "search", "Search", "pattern"},
    {"Edit", "edit", "Edit", "file_path"},
    {"MultiEdit", "edit", "Edit", "file_path"},
    {"Write", "edit", "Write", "file_path"},
    {"NotebookEdit", "edit", "Edit", "notebook_path"},
    {"Bash", "execute", "", "command"},
    {"BashOutput", "execute", "Output of", "bash_id"},
    {"KillShell", "execute", "End", "shell_id"},
    {"WebFetch", "fetch", "Fetch", "url"},
    {"WebSearch", "fetch", "Search the web for", "query"},
    {"Task", "think", "", "description"},
    {"Agent", "think", "", "description"},
    {"ExitPlanMode", "switch_mode", "Plan", ""},
    {"EnterPlanMode", "switch_mode", "Plan", ""},
};

const ToolRow* find_row(std::string_view name) {
  for (const ToolRow& row : kTools) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::string_view path_of(json::Value input) {
  for (const char* name : {"file_path", "notebook_path"}) {
    const std::string_view path = input[name].string_or("");
    if (path.starts_with('/')) return path;
  }
  return {};
}

void write_diff(json::Writer& out, std::string_view path, json::Value old_text,
                std::string_view new_text) {
  out.begin_object().field("type", "diff").field("path", path).key("oldText");
  old_text.is_string() ? out.value(old_text.string_or("")) : out.null();
  out.field("newText", new_text).end_object();
}

void write_diffs(json::Writer& out, std::string_view path, std::string_view name,
                 json::Value input) {
  out.key("content").begin_array();
  if (name == "Write") {
    write_diff(out, path, {}, input["content"].string_or(""));
  } else if (name == "Edit") {
    write_diff(out, path, input["old_string"], input["new_string"].string_or(""));
  } else {
    int count = 0;
    for (const json::Value edit : input["edits"].elements()) {
      if (++count > kMostEdits) break;
      write_diff(out, path, edit["old_string"], edit["new_string"].string_or(""));
    }
  }
  out.end_array();
}

std::string_view plan_status(std::string_view status) {
  return status == "completed" || status == "in_progress" ? status : "pending";
}

std::string_view plan_priority(std::string_view priority) {
  return priority == "high" || priority == "low" ? priority : "medium";
}

}  // namespace

std::string_view acp_tool_kind(std::string_view name) {
  const ToolRow* row = find_row(name);
  return row ? row->kind : "other";
}

std::string acp_tool_title(std::string_view name, json::Value input) {
  const ToolRow* row = find_row(name);
  const std::string_view argument = row ? input[row->argument].string_or("") : std::string_view();
  std::string title;
  if (argument.empty()) {
    title = row && !row->verb.empty() ? row->verb : name;
  } else if (row->name == "Bash") {
    title = "`" + std::string(cut_utf16(argument, kTitleUnits)) + "`";
  } else {
    title = std::string(row->verb) + (row->verb.empty() ? "" : " ") + std::string(argument);
  }
  title = terminal_line(one_line(cut_utf16(title, kTitleUnits)));
  return title.empty() ? "Tool" : title;
}

void write_acp_tool_details(json::Writer& out, std::string_view name, json::Value input) {
  const std::string_view path = path_of(input);
  if (path.empty()) return;
  out.key("locations").begin_array().begin_object().field("path", path);
  const std::int64_t line = input["offset"].int_or(0);
  if (line > 0 && line <= INT32_MAX) out.field("line", line);
  out.end_object().end_array();
  if (name == "Write" || name == "Edit" || name == "MultiEdit") write_diffs(out, path, name, input);
}

bool is_acp_plan(std::string_view name, json::Value input) {
  return name == "TodoWrite" && input["todos"].is_array();
}

void write_acp_plan(json::Writer& out, json::Value input) {
  constexpr int kMost = 500;
  int count = 0;
  out.key("entries").begin_array();
  for (const json::Value todo : input["todos"].elements()) {
    if (++count > kMost) break;
    out.begin_object().field("content", todo["content"].string_or(""));
    out.field("priority", plan_priority(todo["priority"].string_or("")));
    out.field("status", plan_status(todo["status"].string_or(""))).end_object();
  }
  out.end_array();
}

}  // namespace clew
