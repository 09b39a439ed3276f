// SPDX-License-Identifier: MIT

#include "serve/http/http_connection.h"

#include <algorithm>
#include <array>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/read.hpp>

#include "serve/call/problem.h"
#include "serve/http/request_parser.h"

namespace clew::net {
namespace {

constexpr std::size_t kHeadRead = 4096;
constexpr std::chrono::milliseconds kFarewell{500};
constexpr std::size_t kMostThrownAway = std::size_t{2} << 20;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

Reply no_room_reply() {
  Reply reply = problem_reply(503, "too many large requests are being sent at once; try again");
  reply.fields.emplace_back("Retry-After", "1");
  return reply;
}

}  // namespace

HttpConnection::HttpConnection(ServerCore& core, Connections& connections, PeerStream stream,
                               bool unix_socket)
    : core_(core),
      connections_(connections),
      stream_(std::move(stream)),
      unix_socket_(unix_socket),
      buffer_(core.options.limits.header_bytes + core.options.limits.body_bytes),
      wake_(stream_.get_executor()),
      known_(unix_socket) {
  connections_.add(this);
}

HttpConnection::~HttpConnection() { connections_.remove(this); }

void HttpConnection::shut() {
  shut_ = true;
  wake_.signal();
  if (!handed_over_) stream_.close();
}

Standing HttpConnection::standing() const {
  if (!known_) return {Standing::Kind::kStranger, began_};
  return {idle_ ? Standing::Kind::kIdle : Standing::Kind::kServed, idle_since_};
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
// is thrown away for a while. That takes time from others, so many strangers at once get no such
// favour.
asio::awaitable<void> HttpConnection::say_goodbye() {
  if (!gone_ && !shut_ && (known_ || core_.farewells < ServerCore::kMostFarewells)) {
    const Counted counted(core_.farewells);
    stream_.expires_after(kFarewell);
    co_await stream_.end_sending();
    std::array<char, kHeadRead> nobody_reads_this;
    std::size_t left = kMostThrownAway;
    while (left > 0) {
      auto [error, size] =
          co_await stream_.async_read_some(asio::buffer(nobody_reads_this), kQuiet);
      if (error || shut_) break;
      left -= std::min(left, size);
    }
  }
  stream_.close();
}

// An idle client may take its time, one that has begun a request may not.
asio::awaitable<bool> HttpConnection::wait_for_request() {
  if (buffer_.size() > 0) co_return true;
  stream_.expires_after(core_.options.limits.idle_time);
  auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(kHeadRead), kQuiet);
  if (error) co_return false;
  buffer_.commit(size);
  co_return true;
}

HttpConnection::Served HttpConnection::serve_one() {
  const ServerLimits& limits = core_.options.limits;
  RequestParser parser(unix_socket_);
  parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
  parser.body_limit(boost::none);  // the one that counts is known with the head
  stream_.expires_after(limits.header_time);
  if (auto [error, size] = co_await http::async_read_header(stream_, buffer_, parser, kQuiet);
      error) {
    co_return co_await refuse_broken(error);
  }
  // Here it is decided, before a byte of the body is waited for. Nothing below looks at the head.
  auto judged = core_.gate->admit(parser.head());
  if (const auto* const refusal = std::get_if<Refusal>(&judged);
      refusal && !refusal->unknown_token.empty()) {
    auto problem = co_await sign_in_person(core_, refusal->unknown_token, stream_.peer());
    if (shut_) co_return false;
    if (problem) {
      form_ = refusal->form;
      co_return co_await send(std::move(*problem));
    }
    judged = core_.gate->admit(parser.head());
  }
  if (auto* const refusal = std::get_if<Refusal>(&judged)) {
    form_ = std::move(refusal->form);
    co_return co_await send(std::move(refusal->reply));
  }
  const Admission& asked = std::get<Admission>(judged);
  form_ = asked.form;
  if (const auto* const guarded = std::get_if<GuardedRoute>(&asked.route)) {
    known_ = true;
    if (const std::string& person = guarded->caller.person();
        !person.empty() && !core_.requests.take(person, Clock::now())) {
      form_.keep_alive = false;
      Reply reply = problem_reply(429, "too many requests; wait a little");
      reply.fields.emplace_back("Retry-After", "1");
      co_return co_await send(std::move(reply));
    }
  }
  // A body is held in memory, so only so many bytes of all at once. Large ones say their size.
  const bool large = asked.body_size > limits.body_bytes;
  HeldInput held(large ? core_.batches : core_.inputs);
  if (large && !held.hold(asked.body_size)) {
    form_.keep_alive = false;
    co_return co_await send(no_room_reply());
  }
  parser.hold_body_in(held, large ? asked.body_size : 0);
  const auto* const guarded = std::get_if<GuardedRoute>(&asked.route);
  serving_ = guarded == nullptr ? nullptr : &guarded->caller;
  const bool goes_on = co_await read_and_route(parser, asked);
  serving_ = nullptr;
  co_return goes_on;
}

HttpConnection::Served HttpConnection::read_and_route(RequestParser& parser,
                                                      const Admission& asked) {
  const ServerLimits& limits = core_.options.limits;
  if (asked.expects_continue && !co_await write(kContinue)) co_return false;
  if (!parser.is_done()) {
    parser.body_limit(asked.most_body);
    const bool large = asked.body_size > limits.body_bytes;
    stream_.expires_after(large ? limits.batch_time : limits.body_time);
    auto [error, size] = co_await http::async_read(stream_, buffer_, parser, kQuiet);
    if (error == http::error::body_limit) {
      form_.keep_alive = false;
      // Made before: GCC 12 destroys twice what a conditional makes inside of a co_await.
      Reply reply = too_large_reply(asked.most_body);
      if (parser.lacked_room()) reply = no_room_reply();
      co_return co_await send(std::move(reply));
    }
    if (error) co_return co_await refuse_broken(error);
  }
  co_return co_await route(asked, parser.take_body());
}

HttpConnection::Served HttpConnection::refuse_broken(NetError error) {
  form_ = RequestForm();
  form_.keep_alive = false;
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

asio::awaitable<void> serve_http(ServerCore& core, Connections& connections, PeerStream stream,
                                 bool unix_socket) {
  const auto connection =
      std::make_shared<HttpConnection>(core, connections, std::move(stream), unix_socket);
  co_await connection->run();
}

}  // namespace clew::net
