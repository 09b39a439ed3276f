// SPDX-License-Identifier: MIT

#include "serve/call/login_codes.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "json/value.h"
#include "os/system_error.h"
#include "serve/call/access.h"
#include "serve/call/secrets.h"

namespace clew {
namespace {

constexpr std::size_t kMostAnswer = 4096;
constexpr timeval kPatience{.tv_sec = 2, .tv_usec = 0};

struct Socket {
  int fd;
  ~Socket() {
    if (fd >= 0) ::close(fd);
  }
};

Result<std::string> ask_server(const std::string& socket_path, std::string_view request) {
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (socket_path.size() >= sizeof where.sun_path) {
    return Error{ErrorCode::kInvalid, "the path of the unix socket is too long: " + socket_path};
  }
  std::memcpy(where.sun_path, socket_path.data(), socket_path.size());
  const Socket socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  if (socket.fd < 0) return system_error(errno, "open", "a socket");
  for (const int side : {SO_RCVTIMEO, SO_SNDTIMEO}) {
    ::setsockopt(socket.fd, SOL_SOCKET, side, &kPatience, sizeof kPatience);
  }
  if (::connect(socket.fd, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) {
    return system_error(errno, "connect to", socket_path);
  }
  if (::send(socket.fd, request.data(), request.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(request.size())) {
    return system_error(errno, "write to", socket_path);
  }
  std::string answer(kMostAnswer, '\0');
  std::size_t size = 0;
  while (size < answer.size()) {
    const ssize_t count = ::recv(socket.fd, answer.data() + size, answer.size() - size, 0);
    if (count < 0 && errno != EINTR) return system_error(errno, "read from", socket_path);
    if (count == 0) break;
    if (count > 0) size += static_cast<std::size_t>(count);
  }
  answer.resize(size);
  return answer;
}

}  // namespace

Result<std::string> LoginCodes::make(Clock::time_point now) {
  auto secret = make_secret();
  if (!secret) return secret;
  const std::lock_guard lock(mutex_);
  std::erase_if(codes_, [now](const Code& code) { return code.until <= now; });
  if (codes_.size() >= kMost) codes_.erase(codes_.begin());
  codes_.push_back({*secret, now + kLifetime});
  return secret;
}

bool LoginCodes::redeem(std::string_view code, Clock::time_point now,
                        const std::function<bool()>& is_own_user) {
  const std::lock_guard lock(mutex_);
  std::erase_if(codes_, [now](const Code& one) { return one.until <= now; });
  for (auto one = codes_.begin(); one != codes_.end(); ++one) {
    if (!same_secret(code, one->secret)) continue;
    if (!is_own_user()) return false;
    codes_.erase(one);
    return true;
  }
  return false;
}

Result<std::string> request_login_code(const std::string& socket_path) {
  auto answer = ask_server(socket_path,
                           "POST /api/v1/login-code HTTP/1.1\r\nHost: clew\r\nConnection: close\r\n"
                           "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  if (!answer) return answer;
  const std::size_t body = answer->find("\r\n\r\n");
  json::Parser parser;
  const auto root = parser.parse_copy(
      body == std::string::npos ? std::string_view() : std::string_view(*answer).substr(body + 4));
  std::string code = root ? std::string((*root)["code"].string_or("")) : std::string();
  if (code.empty()) {
    return Error{ErrorCode::kUnsupported,
                 "the server that runs gives no links; it is perhaps an older clew"};
  }
  return code;
}

}  // namespace clew
