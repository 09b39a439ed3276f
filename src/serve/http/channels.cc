// SPDX-License-Identifier: MIT

#include "serve/http/channels.h"

#include "serve/acp/acp_agent.h"
#include "serve/mcp/mcp_server.h"
#include "serve/rpc/history_channel.h"
#include "serve/rpc/history_proto.h"
#include "serve/rsocket/rsocket_channel.h"

namespace clew {

std::span<const ChannelKind> channel_kinds() {
  static constexpr ChannelKind kKinds[] = {
      {.path = "/ws", .subprotocol = "clew.v1", .make = HistoryChannel::make},
      {.path = "/acp", .make = AcpAgent::make},
      {.path = "/rsocket", .binary = true, .make = RSocketChannel::make},
  };
  return kKinds;
}

std::span<const PlainHandler> plain_handlers() {
  static constexpr PlainHandler kHandlers[] = {
      {.path = "/mcp",
       .handle = handle_mcp_http,
       .is_stream = is_mcp_listen,
       .stream = stream_mcp_listen},
      {.path = "/api/history/sessions", .handle = handle_history_sessions},
      {.path = "/api/history/sessions.pb",
       .content_type = "application/x-protobuf",
       .handle = handle_history_sessions_proto},
      {.path = "/api/history/metadata.pb",
       .content_type = "application/x-protobuf",
       .handle = handle_history_metadata},
      {.path = "/api/history/load.pb",
       .content_type = "application/x-protobuf",
       .handle = handle_history_load},
  };
  return kHandlers;
}

}  // namespace clew
