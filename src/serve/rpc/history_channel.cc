// SPDX-License-Identifier: MIT

#include "serve/rpc/history_channel.h"

#include "base/text.h"
#include "json/writer.h"
#include "serve/rpc/history_api.h"

namespace clew {
namespace {

struct HistoryMethod {
  std::string_view name;
  RpcResult (*run)(const HistoryCall&);
};

constexpr std::size_t kMostFeeds = 128;
constexpr std::size_t kMostStreams = 8;

// What of the events is asked for: those of one session, of a project, or all.
Result<EventFilter> filter_of(Engine& engine, json::Value params) {
  EventFilter filter;
  if (auto session = session_of(params)) {
    auto named = engine.locate(*session);
    if (!named) return named.error();
    filter.session = named->id;
  }
  filter.project = params["cwd"].string_or("");
  for (const json::Value type : params["types"].elements()) {
    if (filter.types.size() < 32) filter.types.emplace_back(type.string_or(""));
  }
  return filter;
}

constexpr HistoryMethod kMethods[] = {
    {"history/list", history_list},         {"history/load", history_load},
    {"history/branches", history_branches}, {"history/search", history_search},
    {"history/stats", history_stats},       {"session/list", merged_session_list},
};

}  // namespace

HistoryChannel::HistoryChannel(const Caller& caller, ChannelHost host)
    : RpcChannel(std::move(host), {.batches = true}), caller_(caller) {}

std::unique_ptr<MessageChannel> HistoryChannel::make(const Caller& caller, ChannelHost host) {
  return std::make_unique<HistoryChannel>(caller, std::move(host));
}

std::optional<RpcResult> HistoryChannel::call(const RpcCall& call) {
  const auto engine = caller_.make_engine();
  CallOptions options;
  options.stopped = call.stopped;
  options.deadline = std::chrono::steady_clock::now() + kCallTime;
  // Whoever holds the other end is the user: a child of theirs, or one who has the token.
  options.writes = caller_.writes();
  options.may_drive = caller_.may_drive();
  for (const HistoryMethod& method : kMethods) {
    if (method.name == call.method) return method.run({*engine, call.params, options});
  }
  if (call.method == "history/subscribe") return subscribe(call, *engine);
  if (call.method == "history/unsubscribe") return unsubscribe(call);
  if (const Operation* operation = find_operation(call.method)) {
    if (operation->streams && !operation->local) return stream(call, *operation);
    return call_operation_method(*engine, *operation, call.params, options);
  }
  return RpcError{rpc_code::kMethodNotFound, "there is no method " + terminal_line(call.method)};
}

std::optional<RpcResult> HistoryChannel::stream(const RpcCall& call, const Operation& operation) {
  std::erase_if(streams_, [](const auto& one) { return one.second->over.load(); });
  if (streams_.size() >= kMostStreams) {
    return RpcError{rpc_code::kRefused, "too many of these run already"};
  }
  auto [place, is_new] = streams_.try_emplace(call.id, std::make_shared<RpcStream>());
  if (!is_new) return RpcError{rpc_code::kInvalidRequest, "a request with this id still runs"};
  auto refusal = start_rpc_stream(caller_, host(), operation, call, place->second);
  if (refusal) streams_.erase(place);
  return refusal;
}

void HistoryChannel::cancelled(const std::string& id) {
  const auto found = streams_.find(id);
  if (found != streams_.end()) found->second->cancelled = true;
}

RpcResult HistoryChannel::subscribe(const RpcCall& call, Engine& engine) {
  EventBus* const bus = caller_.services().events;
  if (!bus) return RpcError{rpc_code::kRefused, "nothing is watched here"};
  if (feeds_.size() >= kMostFeeds) return RpcError{rpc_code::kRefused, "too many subscriptions"};
  auto filter = filter_of(engine, call.params);
  if (!filter) return rpc_error(filter.error());
  const std::string id = std::to_string(next_feed_++);
  const auto take = [this, id](const LiveEvent& event) {
    notify("history/changed",
           R"({"subscriptionId":")" + id + R"(","event":)" + *event.json() + "}");
  };
  std::optional<std::uint64_t> after;
  if (const std::int64_t number = call.params["after"].int_or(-1); number >= 0) {
    after = static_cast<std::uint64_t>(number);
  }
  const std::uint64_t sequence = bus->last_sequence();
  const auto feed = EventFeed::make(*bus, std::move(*filter), host(), after, take);
  feeds_[id] = feed;
  // What waits already follows the answer.
  host().post([weak = std::weak_ptr(feed)] {
    if (const auto here = weak.lock()) here->drain();
  });
  json::Writer out;
  out.begin_object().field("subscriptionId", id).field("sequence", sequence).end_object();
  return out.take();
}

RpcResult HistoryChannel::unsubscribe(const RpcCall& call) {
  const json::Value id = call.params["subscriptionId"];
  const std::string text = id.is_string() ? std::string(id.string_or("")) : id.to_json();
  if (feeds_.erase(text) == 0)
    return RpcError{rpc_code::kNotFound, "there is no such subscription"};
  return RpcResult("{}");
}

}  // namespace clew
