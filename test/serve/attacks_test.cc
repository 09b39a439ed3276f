// SPDX-License-Identifier: MIT
//
// What a hostile page, program or user tries. Each test is one way in that stood open in some other
// server.

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

std::string token_line() {
  return std::string("Authorization: Bearer ") + TestServer::kToken + "\r\n";
}

// A page of evil.example whose name now points to 127.0.0.1 sends its own name as Host.
TEST(Attacks, DnsRebinding) {
  TestServer server;
  const std::string port = ":" + std::to_string(server.port());
  for (const std::string& host :
       {std::string("evil.example") + port, std::string("evil.example"), std::string("127.0.0.1"),
        std::string("127.0.0.1:1"), "127.0.0.1" + port + ".evil.example",
        "evil.example#@127.0.0.1" + port, std::string("")}) {
    for (const char* path : {"/", "/api/v1/list", "/ws", "/api/v1/events", "/mcp"}) {
      const TestResponse response =
          server.raw("GET " + std::string(path) + " HTTP/1.1\r\nHost: " + host + "\r\n" +
                     token_line() + "\r\n");
      EXPECT_EQ(response.status, 403) << host << " " << path;
    }
  }
  EXPECT_EQ(server.raw("GET / HTTP/1.1\r\n" + token_line() + "\r\n").status, 403) << "no Host";
  EXPECT_EQ(
      server.raw("GET / HTTP/1.1\r\nHost: " + server.host() + "\r\nHost: evil.example\r\n\r\n")
          .status,
      400)
      << "two Hosts";
  EXPECT_EQ(server.raw("GET / HTTP/1.1\r\nHost: LOCALHOST" + port + "\r\n\r\n").status, 200);
  EXPECT_EQ(server.raw("GET / HTTP/1.1\r\nHost: [::1]" + port + "\r\n\r\n").status, 200);
}

TEST(Attacks, PagesOfOtherSites) {
  TestServer server;
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1",
                             "http://127.0.0.1:1", "http://127.0.0.1.evil.example", ""}) {
    EXPECT_EQ(server.get("/api/v1/list", "Origin: " + std::string(origin) + "\r\n").status, 403)
        << origin;
  }
  EXPECT_EQ(server.get("/api/v1/list", "Sec-Fetch-Site: cross-site\r\n").status, 403);
  EXPECT_EQ(server.get("/api/v1/list", "Sec-Fetch-Site: same-site\r\n").status, 403);
  EXPECT_EQ(server.get("/", "Sec-Fetch-Site: cross-site\r\n").status, 200) << "a link to the page";
  const TestResponse ours = server.get("/api/v1/list", "Origin: http://" + server.host() + "\r\n");
  EXPECT_EQ(ours.status, 200);
  for (const auto& [name, value] : ours.headers) {
    EXPECT_FALSE(name.starts_with("access-control-")) << name << ": no CORS, for nobody";
  }
  const TestResponse preflight =
      server.ask("OPTIONS", "/api/v1/hide", "Origin: http://" + server.host() + "\r\n");
  EXPECT_EQ(preflight.status, 405);
  EXPECT_FALSE(preflight.headers.contains("access-control-allow-origin"));
}

// A form or a fetch without preflight can send these types with the cookie of the browser.
TEST(Attacks, SimpleRequestsChangeNothing) {
  TestServer server;
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded",
                           "multipart/form-data; boundary=x", "application/jsonp", ""}) {
    EXPECT_EQ(server
                  .ask("POST", "/api/v1/hide", "Content-Type: " + std::string(type) + "\r\n",
                       R"({"session":"@1"})")
                  .status,
              415)
        << type;
  }
  EXPECT_EQ(server.get("/api/v1/list?hidden=1").body.find("\"hidden\":true"), std::string::npos);
}

