// SPDX-License-Identifier: MIT

#include "serve/net/local_server.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/text.h"
#include "json/value.h"
#include "os/file_descriptor.h"
#include "os/system_error.h"
#include "serve/call/peer_user.h"

namespace clew {
namespace {

constexpr std::size_t kMostAnswer = std::size_t{64} << 20;

Error no_server() { return {ErrorCode::kNotFound, "clew serve is not running"}; }

Result<void> connect_to(const FileDescriptor& socket, const std::string& path) {
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (path.size() >= sizeof where.sun_path) {
    return Error{ErrorCode::kInvalid, "the path of the unix socket is too long: " + path};
  }
  std::memcpy(where.sun_path, path.data(), path.size());
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) {
    if (errno == ENOENT || errno == ECONNREFUSED) return no_server();
    return system_error(errno, "connect to", path);
  }
  // What is sent is for nobody else, wherever the environment says that the socket is.
  if (is_own_unix_peer(socket.get())) return {};
  return Error{ErrorCode::kUnsupported, path + " belongs to another user"};
}

Result<void> send_all(const FileDescriptor& socket, std::string_view bytes,
                      const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return system_error(errno, "write to", path);
    }
  }
  return {};
}

Result<std::string> receive_all(const FileDescriptor& socket, const std::string& path) {
  std::string bytes;
  char buffer[65536];
  while (bytes.size() < kMostAnswer) {
    const ssize_t count = ::recv(socket.get(), buffer, sizeof buffer, 0);
    if (count == 0) return bytes;
    if (count > 0) {
      bytes.append(buffer, static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return system_error(errno, "read from", path);
    }
  }
  return Error{ErrorCode::kIo, "the server's answer is too large"};
}

// The bytes of a chunked body; nothing when its end is missing.
std::optional<std::string> joined_chunks(std::string_view rest) {
  std::string body;
  for (;;) {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size, 16);
    const std::size_t start = rest.find("\r\n");
    if (error != std::errc() || start == rest.npos || rest.size() - start - 2 < size) return {};
    if (size == 0) return body;
    body += rest.substr(start + 2, size);
    rest.remove_prefix(start + 2 + size);
    if (!rest.starts_with("\r\n")) return {};
    rest.remove_prefix(2);
  }
}

}  // namespace

Result<LocalAnswer> read_http_answer(std::string_view bytes) {
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  const Error broken{ErrorCode::kIo, "the answer of the server that runs breaks off"};
  const std::size_t end = bytes.find("\r\n\r\n");
  if (!bytes.starts_with(kVersion) || end == bytes.npos) return broken;
  LocalAnswer answer;
  std::from_chars(bytes.data() + kVersion.size(), bytes.data() + end, answer.status);
  const std::string head = ascii_lower(bytes.substr(0, end));
  const std::string_view body = bytes.substr(end + 4);
  if (head.find("\r\ntransfer-encoding: chunked") == head.npos) {
    answer.body = body;
    return answer;
  }
  auto joined = joined_chunks(body);
  if (!joined) return broken;
  answer.body = std::move(*joined);
  return answer;
}

Result<LocalAnswer> ask_local_server(const std::string& socket_path, std::string_view path,
                                     std::string_view body, std::chrono::seconds patience) {
  const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) return system_error(errno, "open", "a socket");
  const timeval time{.tv_sec = static_cast<time_t>(patience.count()), .tv_usec = 0};
  for (const int side : {SO_RCVTIMEO, SO_SNDTIMEO}) {
    ::setsockopt(socket.get(), SOL_SOCKET, side, &time, sizeof time);
  }
  if (auto connected = connect_to(socket, socket_path); !connected) return connected.error();
  const std::string request = "POST " + std::string(path) +
                              " HTTP/1.1\r\nHost: clew\r\nConnection: close\r\n"
                              "Content-Type: application/json\r\nContent-Length: " +
                              std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
  if (auto sent = send_all(socket, request, socket_path); !sent) return sent.error();
  auto bytes = receive_all(socket, socket_path);
  if (!bytes) return bytes.error();
  return read_http_answer(*bytes);
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
