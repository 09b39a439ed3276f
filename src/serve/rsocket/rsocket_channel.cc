// SPDX-License-Identifier: MIT

#include "serve/rsocket/rsocket_channel.h"

#include <algorithm>
#include <mutex>
#include <set>

#include "base/text.h"
#include "serve/call/error_codes.h"
#include "serve/rpc/history_proto.h"

namespace clew {

using rsocket::Frame;
using rsocket::FrameType;
namespace flag = rsocket::flag;
using Code = rsocket::ErrorCode;

// Requests that were cancelled before or while they ran; also seen by the reading thread.
struct RSocketChannel::Cancelled {
  std::mutex mutex;
  std::set<std::uint32_t> streams;

  bool contains(std::uint32_t stream) {
    const std::lock_guard lock(mutex);
    return streams.contains(stream);
  }
};

namespace {

constexpr std::size_t kMostRSocketStreams = 256;
constexpr std::size_t kMostWaiting = 1024;
constexpr std::size_t kMostCancelledStreams = 1024;
constexpr std::size_t kHeader = 6;

struct Route {
  std::string_view name;
  Result<std::string> (*run)(Engine&, std::string_view, const CallOptions&);
};

constexpr Route kRoutes[] = {
    {"agent.getHistorySessions", proto_history_sessions},
    {"agent.getHistoryMetadata", proto_history_metadata},
    {"agent.loadHistory", proto_load_history},
};

bool is_request(FrameType type) {
  return type == FrameType::kRequestResponse || type == FrameType::kRequestFnf ||
         type == FrameType::kRequestStream || type == FrameType::kRequestChannel;
}

}  // namespace

RSocketChannel::RSocketChannel(const Caller& caller, ChannelHost host, RSocketOptions options)
    : caller_(caller),
      host_(std::move(host)),
      options_(options),
      cancelled_(std::make_shared<Cancelled>()) {}

std::unique_ptr<MessageChannel> RSocketChannel::make(const Caller& caller, ChannelHost host) {
  return std::make_unique<RSocketChannel>(caller, std::move(host));
}

void RSocketChannel::arriving(std::string_view message) {
  const auto frame = message.size() < 64 ? rsocket::read_frame(message) : std::nullopt;
  if (!frame || frame->type != FrameType::kCancel) return;
  const std::lock_guard lock(cancelled_->mutex);
  if (cancelled_->streams.size() < kMostCancelledStreams) cancelled_->streams.insert(frame->stream);
}

void RSocketChannel::receive(std::string_view message) {
  if (closed_) return;
  const auto frame = rsocket::read_frame(message);
  if (!ready_) {
    if (!frame || frame->stream != 0 ||
        (frame->type != FrameType::kSetup && frame->type != FrameType::kResume)) {
      return fail_connection(Code::kInvalidSetup, "the first frame must be SETUP");
    }
    return handle_setup(*frame);
  }
  if (!frame) return fail_connection(Code::kConnectionError, "not a frame");
  handle_frame(*frame);
}

void RSocketChannel::handle_setup(const Frame& frame) {
  if (frame.type == FrameType::kResume) {
    return fail_connection(Code::kRejectedResume, "resumption is not supported");
  }
  if (frame.major != 1) return fail_connection(Code::kUnsupportedSetup, "version 1.0 is spoken");
  if (frame.has(flag::kResume)) {
    return fail_connection(Code::kRejectedSetup, "resumption is not supported");
  }
  ready_ = true;
  metadata_type_ = frame.metadata_type;
  if (frame.has(flag::kLease)) host_.send(rsocket::lease_frame());
}

void RSocketChannel::handle_frame(const Frame& frame) {
  if (is_request(frame.type)) return handle_request(frame);
  switch (frame.type) {
    case FrameType::kKeepalive:
      if (frame.has(flag::kRespond)) host_.send(rsocket::keepalive_frame(frame.data));
      return;
    case FrameType::kRequestN:
      if (const auto found = watches_.find(frame.stream); found != watches_.end()) {
        if (frame.number == 0) {
          return fail_stream(frame.stream, Code::kInvalid, "credits must be more than 0");
        }
        Watch& watch = found->second;
        watch.credits = std::min<std::uint64_t>(watch.credits + frame.number, rsocket::kUnlimited);
        flush(frame.stream, watch);
      }
      return;
    case FrameType::kCancel: {
      watches_.erase(frame.stream);
      if (const auto found = partial_.find(frame.stream); found != partial_.end()) {
        partial_bytes_ -= found->second.metadata.size() + found->second.data.size();
        partial_.erase(found);
      }
      const std::lock_guard lock(cancelled_->mutex);
      cancelled_->streams.erase(frame.stream);
      return;
    }
    case FrameType::kPayload:
      return handle_fragment(frame);
    case FrameType::kError:
      watches_.erase(frame.stream);
      if (frame.stream == 0) {
        closed_ = true;
        host_.close();
      }
      return;
    case FrameType::kLease:
    case FrameType::kMetadataPush:
      return;
    default:
      if (!frame.has(flag::kIgnore)) {
        fail_connection(Code::kConnectionError, "a frame of unknown type");
      }
  }
}

void RSocketChannel::handle_request(const Frame& frame) {
  // The client counts its streams by odd numbers.
  if (frame.stream % 2 == 0)
    return fail_connection(Code::kConnectionError, "not a client's stream");
  if (partial_.contains(frame.stream) || watches_.contains(frame.stream)) {
    return fail_connection(Code::kConnectionError, "a stream begins twice");
  }
  const bool counted =
      frame.type == FrameType::kRequestStream || frame.type == FrameType::kRequestChannel;
  if (counted && (frame.number == 0 || frame.number > rsocket::kUnlimited)) {
    return fail_stream(frame.stream, Code::kInvalid, "credits must be more than 0");
  }
  Partial request{frame.type, frame.number, std::string(frame.metadata.value_or("")),
                  std::string(frame.data)};
  if (!frame.has(flag::kFollows)) return run_request(frame.stream, request);
  const std::size_t size = request.metadata.size() + request.data.size();
  if (partial_.size() >= kMostRSocketStreams || partial_bytes_ + size > options_.largest_request) {
    return fail_stream(frame.stream, Code::kRejected, "too much at once");
  }
  partial_bytes_ += size;
  partial_.emplace(frame.stream, std::move(request));
}

void RSocketChannel::handle_fragment(const Frame& frame) {
  const auto found = partial_.find(frame.stream);
  if (found == partial_.end()) return;  // of a stream that is over
  Partial& request = found->second;
  const std::string_view metadata = frame.metadata.value_or("");
  partial_bytes_ += metadata.size() + frame.data.size();
  if (partial_bytes_ > options_.largest_request) {
    partial_bytes_ -=
        request.metadata.size() + request.data.size() + metadata.size() + frame.data.size();
    partial_.erase(found);
    return fail_stream(frame.stream, Code::kRejected, "the request is too large");
  }
  request.metadata += metadata;
  request.data += frame.data;
  if (frame.has(flag::kFollows)) return;
  Partial whole = std::move(request);
  partial_bytes_ -= whole.metadata.size() + whole.data.size();
  partial_.erase(found);
  run_request(frame.stream, whole);
}

void RSocketChannel::run_request(std::uint32_t stream, const Partial& request) {
  const std::string_view route = rsocket::route_of(request.metadata, metadata_type_);
  switch (request.type) {
    case FrameType::kRequestResponse:
      return answer(stream, route, request.data);
    case FrameType::kRequestStream:
      if (route == "history.watch") return watch(stream, request.credits, request.data);
      return fail_stream(stream, Code::kApplicationError, "Unknown route: " + terminal_line(route));
    case FrameType::kRequestChannel:
      return fail_stream(stream, Code::kRejected, "channels are not supported");
    default:
      return;  // nothing here is done without an answer
  }
}

void RSocketChannel::answer(std::uint32_t stream, std::string_view route, std::string_view data) {
  const auto found = std::find_if(std::begin(kRoutes), std::end(kRoutes),
                                  [route](const Route& row) { return row.name == route; });
  if (found == std::end(kRoutes)) {
    return fail_stream(stream, Code::kApplicationError, "Unknown route: " + terminal_line(route));
  }
  CallOptions options;
  options.stopped = [shared = cancelled_, stream, is_open = host_.is_open] {
    return !is_open() || shared->contains(stream);
  };
  if (options.stopped()) return;
  const auto engine = caller_.make_engine();
  auto bytes = found->run(*engine, data, options);
  if (options.stopped()) return;  // nobody waits for it
  if (!bytes) return fail_stream(stream, bytes.error());
  send_payload(stream, flag::kNext | flag::kComplete, *bytes);
}

// --- streams ---

void RSocketChannel::watch(std::uint32_t stream, std::uint32_t credits, std::string_view data) {
  EventBus* const bus = caller_.services().events;
  if (!bus) return fail_stream(stream, Code::kRejected, "nothing is watched here");
  if (watches_.size() >= kMostRSocketStreams)
    return fail_stream(stream, Code::kRejected, "too many");
  const auto engine = caller_.make_engine();
  auto request = read_watch_request(*engine, data);
  if (!request) return fail_stream(stream, request.error());
  const auto take = [this, stream](const LiveEvent& event) { push(stream, event); };
  Watch& watch = watches_[stream];
  watch.credits = credits;
  watch.feed = EventFeed::make(*bus, std::move(request->filter), host_, request->after, take);
  const std::shared_ptr<EventFeed> feed = watch.feed;
  feed->drain();
}

void RSocketChannel::push(std::uint32_t stream, const LiveEvent& event) {
  const auto found = watches_.find(stream);
  if (found == watches_.end()) return;
  Watch& watch = found->second;
  if (watch.waiting.size() >= kMostWaiting) {
    // The client gave no credits for too long: it has to look at everything again.
    watch.waiting.clear();
    watch.waiting.push_back(proto_history_event(
        LiveEvent(event.sequence, {.type = std::string(event_type::kResync),
                                   .payload = Resync{"no credits came for too long"}})));
  } else {
    watch.waiting.push_back(proto_history_event(event));
  }
  flush(stream, watch);
}

void RSocketChannel::flush(std::uint32_t stream, Watch& watch) {
  while (watch.credits > 0 && !watch.waiting.empty()) {
    if (watch.credits < rsocket::kUnlimited) --watch.credits;
    const std::string bytes = std::move(watch.waiting.front());
    watch.waiting.pop_front();
    send_payload(stream, flag::kNext, bytes);
  }
}

void RSocketChannel::send_payload(std::uint32_t stream, std::uint16_t flags,
                                  std::string_view data) {
  const std::size_t room = options_.largest_frame - kHeader;
  while (data.size() > room) {
    host_.send(rsocket::payload_frame(stream, flag::kFollows | flag::kNext, data.substr(0, room)));
    data.remove_prefix(room);
  }
  host_.send(rsocket::payload_frame(stream, flags, data));
}

void RSocketChannel::fail_stream(std::uint32_t stream, const Error& error) {
  fail_stream(stream, codes_of(error.code).rsocket, error.message);
}

void RSocketChannel::fail_stream(std::uint32_t stream, Code code, std::string_view text) {
  watches_.erase(stream);
  host_.send(rsocket::error_frame(stream, code, cut_utf16(text, 1000)));
}

void RSocketChannel::fail_connection(Code code, std::string_view text) {
  closed_ = true;
  watches_.clear();
  host_.send(rsocket::error_frame(0, code, text));
  host_.close();
}

}  // namespace clew
