// SPDX-License-Identifier: MIT

#include "serve/http/local_server.h"

#include <sys/un.h>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include "json/value.h"
#include "os/socket_peer.h"

namespace clew {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

using Local = asio::local::stream_protocol;
using Stream = beast::basic_stream<Local>;
using NetError = boost::system::error_code;

constexpr std::uint64_t kMostAnswer = std::uint64_t{64} << 20;
constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

struct Question {
  const std::string& socket_path;
  http::request<http::string_body> request;
};

Error failed(const NetError& error, const std::string& path) {
  if (error == beast::error::timeout) {
    return {ErrorCode::kIo, "the clew serve that runs does not answer in time"};
  }
  if (error == http::error::end_of_stream || error == http::error::partial_message) {
    return {ErrorCode::kIo, "the answer of the server that runs breaks off"};
  }
  return {ErrorCode::kIo, "cannot ask the server at " + path + ": " + error.message()};
}

Error not_connected(const NetError& error, const std::string& path) {
  const bool nobody = error == boost::system::errc::no_such_file_or_directory ||
                      error == asio::error::connection_refused;
  return nobody ? Error{ErrorCode::kNotFound, "clew serve is not running"} : failed(error, path);
}

// An answer that does not say where it ends could be cut anywhere: it is none.
Result<LocalAnswer> whole_answer(http::response_parser<http::string_body>& parser) {
  if (!parser.chunked() && !parser.content_length()) {
    return Error{ErrorCode::kIo, "the answer of the server that runs does not say its length"};
  }
  return LocalAnswer{.status = static_cast<int>(parser.get().result_int()),
                     .body = std::move(parser.get().body())};
}

asio::awaitable<NetError> send_and_read(Stream& stream, const Question& question,
                                        http::response_parser<http::string_body>& parser) {
  auto [unsent, sent] = co_await http::async_write(stream, question.request, kQuiet);
  if (unsent) co_return unsent;
  beast::flat_buffer buffer;
  auto [unread, read] = co_await http::async_read(stream, buffer, parser, kQuiet);
  co_return unread;
}

asio::awaitable<void> ask(Stream& stream, const Question& question, Result<LocalAnswer>& answer) {
  const std::string& path = question.socket_path;
  if (auto [error] = co_await stream.async_connect(Local::endpoint(path), kQuiet); error) {
    answer = not_connected(error, path);
    co_return;
  }
  // What is sent is for nobody else, wherever the environment says that the socket is.
  if (!is_own_unix_peer(stream.socket().native_handle())) {
    answer = Error{ErrorCode::kUnsupported, path + " belongs to another user"};
    co_return;
  }
  http::response_parser<http::string_body> parser;
  parser.body_limit(kMostAnswer);
  const NetError error = co_await send_and_read(stream, question, parser);
  answer = error ? failed(error, path) : whole_answer(parser);
}

}  // namespace

Result<LocalAnswer> ask_local_server(const std::string& socket_path, std::string_view path,
                                     std::string_view body, std::chrono::milliseconds patience) {
  if (socket_path.size() >= sizeof(sockaddr_un{}.sun_path)) {
    return Error{ErrorCode::kInvalid, "the path of the unix socket is too long: " + socket_path};
  }
  Question question{socket_path, {http::verb::post, std::string(path), 11}};
  question.request.set(http::field::host, "clew");
  question.request.set(http::field::connection, "close");
  question.request.set(http::field::content_type, "application/json");
  question.request.body() = body;
  question.request.prepare_payload();

  asio::io_context loop(1);
  Stream stream(loop);
  stream.expires_after(patience);  // for all of it: a server that drips its answer counts as silent
  Result<LocalAnswer> answer = Error{ErrorCode::kIo, "the server could not be asked"};
  asio::co_spawn(loop, ask(stream, question, answer), asio::detached);
  loop.run();
  return answer;
}

Result<std::string> request_login_code(const std::string& socket_path) {
  auto answer = ask_local_server(socket_path, "/api/v1/login-code", "{}", std::chrono::seconds(2));
  if (!answer) return answer.error();
  json::Parser parser;
  const auto root = parser.parse_copy(answer->body);
  std::string code = root ? std::string((*root)["code"].string_or("")) : std::string();
  if (code.empty()) {
    return Error{ErrorCode::kUnsupported,
                 "the server that runs gives no links; it is perhaps an older clew"};
  }
  return code;
}

}  // namespace clew
