// SPDX-License-Identifier: MIT
//
// A WebSocket carries one MessageChannel. Frames are read and written on the loop, the channel
// works on the pool; between them are two bounded queues, so that a fast sender and a slow reader
// both wait instead of filling the memory.

#include <array>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "serve/http/net.h"
#include "serve/net/held_input.h"
#include "serve/net/outbox.h"

namespace clew::net {
namespace {

namespace websocket = beast::websocket;

constexpr std::size_t kMaxQueuedMessages = 16;  // from the peer
constexpr const char* kNoRoom = "too many large messages are being sent at once";
constexpr std::chrono::seconds kHandshakeTime{10};
constexpr std::chrono::seconds kSilence{60};  // then a ping, then the end

// The subprotocol to answer with: the kind's own, else the first that is not our token, which must
// not travel back. Empty when none fits.
std::string choose_subprotocol(std::string_view offered, std::string_view ours) {
  std::string first;
  while (!offered.empty()) {
    const std::size_t comma = offered.find(',');
    std::string_view one = offered.substr(0, comma);
    offered.remove_prefix(comma == offered.npos ? offered.size() : comma + 1);
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (!ours.empty() && one == ours) return std::string(ours);
    if (first.empty() && !one.starts_with("clew.token.")) first = one;
  }
  return first;
}

// The request as it was judged: what a client sent besides does not reach the handshake.
http::request<http::empty_body> upgrade_request(const ChannelKind& kind,
                                                const Handshake& handshake) {
  http::request<http::empty_body> request(http::verb::get, kind.path, 11);
  request.set(http::field::host, "clew");
  request.set(http::field::connection, "upgrade");
  request.set(http::field::upgrade, "websocket");
  request.set(http::field::sec_websocket_key, handshake.key);
  request.set(http::field::sec_websocket_version, handshake.version);
  return request;
}

// A message from the peer, counted as long as anybody holds it.
struct Incoming {
  explicit Incoming(InputBudget& budget) : held(budget) {}

