// SPDX-License-Identifier: MIT
//
// Boost, for the few files that include it: it takes half a minute to compile.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>

#include "serve/http/admission.h"
#include "serve/http/peer_stream.h"
#include "serve/http/server_core.h"

namespace clew::net {

namespace http = boost::beast::http;

using Clock = std::chrono::steady_clock;

// What is written, and read, of a connection at a time.
inline constexpr std::size_t kSlice = std::size_t{64} << 10;
inline constexpr std::size_t kReadSize = std::size_t{16} << 10;

// Errors come as values: auto [error, size] = co_await ...
inline constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

// Who goes first when there is no room: a stranger, then who waits without a request. Who is being
// served stays.
struct Standing {
  enum class Kind : std::uint8_t { kStranger, kIdle, kServed };
  Kind kind = Kind::kServed;
  Clock::time_point since = {};  // connected, or without a request
};

// A connection that can be told to end, on the loop.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void shut() = 0;
  virtual Standing standing() const = 0;
  // Who is being served; null: nobody.
  virtual const Caller* caller() const { return nullptr; }
};

// The connections that are there; only the loop touches it.
class Connections {
 public:
  virtual ~Connections() = default;
  virtual void add(Connection* connection) = 0;
  virtual void remove(Connection* connection) = 0;
};

// An event that others signal and one coroutine waits for.
class Wake {
 public:
  explicit Wake(const asio::any_io_executor& executor)
      : timer_(std::make_shared<asio::steady_timer>(executor)) {}

  // On the loop. Returns when signalled or when the time has come; perhaps earlier.
  asio::awaitable<void> wait_until(Clock::time_point time);
  void signal() { timer_->cancel(); }  // on the loop
  // From any thread, for as long as the loop exists.
  std::function<void()> remote() const {
    return [timer = std::weak_ptr(timer_), executor = timer_->get_executor()] {
      asio::post(executor, [timer] {
        if (const auto alive = timer.lock()) alive->cancel();
      });
    };
  }

 private:
  std::shared_ptr<asio::steady_timer> timer_;
};

// One more of something, while it lives; on the loop.
class Counted {
 public:
  explicit Counted(std::size_t& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  std::size_t& count_;
};

// Asks the team's store about a token that is not known (sign_ins.h). Nothing: it is now; else what
// to answer.
asio::awaitable<std::optional<Reply>> sign_in_person(ServerCore& core, std::string token,
                                                     std::string peer);

// Serves requests until the client goes or is told to.
asio::awaitable<void> serve_http(ServerCore& core, Connections& connections, PeerStream stream,
                                 bool unix_socket);

// Upgrades and serves a channel until one side ends it.
asio::awaitable<void> serve_websocket(ServerCore& core, Connections& connections, PeerStream stream,
                                      Caller caller, const ChannelKind& kind, Handshake handshake);

// Serves RSocket, frames behind their lengths, until one side ends it.
asio::awaitable<void> serve_rsocket(ServerCore& core, Connections& connections, PeerStream stream);

}  // namespace clew::net
