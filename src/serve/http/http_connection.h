// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/admission.h"
#include "serve/http/net.h"
#include "serve/http/reply.h"
#include "serve/http/response_stream.h"

namespace clew::net {

class RequestParser;

// One client on HTTP: reads a request, answers it, and goes on. Lives on the loop; operations run
// on the pool and come back through a ResponseStream.
class HttpConnection : public Connection, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(ServerCore& core, Connections& connections, PeerStream stream, bool unix_socket);
  ~HttpConnection() override;

  asio::awaitable<void> run();
  void shut() override;
  Standing standing() const override;
  const Caller* caller() const override { return serving_; }

 private:
  // All of these answer the request and say whether the connection can go on.
  using Served = asio::awaitable<bool>;

  // http_connection.cc: reading requests
  asio::awaitable<bool> wait_for_request();
  asio::awaitable<void> say_goodbye();
  Served serve_one();
  Served read_and_route(RequestParser& parser, const Admission& asked);
  Served refuse_broken(NetError error);

  // http_routes.cc: what to answer. Who serves more than the page needs a Caller.
  Served route(const Admission& asked, std::string body);
  Served route_open(OpenRoute route, const Admission& asked, std::string_view body);
  Served serve_operation(const Caller& caller, const Operation& operation, const Admission& asked,
                         std::string_view body);
  Served serve_login(const Admission& asked, std::string_view body);
  Served serve_sign_in(std::string token);
  Served serve_logout(const Admission& asked, const std::string& cookie);
  Served serve_openapi(const Caller& caller);
  Served serve_about(const Caller& caller);
  Served serve_login_code(const Caller& caller, const Admission& asked);
  Served serve_static(const Admission& asked);
  Served serve_upgrade(const Caller& caller, const ChannelKind& kind, const Handshake& handshake);
  Served serve_store(const Caller& caller, const StoreRoute& route, const Admission& asked,
                     std::string body);
  Served serve_plain(const Caller& caller, const PlainHandler& handler, const Admission& asked,
                     std::string body);
  Served serve_plain_stream(const Caller& caller, const PlainHandler& handler, PlainRequest plain);

  // http_events.cc
  Served serve_events(const Caller& caller, const Admission& asked);

  // http_answers.cc: sending it
  Served send(Reply reply);
  Served send_stream(ResponseStream& stream, ResponseStream::Piece piece, std::string_view type);
  asio::awaitable<bool> write(std::string_view bytes);
  asio::awaitable<bool> write(std::string_view head, std::string_view body);
  // Waits for the maker; false when the client went, the time is up or the server stops.
  asio::awaitable<bool> wait_ready(const ResponseStream& stream, Clock::time_point deadline);
  void watch_client();

  ServerCore& core_;
  Connections& connections_;
  PeerStream stream_;
  const bool unix_socket_;
  beast::flat_buffer buffer_;
  RequestForm form_;  // of the request that is served
  Wake wake_;
  bool watching_ = false;
  bool gone_ = false;
  bool shut_ = false;
  bool handed_over_ = false;  // the socket lives on as a WebSocket
  bool known_;                // has shown once who it is
  bool idle_ = true;
  const Caller* serving_ = nullptr;  // of the request; null: nobody who had to be let in
  const Clock::time_point began_ = Clock::now();
  Clock::time_point idle_since_ = began_;
};

}  // namespace clew::net
