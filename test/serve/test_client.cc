// SPDX-License-Identifier: MIT

#include "test_client.h"

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

TestClient::TestClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(port);
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int at_once = 1;  // small messages do not wait for each other
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
  if (::connect(fd_, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0) {
    ::close(std::exchange(fd_, -1));
  }
}

TestClient::TestClient(const std::string& socket_path)
    : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  std::strncpy(where.sun_path, socket_path.c_str(), sizeof where.sun_path - 1);
  if (::connect(fd_, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0) {
    ::close(std::exchange(fd_, -1));
  }
}

TestClient::TestClient(TestClient&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), pending_(std::move(other.pending_)) {}

TestClient::~TestClient() {
  if (fd_ >= 0) ::close(fd_);
}

bool TestClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void TestClient::send_what_fits(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void TestClient::half_close() { ::shutdown(fd_, SHUT_WR); }

bool TestClient::fill(Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
  pollfd ready{fd_, POLLIN, 0};
  if (left.count() < 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) return false;
  char buffer[65536];
  const ssize_t count = ::recv(fd_, buffer, sizeof buffer, 0);
  if (count <= 0) return false;
  pending_.append(buffer, static_cast<std::size_t>(count));
  return true;
}

std::string TestClient::read_until(std::string_view text, std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  while (pending_.find(text) == std::string::npos && fill(deadline)) {
  }
  const std::size_t found = pending_.find(text);
  const std::size_t end = found == std::string::npos ? pending_.size() : found + text.size();
  std::string taken = pending_.substr(0, end);
  pending_.erase(0, end);
  return taken;
}

bool TestClient::is_closed_within(std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  while (fill(deadline)) pending_.clear();
  return Clock::now() < deadline;
}

TestResponse TestClient::read_response(bool head_only, std::chrono::milliseconds patience) {
  TestResponse response;
  const auto deadline = Clock::now() + patience;
  const std::string head = read_until("\r\n\r\n", patience);
  if (!head.starts_with("HTTP/1.") || !head.ends_with("\r\n\r\n")) return response;
  response.status = std::stoi(head.substr(9, 3));
  std::size_t at = head.find("\r\n") + 2;
  while (at + 2 < head.size()) {
    const std::size_t end = head.find("\r\n", at);
    const std::size_t colon = head.find(": ", at);
    response.headers[lower(head.substr(at, colon - at))] = head.substr(colon + 2, end - colon - 2);
    at = end + 2;
  }
  if (response.status == 100) return read_response(head_only, patience);
  const bool bodiless =
      head_only || response.status == 101 || response.status == 304 || response.status == 204;
  if (bodiless) {
    response.whole = true;
  } else if (response.headers.contains("content-length")) {
    const std::size_t size = std::stoul(response.headers["content-length"]);
    while (pending_.size() < size && fill(deadline)) {
    }
    response.body = pending_.substr(0, size);
    response.whole = response.body.size() == size;
    pending_.erase(0, size);
  } else if (response.headers.contains("transfer-encoding")) {
    for (;;) {
      const std::string size_line = read_until("\r\n", patience);
      if (!size_line.ends_with("\r\n")) break;
      const std::size_t size = std::stoul(size_line, nullptr, 16);
      while (pending_.size() < size + 2 && fill(deadline)) {
      }
      if (pending_.size() < size + 2) break;
      response.body += pending_.substr(0, size);
      pending_.erase(0, size + 2);
      response.whole = size == 0;
      if (size == 0) break;
    }
  } else {
    while (fill(deadline)) {
    }
    response.body = std::exchange(pending_, {});
    response.whole = true;
  }
  return response;
}

bool TestClient::send_frame(std::string_view payload, int opcode) {
  std::string frame(1, static_cast<char>(0x80 | opcode));
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else if (payload.size() < 65536) {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size() & 255);
  } else {
    frame += static_cast<char>(0x80 | 127);
    for (int shift = 56; shift >= 0; shift -= 8) {
      frame += static_cast<char>((payload.size() >> shift) & 255);
    }
  }
  frame.append(4, '\0');  // a mask of zeros changes nothing
  frame += payload;
  return send(frame);
}

std::optional<std::string> TestClient::read_message() {
  const auto deadline = Clock::now() + std::chrono::seconds(10);
  std::string message;
  for (;;) {
    const auto need = [&](std::size_t count) {
      while (pending_.size() < count && fill(deadline)) {
      }
      return pending_.size() >= count;
    };
    if (!need(2)) return std::nullopt;
    const auto byte = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(pending_[i]));
    };
    const std::size_t opcode = byte(0) & 15;
    const bool last = (byte(0) & 0x80) != 0;
    std::size_t size = byte(1) & 127;
    const std::size_t extra = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (!need(2 + extra)) return std::nullopt;
    if (extra > 0) size = 0;
    for (std::size_t i = 0; i < extra; ++i) size = size << 8 | byte(2 + i);
    if (!need(2 + extra + size)) return std::nullopt;
    const std::string payload = pending_.substr(2 + extra, size);
    pending_.erase(0, 2 + extra + size);
    if (opcode == 8) return std::nullopt;
    if (opcode == 9) send_frame(payload, 10);
    if (opcode > 2) continue;
    message += payload;
    if (last) return message;
  }
}

}  // namespace clew
