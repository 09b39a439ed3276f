// SPDX-License-Identifier: MIT

#include "serve/acp/acp_agent.h"

#include <algorithm>

#include "base/text.h"
#include "engine/drive/driven_conversations.h"
#include "engine/lists/list_answers.h"
#include "engine/usage/session_usage.h"
#include "engine/usage/usage_answers.h"
#include "json/writer.h"
#include "serve/acp/acp_prompt.h"
#include "serve/call/shown_messages.h"
#include "serve/rpc/history_api.h"

namespace clew {
namespace {

constexpr RpcOptions kAcpOptions{
    .batches = false, .cancel_method = "$/cancel_request", .cancel_member = "requestId"};
constexpr std::size_t kMostOpen = 64;
constexpr std::size_t kMostFeeds = 128;
constexpr std::int64_t kListPage = 50;
// When a session has grown, this many messages before its end are looked at again: results of tools
// that ran at the same time come late.
constexpr std::int64_t kLookBack = 40;
constexpr std::string_view kExtension = "_clew/history/";

bool is_session_id(std::string_view id) {
  if (id.size() != 36) return false;
  for (std::size_t i = 0; i < id.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool hex = (id[i] >= '0' && id[i] <= '9') || (id[i] >= 'a' && id[i] <= 'f') ||
                     (id[i] >= 'A' && id[i] <= 'F');
    if (dash ? id[i] != '-' : !hex) return false;
  }
  return true;
}

RpcError invalid_params(std::string message) {
  return {rpc_code::kInvalidParams, std::move(message)};
}

void write_session_info(json::Writer& out, const ListedSession& row) {
  const FactsView& facts = row.file.facts;
  out.begin_object().field("sessionId", facts.id);
  out.field("cwd", facts.cwd.empty() ? "/" : facts.cwd);
  out.field("title", terminal_line(short_name(facts)));
  out.field("updatedAt", format_iso(facts.updated_at()));
  out.key("_meta").begin_object().key("clew").begin_object().field("provider", "claude");
  if (!facts.git_branch.empty()) out.field("gitBranch", facts.git_branch);
  if (!facts.model.empty()) out.field("model", facts.model);
  out.field("createdAt", format_iso(facts.created_at()));
  if (!facts.labels.tag.empty()) out.field("tag", facts.labels.tag);
  out.field("running", row.running() != nullptr).end_object().end_object().end_object();
}

std::int64_t context_size(std::string_view model) {
  return model.find("[1m]") != std::string_view::npos ? 1'000'000 : 200'000;
}

}  // namespace

AcpAgent::AcpAgent(const Caller& caller, ChannelHost host)
    : RpcChannel(std::move(host), kAcpOptions), caller_(caller) {}

AcpAgent::~AcpAgent() {
  while (!open_.empty()) drop(open_.begin());
  for (const auto& [folder, inquiry] : inquiries_) {
    // When it cannot be closed any more, it is gone.
    static_cast<void>(caller_.services().conversations->close(inquiry.conversation));
  }
}

std::unique_ptr<MessageChannel> AcpAgent::make(const Caller& caller, ChannelHost host) {
  return std::make_unique<AcpAgent>(caller, std::move(host));
}

AcpAgent::Method AcpAgent::find_method(std::string_view name) {
  static constexpr std::pair<std::string_view, Method> kMethods[] = {
      {"initialize", &AcpAgent::initialize}, {"authenticate", &AcpAgent::authenticate},
      {"session/list", &AcpAgent::list},     {"session/load", &AcpAgent::load},
      {"session/resume", &AcpAgent::resume}, {"session/close", &AcpAgent::close},
      {"session/new", &AcpAgent::start},     {"session/fork", &AcpAgent::fork},
      {"session/prompt", &AcpAgent::prompt}, {"session/set_mode", &AcpAgent::set_mode},
      {"session/delete", &AcpAgent::remove}, {"session/set_config_option", &AcpAgent::set_option},
  };
  for (const auto& [method, function] : kMethods) {
    if (method == name) return function;
  }
  return name.starts_with(kExtension) ? &AcpAgent::extension : nullptr;
}

std::optional<RpcResult> AcpAgent::call(const RpcCall& call) {
  const Method method = find_method(call.method);
  if (!method) {
    return RpcError{rpc_code::kMethodNotFound, "there is no method " + terminal_line(call.method)};
  }
  return (this->*method)(call);
}

void AcpAgent::notified(std::string_view method, json::Value params) {
  if (method != "session/cancel") return;
  auto id = session_id_of(params);
  const auto found = id ? open_.find(*id) : open_.end();
  if (found == open_.end()) return;
  cancel_turn(found->second);
  cancel_waiting(found->second);
}

Result<std::string> AcpAgent::session_id_of(json::Value params) {
  const std::string_view id = plain_session_id(params["sessionId"].string_or(""));
  if (!is_session_id(id)) return Error{ErrorCode::kInvalid, "sessionId: not the id of a session"};
  return std::string(id);
}

Result<std::vector<std::string>> AcpAgent::directories_of(json::Value params) {
  std::vector<std::string> directories;
  for (const json::Value one : params["additionalDirectories"].elements()) {
    const std::string_view path = one.string_or("");
    if (!path.starts_with('/') || path.find('\0') != path.npos || directories.size() >= kMostOpen) {
      return Error{ErrorCode::kInvalid, "additionalDirectories: must be a few absolute paths"};
    }
    directories.emplace_back(path);
  }
  return directories;
}

void AcpAgent::drop(std::map<std::string, Open>::iterator session) {
  end_conversation(session->second);  // what was started here ends here
  open_.erase(session);
}

RpcResult AcpAgent::not_found(std::string_view id) const {
  json::Writer data;
  data.begin_object().field("sessionId", id).end_object();
  return RpcError{rpc_code::kNotFound, "there is no session " + terminal_line(id), data.take()};
}

void AcpAgent::update(const std::string& id, std::string_view update) {
  json::Writer out;
  out.begin_object().field("sessionId", id).raw_field("update", update).end_object();
  notify("session/update", out.text());
}

// --- the connection ---

std::optional<RpcResult> AcpAgent::initialize(const RpcCall& call) {
  const json::Value session = call.params["clientCapabilities"]["session"];
  client_.notices = session["notices"].is_object();
  client_.compaction = session["compaction"].is_object();
  client_.elicitation = call.params["clientCapabilities"]["elicitation"]["form"].is_object();
  json::Writer out;
  const auto empty = [&out](std::string_view name) { out.key(name).begin_object().end_object(); };
  out.begin_object().field("protocolVersion", 1).key("agentInfo").begin_object();
  out.field("name", "clew").field("title", "Clew").field("version", CLEW_VERSION).end_object();
  out.key("agentCapabilities").begin_object().field("loadSession", true);
  out.key("sessionCapabilities").begin_object();
  for (const char* name : {"list", "resume", "close", "delete"}) empty(name);
  if (may_drive()) {
    for (const char* name : {"fork", "additionalDirectories"}) empty(name);
  }
  out.end_object();
  if (may_drive() && may_name_programs()) {
    out.key("mcpCapabilities").begin_object().field("http", true).field("sse", true).end_object();
  }
  out.key("promptCapabilities").begin_object();
  out.field("image", true).field("embeddedContext", true).end_object();
  out.key("_meta").begin_object().key("clew").begin_object().key("history").begin_object();
  out.field("version", 1).field("search", true);
  out.field("subscribe", caller_.services().events != nullptr);
  out.end_object().end_object().end_object().end_object();
  out.key("authMethods").begin_array().end_array().end_object();
  return RpcResult(out.take());
}

std::optional<RpcResult> AcpAgent::authenticate(const RpcCall&) {
  return RpcResult(
      invalid_params("there is nothing to sign in to here; run claude and sign in there"));
}

// --- history ---

std::optional<RpcResult> AcpAgent::list(const RpcCall& call) {
  Arguments::Given given{{"limit", {std::to_string(kListPage)}}};
  const std::string_view cwd = call.params["cwd"].string_or("");
  if (!cwd.empty() && !cwd.starts_with('/'))
    return RpcResult(invalid_params("cwd: must be absolute"));
  cwd.empty() ? void(given["all"] = {"true"}) : void(given["path"] = {std::string(cwd)});
  const std::string_view cursor = call.params["cursor"].string_or("");
  if (!cursor.empty()) given["cursor"] = {std::string(cursor)};
  const auto engine = caller_.make_engine();
  auto listing = answer_of<list_answer>(*engine, given, {.stopped = call.stopped});
  if (!listing) return RpcResult(rpc_error(listing.error()));
  json::Writer out;
  out.begin_object().key("sessions").begin_array();
  for (const SessionRow& row : listing->list.sessions) {
    const ListedSession one(*listing, row);
    const std::string_view folder = one.file.facts.cwd;
    const bool fits = cwd.empty() ? folder.starts_with('/') : folder == cwd;
    if (fits) write_session_info(out, one);
  }
  out.end_array();
  if (!listing->list.next_cursor.empty()) out.field("nextCursor", listing->list.next_cursor);
  out.end_object();
  return RpcResult(out.take());
}

std::optional<RpcResult> AcpAgent::load(const RpcCall& call) { return open_session(call, true); }

std::optional<RpcResult> AcpAgent::resume(const RpcCall& call) { return open_session(call, false); }

std::optional<RpcResult> AcpAgent::open_session(const RpcCall& call, bool replay) {
  auto id = session_id_of(call.params);
  if (!id) return RpcResult(rpc_error(id.error()));
  if (ending_.contains(*id)) {
    // Its last lines are still being written.
    after_end(*id, [this, replay, id = call.id, params = call.params.to_json()] {
      json::Parser parser;
      const auto again = parser.parse_copy(params);
      if (!again) return;
      const auto stopped = [is_open = host().is_open] { return !is_open(); };
      if (auto opened = open_session({id, {}, *again, stopped}, replay)) reply(id, *opened);
    });
    return std::nullopt;
  }
  const auto before = open_.find(*id);
  const bool is_new = before == open_.end();
  if (open_.size() >= kMostOpen && is_new) {
    return RpcError{rpc_code::kRefused, "too many open sessions; close some"};
  }
  if (!caller_.make_engine()->locate(*id)) return not_found(*id);
  auto config = mcp_config_of(call.params);
  if (!config) return RpcResult(rpc_error(config.error()));
  auto directories = directories_of(call.params);
  if (!directories) return RpcResult(rpc_error(directories.error()));
  Open& session = make_open(*id, std::string(call.params["cwd"].string_or("")));
  // A claude that runs goes on, with its turn; what it was started with counts from its next start.
  const bool same = session.mcp_config == *config && session.directories == *directories;
  if (!same && !session.conversation.empty()) session.outdated = true;
  session.mcp_config = std::move(*config);
  session.directories = std::move(*directories);
  if (auto told = tell_history(session, replay, call.stopped); !told) {
    if (is_new) drop(open_.find(*id));
    return RpcResult(rpc_error(told.error()));
  }
  if (may_drive()) {
    session.offers.has_commands() ? tell_commands(session) : ask_offers(session);
  }
  return RpcResult(opened_result(session, false));
}

Result<void> AcpAgent::tell_history(Open& session, bool replay,
                                    const std::function<bool()>& stopped) {
  if (replay) {
    if (auto read = read_messages(session, 0, stopped); !read) return read;
    tell_usage(session);
    return {};
  }
  // Only what comes from now on: what is there counts as told.
  const auto engine = caller_.make_engine();
  const Arguments::Given given{{"session", {session.id}}, {"last", {std::to_string(kLookBack)}}};
  const auto skip = [&session](const ConversationAnswer& answer) {
    session.total = static_cast<std::int64_t>(answer.total());
    return each_shown_message(answer, [&session](const ShownMessage& message) {
      session.updates->skip(acp_message(message));
    });
  };
  // A session that cannot be read now can be followed all the same.
  static_cast<void>(with_answer<show_answer>(*engine, given, {.stopped = stopped}, skip));
  return {};
}

AcpAgent::Open& AcpAgent::make_open(const std::string& id, const std::string& cwd) {
  Open& session = open_[id];
  session.id = id;
  session.cwd = cwd;
  if (const auto known = known_offers_.find(cwd); known != known_offers_.end()) {
    session.offers = known->second;
  }
  const auto emit = [this, id](const std::string& text) { update(id, text); };
  const auto fetch = [this, id](std::string_view uuid) {
    const auto engine = caller_.make_engine();
    auto line =
        call_operation(*engine, "raw", {{"session", {id}}, {"uuid", {std::string(uuid)}}}, {});
    return line ? *line : std::string();
  };
  session.updates = std::make_unique<AcpUpdates>(client_, emit, fetch);
  if (EventBus* const bus = caller_.services().events) {
    session.feed = EventFeed::make(*bus, {.session = id}, host(), std::nullopt,
                                   [this, id](const LiveEvent& event) { heard(id, event); });
  }
  return session;
}

Result<void> AcpAgent::read_messages(Open& session, std::int64_t offset,
                                     const std::function<bool()>& stopped) {
  const auto engine = caller_.make_engine();
  const Arguments::Given given{{"session", {session.id}}, {"offset", {std::to_string(offset)}}};
  return with_answer<show_answer>(*engine, given, {.stopped = stopped},
                                  [&session](const ConversationAnswer& answer) -> Result<void> {
                                    auto read = each_shown_message(
                                        answer, [&session](const ShownMessage& message) {
                                          session.updates->add(acp_message(message));
                                        });
                                    if (!read) return read;
                                    session.total = static_cast<std::int64_t>(answer.total());
                                    session.title = answer.head().title;
                                    return {};
                                  });
}

std::optional<RpcResult> AcpAgent::close(const RpcCall& call) {
  auto id = session_id_of(call.params);
  if (!id) return RpcResult(rpc_error(id.error()));
  const auto found = open_.find(*id);
  if (found == open_.end()) return not_found(*id);
  fail_turn(found->second, "the session was closed");
  cancel_waiting(found->second);
  drop(found);
  return RpcResult("{}");
}

// To the trash, from where `clew undelete` brings it back.
std::optional<RpcResult> AcpAgent::remove(const RpcCall& call) {
  auto id = session_id_of(call.params);
  if (!id) return RpcResult(rpc_error(id.error()));
  const auto found = open_.find(*id);
  if (found != open_.end() && !found->second.turn.empty()) {
    return RpcError{rpc_code::kRefused, "the session is busy"};
  }
  if (!caller_.make_engine()->locate(*id)) return not_found(*id);
  if (found != open_.end()) drop(found);
  after_end(*id, [this, call = call.id, id = *id] { reply(call, delete_session(id)); });
  return std::nullopt;
}

RpcResult AcpAgent::delete_session(const std::string& id) {
  const auto engine = caller_.make_engine();
  auto done = call_operation(*engine, "delete", {{"session", {id}}}, {.writes = caller_.writes()});
  if (!done) return rpc_error(done.error());
  return std::string("{}");
}

// --- following ---

void AcpAgent::heard(const std::string& id, const LiveEvent& event) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  Open& session = found->second;
  // What we drive ourselves is told as it comes, not when it is on disk; but for its title.
  const bool grew = event.type == event_type::kSessionAppended ||
                    event.type == event_type::kResync || event.type == event_type::kSessionBranch;
  if (grew && session.conversation.empty()) {
    const std::int64_t from = std::max<std::int64_t>(session.total - kLookBack, 0);
    const std::int64_t used = session.updates->context_tokens();
    if (auto read = read_messages(session, from, {});
        read && session.updates->context_tokens() != used) {
      tell_usage(session);
    }
  }
  // A file that is looked for, not told of, may have its title when it is first seen.
  if (event.type == event_type::kSessionAdded || event.type == event_type::kSessionChanged ||
      event.type == event_type::kResync) {
    tell_info(session);
  }
}

