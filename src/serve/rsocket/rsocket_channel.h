// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "serve/call/caller.h"
#include "serve/call/event_feed.h"
#include "serve/call/message_channel.h"
#include "serve/rsocket/rsocket_frame.h"

namespace clew {

struct RSocketOptions {
  std::size_t largest_frame = rsocket::kLargestFrame;   // of ours; larger answers go in fragments
  std::size_t largest_request = std::size_t{16} << 20;  // all fragments of one
};

// An RSocket responder: each message is one frame. Routes: agent.getHistorySessions,
// agent.getHistoryMetadata and agent.loadHistory answer once; history.watch is a stream of events
// that obeys credits. No resumption, no channels, and leases without a limit.
class RSocketChannel : public MessageChannel {
 public:
  RSocketChannel(const Caller& caller, ChannelHost host, RSocketOptions options = {});

  static std::unique_ptr<MessageChannel> make(const Caller& caller, ChannelHost host);

  void arriving(std::string_view message) override;
  void receive(std::string_view message) override;

 private:
  // A request whose fragments are not all there yet.
  struct Partial {
    rsocket::FrameType type = rsocket::FrameType::kRequestResponse;
    std::uint32_t credits = 0;
    std::string metadata;
    std::string data;
  };
  // A stream of events.
  struct Watch {
    std::uint64_t credits = 0;
    std::deque<std::string> waiting;  // for credits
    std::shared_ptr<EventFeed> feed;
  };
  struct Cancelled;

  void handle_setup(const rsocket::Frame& frame);
  void handle_frame(const rsocket::Frame& frame);
  void handle_request(const rsocket::Frame& frame);
  void handle_fragment(const rsocket::Frame& frame);
  void run_request(std::uint32_t stream, const Partial& request);
  void answer(std::uint32_t stream, std::string_view route, std::string_view data);
  void watch(std::uint32_t stream, std::uint32_t credits, std::string_view data);
  void push(std::uint32_t stream, const LiveEvent& event);
  void flush(std::uint32_t stream, Watch& watch);
  void send_payload(std::uint32_t stream, std::uint16_t flags, std::string_view data);
  void fail_stream(std::uint32_t stream, const Error& error);
  void fail_stream(std::uint32_t stream, rsocket::ErrorCode code, std::string_view text);
  void fail_connection(rsocket::ErrorCode code, std::string_view text);

  const Caller caller_;
  ChannelHost host_;
  RSocketOptions options_;
  bool ready_ = false;
  bool closed_ = false;
  std::string metadata_type_;
  std::map<std::uint32_t, Partial> partial_;
  std::size_t partial_bytes_ = 0;
  std::map<std::uint32_t, Watch> watches_;
  std::shared_ptr<Cancelled> cancelled_;
};

}  // namespace clew
