// SPDX-License-Identifier: MIT

#include "serve/rpc/history_proto.h"

#include <algorithm>
#include <charconv>
#include <deque>

#include "base/text.h"
#include "base/time.h"
#include "engine/lists/list_answers.h"
#include "engine/usage/session_usage.h"
#include "json/writer.h"
#include "serve/call/error_codes.h"
#include "serve/call/problem.h"
#include "serve/call/shown_messages.h"
#include "serve/rpc/proto_codec.h"

namespace clew {
namespace {

constexpr std::int64_t kDefaultResults = 50;
constexpr std::int64_t kMostResults = 1000;
constexpr std::size_t kFirstMessageUnits = 100;
constexpr std::size_t kLargestAnswer = std::size_t{48} << 20;

Error malformed() { return {ErrorCode::kInvalid, "the request is no such message"}; }

// --- sessions ---

struct SessionsRequest {
  std::int64_t most = kDefaultResults;
  std::int64_t offset = 0;
};

Result<SessionListing> history_rows(Engine& engine, const SessionsRequest& request,
                                    const CallOptions& options) {
  const Arguments::Given given{
      {"all", {"true"}},
      {"counts", {"true"}},
      {"limit", {std::to_string(std::clamp<std::int64_t>(request.most, 1, kMostResults))}},
      {"offset", {std::to_string(std::max<std::int64_t>(request.offset, 0))}}};
  return answer_of<list_answer>(engine, given, options);
}

std::string first_message(const FactsView& facts) {
  return std::string(cut_utf16(one_line(facts.first_prompt), kFirstMessageUnits));
}

// --- one session ---

struct SessionRequest {
  std::string session;
  std::string project;
  std::int64_t offset = 0;
  std::int64_t limit = 0;
};

// GetHistoryMetadataRequest and LoadHistoryRequest begin alike.
Result<SessionRequest> read_session_request(Engine& engine, std::string_view bytes,
                                            const CallOptions& options) {
  SessionRequest request;
  ProtoReader in(bytes);
  while (in.next()) {
    if (in.field() == 1) request.session = plain_session_id(in.text());
    if (in.field() == 2) request.project = in.text();
    if (in.field() == 3) request.offset = static_cast<std::int32_t>(in.number());
    if (in.field() == 4) request.limit = static_cast<std::int32_t>(in.number());
  }
  if (!in.ok()) return malformed();
  if (!request.session.empty()) return request;
  // Without a session the newest of the project.
  Arguments::Given given{{"limit", {"1"}}};
  request.project.empty() ? void(given["all"] = {"true"}) : void(given["path"] = {request.project});
  auto listing = answer_of<list_answer>(engine, given, options);
  if (!listing) return listing.error();
  for (const SessionRow& row : listing->list.sessions) request.session = row.facts().id;
  if (request.session.empty()) return Error{ErrorCode::kNotFound, "there is no session"};
  return request;
}

// --- messages ---

std::string content_block(int kind, const ProtoWriter& block) {
  ProtoWriter out;
  out.message(kind, block.bytes());
  return out.take();
}

void add_text(ProtoWriter& content, int kind, std::string_view text) {
  if (text.empty()) return;
  ProtoWriter block;
  block.text(1, text);
  content.message(1, content_block(kind, block));
}

void add_tool_use(ProtoWriter& content, const ToolCall& tool) {
  constexpr int kInProgress = 1;
  constexpr int kCompleted = 2;
  constexpr int kFailed = 3;
  ProtoWriter block;
  block.maybe_text(1, tool.id);
  block.maybe_text(2, tool.name);
  block.maybe_text(3, tool.name);
  block.maybe_text(4, tool.input.empty() ? "null" : tool.input);
  block.number(5, tool.state == ToolState::kSuccess  ? kCompleted
                  : tool.state == ToolState::kFailed ? kFailed
                                                     : kInProgress);
  content.message(1, content_block(3, block));
}

void add_tool_result(ProtoWriter& content, const ToolCall& tool) {
  std::string result;
  json::append_quoted(result, tool.result);
  ProtoWriter block;
  block.maybe_text(1, tool.id);
  block.text(2, result);
  block.maybe_number(3, tool.state == ToolState::kFailed ? 1 : 0);
  block.maybe_text(4, tool.agent);
  content.message(1, content_block(4, block));
}

std::string rpc_message(int kind, const ProtoWriter& message) {
  ProtoWriter out;
  out.number(1, 1);  // claude
  out.message(kind, message.bytes());
  return out.take();
}

std::string user_message(const ProtoWriter& content, std::string_view uuid) {
  ProtoWriter user;
  user.message(1, content.bytes());
  user.maybe_text(4, uuid);
  return rpc_message(2, user);
}

std::string assistant_message(ProtoWriter& content, const ShownMessage& message) {
  content.maybe_text(2, message.of_answer(&Entry::model));
  ProtoWriter assistant;
  assistant.message(1, content.bytes());
  assistant.maybe_text(2, message.of_answer(&Entry::message_id));
  assistant.maybe_text(4, message.uuid());
  return rpc_message(3, assistant);
}

// Collects the messages [offset, offset + limit), or the last ones when offset is below zero, and
// counts all.
class MessagePage {
 public:
  MessagePage(std::int64_t offset, std::int64_t limit)
      : offset_(offset), limit_(limit <= 0 ? INT64_MAX : limit) {}

