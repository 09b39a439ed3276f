// SPDX-License-Identifier: MIT
//
// Any bytes on the connections of a server that runs: HTTP, WebSocket frames and messages of every
// protocol on them, RSocket on TCP. The first byte says what. The server must not fall, must answer
// HTTP with HTTP, and must serve the next one.

#include <algorithm>
#include <arpa/inet.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include "engine/event_bus.h"
#include "engine/session_cache.h"
#include "serve/server.h"
#include "serve/test_root.h"

namespace {

using namespace clew;

constexpr std::string_view kToken =
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
constexpr int kPatienceMs = 20;  // for an answer that may never come

void require(bool condition) {
  if (!condition) std::abort();
}

// One for many inputs: starting one takes longer than asking it.
class RunningServer {
 public:
  RunningServer() {
    char name[] = "/tmp/clew-fuzz-XXXXXX";
    require(::mkdtemp(name) != nullptr);
    folder_ = name;
    context_ = std::make_unique<ServeContext>(root_.context());
    context_->services.events = &bus_;
    context_->services.sessions = &sessions_;
    ServerOptions options;
    options.socket_path = folder_ + "/api.sock";
    options.token = kToken;
    options.rsocket_port = 0;
    options.limits.request_time = std::chrono::milliseconds(2000);
    auto server = Server::listen(options, *context_);
    require(server.has_value());
    server_ = std::move(*server);
    thread_ = std::thread([this] { server_->run(); });
  }
  ~RunningServer() {
    server_->stop();
    thread_.join();
    server_.reset();
    std::filesystem::remove_all(folder_);
  }

  const std::string socket_path() const { return folder_ + "/api.sock"; }
  std::uint16_t rsocket_port() const { return server_->rsocket_port(); }
  // Inputs may rename and delete what is there.
  void restore() {
    const auto info = root_.files.stat(file_);
    const std::string text = TestRoot::transcript();
    if (!info || info->size != std::ssize(text)) root_.files.add_file(file_, text);
  }

 private:
  const std::string file_ = std::string("/root/projects/-work-app/") + kTestSession + ".jsonl";
  std::string folder_;
  TestRoot root_;
  EventBus bus_;
  SessionCache sessions_;
  std::unique_ptr<ServeContext> context_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

class Socket {
 public:
  explicit Socket(const std::string& path) : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un where{};
    where.sun_family = AF_UNIX;
    std::strncpy(where.sun_path, path.c_str(), sizeof where.sun_path - 1);
    require(::connect(fd_, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0);
  }
  explicit Socket(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(port);
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(::connect(fd_, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0);
  }
  ~Socket() { ::close(fd_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  void end() { ::shutdown(fd_, SHUT_WR); }
  // Until the other side ends, has said `until`, or is silent for too long.
  std::string read(std::string_view until = {}, int patience_ms = kPatienceMs) {
    std::string all;
    char buffer[4096];
    for (pollfd ready{fd_, POLLIN, 0}; ::poll(&ready, 1, patience_ms) > 0;) {
      const ssize_t count = ::recv(fd_, buffer, sizeof buffer, 0);
      if (count <= 0) break;
      all.append(buffer, static_cast<std::size_t>(count));
      if (!until.empty() && all.find(until) != all.npos) break;
      if (all.size() > std::size_t{1} << 20) break;
    }
    return all;
  }

 private:
  int fd_;
};

std::string upgrade(std::string_view path) {
  return "GET " + std::string(path) +
         " HTTP/1.1\r\nHost: clew\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
}

// A whole message, masked with nothing.
std::string frame(std::string_view message, bool binary) {
  std::string out(1, static_cast<char>(binary ? 0x82 : 0x81));
  if (message.size() < 126) {
    out += static_cast<char>(0x80 | message.size());
  } else {
    out += static_cast<char>(0x80 | 126);
    out += static_cast<char>(message.size() >> 8 & 0xFF);
    out += static_cast<char>(message.size() & 0xFF);
  }
  out.append(4, '\0');
  return out.append(message);
}

std::string rsocket_setup() {
  constexpr std::string_view kType = "message/x.rsocket.routing.v0";
  std::string setup("\0\0\0\0\x04\0\0\x01\0\0\0\0\x13\x88\0\0\x27\x10", 18);
  setup += static_cast<char>(kType.size());
  setup += kType;
  setup += std::string("\x01x", 2) + std::string(kToken);
  std::string out(2, '\0');
  return out + static_cast<char>(setup.size()) + setup;
}

constexpr std::string_view kPaths[] = {"/ws", "/acp", "/rsocket"};

void speak_http(const RunningServer& server, std::string_view bytes) {
  Socket socket(server.socket_path());
  socket.send(bytes);
  socket.end();
  const std::string answer = socket.read();
  require(answer.empty() || answer.starts_with("HTTP/1."));
}

// Frames as they are, or each line in a frame of its own.
void speak_websocket(const RunningServer& server, std::string_view path, std::string_view bytes,
                     bool framed) {
  Socket socket(server.socket_path());
  socket.send(upgrade(path));
  require(socket.read("\r\n\r\n", 2000).starts_with("HTTP/1.1 101"));
  if (!framed) socket.send(bytes);
  for (int count = 0; framed && !bytes.empty() && count < 32; ++count) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    socket.send(frame(line.substr(0, 60'000), path == "/rsocket"));
  }
  socket.read();
}

void speak_rsocket(const RunningServer& server, std::string_view bytes, bool known) {
  Socket socket(server.rsocket_port());
  if (known) socket.send(rsocket_setup());
  socket.send(bytes);
  socket.end();
  socket.read();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::unique_ptr<RunningServer> running;
  static int inputs = 0;
  // What was written into its memory goes with it.
  if (!running || inputs % 2000 == 0) running = std::make_unique<RunningServer>();
  RunningServer& server = *running;
  if (size < 2 || size > std::size_t{1} << 17) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const unsigned mode = data[0] % 10;
  if (mode <= 1) speak_http(server, bytes);
  if (mode >= 2 && mode <= 7) speak_websocket(server, kPaths[mode % 3], bytes, mode >= 5);
  if (mode >= 8) speak_rsocket(server, bytes, mode == 9);
  server.restore();
  if (++inputs % 16 == 0) {
    Socket socket(server.socket_path());
    socket.send("GET /api/v1/server HTTP/1.1\r\nHost: clew\r\n\r\n");
    require(socket.read("}", 5000).starts_with("HTTP/1.1 200"));
  }
  return 0;
}
