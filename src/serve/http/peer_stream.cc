// SPDX-License-Identifier: MIT

#include "serve/http/peer_stream.h"

#include <cerrno>
#include <sys/socket.h>

#include "serve/http/net.h"

namespace clew::net {
namespace {

constexpr char kHandshakeRecord = 0x16;  // what TLS begins with
constexpr std::string_view kUseTls =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 44\r\n"
    "Connection: close\r\n\r\nThis server speaks TLS: use https:// here.\r\n";

}  // namespace

asio::awaitable<bool> PeerStream::begin_tls(std::unique_ptr<TlsSession> session) {
  auto layer = std::make_unique<TlsLayer>(std::move(session));
  bool is_first = true;
  for (;;) {
    const auto step = layer->session->handshake();
    layer->output = layer->session->take_output();
    if (!layer->output.empty()) {
      auto [error, sent] = co_await asio::async_write(socket_, asio::buffer(layer->output), kQuiet);
      if (error) co_return false;
    }
    if (step == TlsSession::Step::kDone) break;
    if (step != TlsSession::Step::kNeedsInput) co_return false;
    auto [error, size] = co_await socket_.async_read_some(asio::buffer(layer->input), kQuiet);
    if (error) co_return false;
    if (is_first && layer->input.front() != kHandshakeRecord) {
      co_await asio::async_write(socket_, asio::buffer(kUseTls), kQuiet);
      co_return false;
    }
    is_first = false;
    layer->session->feed({layer->input.data(), size});
  }
  tls_ = std::move(layer);
  co_return true;
}

asio::awaitable<void> PeerStream::end_sending() {
  if (tls_) {
    tls_->session->end();
    tls_->output = tls_->session->take_output();
    co_await asio::async_write(socket_, asio::buffer(tls_->output), kQuiet);
  }
  NetError ignored;
  socket_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
}

bool PeerStream::is_gone() {
  const int handle = socket_.socket().native_handle();
  if (!tls_) {
    char byte = 0;
    const auto count = ::recv(handle, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    // A further request that came early is left for later.
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  }
  // What came may be the word that nothing more will. Only that much is held.
  if (tls_->session->has_input()) return false;
  const auto count = ::recv(handle, tls_->input.data(), tls_->input.size(), MSG_DONTWAIT);
  if (count <= 0) return count == 0 || (errno != EAGAIN && errno != EINTR);
  tls_->session->feed({tls_->input.data(), static_cast<std::size_t>(count)});
  const auto step = tls_->session->peek();
  return step == TlsSession::Step::kClosed || step == TlsSession::Step::kBroken;
}

}  // namespace clew::net
