// SPDX-License-Identifier: MIT
//
// Operations without an end (tail, run, resume, edit) as methods of JSON-RPC: each line becomes a
// notification "<method>/event" with {"id": of the request, "event": the line}, and the answer
// comes when there are no more.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engine/call/operation.h"
#include "serve/call/caller.h"
#include "serve/call/message_channel.h"
#include "serve/rpc/rpc_channel.h"

namespace clew {

// One that runs, seen from its channel. The work itself outlives neither the connection nor the
// context, but perhaps the channel.
struct RpcStream {
  std::atomic<bool> cancelled = false;
  std::atomic<bool> over = false;
};

// Nothing: it runs, and its answer will come. Else why it does not.
std::optional<RpcResult> start_rpc_stream(const Caller& caller, const ChannelHost& host,
                                          const Operation& operation, const RpcCall& call,
                                          const std::shared_ptr<RpcStream>& stream);

}  // namespace clew
