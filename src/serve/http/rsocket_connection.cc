// SPDX-License-Identifier: MIT
//
// RSocket on a plain TCP connection: each frame behind three bytes of its length. Nobody but the
// loop sees a byte of a peer whose SETUP did not bring the token. Such a peer gets one small frame
// and little time; one that is let in must send each frame in the time of a request's body and may
// be silent for as long as its SETUP said.

#include <algorithm>

#include <boost/asio/buffer.hpp>

#include "serve/http/net.h"
#include "serve/net/held_input.h"
#include "serve/net/outbox.h"
#include "serve/rsocket/rsocket_channel.h"
#include "serve/rsocket/rsocket_frame.h"

namespace clew::net {
namespace {

constexpr std::size_t kLengthBytes = 3;
constexpr std::size_t kSmallestFrame = 6;
constexpr std::size_t kKeptBuffer = std::size_t{256} << 10;
constexpr std::size_t kMaxQueuedFrames = 16;
constexpr std::chrono::milliseconds kShortestLife{1'000};
constexpr std::chrono::milliseconds kLongestLife{600'000};
constexpr std::chrono::milliseconds kChannelFarewell{500};

std::string with_length(std::string_view frame) {
  std::string out;
  out.reserve(kLengthBytes + frame.size());
  for (const int shift : {16, 8, 0}) out += static_cast<char>(frame.size() >> shift & 0xFF);
  return out.append(frame);
}

class RSocketConnection : public Connection,
                          public std::enable_shared_from_this<RSocketConnection> {
 public:
  RSocketConnection(ServerCore& core, Connections& connections, PeerStream stream)
      : core_(core),
        connections_(connections),
        stream_(std::move(stream)),
        writable_(stream_.get_executor()),
        readable_(stream_.get_executor()),
        outbox_(std::make_shared<Outbox>(core.pool, core.outboxes, writable_.remote())),
        queue_(
            std::make_shared<SerialQueue>(core.pool, [box = outbox_] { return !box->is_full(); })) {
    connections_.add(this);
  }
  ~RSocketConnection() override {
    connections_.remove(this);
    if (known_) --core_.websockets;
  }

  void shut() override {
    outbox_->close();
    readable_.signal();
    stream_.close();
  }
  Standing standing() const override {
    return {known_ ? Standing::Kind::kServed : Standing::Kind::kStranger, began_};
  }
  const Caller* caller() const override { return caller_ ? &*caller_ : nullptr; }

  asio::awaitable<void> run() {
    const auto self = shared_from_this();
    std::string frame;
    const Clock::time_point patience = began_ + core_.options.limits.header_time;
    const bool came =
        co_await read_frame(frame, core_.options.limits.header_bytes, patience, patience);
    if (!came) {
      stream_.close();
      co_return;
    }
    if (core_.gate->people() != nullptr) {
      const auto setup = rsocket::read_frame(frame);
      const auto token = setup ? rsocket::bearer_of(*setup) : std::nullopt;
      if (token && !core_.gate->admit_token(*token)) {
        co_await sign_in_person(core_, std::string(*token), stream_.peer());
      }
    }
    std::string refusal;
    const auto caller = check_setup(frame, refusal);
    if (!caller) {
      co_await refuse(refusal);
      co_return;
    }
    known_ = true;
    caller_ = caller;
    ++core_.websockets;
    outbox_->on_give_up([weak = weak_from_this(), executor = stream_.get_executor()] {
      asio::post(executor, [weak] {
        if (const auto peer = weak.lock()) peer->shut();
      });
    });
    channel_ = RSocketChannel::make(*caller, host_of(outbox_, queue_, core_.pool));
    asio::co_spawn(stream_.get_executor(), write_all(), asio::detached);
    hand_over(std::move(frame));
    co_await read_all();
    outbox_->close();
    queue_->close([channel = std::move(channel_)] {});
    stream_.close();
  }

 private:
  // Who the peer is; nothing when it may not stay, and `refusal` is the frame that says why.
  std::optional<Caller> check_setup(std::string_view bytes, std::string& refusal) {
    using rsocket::ErrorCode;
    const auto frame = rsocket::read_frame(bytes);
    if (!frame || frame->stream != 0 || frame->type != rsocket::FrameType::kSetup) {
      refusal = rsocket::error_frame(0, ErrorCode::kInvalidSetup, "the first frame must be SETUP");
      return std::nullopt;
    }
    const auto token = rsocket::bearer_of(*frame);
    auto caller = token ? core_.gate->admit_token(*token) : std::nullopt;
    if (!caller) {
      refusal = rsocket::error_frame(0, ErrorCode::kRejectedSetup,
                                     "the server's token is needed in SETUP");
      return std::nullopt;
    }
    if (core_.websockets >= core_.options.limits.websockets) {
      refusal = rsocket::error_frame(0, ErrorCode::kRejectedSetup, "too many connections are open");
      return std::nullopt;
    }
    lifetime_ =
        std::clamp(std::chrono::milliseconds(frame->lifetime_ms), kShortestLife, kLongestLife);
    return caller;
  }

  // A socket that is closed with unread bytes in it takes the answer with it.
  asio::awaitable<void> refuse(std::string_view frame) {
    const std::string bytes = with_length(frame);
    const bool sent = co_await write(bytes);
    if (sent && core_.farewells < ServerCore::kMostFarewells) {
      const Counted counted(core_.farewells);
      stream_.expires_after(kChannelFarewell);
      co_await stream_.end_sending();
      for (;;) {
        buffer_.resize(kReadSize);
        auto [error, size] = co_await stream_.async_read_some(asio::buffer(buffer_), kQuiet);
        if (error) break;
      }
    }
    stream_.close();
  }

  // One frame of at most `most` bytes: its first byte until `begin`, all of it until `end`, or
  // within the time for a body when that is earlier. False: it did not come or cannot be.
  asio::awaitable<bool> read_frame(std::string& frame, std::size_t most, Clock::time_point begin,
                                   Clock::time_point end) {
    if (buffer_.empty()) {
      const bool more = co_await read_more(begin);
      if (!more) co_return false;
    }
    end = std::min(end, Clock::now() + core_.options.limits.body_time);
    while (buffer_.size() < kLengthBytes) {
      const bool more = co_await read_more(end);
      if (!more) co_return false;
    }
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i) {
      length = length << 8 | static_cast<unsigned char>(buffer_[i]);
    }
    if (length < kSmallestFrame || length > most) co_return false;
    while (buffer_.size() < kLengthBytes + length) {
      const bool more = co_await read_more(end);
      if (!more) co_return false;
    }
    frame.assign(buffer_, kLengthBytes, length);
    buffer_.erase(0, kLengthBytes + length);
    if (buffer_.empty() && buffer_.capacity() > kKeptBuffer) buffer_.shrink_to_fit();
    co_return true;
  }

  // Memory is taken for what has come, not for what was announced.
  asio::awaitable<bool> read_more(Clock::time_point deadline) {
    stream_.expires_at(deadline);
    const std::size_t had = buffer_.size();
    // Waits for what this peer has sent before, not for others, who may never finish.
    while (!held_.hold(had + kReadSize)) {
      if (last_.expired() || !outbox_->is_open() || Clock::now() >= deadline) co_return false;
      co_await readable_.wait_until(deadline);
    }
    buffer_.resize(had + kReadSize);
    auto [error, size] =
        co_await stream_.async_read_some(asio::buffer(buffer_.data() + had, kReadSize), kQuiet);
    buffer_.resize(had + (error ? 0 : size));
    co_return !error;
  }

  // What it takes until it is worked on was counted while it was read.
  void hand_over(std::string frame) {
    auto held = std::make_shared<HeldInput>(core_.inputs);
    static_cast<void>(held_.hold(buffer_.size()));
    static_cast<void>(held->hold(frame.size()));
    last_ = held;
    const auto message = std::make_shared<const std::string>(std::move(frame));
    channel_->arriving(*message);
    queue_->add(
        [channel = channel_, message, held = std::move(held), done = readable_.remote()]() mutable {
          channel->receive(*message);
          held.reset();
          done();
        });
  }

  asio::awaitable<void> read_all() {
    std::string frame;
    while (outbox_->is_open()) {
      const bool came = co_await read_frame(frame, core_.options.limits.message_bytes,
                                            Clock::now() + lifetime_, Clock::time_point::max());
      if (!came) co_return;
      hand_over(std::move(frame));
      while (queue_->size() >= kMaxQueuedFrames && outbox_->is_open()) {
        co_await readable_.wait_until(Clock::time_point::max());
      }
    }
  }

  asio::awaitable<bool> write(std::string_view bytes) {
    while (!bytes.empty()) {
      stream_.expires_after(core_.options.limits.write_time);
      const std::size_t size = std::min(bytes.size(), kSlice);
      auto [error, written] =
          co_await asio::async_write(stream_, asio::buffer(bytes.data(), size), kQuiet);
      if (error) co_return false;
      bytes.remove_prefix(size);
    }
    co_return true;
  }

  // The peer reads what was sent before it sees the end; what it still sends is read meanwhile.
  asio::awaitable<void> say_goodbye() {
    co_await stream_.end_sending();
    const Clock::time_point end = Clock::now() + kChannelFarewell;
    while (outbox_->is_open() && Clock::now() < end) co_await writable_.wait_until(end);
  }

  asio::awaitable<void> write_all() {
    const auto self = shared_from_this();
    std::string frame;
    while (outbox_->is_open()) {
      const bool taken = outbox_->take(frame);
      queue_->resume();  // it rests while the outbox is full
      if (taken) {
        const std::string bytes = with_length(frame);
        const bool sent = co_await write(bytes);
        if (!sent) break;
      } else if (outbox_->is_ended()) {
        co_await say_goodbye();
        break;
      } else {
        co_await writable_.wait_until(Clock::time_point::max());
      }
    }
    shut();
  }

  ServerCore& core_;
  Connections& connections_;
  PeerStream stream_;
  Wake writable_;
  Wake readable_;
  std::shared_ptr<Outbox> outbox_;
  std::shared_ptr<SerialQueue> queue_;
  std::shared_ptr<MessageChannel> channel_;
  std::string buffer_;
  HeldInput held_{core_.inputs};
  std::weak_ptr<HeldInput> last_;  // of the last frame that was handed over
  const Clock::time_point began_ = Clock::now();
  std::chrono::milliseconds lifetime_{0};
  bool known_ = false;  // its SETUP was right
  std::optional<Caller> caller_;
};

}  // namespace

asio::awaitable<void> serve_rsocket(ServerCore& core, Connections& connections, PeerStream stream) {
  const auto connection = std::make_shared<RSocketConnection>(core, connections, std::move(stream));
  co_await connection->run();
}

}  // namespace clew::net