TEST(Attacks, GuessingTheToken) {
  TestServer server;
  const auto status_with = [&](const std::string& line) {
    return server
        .raw("GET /api/v1/list HTTP/1.1\r\nHost: " + server.host() + "\r\n" + line + "\r\n")
        .status;
  };
  std::string wrong = TestServer::kToken;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  const std::string cookie = "Cookie: clew_" + std::to_string(server.port()) + "=";
  EXPECT_EQ(status_with(""), 401);
  EXPECT_EQ(status_with("Authorization: Bearer " + wrong + "\r\n"), 401);
  EXPECT_EQ(status_with("Authorization: Bearer \r\n"), 401);
  EXPECT_EQ(status_with("Authorization: Basic " + std::string(TestServer::kToken) + "\r\n"), 401);
  EXPECT_EQ(status_with("Cookie: token=" + std::string(TestServer::kToken) + "\r\n"), 401);
  EXPECT_EQ(status_with(cookie + TestServer::kToken + "\r\n"), 401) << "the token is no cookie";
  EXPECT_EQ(status_with("Authorization: Bearer " + std::string(TestServer::kCookie) + "\r\n"), 401);
  EXPECT_EQ(status_with("Authorization: Bearer " + wrong + "\r\n" + cookie + TestServer::kCookie +
                        "\r\n"),
            401)
      << "a wrong token is not made good by a cookie";
  EXPECT_EQ(server
                .raw("GET /api/v1/list?token=" + std::string(TestServer::kToken) +
                     " HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n")
                .status,
            401)
      << "never in an address, which gets logged";
  EXPECT_EQ(status_with(cookie + TestServer::kCookie + "\r\n"), 200);
  EXPECT_EQ(status_with("Authorization: bearer " + std::string(TestServer::kToken) + "\r\n"), 200);
  for (const char* path : {"/api/v1/events", "/api/v1/openapi.json", "/mcp", "/api/v1/hide",
                           "/api/history/sessions"}) {
    EXPECT_EQ(
        server.raw("GET " + std::string(path) + " HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n")
            .status,
        401)
        << path;
  }
}

TEST(Attacks, TheBrowserGetsACookieForTheTokenOnly) {
  TestServer server;
  const auto login = [&](const std::string& body, const std::string& type = "application/json") {
    return server.raw("POST /api/v1/login HTTP/1.1\r\nHost: " + server.host() +
                      "\r\nContent-Type: " + type +
                      "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  };
  const std::string right = R"({"token":")" + std::string(TestServer::kToken) + "\"}";
  const TestResponse in = login(right);
  EXPECT_EQ(in.status, 204);
  const std::string cookie = in.headers.at("set-cookie");
  EXPECT_NE(cookie.find("HttpOnly"), std::string::npos);
  EXPECT_NE(cookie.find("SameSite=Strict"), std::string::npos);
  EXPECT_EQ(cookie.find(TestServer::kToken), std::string::npos);
  EXPECT_EQ(login(right, "text/plain").status, 415);
  for (const char* body :
       {"", "{}", R"({"token":""})", R"({"token":"0"})", R"({"token":null})", "["}) {
    const TestResponse out = login(body);
    EXPECT_EQ(out.status, 401) << body;
    EXPECT_FALSE(out.headers.contains("set-cookie"));
  }
}

// Guessing on one connection would cost a guesser next to nothing.
TEST(Attacks, AWrongLoginEndsTheConnection) {
  TestServer server;
  const auto login = [&](const std::string& token) {
    const std::string body = R"({"token":")" + token + "\"}";
    return "POST /api/v1/login HTTP/1.1\r\nHost: " + server.host() +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  };
  const std::string right(TestServer::kToken);
  TestClient honest = server.client();
  honest.send(login(right) + login(right));
  EXPECT_EQ(honest.read_response().status, 204);
  EXPECT_EQ(honest.read_response().status, 204) << "a right one does not";
  const std::string like_a_code(right.rbegin(), right.rend());
  for (const std::string& wrong : {std::string("0"), like_a_code}) {
    TestClient guesser = server.client();
    guesser.send(login(wrong) + login(right));
    const TestResponse refused = guesser.read_response();
    EXPECT_EQ(refused.status, 401);
    EXPECT_EQ(refused.headers.at("connection"), "close");
    EXPECT_EQ(guesser.read_response().status, 0) << "the next guess, and be it right";
    EXPECT_TRUE(guesser.is_closed_within(std::chrono::seconds(10)));
  }
}

