// SPDX-License-Identifier: MIT
//
// The Model Context Protocol, both eras: with `initialize` (up to 2025-11-25) and without any state
// (2026-07-28), where every request says its version. A request that says none is of the first.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "serve/channels.h"
#include "serve/rpc_channel.h"

namespace clew {

// Answers one request; all methods but those that subscribe.
RpcResult mcp_call(const ServeContext& context, std::string_view method, json::Value params,
                   const std::function<bool()>& stopped);

// MCP on a stream of messages.
class McpChannel : public RpcChannel {
 public:
  McpChannel(const ServeContext& context, ChannelHost host);

  static std::unique_ptr<MessageChannel> make(const ServeContext& context, ChannelHost host);

 protected:
  std::optional<RpcResult> call(const RpcCall& call) override;

 private:
  const ServeContext& context_;
};

// MCP on HTTP: one POST, one answer.
PlainResponse handle_mcp_http(const ServeContext& context, const PlainRequest& request);

}  // namespace clew
