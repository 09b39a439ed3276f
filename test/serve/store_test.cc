// SPDX-License-Identifier: MIT
//
// The routes of the session store as HTTP sees them; what is behind them is tested in src/mirror
// and test/sessionstore.

#include <string>

#include <gtest/gtest.h>

#include "serve/call/store_routes.h"
#include "test_server.h"

namespace clew {
namespace {

constexpr std::string_view kLines = "Content-Type: application/x-ndjson\r\n";
constexpr std::string_view kKey = "?project=p&session=s";

std::string at(std::string_view route, std::string_view query = kKey) {
  return "/api/store/v1/" + std::string(route) + std::string(query);
}

TEST(StoreRoutes, StoreAndGiveBack) {
  const TestServer server;
  EXPECT_EQ(server.get(at("load")).status, 204);
  const TestResponse stored = server.ask("POST", at("append"), kLines, "{\"type\":\"a\"}\n");
  EXPECT_EQ(stored.status, 200);
  EXPECT_EQ(stored.body, "{\"lines\":1,\"known\":0,\"repeated\":false}\n");
  const TestResponse loaded = server.get(at("load"));
  EXPECT_EQ(loaded.body, "{\"type\":\"a\"}\n");
  EXPECT_EQ(loaded.headers.at("content-type"), "application/x-ndjson");
  EXPECT_EQ(loaded.headers.at("cache-control"), "no-store");
  EXPECT_NE(server.get(at("sessions", "?project=p")).body.find("\"sessionId\":\"s\""),
            std::string::npos);
}

TEST(StoreRoutes, ChangesNeedPostAndTheirType) {
  const TestServer server;
  for (const StoreRoute& route : store_routes()) {
    const std::string path = std::string(route.path) + std::string(kKey);
    EXPECT_EQ(server.ask(route.changes() ? "GET" : "POST", path, kLines).status, 405) << path;
    if (!route.changes()) continue;
    for (const char* type :
         {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"}) {
      const std::string field = "Content-Type: " + std::string(type) + "\r\n";
      EXPECT_EQ(server.ask("POST", path, field, "{}").status, 415) << path;
    }
  }
}

TEST(StoreRoutes, AreOffUnlessTurnedOn) {
  const TestServer server({}, false, nullptr, /*with_store=*/false);
  for (const StoreRoute& route : store_routes()) {
    const std::string type = "Content-Type: " + std::string(route.content_type) + "\r\n";
    const TestResponse answer =
        route.changes() ? server.ask("POST", route.path, type, "{}") : server.get(route.path);
    EXPECT_EQ(answer.status, 403) << route.path;
    EXPECT_NE(answer.body.find("--session-store"), std::string::npos) << answer.body;
  }
  const std::string large(2 << 20, 'x');
  EXPECT_EQ(server.ask("POST", at("append"), kLines, large).status, 413)
      << "nor is a large body read";
}

TEST(StoreRoutes, BatchesHaveBounds) {
  ServerLimits limits;
  limits.body_bytes = 40'000;
  limits.batch_bytes = 160'000;
  limits.batches_bytes = 120'000;
  const TestServer server(limits);
  const auto line = [](std::size_t size) {
    return "{\"type\":\"" + std::string(size, 'x') + "\"}\n";
  };
  EXPECT_EQ(server.ask("POST", at("append"), kLines, line(80'000)).status, 200);
  EXPECT_EQ(server.ask("POST", at("append"), kLines, line(200'000)).status, 413);
  const TestResponse busy = server.ask("POST", at("append"), kLines, line(140'000));
  EXPECT_EQ(busy.status, 503);
  EXPECT_EQ(busy.headers.at("retry-after"), "1");
  EXPECT_EQ(
      server.ask("POST", at("delete"), "Content-Type: application/json\r\n", line(80'000)).status,
      413);
  EXPECT_EQ(server.ask("POST", at("append"), kLines, line(80'000)).status, 200)
      << "what was held is free";
}

TEST(StoreRoutes, ABatchKeyComesOnce) {
  const TestServer server;
  const std::string key = std::string(kLines) + "Idempotency-Key: k\r\n";
  EXPECT_EQ(server.ask("POST", at("append"), key, "{\"type\":\"a\"}").status, 200);
  EXPECT_EQ(server.ask("POST", at("append"), key + "Idempotency-Key: l\r\n", "{}").status, 400);
  EXPECT_EQ(server.get(at("load")).body, "{\"type\":\"a\"}\n");
}

}  // namespace
}  // namespace clew