TEST(Attacks, WalkingOutOfTheFolder) {
  TestServer server;
  for (const char* path :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
        "/a/../../secret.txt", "/..%5csecret.txt", "//secret.txt", "/index.html%00.txt",
        "/%c0%ae%c0%ae/secret.txt", "/%c0%af..%c0%afsecret.txt", "/.%2e/secret.txt",
        "/%252e%252e/secret.txt", "/....//secret.txt", "/%", "/%zz", "/%2", "/\x01",
        "http://127.0.0.1/", "/.git/config"}) {
    const TestResponse response = server.get(path);
    EXPECT_TRUE(response.status == 400 || response.status == 404) << path << " " << response.status;
    EXPECT_EQ(response.body.find("secret\n"), std::string::npos);
  }
  ASSERT_EQ(::symlink((server.folder() + "/secret.txt").c_str(),
                      (server.folder() + "/web/link.txt").c_str()),
            0);
  EXPECT_EQ(server.get("/link.txt").status, 404) << "a link out of the folder";
}

TEST(Attacks, NamesOfSessionsAreNoPaths) {
  TestServer server;
  for (const std::string& name :
       {std::string("/etc/passwd"), std::string("..%2f..%2fetc%2fpasswd"),
        std::string("%2fetc%2fpasswd"), server.folder() + "/secret.txt",
        server.root() + "/projects/../../secret.txt", server.root() + "/settings.json",
        std::string("a%00b"), std::string("-rf"), std::string(5000, 'a')}) {
    for (const char* operation : {"show", "info", "raw", "files", "stats", "check", "outline"}) {
      const TestResponse response =
          server.get("/api/v1/" + std::string(operation) + "?session=" + name + "&uuid=aaaa");
      EXPECT_TRUE(response.status == 400 || response.status == 404)
          << operation << " " << name << " " << response.status;
    }
  }
  EXPECT_EQ(server.post("/api/v1/demo", R"({"folder":"/tmp/x"})").status, 501);
  EXPECT_EQ(server.get("/api/v1/usage?prices=/etc/passwd").status, 400);
}

TEST(Attacks, DrivingIsOffUnlessAllowed) {
  TestServer server;
  int driving = 0;
  for (const Operation& operation : operations()) {
    if (!operation.drives) continue;
    ++driving;
    EXPECT_EQ(server.post("/api/v1/" + std::string(operation.name), "{}").status, 403)
        << operation.name;
  }
  EXPECT_GT(driving, 0);
  const TestServer allowed({}, true);
  EXPECT_EQ(allowed.post("/api/v1/interrupt", R"({"conversation":"none"})").status, 404)
      << "allowed, but there is no such conversation";
}

TEST(Attacks, WhatIsRunIsNotForPeersToChoose) {
  const TestServer server({}, true);
  for (const std::string param : {"claude", "settings", "mcpConfig"}) {
    const TestResponse response =
        server.post("/api/v1/run", "{\"prompt\":\"hello\",\"" + param + "\":\"/bin/sh\"}");
    EXPECT_EQ(response.status, 400) << param;
    EXPECT_NE(response.body.find("only for the command line"), std::string::npos) << response.body;
  }
}

// The servers of an ACP session are programs that claude starts.
TEST(Attacks, ServersOfAnEditorAreNotForTheNetwork) {
  const TestServer server({}, true);
  TestClient client(server.port());
  client.send("GET /acp HTTP/1.1\r\nHost: " + server.host() + "\r\nAuthorization: Bearer " +
              TestServer::kToken +
              "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  ASSERT_EQ(client.read_response().status, 101);
  client.send_frame(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}})");
  ASSERT_TRUE(client.read_message());
  client.send_frame(
      R"({"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/","mcpServers":)"
      R"([{"name":"x","command":"/bin/touch","args":["/tmp/x"],"env":[]}]}})");
  const auto answer = client.read_message();
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->find("not over the network"), std::string::npos) << *answer;
}

TEST(Attacks, TheUnixSocketIsForItsUserOnly) {
  TestServer server;
  struct stat info {};
  ASSERT_EQ(::stat(server.socket_path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  TestClient client(server.socket_path());
  client.send("GET /api/v1/projects HTTP/1.1\r\nHost: anything\r\n\r\n");
  EXPECT_EQ(client.read_response().status, 200) << "the kernel vouches for the user";
  client.send("GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n\r\n");
  EXPECT_EQ(client.read_response().status, 403) << "but no browser comes this way";
}

TEST(Attacks, ErrorsTellNothingOfTheText) {
  TestServer server;
  const TestResponse response = server.get("/api/v1/list?limit=<script>alert(1)</script>");
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.headers.at("content-type"), "application/problem+json");
  EXPECT_EQ(response.headers.at("x-content-type-options"), "nosniff");
}

}  // namespace
}  // namespace clew
