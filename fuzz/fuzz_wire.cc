// SPDX-License-Identifier: MIT
//
// Any bytes on the connections of a server that runs: HTTP, WebSocket frames and messages of every
// protocol on them, RSocket on TCP. The first byte says what. The server must not fall, must answer
// HTTP with HTTP, must serve the next one, and must tell a stranger nothing: who has no token gets
// refusals and the files of the page, whatever the fields, chunks and trailers of his requests are.

#include <algorithm>
#include <arpa/inet.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include "engine/live/event_bus.h"
#include "engine/read/session_cache.h"
#include "serve/http/server.h"
#include "serve/net/test_root.h"

namespace {

using namespace clew;

constexpr std::string_view kToken =
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
constexpr std::string_view kPage = "<!doctype html>page";
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
    options.web_dir = folder_ + "/web";
    std::filesystem::create_directory(options.web_dir);
    std::ofstream(options.web_dir + "/index.html") << kPage;
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
  std::uint16_t port() const { return server_->port(); }
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

// "$H" stands for the server's name, which an input cannot know, "$U" for an upgrade.
std::string fill_in(const RunningServer& server, std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view two = text.substr(i, 2);
    if (two == "$H") out += "127.0.0.1:" + std::to_string(server.port());
    if (two == "$U") {
      out +=
          "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    }
    two == "$H" || two == "$U" ? void(++i) : void(out += text[i]);
  }
  return out;
}

// Every answer is a refusal or the page.
void require_nothing_told(std::string_view answers) {
  while (!answers.empty()) {
    require(answers.starts_with("HTTP/1.") && answers.size() > 12);
    const std::string_view status = answers.substr(9, 3);
    const std::size_t next = answers.find("HTTP/1.", 1);
    const std::string_view one = answers.substr(0, next);
    const bool page = status == "200" || status == "206" || status == "304" || status == "416";
    require(status[0] == '4' || page);
    if (page && status != "304") {
      const std::size_t body = one.find("\r\n\r\n");
      require(body == one.npos || one.size() - body - 4 <= 200);
      require(status == "416" || one.find("text/html") != one.npos);
    }
    require(one.find("Set-Cookie") == one.npos);
    answers.remove_prefix(one.size());
  }
}

void speak_as_stranger(const RunningServer& server, std::string_view bytes) {
  if (bytes.find(kToken) != bytes.npos) return;  // is no stranger
  Socket socket(server.port());
  socket.send(fill_in(server, bytes));
  socket.end();
  require_nothing_told(socket.read());
}

// A request in chunks: a line "METHOD target", fields up to an empty line, then chunks, one a line,
// and behind a line with a dot the trailer.
std::string chunked(std::string_view input) {
  const auto line = [&input] {
    const std::string_view one = input.substr(0, input.find('\n'));
    input.remove_prefix(std::min(input.size(), one.size() + 1));
    return std::string(one);
  };
  std::string out = line() + " HTTP/1.1\r\nHost: $H\r\nTransfer-Encoding: chunked\r\n";
  for (std::string one = line(); !one.empty(); one = line()) out += one + "\r\n";
  out += "\r\n";
  bool trailer = false;
  while (!input.empty()) {
    const std::string one = line();
    if (trailer) {
      out += one + "\r\n";
    } else if (one == ".") {
      out += "0\r\n";
      trailer = true;
    } else if (!one.empty()) {
      char size[20];
      std::snprintf(size, sizeof size, "%zx\r\n", one.size());
      out += size + one + "\r\n";
    }
  }
  return out + (trailer ? "\r\n" : "0\r\n\r\n");
}

// Frames as they are, or each line in a frame of its own.
void speak_websocket(const RunningServer& server, std::string_view path, std::string_view bytes,
                     bool framed) {
  Socket socket(server.socket_path());
  socket.send(upgrade(path));
  require(socket.read("\r\n\r\n", 20'000).starts_with("HTTP/1.1 101"));
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
  const unsigned mode = data[0] % 14;
  if (mode <= 1) speak_http(server, bytes);
  if (mode >= 2 && mode <= 7) speak_websocket(server, kPaths[mode % 3], bytes, mode >= 5);
  if (mode == 8 || mode == 9) speak_rsocket(server, bytes, mode == 9);
  if (mode == 10 || mode == 11) speak_as_stranger(server, bytes);
  if (mode == 12) speak_as_stranger(server, chunked(bytes));
  if (mode == 13) speak_http(server, fill_in(server, chunked(bytes)));
  server.restore();
  if (++inputs % 16 == 0) {
    Socket socket(server.socket_path());
    socket.send("GET /api/v1/server HTTP/1.1\r\nHost: clew\r\n\r\n");
    require(socket.read("}", 5000).starts_with("HTTP/1.1 200"));
  }
  return 0;
}
