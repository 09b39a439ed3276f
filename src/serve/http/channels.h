// SPDX-License-Identifier: MIT
//
// What the server serves besides operations, events and files: the one place where protocols are
// plugged in.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "serve/call/caller.h"
#include "serve/call/message_channel.h"
#include "serve/call/plain_handler.h"

namespace clew {

// A protocol on a WebSocket.
struct ChannelKind {
  std::string_view path;              // "/ws"
  std::string_view subprotocol = {};  // offered by the client and chosen by us; empty: none
  bool binary = false;                // what is sent goes out in binary frames
  std::unique_ptr<MessageChannel> (*make)(const Caller&, ChannelHost);
};

std::span<const ChannelKind> channel_kinds();

std::span<const PlainHandler> plain_handlers();

}  // namespace clew