  void add(std::string message) {
    const std::int64_t index = total_++;
    if (offset_ >= 0) {
      const bool fits = bytes_ + message.size() <= kLargestAnswer;
      full_ = full_ || !fits;
      if (index < offset_ || index - offset_ >= limit_ || full_) return;
      keep(std::move(message));
      return;
    }
    keep(std::move(message));
    while (std::ssize(kept_) > -offset_ || (bytes_ > kLargestAnswer && kept_.size() > 1)) {
      bytes_ -= kept_.front().size();
      kept_.pop_front();
    }
  }

  std::string answer() const {
    const std::int64_t from = offset_ >= 0 ? std::min(offset_, total_) : total_ - std::ssize(kept_);
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(std::ssize(kept_), limit_));
    ProtoWriter out;
    for (std::size_t i = 0; i < count; ++i) out.message(1, kept_[i]);
    out.maybe_number(2, from);
    out.maybe_number(3, static_cast<std::int64_t>(count));
    out.maybe_number(4, total_);
    return out.bytes();
  }

 private:
  void keep(std::string message) {
    bytes_ += message.size();
    kept_.push_back(std::move(message));
  }

  std::int64_t offset_;
  std::int64_t limit_;
  std::int64_t total_ = 0;
  std::deque<std::string> kept_;
  std::size_t bytes_ = 0;
  bool full_ = false;
};

// Results of tools are messages of their own there, from the user, as in the transcript.
void add_message(MessagePage& page, const ShownMessage& shown) {
  const Message& message = *shown.message;
  if (message.role == Role::kSystem) return;
  ProtoWriter content;
  add_text(content, 2, message.thought);
  add_text(content, 1, message.text);
  if (message.role == Role::kUser) return page.add(user_message(content, shown.uuid()));
  ProtoWriter results;
  bool answered = false;
  for (const ToolCall& tool : message.tools) {
    add_tool_use(content, tool);
    if (tool.answer == kNoEntry) continue;
    add_tool_result(results, tool);
    answered = true;
  }
  page.add(assistant_message(content, shown));
  if (answered) page.add(user_message(results, ""));
}

PlainResponse problem(const Error& error) {
  const int status = codes_of(error.code).http;
  return {.status = status,
          .content_type = "application/problem+json",
          .body = problem_json(status, error.message)};
}

PlainResponse proto_response(const Caller& caller, const PlainRequest& request,
                             Result<std::string> (*run)(Engine&, std::string_view,
                                                        const CallOptions&)) {
  if (request.method != "POST") return {.status = 405, .body = {}, .headers = {{"allow", "POST"}}};
  const auto engine = caller.make_engine();
  auto answer = run(*engine, request.body, {.stopped = request.stopped});
  if (!answer) return problem(answer.error());
  return {.content_type = "application/x-protobuf", .body = std::move(*answer)};
}

// A number of the query string.
std::int64_t query_number(std::string_view query, std::string_view name, std::int64_t fallback) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    if (!pair.starts_with(name) || !pair.substr(name.size()).starts_with('=')) continue;
    const std::string_view value = pair.substr(name.size() + 1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && end == value.data() + value.size()) return number;
  }
  return fallback;
}

}  // namespace