void AcpAgent::tell_info(Open& session) {
  const auto engine = caller_.make_engine();
  auto info =
      answer_of<info_answer>(*engine, {{"session", {session.id}}, {"no-usage", {"true"}}}, {});
  if (!info || short_name(info->facts) == session.title) return;
  session.title = short_name(info->facts);
  json::Writer out;
  out.begin_object().field("sessionUpdate", "session_info_update");
  out.field("title", terminal_line(session.title));
  out.field("updatedAt", format_iso(info->facts.updated_at())).end_object();
  update(session.id, out.text());
}

void AcpAgent::write_usage(json::Writer& out, const Open& session) const {
  const std::int64_t used = session.updates->context_tokens();
  out.begin_object().field("sessionUpdate", "usage_update").field("used", used);
  const std::int64_t size =
      session.window > 0 ? session.window : context_size(session.updates->model());
  out.field("size", std::max(used, size));
}

void AcpAgent::tell_usage(Open& session) {
  if (session.updates->context_tokens() == 0) return;
  json::Writer out;
  write_usage(out, session);
  const auto engine = caller_.make_engine();
  const Arguments::Given given{{"kind", {"sessions"}}, {"session", {session.id}}};
  if (auto usage = answer_of<usage_answer>(*engine, given, {})) {
    out.key("cost").begin_object();
    out.raw_field("amount", exact_usd(UsageTotals{&*usage}.tally().cost));
    out.field("currency", "USD").end_object();
  }
  out.end_object();
  update(session.id, out.text());
}

