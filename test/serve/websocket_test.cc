// SPDX-License-Identifier: MIT

#include <vector>

#include <gtest/gtest.h>

#include "json/value.h"
#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kUpgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

TestClient connect(const TestServer& server) {
  TestClient client = server.client();
  client.send(server.request("GET", "/ws", kUpgrade));
  EXPECT_NE(client.read_until("\r\n\r\n").find(" 101 "), std::string::npos);
  return client;
}

std::string call(std::string_view method) {
  return R"({"jsonrpc":"2.0","id":7,"method":")" + std::string(method) + R"(","params":{}})";
}

TEST(WebSocket, AnswersInTheOrderAsked) {
  TestServer server;
  TestClient client = connect(server);
  for (int i = 0; i < 20; ++i) {
    client.send_frame(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
                      R"(,"method":"list","params":{"limit":1}})");
  }
  for (int i = 0; i < 20; ++i) {
    const auto answer = client.read_message();
    ASSERT_TRUE(answer);
    EXPECT_NE(answer->find("\"id\":" + std::to_string(i) + ","), std::string::npos) << *answer;
  }
}

// The beginning of a frame that says it has so many bytes.
std::string begun_frame(std::size_t size, std::size_t sent) {
  std::string frame = "\x81";
  frame += static_cast<char>(0x80 | 127);
  for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(size >> shift & 0xFF);
  return frame.append(4, '\0').append(sent, ' ');
}

TEST(WebSocket, UnfinishedMessagesOfManyHaveOneBound) {
  ServerLimits limits;
  limits.inputs_bytes = 1'000'000;
  TestServer server(limits);
  std::vector<TestClient> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(connect(server));
    clients.back().send(begun_frame(900'000, 600'000));
  }
  int closed = 0;
  for (TestClient& client : clients) {
    // A close frame with 1013: try again later.
    closed += client.read_until("\x03\xf5", 3s).find("\x03\xf5") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(closed, 3) << "one of them fits";
  TestClient small = connect(server);
  small.send_frame(call("projects"));
  EXPECT_TRUE(small.read_message()) << "small ones are always taken";
}

TEST(WebSocket, ManyLargeMessagesOfOneAreTakenOneAfterTheOther) {
  ServerLimits limits;
  limits.inputs_bytes = 1'000'000;
  TestServer server(limits);
  TestClient client = connect(server);
  const std::string large = call("projects") + std::string(600'000, ' ');
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client.send_frame(large));
  for (int i = 0; i < 5; ++i) {
    const auto answer = client.read_message();
    ASSERT_TRUE(answer) << i;
    EXPECT_NE(answer->find("\"id\":7"), std::string::npos);
  }
}

TEST(WebSocket, AMessageThatNeverEndsEndsTheConnection) {
  ServerLimits limits;
  limits.body_time = 300ms;
  TestServer server(limits);
  TestClient client = connect(server);
  client.send(begun_frame(900'000, 100'000));
  EXPECT_TRUE(client.is_closed_within(5s));
}

TEST(WebSocket, NeedsHostOriginAndToken) {
  TestServer server;
  const auto status = [&](const std::string& lines) {
    return server.raw("GET /ws HTTP/1.1\r\n" + lines + std::string(kUpgrade) + "\r\n").status;
  };
  const std::string host = "Host: " + server.host() + "\r\n";
  const std::string token = std::string("Authorization: Bearer ") + TestServer::kToken + "\r\n";
  const std::string cookie =
      "Cookie: clew_" + std::to_string(server.port()) + "=" + TestServer::kCookie + "\r\n";
  EXPECT_EQ(status(host), 401);
  EXPECT_EQ(status("Host: evil.example\r\n" + token), 403);
  EXPECT_EQ(status(host + token + "Origin: http://evil.example\r\n"), 403);
  EXPECT_EQ(status(host + cookie + "Origin: http://evil.example\r\n"), 403)
      << "the cookie of the victim's browser opens nothing for other pages";
  EXPECT_EQ(status(host + cookie + "Origin: http://" + server.host() + "\r\n"), 101);
  EXPECT_EQ(status(host + token), 101);
}

