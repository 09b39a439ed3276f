// SPDX-License-Identifier: MIT

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "base/time.h"
#include "json/writer.h"
#include "serve/mcp_text.h"
#include "serve/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kTitleBytes = 200;
constexpr std::size_t kPromptBytes = 300;
constexpr std::size_t kTextBytes = 4000;
constexpr std::size_t kInputBytes = 1000;
constexpr std::size_t kResultBytes = 1500;

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

void write_row(json::Writer& out, json::Value row) {
  const std::string_view id = row["id"].string_or("");
  out.begin_object().field("sessionId", terminal_line(id));
  out.field("title", clean_text(row["name"].string_or(""), kTitleBytes));
  write_line_or_null(out, "project", row["cwd"]);
  for (const char* name : {"gitBranch", "model", "createdAt", "updatedAt"}) {
    write_line_or_null(out, name, row[name]);
  }
  write_clean(out, "firstPrompt", row["firstPrompt"], kPromptBytes);
  out.field("running", row["running"].is_object());
  out.field("resumeCommand", resume_command(row["cwd"].string_or(""), id)).end_object();
}

// "7d" before now, or a date. The engine reads these itself for `since`; there is no `until`.
Result<std::optional<TimeMs>> before_of(const ToolInput& input) {
  const std::string_view text = input.text("before");
  if (text.empty()) return std::optional<TimeMs>();
  if (const auto time = parse_time(text)) return time;
  std::int64_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  const std::int64_t unit = end == last   ? 0
                            : *end == 'h' ? 3'600'000
                            : *end == 'd' ? 86'400'000
                            : *end == 'w' ? 604'800'000
                                          : 0;
  if (error != std::errc() || unit == 0 || end + 1 != last || number < 0 || number > 100'000) {
    return invalid("before: a date, or a number and h, d or w");
  }
  return std::optional<TimeMs>(input.engine.options().now - number * unit);
}

struct ListPage {
  json::Writer rows;
  std::int64_t count = 0;
  std::string cursor;
};

Result<void> take_page(const ToolInput& input, std::int64_t limit, std::optional<TimeMs> before,
                       ListPage& page) {
  Arguments::Given given{{"limit", {std::to_string(limit)}}};
  const std::string_view project = input.text("project");
  project.empty() ? void(given["all"] = {"true"}) : void(given["path"] = {std::string(project)});
  if (!input.text("after").empty()) given["since"] = {std::string(input.text("after"))};
  if (!page.cursor.empty()) given["cursor"] = {page.cursor};
  auto rest =
      each_element(input.engine, "list", given, input.options, "sessions", [&](json::Value row) {
        const auto updated = parse_time(row["updatedAt"].string_or(""));
        if (before && updated && *updated >= *before) return true;
        write_row(page.rows, row);
        ++page.count;
        return true;
      });
  if (!rest) return rest.error();
  json::Parser parser;
  auto answer = parser.parse_copy(*rest);
  page.cursor = answer ? (*answer)["nextCursor"].string_or("") : "";
  return {};
}

}  // namespace

Result<std::string> tool_list_sessions(const ToolInput& input) {
  auto before = before_of(input);
  if (!before) return before.error();
  const std::int64_t limit = input.limit(20, 50);
  ListPage page;
  page.cursor = input.text("cursor");
  page.rows.begin_object().key("sessions").begin_array();
  // Pages without a row that fits are passed over, but not for ever.
  for (int tries = 0; tries < 200 && page.count == 0; ++tries) {
    if (auto taken = take_page(input, limit, *before, page); !taken) return taken.error();
    if (page.cursor.empty()) break;
  }
  page.rows.end_array();
  if (!page.cursor.empty()) page.rows.field("nextCursor", page.cursor);
  page.rows.end_object();
  return page.rows.take();
}

// --- get_session ---

namespace {

// A parsed answer of an operation; what failed is as if it were empty.
class Answer {
 public:
  Answer(const ToolInput& input, std::string_view operation, const Arguments::Given& given) {
    auto text = call_operation(input.engine, operation, given, input.options);
    if (!text) {
      error_ = text.error();
      return;
    }
    auto parsed = parser_.parse_copy(*text);
    if (parsed) root_ = *parsed;
  }
  json::Value operator[](std::string_view key) const { return root_[key]; }
  const std::optional<Error>& error() const { return error_; }

