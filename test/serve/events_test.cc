// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

TestClient follow(const TestServer& server, const std::string& query,
                  const std::string& more = "") {
  TestClient client = server.client();
  client.send(server.request("GET", "/api/v1/events" + query, more));
  EXPECT_NE(client.read_until("\r\n\r\n").find("text/event-stream"), std::string::npos);
  return client;
}

TEST(Events, ComeAsTheyHappenWithTheirNumbers) {
  TestServer server;
  TestClient client = follow(server, "");
  EXPECT_NE(client.read_until("\n\n").find("id: 1000"), std::string::npos);
  const auto number = server.events.publish({.type = "session.changed", .session = "s1"});
  const std::string text = client.read_until("\n\n");
  EXPECT_NE(text.find("id: " + std::to_string(number) + "\nevent: session.changed\ndata: {"),
            std::string::npos)
      << text;
}

TEST(Events, AreFilteredBySessionAndType) {
  TestServer server;
  TestClient one = follow(server, "?session=claude:s1");
  TestClient type = follow(server, "?type=drive");
  one.read_until("\n\n");
  type.read_until("\n\n");
  server.events.publish({.type = "session.changed", .session = "s2"});
  server.events.publish({.type = "session.changed", .session = "s1"});
  server.events.publish({.type = "drive", .session = "s3"});
  EXPECT_NE(one.read_until("\n\n").find("\"s1\""), std::string::npos);
  EXPECT_NE(type.read_until("\n\n").find("\"s3\""), std::string::npos);
}

TEST(Events, OfWhatIsHiddenAreForThoseWhoNameIt) {
  TestServer server;
  server.hide("secret");
  TestClient all = follow(server, "");
  TestClient named = follow(server, "?session=secret");
  TestClient asked = follow(server, "?hidden=1");
  TestClient tail = server.client();
  tail.send(server.request("GET", "/api/v1/tail?all=1"));
  tail.read_until("tail.start");
  for (TestClient* client : {&all, &named, &asked}) client->read_until("\n\n");
  server.events.publish({.type = "session.changed", .session = "secret"});
  server.events.publish({.type = "session.changed", .session = "shown"});
  for (TestClient* client : {&all, &tail}) {
    const std::string text = client->read_until("\"shown\"");
    EXPECT_NE(text.find("\"shown\""), std::string::npos) << text;
    EXPECT_EQ(text.find("secret"), std::string::npos) << text;
  }
  for (TestClient* client : {&named, &asked}) {
    EXPECT_NE(client->read_until("\n\n").find("\"secret\""), std::string::npos);
  }
}

TEST(Events, GoOnWhereTheClientWas) {
  TestServer server;
  const auto first = server.events.publish({.type = "session.changed", .session = "a"});
  server.events.publish({.type = "session.changed", .session = "b"});
  TestClient header =
      follow(server, "?after=0", "Last-Event-ID: " + std::to_string(first) + "\r\n");
  const std::string text = header.read_until("\"b\"");
  EXPECT_EQ(text.find("\"a\""), std::string::npos);
  EXPECT_NE(text.find("\"b\""), std::string::npos);
  TestClient query = follow(server, "?after=" + std::to_string(first));
  EXPECT_NE(query.read_until("\"b\"").find("\"b\""), std::string::npos);
  TestClient stale = follow(server, "?after=7");
  EXPECT_NE(stale.read_until("\n\nid").find("retry"), std::string::npos);
  EXPECT_NE(stale.read_until("event: resync").find("event: resync"), std::string::npos);
  EXPECT_EQ(server.get("/api/v1/events?after=soon").status, 400);
}

TEST(Events, HaveCommentsWhenNothingHappens) {
  ServerLimits limits;
  limits.keep_alive = 100ms;
  TestServer server(limits);
  TestClient client = follow(server, "");
  client.read_until("\n\n");
  EXPECT_NE(client.read_until(":\n\n", 5s).find(":\n\n"), std::string::npos);
}

TEST(Events, AReaderWhoFallsBehindGetsAResync) {
  TestServer server;
  TestClient client = follow(server, "");
  client.read_until("\n\n");
  // More than the sockets hold, and more than the queue of the bus.
  const Removed payload{std::string(20'000, 'x')};
  for (int i = 0; i < 3000; ++i) {
    server.events.publish({.type = "session.changed", .session = "s", .payload = payload});
  }
  const auto last = server.events.publish({.type = "session.removed", .session = "last"});
  std::string text;
  while (text.find("id: " + std::to_string(last) + "\n") == std::string::npos) {
    const std::string more = client.read_until("\n\n");
    ASSERT_FALSE(more.empty()) << "the stream ended";
    text = text.substr(text.size() > 100'000 ? text.size() - 100'000 : 0) + more;
    if (text.find("event: resync") != std::string::npos) break;
  }
  EXPECT_NE(text.find("event: resync"), std::string::npos);
}

TEST(Events, AClientThatWentFreesItsPlace) {
  TestServer server;
  {
    TestClient client = follow(server, "");
    client.read_until("\n\n");
    EXPECT_EQ(server.events.subscribers(), 1U);
  }
  for (int i = 0; i < 200 && server.events.subscribers() > 0; ++i) {
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_EQ(server.events.subscribers(), 0U);
}

}  // namespace
}  // namespace clew
