// SPDX-License-Identifier: MIT

#include "serve/http_connection.h"

#include <array>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "serve/problem.h"

namespace clew::net {
namespace {

constexpr std::size_t kReadSize = 4096;
constexpr std::chrono::milliseconds kFarewell{500};

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

HttpConnection::HttpConnection(ServerCore& core, Connections& connections, Stream stream,
                               bool unix_socket)
    : core_(core),
      connections_(connections),
      stream_(std::move(stream)),
      unix_socket_(unix_socket),
      buffer_(core.options.limits.header_bytes + core.options.limits.body_bytes),
      wake_(stream_.get_executor()) {
  connections_.add(this);
}

HttpConnection::~HttpConnection() { connections_.remove(this); }

void HttpConnection::shut() {
  shut_ = true;
  wake_.signal();
  if (!handed_over_) stream_.close();
}

bool HttpConnection::is_idle(Clock::time_point& since) const {
  since = idle_since_;
  return idle_;
}

asio::awaitable<void> HttpConnection::run() {
  const auto self = shared_from_this();
  while (!shut_ && co_await wait_for_request()) {
    idle_ = false;
    const bool go_on = co_await serve_one();
    if (handed_over_) co_return;
    idle_ = true;
    idle_since_ = Clock::now();
    if (!go_on) break;
  }
  co_await say_goodbye();
}

// A socket that is closed while the client is still sending takes the answer with it. So what comes
// is thrown away for a while.
asio::awaitable<void> HttpConnection::say_goodbye() {
  if (!gone_ && !shut_) {
    NetError ignored;
    stream_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
    stream_.expires_after(kFarewell);
    std::array<char, kReadSize> nobody_reads_this;
    for (;;) {
      auto [error, size] =
          co_await stream_.async_read_some(asio::buffer(nobody_reads_this), kQuiet);
      if (error || shut_) break;
    }
  }
  stream_.close();
}

// An idle client may take its time, one that has begun a request may not.
asio::awaitable<bool> HttpConnection::wait_for_request() {
  if (buffer_.size() > 0) co_return true;
  stream_.expires_after(core_.options.limits.idle_time);
  auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(kReadSize), kQuiet);
  if (error) co_return false;
  buffer_.commit(size);
  co_return true;
}

HttpConnection::Served HttpConnection::serve_one() {
  const ServerLimits& limits = core_.options.limits;
  http::request_parser<http::string_body> parser;
  parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
  parser.body_limit(limits.body_bytes);
  stream_.expires_after(limits.header_time);
  if (auto [error, size] = co_await http::async_read_header(stream_, buffer_, parser, kQuiet);
      error) {
    co_return co_await refuse_broken(error);
  }
  // Host, origin and token are looked at before a byte of the body is waited for.
  request_ = Request(parser.get().base());
  const auto raw_target = request_.target();
  const auto target = parse_target(view(raw_target));
  Reply refusal;
  const bool known = target && check_access(*target, refusal);
  if (!target) refusal = problem_reply(400, target.error().message);
  if (!known) {
    request_.keep_alive(false);  // its body is still to come, and nobody wants it
    co_return co_await send(std::move(refusal));
  }
  if (view(request_[http::field::expect]) == "100-continue" &&
      !co_await write("HTTP/1.1 100 Continue\r\n\r\n")) {
    co_return false;
  }
  if (!parser.is_done()) {
    stream_.expires_after(limits.body_time);
    auto [error, size] = co_await http::async_read(stream_, buffer_, parser, kQuiet);
    if (error) co_return co_await refuse_broken(error);
  }
  request_ = parser.release();
  co_return co_await route(*target);
}

HttpConnection::Served HttpConnection::refuse_broken(NetError error) {
  request_ = Request();
  request_.version(11);
  request_.keep_alive(false);
  if (error == beast::error::timeout) {
    // The stream has closed itself.
    co_return false;
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    co_return co_await send(problem_reply(431, "the head of the request is too large"));
  }
  if (error == http::error::body_limit) {
    co_return co_await send(problem_reply(413, "the body of the request is too large"));
  }
  if (error.category() == make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message) {
    co_return co_await send(problem_reply(400, "this is no HTTP request: " + error.message()));
  }
  co_return false;
}

std::string_view HttpConnection::field(http::field name) const { return view(request_[name]); }

std::string_view HttpConnection::field_text(std::string_view name) const {
  return view(request_[beast::string_view(name.data(), name.size())]);
}

Credentials HttpConnection::credentials() const {
  Credentials from;
  from.unix_socket = unix_socket_;
  from.several_hosts = request_.count(http::field::host) > 1;
  if (request_.count(http::field::host) > 0) from.host = std::string(field(http::field::host));
  if (request_.count(http::field::origin) > 0) {
    from.origin = std::string(field(http::field::origin));
  }
  from.authorization = std::string(field(http::field::authorization));
  from.cookie = std::string(field(http::field::cookie));
  from.fetch_site = std::string(field_text("Sec-Fetch-Site"));
  from.subprotocols = std::string(field(http::field::sec_websocket_protocol));
  return from;
}

RequestForm HttpConnection::form() const {
  RequestForm form;
  form.head_only = request_.method() == http::verb::head;
  form.keep_alive = request_.keep_alive();
  form.http_1_1 = request_.version() >= 11;
  form.if_none_match = std::string(field(http::field::if_none_match));
  form.range = std::string(field(http::field::range));
  form.if_range = std::string(field(http::field::if_range));
  form.accept_encoding = std::string(field(http::field::accept_encoding));
  return form;
}

bool HttpConnection::wants_upgrade() const { return beast::websocket::is_upgrade(request_); }

// The page itself has no secrets and must load before it can show its token; everything else needs
// one.
bool HttpConnection::is_open_path(const Target& target) const {
  for (const PlainHandler& handler : plain_handlers()) {
    if (target.path.starts_with(handler.path)) return false;
  }
  if (target.path == "/api/v1/login") return true;
  const http::verb method = request_.method();
  return !target.path.starts_with("/api/") && !wants_upgrade() &&
         (method == http::verb::get || method == http::verb::head);
}

bool HttpConnection::check_access(const Target& target, Reply& refusal) const {
  const Credentials from = credentials();
  Access access = check_place(core_.rules, from);
  if (access == Access::kAllowed && !is_open_path(target)) access = check_token(core_.rules, from);
  switch (access) {
    case Access::kAllowed:
      return true;
    case Access::kForeignHost:
      refusal = problem_reply(
          403, "this server does not answer to that Host; use " + core_.rules.origins.front());
      break;
    case Access::kForeignOrigin:
      refusal = problem_reply(403, "pages of other sites may not talk to this server");
      break;
    case Access::kNoToken:
      refusal = problem_reply(401,
                              "a token is needed: \"Authorization: Bearer TOKEN\", or open the "
                              "link that clew serve printed");
      refusal.fields.emplace_back("WWW-Authenticate", "Bearer");
      break;
  }
  return false;
}

asio::awaitable<void> serve_http(ServerCore& core, Connections& connections, Stream stream,
                                 bool unix_socket) {
  const auto connection =
      std::make_shared<HttpConnection>(core, connections, std::move(stream), unix_socket);
  co_await connection->run();
}

}  // namespace clew::net