 private:
  json::Parser parser_;
  json::Value root_;
  std::optional<Error> error_;
};

void write_models(json::Writer& out, json::Value main) {
  out.key("models").begin_array();
  for (const json::Value model : main["models"].elements()) {
    out.value(terminal_line(model["name"].string_or("")));
  }
  out.end_array();
  out.key("tools").begin_array();
  for (const json::Value tool : main["tools"].elements()) {
    out.begin_object().field("name", terminal_line(tool["name"].string_or("")));
    out.field("calls", tool["calls"].int_or(0)).field("failed", tool["failed"].int_or(0));
    out.end_object();
  }
  out.end_array();
  const json::Value tokens = main["tokens"];
  out.key("tokens").begin_object();
  for (const char* name : {"input", "output", "cacheRead", "cacheWrite", "total"}) {
    out.field(name, tokens[name].int_or(0));
  }
  out.end_object();
}

// The first three and the last seven prompts.
void write_prompts(json::Writer& out, const ToolInput& input, const std::string& session) {
  std::vector<std::pair<std::string, std::string>> prompts;
  auto rest =
      each_element(input.engine, "outline", {{"session", {session}}}, input.options, "messages",
                   [&](json::Value row) {
                     if (row["kind"].string_or("") != "prompt") return true;
                     prompts.emplace_back(row["uuid"].string_or(""),
                                          clean_text(row["preview"].string_or(""), kPromptBytes));
                     if (prompts.size() > 10) prompts.erase(prompts.begin() + 3);
                     return true;
                   });
  out.key("prompts").begin_array();
  if (rest) {
    for (const auto& [uuid, text] : prompts) {
      out.begin_object().field("uuid", uuid).field("text", text).end_object();
    }
  }
  out.end_array();
}

void write_files(json::Writer& out, const Answer& files) {
  constexpr int kMost = 100;
  int count = 0;
  out.key("filesChanged").begin_array();
  for (const json::Value file : files["files"].elements()) {
    if (++count > kMost) break;
    out.value(terminal_line(file["path"].string_or("")));
  }
  out.end_array();
}

void write_cost(json::Writer& out, const Answer& usage) {
  const json::Value cost = usage["totals"]["cost"];
  out.key("costUsd");
  cost.is_object() ? out.value(cost["usd"].number_or(0)) : out.null();
}

}  // namespace

Result<std::string> tool_get_session(const ToolInput& input) {
  const std::string name(plain_session_id(input.text("sessionId")));
  const Answer info(input, "info", {{"session", {name}}});
  if (info.error()) return *info.error();
  const std::string id(info["id"].string_or(name));
  const Answer stats(input, "stats", {{"session", {name}}});
  const Answer files(input, "files", {{"session", {name}}});
  const Answer usage(input, "usage", {{"kind", {"sessions"}}, {"session", {id}}});
  // What cannot be said is left out, but not because the time was over.
  for (const Answer* answer : {&stats, &files, &usage}) {
    if (answer->error() && answer->error()->code == ErrorCode::kCancelled) return *answer->error();
  }
  json::Writer out;
  out.begin_object().field("sessionId", terminal_line(id));
  out.field("title", clean_text(info["name"].string_or(""), kTitleBytes));
  for (const char* field : {"cwd", "gitBranch", "createdAt", "updatedAt"}) {
    write_line_or_null(out, field, info[field]);
  }
  for (const char* field : {"messages", "branches", "subagents"}) {
    out.field(field, info[field].int_or(0));
  }
  out.field("running", info["running"].is_object());
  write_models(out, stats["main"]);
  write_cost(out, usage);
  write_prompts(out, input, name);
  write_files(out, files);
  out.field("resumeCommand", resume_command(info["cwd"].string_or(""), id)).end_object();
  return out.take();
}

// --- read_messages ---