  std::string text;
  HeldInput held;
};

class WebSocketConnection : public Connection,
                            public std::enable_shared_from_this<WebSocketConnection> {
 public:
  WebSocketConnection(ServerCore& core, Connections& connections, PeerStream stream,
                      const ChannelKind& kind)
      : core_(core),
        connections_(connections),
        kind_(kind),
        socket_(std::move(stream)),
        writable_(socket_.get_executor()),
        readable_(socket_.get_executor()),
        write_time_(socket_.get_executor()),
        message_time_(socket_.get_executor()),
        outbox_(std::make_shared<Outbox>(core.pool, core.outboxes, writable_.remote())),
        queue_(
            std::make_shared<SerialQueue>(core.pool, [box = outbox_] { return !box->is_full(); })) {
    ++core_.websockets;
    connections_.add(this);
  }
  ~WebSocketConnection() override {
    connections_.remove(this);
    --core_.websockets;
  }

  void shut() override {
    outbox_->close();
    readable_.signal();
    beast::get_lowest_layer(socket_).close();
  }
  Standing standing() const override { return {}; }
  const Caller* caller() const override { return caller_ ? &*caller_ : nullptr; }

  asio::awaitable<void> run(Caller caller, Handshake handshake) {
    const auto self = shared_from_this();
    caller_ = caller;
    if (!co_await accept(handshake)) co_return;
    outbox_->on_give_up(shut_from_anywhere());
    channel_ = kind_.make(caller, host_of(outbox_, queue_, core_.pool));
    asio::co_spawn(socket_.get_executor(), write_all(), asio::detached);
    co_await read_all();
    outbox_->close();
    queue_->close([channel = std::shared_ptr<MessageChannel>(std::move(channel_))] {});
  }

 private:
  std::function<void()> shut_from_anywhere() {
    return [weak = weak_from_this(), executor = socket_.get_executor()] {
      asio::post(executor, [weak] {
        if (const auto self = weak.lock()) self->shut();
      });
    };
  }

  asio::awaitable<bool> accept(const Handshake& handshake) {
    beast::get_lowest_layer(socket_).expires_never();  // it has a clock of its own
    socket_.set_option(websocket::stream_base::timeout{kHandshakeTime, kSilence, true});
    socket_.read_message_max(core_.options.limits.message_bytes);
    socket_.binary(kind_.binary);
    const std::string chosen = choose_subprotocol(handshake.subprotocols, kind_.subprotocol);
    const auto request = upgrade_request(kind_, handshake);
    socket_.set_option(
        websocket::stream_base::decorator([chosen](websocket::response_type& response) {
          if (!chosen.empty()) response.set(http::field::sec_websocket_protocol, chosen);
        }));
    auto [error] = co_await socket_.async_accept(request, kQuiet);
    co_return !error;
  }

  asio::awaitable<void> read_all() {
    while (outbox_->is_open()) {
      auto message = std::make_shared<Incoming>(core_.inputs);
      const bool came = co_await read_message(*message);
      if (!came) co_return;
      last_ = message;
      channel_->arriving(message->text);
      queue_->add(
          [channel = channel_, message = std::move(message), done = readable_.remote()]() mutable {
            channel->receive(message->text);
            message.reset();
            done();
          });
      while (queue_->size() >= kMaxQueuedMessages && outbox_->is_open()) {
        co_await readable_.wait_until(Clock::time_point::max());
      }
    }
  }

  // One message, which must be whole in the time for a body once it has begun. False: it did not
  // come, or there is no room for it.
  asio::awaitable<bool> read_message(Incoming& message) {
    do {
      auto [error, size] = co_await socket_.async_read_some(asio::buffer(piece_), kQuiet);
      if (error) co_return false;
      const bool has_room = co_await make_room(message, size);
      if (!has_room) {
        message.text = {};
        static_cast<void>(message.held.hold(0));
        co_await socket_.async_close({websocket::close_code::try_again_later, kNoRoom}, kQuiet);
        co_return false;
      }
      message.text.append(piece_.data(), size);
      if (message.text.size() == size) shut_after(message_time_, core_.options.limits.body_time);
    } while (!socket_.is_message_done());
    message_time_.cancel();
    co_return true;
  }

  // Waits for what this peer has sent before; it is not asked to wait for others, who may never
  // finish.
  asio::awaitable<bool> make_room(Incoming& message, std::size_t more) {
    while (!message.held.hold(message.text.size() + more)) {
      if (last_.expired() || !outbox_->is_open()) co_return false;
      message_time_.cancel();
      co_await readable_.wait_until(Clock::time_point::max());
      shut_after(message_time_, core_.options.limits.body_time);
    }
    co_return true;
  }

  void shut_after(asio::steady_timer& timer, std::chrono::milliseconds time) {
    timer.expires_after(time);
    timer.async_wait([weak = weak_from_this()](const NetError& error) {
      const auto self = weak.lock();
      if (!error && self) self->shut();
    });
  }

  // Each slice must be taken in time. The WebSocket's own clock only counts what comes in.
  asio::awaitable<bool> write(std::string_view message) {
    bool last = false;
    while (!last) {
      const std::string_view slice = message.substr(0, kSlice);
      message.remove_prefix(slice.size());
      last = message.empty();
      shut_after(write_time_, core_.options.limits.write_time);
      auto [error, size] =
          co_await socket_.async_write_some(last, asio::buffer(slice.data(), slice.size()), kQuiet);
      write_time_.cancel();
      if (error) co_return false;
    }
    co_return true;
  }

  asio::awaitable<void> write_all() {
    const auto self = shared_from_this();
    std::string message;
    while (outbox_->is_open()) {
      const bool taken = outbox_->take(message);
      queue_->resume();  // it rests while the outbox is full
      if (taken) {
        const bool sent = co_await write(message);
        if (!sent) break;
      } else if (outbox_->is_ended()) {
        co_await socket_.async_close(websocket::close_code::normal, kQuiet);
        break;
      } else {
        co_await writable_.wait_until(Clock::time_point::max());
      }
    }
    shut();
  }

  ServerCore& core_;
  Connections& connections_;
  const ChannelKind& kind_;
  websocket::stream<PeerStream> socket_;
  Wake writable_;
  Wake readable_;
  asio::steady_timer write_time_;
  asio::steady_timer message_time_;
  std::array<char, kReadSize> piece_;
  std::weak_ptr<Incoming> last_;  // that was handed to the channel; gone when all are worked on
  std::shared_ptr<Outbox> outbox_;
  std::shared_ptr<SerialQueue> queue_;
  std::shared_ptr<MessageChannel> channel_;
  std::optional<Caller> caller_;
};

}  // namespace

asio::awaitable<void> serve_websocket(ServerCore& core, Connections& connections, PeerStream stream,
                                      Caller caller, const ChannelKind& kind, Handshake handshake) {
  const auto connection =
      std::make_shared<WebSocketConnection>(core, connections, std::move(stream), kind);
  co_await connection->run(caller, std::move(handshake));
}

}  // namespace clew::net
