// SPDX-License-Identifier: MIT
//
// RSocket on a TCP port: what strangers, liars and slow ones get there.

#include <vector>

#include <gtest/gtest.h>

#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kRouting = "message/x.rsocket.routing.v0";
constexpr std::string_view kComposite = "message/x.rsocket.composite-metadata.v0";
constexpr std::string_view kAuthentication = "message/x.rsocket.authentication.v0";

std::string number(std::size_t value, int bytes) {
  std::string out;
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> shift & 0xFF);
  }
  return out;
}

std::string framed(const std::string& frame) { return number(frame.size(), 3) + frame; }

std::string setup(std::string_view type, std::string_view data, std::string_view metadata = "",
                  std::size_t lifetime = 10'000) {
  const bool has_metadata = !metadata.empty();
  std::string frame = number(0, 4) + number(0x0400 | (has_metadata ? 0x100 : 0), 2);
  frame += number(1, 2) + number(0, 2) + number(5'000, 4) + number(lifetime, 4);
  frame += number(type.size(), 1) + std::string(type);
  frame += number(3, 1) + "a/b";
  if (has_metadata) frame += number(metadata.size(), 3) + std::string(metadata);
  return framed(frame + std::string(data));
}

// agent.getHistorySessions on stream 1, its route alone.
std::string ask_sessions() {
  const std::string route = "agent.getHistorySessions";
  return framed(number(1, 4) + number(0x1100, 2) + number(route.size() + 1, 3) +
                number(route.size(), 1) + route);
}

const std::string kAnswer = number(1, 4) + number(0x2860, 2);  // one payload, complete
const std::string kKeepalive = framed(number(0, 4) + number(0x0c80, 2) + number(0, 8));
const std::string kInvalidSetup = number(0, 4) + number(0x2c00, 2) + number(1, 4);
const std::string kRejectedSetup = number(0, 4) + number(0x2c00, 2) + number(3, 4);

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RSocketTcp, TheTokenOpensIt) {
  TestServer server;
  const std::string token = TestServer::kToken;
  const std::string bearer = "\x81" + token;
  const std::string named = number(6, 1) + "bearer" + token;
  const std::string route = number(24, 1) + "agent.getHistorySessions";
  {
    TestClient client(server.rsocket_port());
    client.send(setup(kRouting, token) + ask_sessions());
    EXPECT_TRUE(has(client.read_until(kAnswer), kAnswer)) << "in the data of SETUP";
  }
  const std::string tried[] = {number(0xFC, 1) + number(bearer.size(), 3) + bearer,
                               number(kAuthentication.size() - 1, 1) +
                                   std::string(kAuthentication) + number(named.size(), 3) + named};
  for (const std::string& metadata : tried) {
    TestClient client(server.rsocket_port());
    client.send(setup(kComposite, "", metadata));
    const std::string composite = number(0xFE, 1) + number(route.size(), 3) + route;
    client.send(framed(number(1, 4) + number(0x1100, 2) + number(composite.size(), 3) + composite));
    EXPECT_TRUE(has(client.read_until(kAnswer), kAnswer)) << "as authentication metadata";
  }
  TestClient alone(server.rsocket_port());
  alone.send(setup(kAuthentication, "", bearer) + kKeepalive);
  EXPECT_TRUE(has(alone.read_until(number(0x0c00, 2)), number(0x0c00, 2)));
}

TEST(RSocketTcp, WithoutTheTokenNothing) {
  TestServer server;
  std::string wrong = TestServer::kToken;
  wrong.front() = wrong.front() == '0' ? '1' : '0';
  const std::string simple = "\x80" + std::string(TestServer::kToken);
  const std::string cases[] = {
      setup(kRouting, ""),
      setup(kRouting, wrong),
      setup(kRouting, TestServer::kCookie),
      setup(kRouting, std::string(TestServer::kToken) + "0"),
      setup(kRouting, "", TestServer::kToken),
      setup(kComposite, "", number(0xFC, 1) + number(wrong.size() + 1, 3) + "\x81" + wrong),
      setup(kComposite, TestServer::kToken, number(0xFC, 1) + number(1, 3) + "\x81"),
      setup(kComposite, "", number(0xFC, 1) + number(999, 3) + "\x81" + TestServer::kToken),
      setup(kAuthentication, "", simple),
      setup(kAuthentication, TestServer::kToken),
  };
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    TestClient client(server.rsocket_port());
    client.send(cases[i] + ask_sessions());
    const std::string all = client.read_until("never");
    EXPECT_TRUE(has(all, kRejectedSetup)) << i;
    EXPECT_FALSE(has(all, kAnswer)) << i;
    EXPECT_TRUE(client.is_closed_within(5s)) << i;
  }
}

