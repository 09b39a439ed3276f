// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "serve/call/caller.h"
#include "serve/call/event_feed.h"
#include "serve/rpc/rpc_channel.h"
#include "serve/rpc/rpc_stream.h"

namespace clew {

// JSON-RPC 2.0 for editors and scripts: the history API, and every operation of the table by its
// name. history/subscribe sends notifications "history/changed" from then on; operations without an
// end send "<name>/event" (rpc_stream.h).
class HistoryChannel : public RpcChannel {
 public:
  HistoryChannel(const Caller& caller, ChannelHost host);

  static std::unique_ptr<MessageChannel> make(const Caller& caller, ChannelHost host);

 protected:
  std::optional<RpcResult> call(const RpcCall& call) override;
  void cancelled(const std::string& id) override;

 private:
  std::optional<RpcResult> stream(const RpcCall& call, const Operation& operation);
  RpcResult subscribe(const RpcCall& call, Engine& engine);
  RpcResult unsubscribe(const RpcCall& call);

  const Caller caller_;
  std::map<std::string, std::shared_ptr<EventFeed>> feeds_;  // by the id of their subscription
  std::int64_t next_feed_ = 1;
  std::map<std::string, std::shared_ptr<RpcStream>> streams_;  // by the id of their request
};

}  // namespace clew