Result<std::string> proto_history_sessions(Engine& engine, std::string_view request,
                                           const CallOptions& options) {
  SessionsRequest asked;
  ProtoReader in(request);
  while (in.next()) {
    const auto number = static_cast<std::int32_t>(in.number());
    if (in.field() == 1 && number > 0) asked.most = number;
    if (in.field() == 2) asked.offset = number;
  }
  if (!in.ok()) return malformed();
  auto rows = history_rows(engine, asked, options);
  if (!rows) return rows.error();
  ProtoWriter out;
  for (const SessionRow& row : rows->list.sessions) {
    const FactsView facts = rows->facts_of(row);
    ProtoWriter session;
    session.maybe_text(1, facts.id);
    session.maybe_text(2, first_message(facts));
    session.maybe_number(3, facts.updated_at());
    session.maybe_number(4, facts.messages.value_or(0));
    session.maybe_text(5, facts.cwd);
    session.maybe_text(6, facts.labels.custom_title);
    out.message(1, session.bytes());
  }
  return out.take();
}

Result<std::string> proto_history_metadata(Engine& engine, std::string_view request,
                                           const CallOptions& options) {
  auto asked = read_session_request(engine, request, options);
  if (!asked) return asked.error();
  auto answer =
      answer_of<show_answer>(engine, {{"session", {asked->session}}, {"first", {"1"}}}, options);
  if (!answer) return answer.error();
  const SessionHead session = answer->head();
  ProtoWriter out;
  out.maybe_number(1, session.lines);
  out.maybe_text(2, session.id);
  out.maybe_text(3, session.cwd);
  out.maybe_text(4, session.title);
  return out.take();
}

Result<std::string> proto_load_history(Engine& engine, std::string_view request,
                                       const CallOptions& options) {
  auto asked = read_session_request(engine, request, options);
  if (!asked) return asked.error();
  MessagePage page(asked->offset, asked->limit);
  auto read = with_answer<show_answer>(
      engine, {{"session", {asked->session}}}, options, [&page](const ConversationAnswer& answer) {
        return each_shown_message(
            answer, [&page](const ShownMessage& message) { add_message(page, message); });
      });
  if (!read) return read.error();
  return page.answer();
}

Result<WatchRequest> read_watch_request(Engine& engine, std::string_view request) {
  WatchRequest watch;
  ProtoReader in(request);
  while (in.next()) {
    if (in.field() == 1) watch.filter.session = plain_session_id(in.text());
    if (in.field() == 2) watch.filter.project = in.text();
    if (in.field() == 3) watch.after = static_cast<std::uint64_t>(in.number());
  }
  if (!in.ok()) return malformed();
  if (watch.filter.session.empty()) return watch;
  auto named = engine.locate(watch.filter.session);
  if (!named) return named.error();
  watch.filter.session = named->id;
  return watch;
}

std::string proto_history_event(const LiveEvent& event) {
  ProtoWriter out;
  out.maybe_number(1, static_cast<std::int64_t>(event.sequence));
  out.maybe_text(2, event.type);
  out.maybe_text(3, event.session);
  out.maybe_text(4, event.project);
  out.maybe_text(5, *event.json());
  return out.take();
}

PlainResponse handle_history_sessions(const Caller& caller, const PlainRequest& request) {
  if (request.method != "GET") return {.status = 405, .body = {}, .headers = {{"allow", "GET"}}};
  const auto engine = caller.make_engine();
  SessionsRequest asked;
  asked.most = query_number(request.query, "maxResults", kDefaultResults);
  asked.offset = query_number(request.query, "offset", 0);
  auto rows = history_rows(*engine, asked, {.stopped = request.stopped});
  if (!rows) return problem(rows.error());
  json::Writer out;
  out.begin_object().key("sessions").begin_array();
  for (const SessionRow& row : rows->list.sessions) {
    const FactsView facts = rows->facts_of(row);
    out.begin_object().field("sessionId", facts.id).field("firstUserMessage", first_message(facts));
    out.field("timestamp", facts.updated_at()).field("messageCount", facts.messages.value_or(0));
    out.field("projectPath", facts.cwd).key("customTitle");
    facts.labels.custom_title.empty() ? out.null() : out.value(facts.labels.custom_title);
    out.end_object();
  }
  out.end_array().end_object();
  return {.body = out.take()};
}

PlainResponse handle_history_sessions_proto(const Caller& caller, const PlainRequest& request) {
  return proto_response(caller, request, proto_history_sessions);
}

PlainResponse handle_history_metadata(const Caller& caller, const PlainRequest& request) {
  return proto_response(caller, request, proto_history_metadata);
}

PlainResponse handle_history_load(const Caller& caller, const PlainRequest& request) {
  return proto_response(caller, request, proto_load_history);
}

}  // namespace clew
