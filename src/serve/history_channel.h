// SPDX-License-Identifier: MIT
#pragma once

#include "serve/rpc_channel.h"

namespace clew {

// JSON-RPC 2.0 for editors and scripts: the history API, and every operation of the table by its
// name.
class HistoryChannel : public RpcChannel {
 public:
  HistoryChannel(const ServeContext& context, ChannelHost host);

  static std::unique_ptr<MessageChannel> make(const ServeContext& context, ChannelHost host);

 protected:
  std::optional<RpcResult> call(const RpcCall& call) override;

 private:
  const ServeContext& context_;
};

}  // namespace clew
