// SPDX-License-Identifier: MIT

#include "serve/history_api.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/time.h"
#include "engine/conversations.h"
#include "json/writer.h"
#include "serve/chat_message.h"

namespace clew {
namespace {

constexpr std::int64_t kListPage = 50;
constexpr std::int64_t kLargestListPage = 1000;
constexpr std::int64_t kLoadPage = 200;
constexpr std::int64_t kLargestLoadPage = 2000;
// A page of messages also ends here: the next cursor goes on after what fitted.
constexpr std::size_t kLargestPage = std::size_t{16} << 20;

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

// Takes a text parameter over, under the name that the operation has for it.
void take_text(json::Value params, std::string_view name, std::string_view as,
               Arguments::Given& given) {
  const std::string_view text = params[name].string_or("");
  if (!text.empty()) given[std::string(as)] = {std::string(text)};
}

void take_flag(json::Value params, std::string_view name, std::string_view as,
               Arguments::Given& given) {
  if (params[name].bool_or(false)) given[std::string(as)] = {"true"};
}

Result<Arguments::Given> list_arguments(json::Value params) {
  auto limit = number_of(params, "limit", kListPage, kLargestListPage);
  if (!limit) return limit.error();
  Arguments::Given given{{"limit", {std::to_string(std::max<std::int64_t>(*limit, 1))}}};
  take_text(params, "cwd", "path", given);
  take_text(params, "project", "path", given);
  if (!given.contains("path")) given["all"] = {"true"};
  take_text(params, "cursor", "cursor", given);
  take_text(params, "since", "since", given);
  take_flag(params, "includeSubagents", "subagents", given);
  take_flag(params, "includeEmpty", "empty", given);
  take_flag(params, "includeHidden", "hidden", given);
  take_flag(params, "counts", "counts", given);
  return given;
}

void write_null_or(json::Writer& out, std::string_view name, json::Value value) {
  out.raw_field(name, value.is_missing() ? "null" : value.to_json());
}

// A row of `list` for a list of sessions.
void write_listed(json::Writer& out, json::Value row, bool merged) {
  const std::string_view id = row["id"].string_or("");
  out.begin_object();
  out.field("id", merged ? prefixed_session_id(id) : std::string(id));
  out.field("sessionId", id).field("title", row["name"].string_or(""));
  for (const char* name : {"createdAt", "updatedAt", "cwd", "gitBranch", "model", "firstPrompt"}) {
    write_null_or(out, name, row[name]);
  }
  out.field("provider", "claude");
  if (merged) out.field("source", "history");
  write_null_or(out, "running", row["running"]);
  for (const char* name : {"messages", "tag", "customTitle", "subagent", "hidden", "archived",
                           "forkedFrom", "compacted"}) {
    const json::Value value = row[name];
    if (!value.is_missing() && value.kind() != json::Kind::kNull) {
      out.raw_field(name, value.to_json());
    }
  }
  out.end_object();
}

// What Clew drives now. Such a session is listed once, as live.
std::vector<ConversationInfo> live_conversations(const HistoryCall& call) {
  std::vector<ConversationInfo> live;
  Conversations* const conversations = call.engine.services().conversations;
  if (!conversations) return live;
  for (ConversationInfo& info : conversations->list()) {
    if (info.state != ConversationState::kEnded) live.push_back(std::move(info));
  }
  return live;
}

void write_live(json::Writer& out, const ConversationInfo& info) {
  out.begin_object().field("id", info.id).key("sessionId");
  info.session.empty() ? out.null() : out.value(info.session);
  out.field("title", info.session.empty() ? info.id : info.session);
  out.field("createdAt", format_iso(info.started)).key("updatedAt").null();
  out.field("cwd", info.folder).field("model", info.model).field("provider", "claude");
  out.field("source", "live").field("state", name_of(info.state)).end_object();
}

RpcResult list_sessions(const HistoryCall& call, bool merged) {
  auto given = list_arguments(call.params);
  if (!given) return rpc_error(given.error());
  json::Writer out;
  out.begin_object().key("sessions").begin_array();
  const auto live = merged ? live_conversations(call) : std::vector<ConversationInfo>();
  const std::string_view cwd = call.params["cwd"].string_or("");
  if (!given->contains("cursor")) {
    for (const ConversationInfo& info : live) {
      if (cwd.empty() || info.folder == cwd) write_live(out, info);
    }
  }
  const auto is_live = [&live](std::string_view id) {
    return std::any_of(live.begin(), live.end(),
                       [id](const ConversationInfo& info) { return info.session == id; });
  };
  auto rest =
      each_element(call.engine, "list", *given, call.options, "sessions", [&](json::Value row) {
        if (!is_live(row["id"].string_or(""))) write_listed(out, row, merged);
        return true;
      });
  if (!rest) return rpc_error(rest.error());
  out.end_array();
  json::Parser parser;
  auto answer = parser.parse_copy(*rest);
  if (answer && (*answer)["nextCursor"].is_string()) {
    out.field("nextCursor", (*answer)["nextCursor"].string_or(""));
  }
  out.end_object();
  return out.take();
}

// --- history/load ---

// A page of a branch: messages [offset, offset + limit), or the `limit` before `end`.
struct LoadPage {
  std::int64_t limit = kLoadPage;
  std::int64_t offset = 0;
  std::optional<std::int64_t> end;  // backward
  bool backward = false;
};

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

// Cursors are "f<offset>" and "b<end>". Messages of a branch are only ever added at its end, so
// that numbers stay right.
Result<LoadPage> load_page(json::Value params) {
  LoadPage page;
  auto limit = number_of(params, "limit", kLoadPage, kLargestLoadPage);
  if (!limit) return limit.error();
  page.limit = std::max<std::int64_t>(*limit, 1);
  const std::string_view direction = params["direction"].string_or("forward");
  if (direction != "forward" && direction != "backward") {
    return invalid("direction: \"forward\" or \"backward\"");
  }
  page.backward = direction == "backward";
  const std::string_view cursor = params["cursor"].string_or("");
  if (cursor.empty()) return page;
  const auto number = parse_count(cursor.substr(1));
  if (!number || (cursor[0] != 'f' && cursor[0] != 'b')) return invalid("cursor: not one of ours");
  page.backward = cursor[0] == 'b';
  page.backward ? void(page.end = number) : void(page.offset = *number);
  return page;
}

Arguments::Given load_arguments(json::Value params, const std::string& session,
                                const LoadPage& page) {
  Arguments::Given given{{"session", {session}}};
  take_text(params, "leafUuid", "leaf", given);
  take_text(params, "rules", "rules", given);
  take_flag(params, "includeMeta", "all", given);
  if (!page.backward || page.end) {
    const std::int64_t from =
        page.end ? std::max<std::int64_t>(*page.end - page.limit, 0) : page.offset;
    given["offset"] = {std::to_string(from)};
    given["first"] = {std::to_string(page.end ? *page.end - from : page.limit)};
  } else {
    given["last"] = {std::to_string(page.limit)};
  }
  return given;
}

void write_load_end(json::Writer& out, json::Value answer, const LoadPage& page,
                    std::int64_t taken) {
  const std::int64_t before = answer["skippedBefore"].int_or(0);
  const std::int64_t total = answer["total"].int_or(0);
  out.field("offset", before).field("total", total);
  if (page.backward) {
    if (before > 0) out.field("nextCursor", "b" + std::to_string(before));
  } else if (before + taken < total && taken > 0) {
    out.field("nextCursor", "f" + std::to_string(before + taken));
  }
}

}  // namespace

Result<std::string> session_of(json::Value params) {
  for (const char* name : {"sessionId", "session", "id"}) {
    const std::string_view id = plain_session_id(params[name].string_or(""));
    if (!id.empty()) return std::string(id);
  }
  return invalid("sessionId: is needed");
}

Result<std::int64_t> number_of(json::Value params, std::string_view name, std::int64_t fallback,
                               std::int64_t most) {
  const json::Value value = params[name];
  if (value.is_missing() || value.kind() == json::Kind::kNull) return fallback;
  const std::int64_t number = value.int_or(-1);
  if (number < 0) return invalid(std::string(name) + ": must be a whole number");
  return std::min(number, most);
}

RpcResult history_list(const HistoryCall& call) { return list_sessions(call, false); }

RpcResult merged_session_list(const HistoryCall& call) { return list_sessions(call, true); }

RpcResult history_load(const HistoryCall& call) {
  auto session = session_of(call.params);
  if (!session) return rpc_error(session.error());
  auto page = load_page(call.params);
  if (!page) return rpc_error(page.error());
  const bool system = call.params["includeSystem"].bool_or(false);
  json::Writer out;
  out.begin_object().key("messages").begin_array();
  std::int64_t taken = 0;
  bool full = false;
  auto given = load_arguments(call.params, *session, *page);
  const auto take = [&](json::Value message) {
    // The page was cut for its size: what is left of it comes with the next.
    if (!page->backward && out.text().size() > kLargestPage) full = true;
    if (full) return true;
    ++taken;
    if (system || is_chat_message(message)) write_chat_message(out, message);
    return true;
  };
  auto rest = each_element(call.engine, "show", given, call.options, "messages", take);
  if (!rest) return rpc_error(rest.error());
  json::Parser parser;
  auto answer = parser.parse_copy(*rest);
  if (!answer) return RpcError{rpc_code::kInternal, "the answer was cut"};
  out.end_array();
  out.field("sessionId", (*answer)["session"]["id"].string_or(*session));
  write_load_end(out, *answer, *page, taken);
  for (const char* name : {"session", "branch"}) write_null_or(out, name, (*answer)[name]);
  out.end_object();
  return out.take();
}

RpcResult history_branches(const HistoryCall& call) {
  auto session = session_of(call.params);
  if (!session) return rpc_error(session.error());
  Arguments::Given given{{"session", {*session}}};
  take_text(call.params, "rules", "rules", given);
  take_text(call.params, "leafUuid", "leaf", given);
  auto answer = call_operation(call.engine, "branches", given, call.options);
  if (!answer) return rpc_error(answer.error());
  return std::move(*answer);
}

RpcResult history_stats(const HistoryCall& call) {
  auto session = session_of(call.params);
  if (!session) return rpc_error(session.error());
  auto answer = call_operation(call.engine, "stats", {{"session", {*session}}}, call.options);
  if (!answer) return rpc_error(answer.error());
  return std::move(*answer);
}

RpcResult history_search(const HistoryCall& call) {
  auto limit = number_of(call.params, "limit", 20, 1000);
  if (!limit) return rpc_error(limit.error());
  Arguments::Given given{{"limit", {std::to_string(std::max<std::int64_t>(*limit, 1))}}};
  for (const char* name :
       {"query", "project", "role", "tool", "file", "model", "branch", "after", "before", "sort"}) {
    take_text(call.params, name, name, given);
  }
  take_text(call.params, "text", "query", given);
  if (auto session = session_of(call.params)) given["session"] = {*session};
  json::Writer out;
  out.begin_object().key("hits").begin_array();
  auto rest =
      each_element(call.engine, "search", given, call.options, "hits", [&out](json::Value hit) {
        out.begin_object();
        const std::string_view id = hit["session"].string_or("");
        out.field("id", prefixed_session_id(id)).field("sessionId", id);
        for (const auto [key, value] : hit.members()) {
          if (key != "session") out.raw_field(key, value.to_json());
        }
        out.end_object();
        return true;
      });
  if (!rest) return rpc_error(rest.error());
  json::Parser parser;
  auto answer = parser.parse_copy(*rest);
  out.end_array();
  for (const char* name : {"total", "sessions", "index", "fresh"}) {
    if (answer) write_null_or(out, name, (*answer)[name]);
  }
  out.end_object();
  return out.take();
}

}  // namespace clew
