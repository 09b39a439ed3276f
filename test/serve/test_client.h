// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

struct TestResponse {
  int status = 0;                              // 0: none came
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;                            // chunks put together
  bool whole = false;                          // its end was seen
};

// A socket in the hand of an attacker: sends any bytes, waits as long as told.
class TestClient {
 public:
  explicit TestClient(std::uint16_t port);
  explicit TestClient(const std::string& socket_path);
  ~TestClient();
  TestClient(TestClient&& other) noexcept;
  TestClient& operator=(TestClient&&) = delete;

  bool is_connected() const { return fd_ >= 0; }
  bool send(std::string_view bytes);
  // As much as goes without waiting.
  void send_what_fits(std::string_view bytes);
  void half_close();
  // One response; bytes behind it stay for the next call.
  TestResponse read_response(bool head_only = false,
                             std::chrono::milliseconds patience = std::chrono::seconds(10));
  // What comes until `text` has come, the end of the connection, or the end of patience.
  std::string read_until(std::string_view text,
                         std::chrono::milliseconds patience = std::chrono::seconds(10));
  // True when the server closed the connection within that time; what came is thrown away.
  bool is_closed_within(std::chrono::milliseconds patience);

  // WebSocket frames, as a client sends and receives them.
  bool send_frame(std::string_view payload, int opcode = 1);
  // Payload of the next message; nothing at the end. Pings are answered.
  std::optional<std::string> read_message();

 private:
  bool fill(std::chrono::steady_clock::time_point deadline);

  int fd_ = -1;
  std::string pending_;
};

}  // namespace clew