void AcpAgent::tell_driven_usage(Open& session, double cost) {
  if (session.updates->context_tokens() == 0) return;
  json::Writer out;
  write_usage(out, session);
  out.key("cost").begin_object().field("amount", cost).field("currency", "USD").end_object();
  out.end_object();
  update(session.id, out.text());
}

// --- our own methods ---

std::optional<RpcResult> AcpAgent::extension(const RpcCall& call) {
  const std::string_view name = call.method.substr(kExtension.size());
  static constexpr std::pair<std::string_view, RpcResult (*)(const HistoryCall&)> kMethods[] = {
      {"list", history_list},     {"load", history_load},   {"branches", history_branches},
      {"search", history_search}, {"stats", history_stats},
  };
  const auto engine = caller_.make_engine();
  for (const auto& [method, function] : kMethods) {
    if (method == name) return function({*engine, call.params, {.stopped = call.stopped}});
  }
  EventBus* const bus = name == "subscribe" ? caller_.services().events : nullptr;
  if (name == "subscribe" && bus && list_feeds_.size() < kMostFeeds) {
    const std::string id = std::to_string(next_feed_++);
    EventFilter filter;
    filter.project = call.params["cwd"].string_or("");
    list_feeds_[id] = EventFeed::make(
        *bus, std::move(filter), host(), std::nullopt, [this, id](const LiveEvent& event) {
          notify("_clew/history/changes",
                 R"({"subscriptionId":")" + id + R"(","event":)" + *event.json() + "}");
        });
    return RpcResult(R"({"subscriptionId":")" + id + "\"}");
  }
  if (name == "unsubscribe") {
    list_feeds_.erase(std::string(call.params["subscriptionId"].string_or("")));
    return RpcResult("{}");
  }
  return RpcError{rpc_code::kMethodNotFound, "there is no method " + terminal_line(call.method)};
}

}  // namespace clew