TEST(WebSocket, TakesTheTokenAsASubprotocolAndDoesNotSendItBack) {
  TestServer server;
  TestClient client = server.client();
  client.send("GET /ws HTTP/1.1\r\nHost: " + server.host() + "\r\n" + std::string(kUpgrade) +
              "Sec-WebSocket-Protocol: clew.v1, clew.token." + TestServer::kToken + "\r\n\r\n");
  const std::string head = client.read_until("\r\n\r\n");
  EXPECT_NE(head.find(" 101 "), std::string::npos) << head;
  EXPECT_NE(head.find("clew.v1"), std::string::npos);
  EXPECT_EQ(head.find(TestServer::kToken), std::string::npos);
  EXPECT_EQ(server
                .raw("GET /ws HTTP/1.1\r\nHost: " + server.host() + "\r\n" + std::string(kUpgrade) +
                     "Sec-WebSocket-Protocol: clew.v1, clew.token.0000\r\n\r\n")
                .status,
            401);
}

TEST(WebSocket, SurvivesMalformedMessagesAndFrames) {
  TestServer server;
  TestClient client = connect(server);
  for (const char* text : {"", "{", "[]", "null", "\"x\"", R"({"jsonrpc":"1.0"})", "\xff\xfe",
                           R"({"jsonrpc":"2.0","id":1,"method":"nonsense"})",
                           R"({"jsonrpc":"2.0","id":1,"method":"list","params":[1]})"}) {
    TestClient one = connect(server);
    one.send_frame(text);
    one.send_frame(call("projects"));
    one.read_message();  // an error, an answer, or the end: but the server lives
  }
  for (const std::string& frame :
       {std::string(14, '\xff'), std::string("\x81\x05hello", 7),
        std::string("\x88\x80\0\0\0\0", 6), std::string("\x89\xfe\x7f\xff\0\0\0\0", 8),
        std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14),
        std::string("\xc1\x80\0\0\0\0", 6), std::string("\x80\x80\0\0\0\0", 6)}) {
    TestClient one = connect(server);
    one.send(frame);
    EXPECT_TRUE(one.is_closed_within(5s));
  }
  client.send_frame(call("projects"));
  const auto answer = client.read_message();
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->find("\"projects\""), std::string::npos);
}

