// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "serve/call/json_rpc.h"
#include "serve/call/message_channel.h"

namespace clew {

struct RpcOptions {
  bool batches = false;  // ACP and today's MCP have none
  // The notification that cancels a request, and the member of its params that names it.
  std::string_view cancel_method = "$/cancelRequest";
  std::string_view cancel_member = "id";
};

struct RpcCall {
  std::string id;  // JSON text
  std::string_view method;
  json::Value params;             // lives as long as the call
  std::function<bool()> stopped;  // cancelled, or the peer has gone; may be copied
  bool in_batch = false;          // its answer cannot come later
};

// A peer that speaks JSON-RPC 2.0. Each protocol derives from it and says what its methods do. What
// comes in may be anything: it is answered with an error, never thrown, and at most one answer goes
// out for each request.
class RpcChannel : public MessageChannel {
 public:
  RpcChannel(ChannelHost host, RpcOptions options);
  ~RpcChannel() override;

  void receive(std::string_view message) override;
  // Sees cancellations early, so that they reach a request that runs.
  void arriving(std::string_view message) override;

 protected:
  // Nothing: the answer follows by reply(). Batches take no such answers.
  virtual std::optional<RpcResult> call(const RpcCall& call) = 0;
  virtual void notified(std::string_view /*method*/, json::Value /*params*/) {}
  // A request whose answer is still to come was cancelled.
  virtual void cancelled(const std::string& /*id*/) {}

  void reply(std::string_view id, const RpcResult& result);
  void notify(std::string_view method, std::string_view params);
  // Asks the peer; `then` gets the response, in turn with receive().
  using Answer = std::function<void(const RpcMessage&)>;
  void request(std::string_view method, std::string_view params, Answer then);

  const ChannelHost& host() const { return host_; }

 private:
  void receive_batch(json::Value batch);
  // The text of the answer; nothing when none is due now.
  std::optional<std::string> handle(json::Value value, bool in_batch);
  std::optional<RpcResult> guarded_call(const RpcMessage& message, bool in_batch);
  void handle_notification(const RpcMessage& message);
  void handle_response(const RpcMessage& message);
  bool is_cancelled(const std::string& id);

  ChannelHost host_;
  RpcOptions options_;
  json::Parser parser_;  // of receive(); calls in one direction never overlap
  std::map<std::string, Answer> asked_;
  std::int64_t next_id_ = 1;

  // Shared with arriving() and with stop functions that outlive a call.
  struct Cancellations {
    std::mutex mutex;
    std::set<std::string> ids;
  };
  std::shared_ptr<Cancellations> cancelled_ = std::make_shared<Cancellations>();
};

}  // namespace clew
