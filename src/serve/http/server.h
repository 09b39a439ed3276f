// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/call/message_channel.h"

namespace clew {

// What one client can take from the others. The defaults are those of `clew serve`; tests make them
// small.
struct ServerLimits {
  std::size_t header_bytes = std::size_t{16} << 10;
  std::size_t body_bytes = std::size_t{1} << 20;
  std::size_t batch_bytes = std::size_t{256} << 20;    // body of an append to the session store
  std::size_t batches_bytes = std::size_t{512} << 20;  // all of these that are held at once
  std::size_t message_bytes = std::size_t{16} << 20;   // of a WebSocket, a frame of RSocket
  std::size_t inputs_bytes = std::size_t{64} << 20;    // all bodies and messages but batches
  std::size_t connections = 2048;
  std::size_t strangers = 512;                 // of these, who has not shown the token yet
  std::size_t connections_per_peer = 64;       // other machines; on this one all peers look alike
  std::size_t requests_at_once = 400;          // of one person of a team, and then
  std::chrono::milliseconds request_each{20};  // one in this time
  std::size_t subscriptions = 512;             // event streams
  std::size_t websockets = 256;                // and connections of RSocket
  std::chrono::milliseconds header_time{10'000};  // for the whole head of a request
  std::chrono::milliseconds body_time{30'000};
  std::chrono::milliseconds batch_time{120'000};  // the same for a batch of more than a plain body
  std::chrono::milliseconds idle_time{60'000};
  std::chrono::milliseconds write_time{30'000};    // without any progress
  std::chrono::milliseconds request_time{60'000};  // until the first byte of the answer
  std::chrono::milliseconds keep_alive{15'000};    // comments in event streams
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;                          // 0: a free one
  std::optional<std::uint16_t> rsocket_port = {};  // RSocket over TCP; nothing: not served
  std::string socket_path;                         // of the unix socket; empty: none
  std::string token;                               // see access.h; empty: nobody gets in by TCP
  std::string cookie;                              // what a browser gets for the token
  std::vector<std::string> public_origins;
  std::string tls_certificate;  // files (os/tls.h); empty: no TLS, which takes loopback
  std::string tls_key;
  std::string web_dir;  // see static_files.h
  ServerLimits limits;
};

// The server: one loop for all connections, a few threads for the operations. `context` and what it
// points to must outlive it.
class Server {
 public:
  static Result<std::unique_ptr<Server>> listen(ServerOptions options, const ServeContext& context);
  // Waits for operations that are running, however long they take. Who cannot wait has a LastResort
  // (last_resort.h).
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  std::uint16_t rsocket_port() const;  // 0: not served
  std::string url() const;             // "http://127.0.0.1:7373", or https
  std::string rsocket_url() const;     // "tcp://127.0.0.1:7374"; empty: not served

  // The address of the page with a code that opens it once (login_codes.h).
  Result<std::string> make_login_link();

  // Serves until stop(), or until a signal after stop_on_signals().
  void run();
  void stop();  // from any thread
  void stop_on_signals();

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace clew
