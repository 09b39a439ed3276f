// SPDX-License-Identifier: MIT
//
// The history API in Protocol Buffers (proto/history.proto), for RSocket and its twins over HTTP.
// Each takes the bytes of a request and returns those of the answer.
#pragma once

#include <string>
#include <string_view>

#include "engine/live/event_bus.h"
#include "serve/call/operation_call.h"
#include "serve/call/plain_handler.h"

namespace clew {

Result<std::string> proto_history_sessions(Engine& engine, std::string_view request,
                                           const CallOptions& options);
Result<std::string> proto_history_metadata(Engine& engine, std::string_view request,
                                           const CallOptions& options);
Result<std::string> proto_load_history(Engine& engine, std::string_view request,
                                       const CallOptions& options);

// Of a HistoryWatchRequest.
struct WatchRequest {
  EventFilter filter;
  std::optional<std::uint64_t> after;
};
Result<WatchRequest> read_watch_request(Engine& engine, std::string_view request);
std::string proto_history_event(const LiveEvent& event);

// GET /api/history/sessions, POST /api/history/sessions.pb, metadata.pb and load.pb.
PlainResponse handle_history_sessions(const Caller& caller, const PlainRequest& request);
PlainResponse handle_history_sessions_proto(const Caller& caller, const PlainRequest& request);
PlainResponse handle_history_metadata(const Caller& caller, const PlainRequest& request);
PlainResponse handle_history_load(const Caller& caller, const PlainRequest& request);

}  // namespace clew
