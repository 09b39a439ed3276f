// SPDX-License-Identifier: MIT
//
// The bytes of one client: a TCP or unix socket, perhaps with TLS on it. One type, so that
// everything above is compiled once and does not know which it is.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include "os/tls.h"

namespace clew::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Protocol = asio::generic::stream_protocol;
using NetError = boost::system::error_code;

// What TLS adds to a socket. What it has to send besides answers to write() waits for the next one,
// so that a reader and a writer do not meet.
struct TlsLayer {
  explicit TlsLayer(std::unique_ptr<TlsSession> made) : session(std::move(made)) {}

  std::unique_ptr<TlsSession> session;
  std::array<char, std::size_t{16} << 10> input;
  std::string plain;   // that is being sent
  std::string output;  // the same, encrypted
};

class PeerStream {
 public:
  using Socket = beast::basic_stream<Protocol>;
  using executor_type = Socket::executor_type;

  // `peer`: the address of another machine; empty: this one.
  explicit PeerStream(Protocol::socket socket, std::string peer = {})
      : socket_(std::move(socket)), peer_(std::move(peer)) {}

  executor_type get_executor() { return socket_.get_executor(); }
  Protocol::socket& socket() { return socket_.socket(); }
  const std::string& peer() const { return peer_; }
  // Of the next reads and writes.
  template <class Time>
  void expires_after(Time time) {
    socket_.expires_after(time);
  }
  template <class Time>
  void expires_at(Time time) {
    socket_.expires_at(time);
  }
  void expires_never() { socket_.expires_never(); }
  void close() { socket_.close(); }

  // Before anything else, for a socket that has TLS. False: there is nobody to talk to; who spoke
  // plain HTTP was told.
  asio::awaitable<bool> begin_tls(std::unique_ptr<TlsSession> session);
  // The peer reads what was sent, and then its end.
  asio::awaitable<void> end_sending();
  // When the socket has become readable and nobody reads: whether that is because the peer went.
  bool is_gone();

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(NetError, std::size_t)>(
        [this](auto handler, const Buffers& into) {
          if (!tls_) return socket_.async_read_some(into, std::move(handler));
          asio::async_compose<decltype(handler), void(NetError, std::size_t)>(
              TlsRead<Buffers>{*this, into}, handler, get_executor());
        },
        token, buffers);
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(NetError, std::size_t)>(
        [this](auto handler, const Buffers& from) {
          if (!tls_) return socket_.async_write_some(from, std::move(handler));
          asio::async_compose<decltype(handler), void(NetError, std::size_t)>(
              TlsWrite<Buffers>{*this, from}, handler, get_executor());
        },
        token, buffers);
  }

  // What a WebSocket asks of a stream.
  friend void beast_close_socket(PeerStream& stream) { stream.close(); }
  template <class Handler>
  friend void async_teardown(beast::role_type role, PeerStream& stream, Handler&& handler) {
    using beast::websocket::async_teardown;
    async_teardown(role, stream.socket_, std::forward<Handler>(handler));
  }

 private:
  static constexpr std::size_t kMostPlain = std::size_t{64} << 10;

  // Reads until something could be decrypted.
  template <class Buffers>
  struct TlsRead {
    PeerStream& stream;
    Buffers into;
    enum class State : std::uint8_t { kBegins, kReads, kPosted } state = State::kBegins;
    NetError result = {};
    std::size_t count = 0;

    template <class Self>
    void operator()(Self& self, NetError error = {}, std::size_t size = 0) {
      TlsLayer& tls = *stream.tls_;
      if (state == State::kPosted) return self.complete(result, count);
      if (state == State::kReads) {
        if (error) return self.complete(error, 0);
        tls.session->feed({tls.input.data(), size});
      }
      const bool waits = !decrypt(tls);
      if (waits) {
        state = State::kReads;
        stream.socket_.async_read_some(asio::buffer(tls.input), std::move(self));
      } else if (state == State::kBegins) {  // never from within the call
        state = State::kPosted;
        asio::post(stream.get_executor(), std::move(self));
      } else {
        self.complete(result, count);
      }
    }

    // False: more has to come first.
    bool decrypt(TlsLayer& tls) {
      const asio::mutable_buffer first = first_of(into);
      if (first.size() == 0) return true;
      switch (tls.session->read({static_cast<char*>(first.data()), first.size()}, count)) {
        case TlsSession::Step::kDone:
          return true;
        case TlsSession::Step::kNeedsInput:
          return false;
        case TlsSession::Step::kClosed:
          result = asio::error::eof;
          return true;
        case TlsSession::Step::kBroken:
          break;
      }
      result = asio::error::connection_aborted;
      return true;
    }

    static asio::mutable_buffer first_of(const Buffers& buffers) {
      for (auto one = asio::buffer_sequence_begin(buffers);
           one != asio::buffer_sequence_end(buffers); ++one) {
        if (asio::mutable_buffer(*one).size() > 0) return *one;
      }
      return {};
    }
  };

  // Sends a part, as records of their own.
  template <class Buffers>
  struct TlsWrite {
    PeerStream& stream;
    Buffers from;
    bool began = false;

    template <class Self>
    void operator()(Self& self, NetError error = {}, std::size_t /*sent*/ = 0) {
      TlsLayer& tls = *stream.tls_;
      if (began) return self.complete(error, error ? 0 : tls.plain.size());
      began = true;
      tls.plain.resize(std::min(asio::buffer_size(from), kMostPlain));
      asio::buffer_copy(asio::buffer(tls.plain), from);
      const bool broken = tls.session->write(tls.plain) != TlsSession::Step::kDone;
      tls.output = tls.session->take_output();
      if (broken) {
        asio::post(stream.get_executor(), [self = std::move(self)]() mutable {
          self.complete(asio::error::connection_aborted, 0);
        });
        return;
      }
      asio::async_write(stream.socket_, asio::buffer(tls.output), std::move(self));
    }
  };

  Socket socket_;
  std::string peer_;
  std::unique_ptr<TlsLayer> tls_;  // null: none
};

}  // namespace clew::net
