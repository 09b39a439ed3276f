// SPDX-License-Identifier: MIT

#include "serve/history_channel.h"

#include "base/text.h"
#include "serve/history_api.h"

namespace clew {
namespace {

struct HistoryMethod {
  std::string_view name;
  RpcResult (*run)(const HistoryCall&);
};

constexpr HistoryMethod kMethods[] = {
    {"history/list", history_list},         {"history/load", history_load},
    {"history/branches", history_branches}, {"history/search", history_search},
    {"history/stats", history_stats},       {"session/list", merged_session_list},
};

}  // namespace

HistoryChannel::HistoryChannel(const ServeContext& context, ChannelHost host)
    : RpcChannel(std::move(host), {.batches = true}), context_(context) {}

std::unique_ptr<MessageChannel> HistoryChannel::make(const ServeContext& context,
                                                     ChannelHost host) {
  return std::make_unique<HistoryChannel>(context, std::move(host));
}

std::optional<RpcResult> HistoryChannel::call(const RpcCall& call) {
  const auto engine = context_.make_engine();
  CallOptions options;
  options.stopped = call.stopped;
  // Whoever holds the other end is the user: a child of theirs, or one who has the token.
  options.may_write = true;
  for (const HistoryMethod& method : kMethods) {
    if (method.name == call.method) return method.run({*engine, call.params, options});
  }
  if (const Operation* operation = find_operation(call.method)) {
    return call_operation_method(*engine, *operation, call.params, options);
  }
  return RpcError{rpc_code::kMethodNotFound, "there is no method " + terminal_line(call.method)};
}

}  // namespace clew
