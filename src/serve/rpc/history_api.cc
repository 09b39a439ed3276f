// SPDX-License-Identifier: MIT

#include "serve/rpc/history_api.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "json/described_json.h"
#include "serve/rpc/history_answers.h"

namespace clew {
namespace {

constexpr std::int64_t kListPage = 50;
constexpr std::int64_t kLargestListPage = 1000;
constexpr std::int64_t kLoadPage = 200;
constexpr std::int64_t kLargestLoadPage = 2000;
// A page of messages also ends here: the next cursor goes on after what fitted.
constexpr std::size_t kLargestPage = std::size_t{16} << 20;

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
  for (const char* name : {"since", "until", "timezone"}) take_text(params, name, name, given);
  take_flag(params, "includeSubagents", "subagents", given);
  take_flag(params, "includeEmpty", "empty", given);
  take_flag(params, "includeHidden", "hidden", given);
  take_flag(params, "counts", "counts", given);
  return given;
}

// What Clew drives now. Such a session is listed once, as live.
std::vector<ConversationInfo> live_conversations(const HistoryCall& call) {
  std::vector<ConversationInfo> live;
  DrivenConversations* const conversations = call.engine.services().conversations;
  if (!conversations) return live;
  for (ConversationInfo& info : conversations->list()) {
    if (info.state != ConversationState::kEnded) live.push_back(std::move(info));
  }
  return live;
}

RpcResult list_sessions(const HistoryCall& call, bool merged) {
  auto given = list_arguments(call.params);
  if (!given) return rpc_error(given.error());
  auto listing = answer_of<list_answer>(call.engine, *given, call.options);
  if (!listing) return rpc_error(listing.error());
  HistorySessions sessions;
  const auto live = merged ? live_conversations(call) : std::vector<ConversationInfo>();
  const std::string_view cwd = call.params["cwd"].string_or("");
  if (!given->contains("cursor")) {
    for (const ConversationInfo& info : live) {
      if (cwd.empty() || info.folder == cwd) sessions.sessions.push_back({DrivenSession{&info}});
    }
  }
  for (const SessionRow& row : listing->list.sessions) {
    HistorySession one{ListedSession(*listing, row), merged};
    const bool is_live = std::any_of(
        live.begin(), live.end(),
        [&one](const ConversationInfo& info) { return info.session == one.row.file.facts.id; });
    if (!is_live) sessions.sessions.push_back({one});
  }
  sessions.next_cursor = listing->list.next_cursor;
  return json::to_text(sessions);
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
  take_text(params, "agentId", "agent", given);
  take_text(params, "rules", "rules", given);
  take_flag(params, "includeMeta", "meta", given);
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

std::string next_cursor(const ConversationAnswer& answer, const LoadPage& page, std::size_t taken) {
  const std::size_t before = answer.view->skipped_before;
  if (page.backward) return before > 0 ? "b" + std::to_string(before) : "";
  const bool more = before + taken < answer.total() && taken > 0;
  return more ? "f" + std::to_string(before + taken) : "";
}

// The messages, as many as a page holds, and where the next one starts.
Result<void> write_load(json::Writer& out, const ConversationAnswer& answer, const LoadPage& page,
                        bool system) {
  std::size_t taken = 0;
  out.begin_object().key("messages").begin_array();
  auto read = answer.messages.each([&](const ShownMessage& message) {
    // The page was cut for its size: what is left of it comes with the next.
    if (!page.backward && out.text().size() > kLargestPage) return false;
    ++taken;
    if (system || is_chat_message(*message.message)) json::write(out, ChatMessage{&message});
    return true;
  });
  if (!read) return read.error();
  out.end_array();
  json::write_members(out, LoadEnd{&answer, next_cursor(answer, page, taken)});
  out.end_object();
  return {};
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
  auto written = with_answer<show_answer>(
      call.engine, load_arguments(call.params, *session, *page), call.options,
      [&](const ConversationAnswer& answer) { return write_load(out, answer, *page, system); });
  if (!written) return rpc_error(written.error());
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
  for (const char* name : {"query", "project", "role", "tool", "file", "model", "branch", "since",
                           "until", "timezone", "sort"}) {
    take_text(call.params, name, name, given);
  }
  take_text(call.params, "text", "query", given);
  if (auto session = session_of(call.params)) given["session"] = {*session};
  auto found = answer_of<search_view>(call.engine, given, call.options);
  if (!found) return rpc_error(found.error());
  return json::to_text(HistoryHits{&*found});
}

}  // namespace clew
