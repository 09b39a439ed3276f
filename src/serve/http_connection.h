// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/arguments.h"
#include "serve/net.h"
#include "serve/reply.h"
#include "serve/response_stream.h"
#include "serve/target.h"

namespace clew::net {

// One client on HTTP: reads a request, answers it, and goes on. Lives on the loop; operations run
// on the pool and come back through a ResponseStream.
class HttpConnection : public Connection, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(ServerCore& core, Connections& connections, Stream stream, bool unix_socket);
  ~HttpConnection() override;

  asio::awaitable<void> run();
  void shut() override;
  bool is_idle(Clock::time_point& since) const override;

 private:
  // All of these answer the request and say whether the connection can go on.
  using Served = asio::awaitable<bool>;

  // http_connection.cc: reading requests, and who may
  asio::awaitable<bool> wait_for_request();
  asio::awaitable<void> say_goodbye();
  Served serve_one();
  Served refuse_broken(NetError error);
  bool is_open_path(const Target& target) const;
  bool check_access(const Target& target, Reply& refusal) const;
  Credentials credentials() const;
  RequestForm form() const;
  bool wants_upgrade() const;
  std::string_view field(http::field name) const;
  std::string_view field_text(std::string_view name) const;

  // http_routes.cc: what to answer
  Served route(const Target& target);
  Served serve_operation(const Operation& operation, const Target& target);
  Served serve_login();
  Served serve_openapi();
  Served serve_about();
  Served serve_static(const Target& target);
  Served serve_upgrade(const Target& target);
  Served serve_plain(const PlainHandler& handler, const Target& target);
  Served serve_plain_stream(const PlainHandler& handler, PlainRequest plain);
  bool is_json_post() const;

  // http_events.cc
  Served serve_events(const Target& target);

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
  Stream stream_;
  const bool unix_socket_;
  beast::flat_buffer buffer_;
  Request request_;
  Wake wake_;
  bool watching_ = false;
  bool gone_ = false;
  bool shut_ = false;
  bool handed_over_ = false;  // the socket lives on as a WebSocket
  bool idle_ = true;
  Clock::time_point idle_since_ = Clock::now();
};

}  // namespace clew::net