TEST(WebSocket, EndsForMessagesThatAreTooLarge) {
  ServerLimits limits;
  limits.message_bytes = 10'000;
  TestServer server(limits);
  TestClient client = connect(server);
  client.send_frame(std::string(20'000, ' '));
  EXPECT_TRUE(client.is_closed_within(5s));
}

TEST(WebSocket, AreNotMoreThanAllowed) {
  ServerLimits limits;
  limits.websockets = 2;
  TestServer server(limits);
  TestClient one = connect(server);
  TestClient two = connect(server);
  EXPECT_EQ(server.get("/ws", kUpgrade).status, 503);
  EXPECT_EQ(server.get("/nowhere", kUpgrade).status, 404);
}

TEST(WebSocket, APeerThatDoesNotReadFillsNoMemoryAndStopsNobody) {
  TestServer server;
  std::vector<TestClient> silent;
  for (int i = 0; i < 8; ++i) {
    silent.push_back(connect(server));
    for (int j = 0; j < 200; ++j) {
      silent.back().send_frame(call("list"));
    }
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(server.get("/api/v1/projects").status, 200);
}

TEST(WebSocket, ServesTheUnixSocketToo) {
  TestServer server;
  TestClient client(server.socket_path());
  client.send("GET /ws HTTP/1.1\r\nHost: local\r\n" + std::string(kUpgrade) + "\r\n");
  EXPECT_NE(client.read_until("\r\n\r\n").find(" 101 "), std::string::npos);
  client.send_frame(call("projects"));
  EXPECT_TRUE(client.read_message());
}

// --- operations without an end

json::Value parsed(json::Parser& parser, const std::optional<std::string>& message) {
  auto root = parser.parse_copy(message.value_or("null"));
  EXPECT_TRUE(root) << message.value_or("none");
  return root ? *root : json::Value();
}

TEST(WebSocket, FollowsASessionWhileOtherRequestsAreAnswered) {
  TestServer server;
  TestClient client = connect(server);
  client.send_frame(
      R"({"jsonrpc":"2.0","id":"t1","method":"tail","params":{"session":"@1","lines":2}})");
  json::Parser parser;
  json::Value first = parsed(parser, client.read_message());
  EXPECT_EQ(first["method"].string_or(""), "tail/event");
  EXPECT_EQ(first["params"]["id"].string_or(""), "t1");
  EXPECT_EQ(first["params"]["event"]["type"].string_or(""), "tail.start");
  const std::string file(first["params"]["event"]["file"].string_or(""));
  client.send_frame(call("projects"));
  EXPECT_EQ(parsed(parser, client.read_message())["id"].int_or(0), 7) << "it does not wait";
  for (int i = 0; i < 3; ++i) {
    server.events.publish({.type = "session.appended", .file = file, .payload = Appended{}});
    const json::Value event = parsed(parser, client.read_message());
    EXPECT_EQ(event["method"].string_or(""), "tail/event");
    EXPECT_EQ(event["params"]["event"]["type"].string_or(""), "session.appended");
  }
  client.send_frame(R"({"jsonrpc":"2.0","id":"t1","method":"tail","params":{"session":"@1"}})");
  EXPECT_EQ(parsed(parser, client.read_message())["error"]["code"].int_or(0), -32600)
      << "the id is in use";
  client.send_frame(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"t1"}})");
  const json::Value end = parsed(parser, client.read_message());
  EXPECT_EQ(end["id"].string_or(""), "t1");
  EXPECT_EQ(end["error"]["code"].int_or(0), -32800);
}

TEST(WebSocket, RefusesStreamsThatCannotBe) {
  TestServer server;
  TestClient client = connect(server);
  json::Parser parser;
  const auto code_of = [&](const std::string& method, const std::string& params) {
    client.send_frame(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params +
                      "}");
    return parsed(parser, client.read_message())["error"]["code"].int_or(0);
  };
  EXPECT_EQ(code_of("run", R"({"prompt":"x"})"), -32003) << "driving is off";
  EXPECT_EQ(code_of("resume", R"({"session":"@1","prompt":"x"})"), -32003);
  EXPECT_EQ(code_of("tail", R"({"nothing":1})"), -32602);
  EXPECT_EQ(code_of("tail", R"({"session":"/etc/passwd"})"), -32602);
  EXPECT_EQ(code_of("tail", R"({"session":"zzzzzzzz"})"), -32002);
  client.send_frame(R"([{"jsonrpc":"2.0","id":1,"method":"tail","params":{"session":"@1"}}])");
  EXPECT_NE(client.read_message().value_or("").find("-32600"), std::string::npos);
  for (int i = 0; i < 8; ++i) {
    client.send_frame(R"({"jsonrpc":"2.0","id":)" + std::to_string(100 + i) +
                      R"(,"method":"tail","params":{"session":"@1"}})");
    EXPECT_NE(client.read_message().value_or("").find("tail.start"), std::string::npos);
  }
  EXPECT_EQ(code_of("tail", R"({"session":"@1"})"), -32003) << "too many";
}

// Peers that go leave no work behind: there is room for 32 such operations, and more come here.
TEST(WebSocket, StreamsEndWithTheirConnection) {
  TestServer server;
  int followed = 0;
  for (int i = 0; i < 200 && followed < 40; ++i) {
    TestClient client = connect(server);
    client.send_frame(R"({"jsonrpc":"2.0","id":1,"method":"tail","params":{"session":"@1"}})");
    if (client.read_message().value_or("").find("tail.start") != std::string::npos) {
      ++followed;
    } else {
      std::this_thread::sleep_for(100ms);  // those before are asked once a second
    }
  }
  EXPECT_EQ(followed, 40);
}

}  // namespace
}  // namespace clew