TEST(RSocketTcp, MalformedFrames) {
  TestServer server;
  const std::string open = setup(kRouting, TestServer::kToken);
  struct Case {
    std::string bytes;
    std::string answer;  // empty: none
  };
  const Case cases[] = {
      {"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ""},
      {"POST /api/v1/list HTTP/1.1\r\n\r\n{}", ""},
      {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc", 9), ""},
      {number(0, 3), ""},
      {number(5, 3) + "abcde", ""},
      {number(0xFFFFFF, 3) + "abc", ""},
      {number(20'000, 3) + std::string(20'000, 'x'), ""},
      {framed(number(0, 4) + number(0x0c80, 2) + number(0, 8)), kInvalidSetup},
      {framed(number(0, 4) + number(0x3400, 2)), kInvalidSetup},
      {framed(number(1, 4) + number(0x0400, 2)), kInvalidSetup},
      {open.substr(0, 20), ""},
      {open + number(0, 3), ""},
      {open + number(3, 3) + "abc", ""},
      {open + framed(number(1, 4) + number(0xfc00, 2)), number(0x101, 4)},
      {open + framed(number(0x80000001, 4) + number(0x1100, 2)), number(0x101, 4)},
      {open + framed(number(2, 4) + number(0x1000, 2)), number(0x101, 4)},
  };
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    TestClient client(server.rsocket_port());
    client.send(cases[i].bytes);
    if (cases[i].answer.empty()) client.half_close();  // whoever hears a reason must stay
    const std::string all = client.read_until("never");
    EXPECT_TRUE(has(all, cases[i].answer)) << i;
    EXPECT_EQ(all.empty(), cases[i].answer.empty()) << i;
    EXPECT_TRUE(client.is_closed_within(5s)) << i;
  }
  EXPECT_EQ(server.get("/api/v1/projects").status, 200);
}

TEST(RSocketTcp, LargeFrames) {
  ServerLimits limits;
  limits.message_bytes = 100'000;
  TestServer server(limits);
  TestClient client(server.rsocket_port());
  client.send(setup(kRouting, TestServer::kToken) + number(100'001, 3));
  EXPECT_TRUE(client.is_closed_within(5s)) << "before a byte of it was read";
  TestClient fits(server.rsocket_port());
  const std::string large = number(0, 4) + number(0x0c80, 2) + number(0, 8);
  fits.send(setup(kRouting, TestServer::kToken) +
            framed(large + std::string(100'000 - large.size(), 'k')));
  const std::string echo = fits.read_until(std::string(90'000, 'k'));
  EXPECT_GT(echo.size(), 90'000u);
}

TEST(RSocketTcp, SlowAndSilentPeers) {
  ServerLimits limits;
  limits.header_time = 300ms;
  limits.body_time = 300ms;
  TestServer server(limits);
  TestClient nothing(server.rsocket_port());
  TestClient half(server.rsocket_port());
  TestClient stuck(server.rsocket_port());
  TestClient silent(server.rsocket_port());
  TestClient alive(server.rsocket_port());
  half.send(setup(kRouting, TestServer::kToken).substr(0, 10));
  stuck.send(setup(kRouting, TestServer::kToken) + number(1000, 3) + "abc");
  silent.send(setup(kRouting, TestServer::kToken, "", 1));  // of which the server makes a second
  alive.send(setup(kRouting, TestServer::kToken));
  // A byte now and then must not keep a stranger alive.
  TestClient trickle(server.rsocket_port());
  const std::string begin = setup(kRouting, TestServer::kToken);
  const auto began = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < begin.size() && trickle.send(begin.substr(i, 1)); ++i) {
    if (trickle.is_closed_within(50ms)) break;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, 5s);
  for (TestClient* client : {&nothing, &half, &stuck, &silent}) {
    EXPECT_TRUE(client->is_closed_within(5s));
  }
  alive.send(kKeepalive);
  EXPECT_TRUE(has(alive.read_until(number(0x0c00, 2)), number(0x0c00, 2)));
}

TEST(RSocketTcp, OnlySoMany) {
  ServerLimits limits;
  limits.websockets = 4;
  TestServer server(limits);
  std::vector<TestClient> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back(server.rsocket_port());
    clients.back().send(setup(kRouting, TestServer::kToken) + kKeepalive);
    EXPECT_TRUE(has(clients.back().read_until(number(0x0c00, 2)), number(0x0c00, 2)));
  }
  TestClient more(server.rsocket_port());
  more.send(setup(kRouting, TestServer::kToken));
  EXPECT_TRUE(has(more.read_until(kRejectedSetup), kRejectedSetup));
  clients.pop_back();
  for (int i = 0; i < 100; ++i) {  // it is seen soon, not at once
    TestClient again(server.rsocket_port());
    again.send(setup(kRouting, TestServer::kToken) + kKeepalive);
    if (has(again.read_until(number(0x0c00, 2), 300ms), number(0x0c00, 2))) return;
  }
  FAIL() << "a place that became free was not given away";
}

TEST(RSocketTcp, StrangersMakeWay) {
  ServerLimits limits;
  limits.connections = 4;
  TestServer server(limits);
  std::vector<TestClient> strangers;
  for (int i = 0; i < 4; ++i) strangers.emplace_back(server.rsocket_port());
  EXPECT_EQ(server.get("/api/v1/projects").status, 200);
}

TEST(RSocketTcp, TheServerEndsWithOpenConnections) {
  TestServer server;
  TestClient known(server.rsocket_port());
  TestClient stranger(server.rsocket_port());
  known.send(setup(kRouting, TestServer::kToken) + kKeepalive);
  known.read_until(number(0x0c00, 2));
  server.stop();
  EXPECT_TRUE(known.is_closed_within(5s));
  EXPECT_TRUE(stranger.is_closed_within(5s));
}

}  // namespace
}  // namespace clew
