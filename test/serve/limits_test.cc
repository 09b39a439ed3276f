// SPDX-License-Identifier: MIT
//
// Clients that are too large, too slow or too many.

#include <sys/resource.h>
#include <vector>

#include <gtest/gtest.h>

#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

TEST(Limits, LargeHeads) {
  TestServer server;
  const std::string much(20'000, 'x');
  EXPECT_EQ(server.get("/api/v1/list", "X-Filler: " + much + "\r\n").status, 431);
  EXPECT_EQ(server.get("/api/v1/list?cursor=" + much).status, 431);
  EXPECT_EQ(server.get("/api/v1/list?cursor=" + much.substr(0, 9'000)).status, 400);
  std::string many;
  for (int i = 0; i < 300; ++i) many += "&limit=1";
  EXPECT_EQ(server.get("/api/v1/list?limit=1" + many).status, 400);
}

TEST(Limits, LargeBodies) {
  TestServer server;
  TestClient client = server.client();
  client.send(server.request("POST", "/api/v1/list",
                             "Content-Type: application/json\r\nContent-Length: 99999999\r\n"));
  EXPECT_EQ(client.read_response().status, 413) << "before a byte of it was read";
  EXPECT_TRUE(client.is_closed_within(5s));
  TestClient chunks = server.client();
  chunks.send(server.request("POST", "/api/v1/list",
                             "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
  const std::string chunk = "10000\r\n" + std::string(0x10000, ' ') + "\r\n";
  for (int i = 0; i < 40 && chunks.send(chunk); ++i) {
  }
  EXPECT_EQ(chunks.read_response().status, 413);
}

// All of them have the token; what they hold together is bounded all the same.
TEST(Limits, UnfinishedBodiesOfManyHaveOneBound) {
  ServerLimits limits;
  limits.inputs_bytes = 1'000'000;
  TestServer server(limits);
  const std::string head = server.request(
      "POST", "/api/v1/list", "Content-Type: application/json\r\nContent-Length: 900000\r\n");
  std::vector<TestClient> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(server.client());
    clients.back().send(head + std::string(600'000, ' '));
  }
  int refused = 0;
  for (TestClient& client : clients) {
    const TestResponse response = client.read_response(false, 3s);
    if (response.status == 503) {
      EXPECT_EQ(response.headers.at("retry-after"), "1");
      ++refused;
    }
  }
  EXPECT_GE(refused, 3) << "at most one of them fits";
  EXPECT_EQ(server.post("/api/v1/list", "{}").status, 200) << "small ones are always served";
  clients.clear();
  const std::string large = "{" + std::string(800'000, ' ') + "}";
  TestResponse response;
  for (int i = 0; i < 50 && response.status != 200; ++i) {
    response = server.post("/api/v1/list", large);
  }
  EXPECT_EQ(response.status, 200) << "and the room is free again";
}

TEST(Limits, StrangersGetNoBodyRead) {
  TestServer server;
  TestClient client = server.client();
  client.send("POST /api/v1/list HTTP/1.1\r\nHost: " + server.host() +
              "\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n");
  EXPECT_EQ(client.read_response().status, 401) << "without waiting for the body";
}

TEST(Limits, BrokenRequests) {
  TestServer server;
  for (const char* bytes :
       {"\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: one\r\n two\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A:\r\n\t\r\n\r\n"}) {
    TestClient client = server.client();
    client.send(bytes);
    client.half_close();
    const TestResponse response = client.read_response();
    EXPECT_TRUE(response.status == 400 || response.status == 403 || response.status == 0)
        << bytes << response.status;
    EXPECT_TRUE(client.is_closed_within(5s)) << bytes;
  }
  EXPECT_EQ(server.get("/api/v1/projects").status, 200);
}

TEST(Limits, SlowHeadsAndBodies) {
  ServerLimits limits;
  limits.header_time = 300ms;
  limits.body_time = 300ms;
  TestServer server(limits);
  TestClient head = server.client();
  TestClient body = server.client();
  TestClient trickle = server.client();
  head.send("GET / HT");
  body.send(server.request("POST", "/api/v1/list",
                           "Content-Type: application/json\r\nContent-Length: 10\r\n"));
  // A byte now and then must not keep it alive.
  const auto begin = std::chrono::steady_clock::now();
  while (trickle.send("G") && !trickle.is_closed_within(50ms) &&
         std::chrono::steady_clock::now() - begin < 5s) {
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_TRUE(head.is_closed_within(5s));
  EXPECT_TRUE(body.is_closed_within(5s));
}

TEST(Limits, IdleConnectionsEnd) {
  ServerLimits limits;
  limits.idle_time = 200ms;
  TestServer server(limits);
  TestClient never = server.client();
  TestClient once = server.client();
  once.send(server.request("GET", "/api/v1/projects"));
  EXPECT_EQ(once.read_response().status, 200);
  EXPECT_TRUE(never.is_closed_within(5s));
  EXPECT_TRUE(once.is_closed_within(5s));
}

TEST(Limits, AThousandIdleConnections) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = std::min<rlim_t>(files.rlim_max, 8192);
  ::setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < 4096) GTEST_SKIP() << "the system allows too few files";
  TestServer server;
  std::vector<TestClient> idle;
  for (int i = 0; i < 1000; ++i) {
    idle.push_back(server.client());
    ASSERT_TRUE(idle.back().is_connected()) << i;
  }
  EXPECT_EQ(server.get("/api/v1/projects").status, 200);
}

TEST(Limits, TheOldestIdleConnectionMakesWay) {
  ServerLimits limits;
  limits.connections = 4;
  TestServer server(limits);
  std::vector<TestClient> idle;
  for (int i = 0; i < 4; ++i) {
    idle.push_back(server.client());
    idle.back().send(server.request("GET", "/api/v1/projects"));
    EXPECT_EQ(idle.back().read_response().status, 200);
  }
  EXPECT_EQ(server.get("/api/v1/projects").status, 200) << "there is room for who has a request";
  EXPECT_TRUE(idle.front().is_closed_within(5s));
}

TEST(Limits, AClientThatNeverReadsIsLeft) {
  ServerLimits limits;
  limits.write_time = 300ms;
  TestServer server(limits);
  TestClient client = server.client();
  // Far more than the buffers of both sides hold.
  const std::string request = server.request("GET", "/api/v1/list");
  std::string many;
  for (int i = 0; i < 2000; ++i) many += request;
  client.send(many.substr(0, many.size() / 2));
  std::this_thread::sleep_for(800ms);
  EXPECT_EQ(server.get("/api/v1/projects").status, 200);
}

TEST(Limits, HalfClosedSockets) {
  TestServer server;
  std::vector<TestClient> clients;
  for (int i = 0; i < 50; ++i) {
    clients.push_back(server.client());
    if (i % 2 == 0) clients.back().send("GET / HTTP/1.1\r\nHost:");
    clients.back().half_close();
  }
  for (TestClient& client : clients) EXPECT_TRUE(client.is_closed_within(5s));
  EXPECT_EQ(server.get("/api/v1/projects").status, 200);
}

TEST(Limits, FloodsOfSubscriptions) {
  ServerLimits limits;
  limits.subscriptions = 8;
  TestServer server(limits);
  std::vector<TestClient> followers;
  for (int i = 0; i < 8; ++i) {
    followers.push_back(server.client());
    followers.back().send(server.request("GET", "/api/v1/events"));
    EXPECT_NE(followers.back().read_until("retry:").find("200 OK"), std::string::npos);
  }
  const TestResponse refused = server.get("/api/v1/events");
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(refused.headers.contains("retry-after"));
  followers.pop_back();
  for (int i = 0; i < 100; ++i) {  // it is seen soon, not at once
    TestClient again = server.client();
    again.send(server.request("GET", "/api/v1/events"));
    if (again.read_until("\r\n\r\n").find("200 OK") != std::string::npos) return;
    std::this_thread::sleep_for(50ms);
  }
  FAIL() << "a place that became free was not given away";
}

}  // namespace
}  // namespace clew