namespace {

struct Include {
  bool text = true;
  bool tools = true;
  bool thinking = false;
};

Include include_of(const ToolInput& input) {
  const json::Value list = input.arguments["include"];
  if (!list.is_array()) return {};
  Include include{false, false, false};
  for (const json::Value what : list.elements()) {
    include.text = include.text || what.string_or("") == "text";
    include.tools = include.tools || what.string_or("") == "tools";
    include.thinking = include.thinking || what.string_or("") == "thinking";
  }
  return include;
}

void write_message(json::Writer& out, json::Value message, Include include) {
  out.begin_object();
  write_line_or_null(out, "uuid", message["uuid"]);
  out.field("role", message["role"].string_or("")).field("kind", message["kind"].string_or(""));
  if (include.text) write_clean(out, "text", message["text"], kTextBytes);
  if (include.thinking) write_clean(out, "thinking", message["thought"], kTextBytes);
  const json::Elements tools = message["tools"].elements();
  if (include.tools && !tools.empty()) {
    out.key("tools").begin_array();
    for (const json::Value tool : tools) {
      out.begin_object().field("name", terminal_line(tool["name"].string_or("")));
      out.field("state", tool["state"].string_or(""));
      out.field("input", clean_text(tool["input"].to_json(), kInputBytes));
      write_clean(out, "result", tool["result"], kResultBytes);
      out.end_object();
    }
    out.end_array();
  }
  write_line_or_null(out, "timestamp", message["timestamp"]);
  out.end_object();
}

// Where a page of messages starts: from a cursor, around a message, at the end or at the beginning.
Result<Arguments::Given> page_arguments(const ToolInput& input, const std::string& session,
                                        std::int64_t limit) {
  Arguments::Given given{{"session", {session}}};
  const std::string_view cursor = input.text("cursor");
  if (!cursor.empty()) {
    if (cursor.find_first_not_of("0123456789") != cursor.npos || cursor.size() > 12) {
      return invalid("cursor: not one of ours");
    }
    given["offset"] = {std::string(cursor)};
  } else if (const std::string_view around = input.text("around"); !around.empty()) {
    const Arguments::Given at{
        {"session", {session}}, {"at", {std::string(around)}}, {"first", {"1"}}};
    auto rest = each_element(input.engine, "show", at, input.options, "messages",
                             [](json::Value) { return true; });
    if (!rest) return rest.error();
    json::Parser parser;
    auto answer = parser.parse_copy(*rest);
    const std::int64_t place = answer ? (*answer)["skippedBefore"].int_or(0) : 0;
    given["offset"] = {std::to_string(std::max<std::int64_t>(place - 2, 0))};
  } else if (input.arguments["last"].bool_or(false)) {
    given["last"] = {std::to_string(limit)};
    return given;
  }
  given["first"] = {std::to_string(limit)};
  return given;
}

}  // namespace

Result<std::string> tool_read_messages(const ToolInput& input) {
  const std::string session(plain_session_id(input.text("sessionId")));
  const std::int64_t limit = input.limit(20, 100);
  auto given = page_arguments(input, session, limit);
  if (!given) return given.error();
  const Include include = include_of(input);
  json::Writer out;
  out.begin_object().key("messages").begin_array();
  std::int64_t taken = 0;
  bool full = false;
  auto rest = each_element(
      input.engine, "show", *given, input.options, "messages", [&](json::Value message) {
        if (full) return true;
        json::Writer one;
        write_message(one, message, include);
        full = taken > 0 && out.text().size() + one.text().size() + 500 > kLargestToolAnswer;
        if (full) return true;
        out.raw(one.text());
        ++taken;
        return true;
      });
  if (!rest) return rest.error();
  json::Parser parser;
  auto answer = parser.parse_copy(*rest);
  if (!answer) return answer.error();
  const std::int64_t offset = (*answer)["skippedBefore"].int_or(0);
  const std::int64_t total = (*answer)["total"].int_or(0);
  out.end_array();
  out.field("sessionId", terminal_line((*answer)["session"]["id"].string_or(session)));
  out.field("offset", offset).field("total", total);
  if (offset + taken < total) out.field("nextCursor", std::to_string(offset + taken));
  out.end_object();
  return out.take();
}

}  // namespace clew
