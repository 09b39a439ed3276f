// SPDX-License-Identifier: MIT
//
// The Model Context Protocol, both eras: with `initialize` (up to 2025-11-25) and without any state
// (2026-07-28), where every request says its version. A request that says none is of the first.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/call/event_feed.h"
#include "serve/call/plain_handler.h"
#include "serve/rpc/rpc_channel.h"

namespace clew {

inline constexpr std::string_view kMcpModern = "2026-07-28";

// Who asks, beside what a Caller says.
struct McpPeer {
  bool live = false;                 // it can be told of changes
  std::vector<std::string> folders;  // where it works, the most likely first
};

// Answers one request; all methods but those that subscribe.
RpcResult mcp_call(const Caller& caller, std::string_view method, json::Value params,
                   const std::function<bool()>& stopped, const McpPeer& peer);

// MCP on a stream of messages.
class McpChannel : public RpcChannel {
 public:
  // `folder`: where the client was when it started us; empty: it did not. A client that has roots
  // (legacy protocols) is asked for them, and they count instead.
  McpChannel(const Caller& caller, ChannelHost host, std::string folder = "");

  static std::unique_ptr<MessageChannel> make(const Caller& caller, ChannelHost host);

  // Calls of tools wait until the roots are known which they ask for, though not for long.
  void receive(std::string_view message) override;

 protected:
  std::optional<RpcResult> call(const RpcCall& call) override;
  void notified(std::string_view method, json::Value params) override;
  void cancelled(const std::string& id) override;

 private:
  // One resources/subscribe, or one subscriptions/listen.
  struct Listener {
    std::vector<std::shared_ptr<EventFeed>> feeds;
    std::string id;  // JSON, of the request that listens; empty in the older protocol
  };

  RpcResult subscribe(const RpcCall& call);
  std::optional<RpcResult> listen(const RpcCall& call);
  Result<std::shared_ptr<EventFeed>> follow(const std::string& uri, const std::string& listener);
  void tell(std::string_view method, std::string_view uri, const std::string& listener);
  void ask_for_roots();
  bool must_wait(std::string_view message) const;
  void wait_for_roots();
  void receive_held(int asked);

  const Caller caller_;
  McpPeer peer_;
  bool has_roots_ = false;                     // the client said so
  std::vector<std::string> held_;              // messages that wait for the roots
  bool roots_pending_ = false;                 // asked for, and waited for
  int roots_asked_ = 0;                        // how often
  std::map<std::string, Listener> listeners_;  // by uri, or by the id of the request
  std::shared_ptr<McpChannel*> self_ = std::make_shared<McpChannel*>(this);  // for posted tasks
};

// MCP on HTTP: one POST, one answer.
PlainResponse handle_mcp_http(const Caller& caller, const PlainRequest& request);
// The status and body of the refusal of what is no request; 200: it is one.
PlainResponse check_mcp_request(const PlainRequest& request);
// Whether the body says that it is of 2026-07-28.
bool is_modern_mcp_request(const PlainRequest& request);
// Or a stream of events, for subscriptions/listen of 2026-07-28 (mcp_listen.cc).
bool is_mcp_listen(const Caller& caller, const PlainRequest& request);
void stream_mcp_listen(const Caller& caller, const PlainRequest& request, const Sink& sink);

}  // namespace clew
