// SPDX-License-Identifier: MIT
//
// Every route of the server, tried in every way of being nobody. The routes come from the tables
// that the server itself is made of, so a new one is tried from its first day. The server may drive
// claude here: whoever got in could run programs.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "serve/call/store_routes.h"
#include "serve/http/channels.h"
#include "test_server.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

struct Door {
  std::string method;
  std::string path;
  std::string fields = {};  // that belong to it, each with its line end
  std::string body = {};
};

constexpr std::string_view kUpgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

std::vector<Door> all_doors() {
  const std::string json = "Content-Type: application/json\r\n";
  std::vector<Door> doors;
  // A parameter that does not exist: who gets in is told so, and nothing runs.
  for (const Operation& operation : operations()) {
    const std::string path = "/api/v1/" + std::string(operation.name);
    doors.push_back({"POST", path, json, R"({"nosuch":1})"});
    if (operation.read_only) doors.push_back({"GET", path + "?nosuch=1"});
  }
  for (const PlainHandler& handler : plain_handlers()) {
    const std::string type = "Content-Type: " + std::string(handler.content_type) + "\r\n";
    doors.push_back({"POST", std::string(handler.path), type, "{"});
    doors.push_back({"GET", std::string(handler.path)});
  }
  for (const StoreRoute& route : store_routes()) {
    const std::string path = std::string(route.path) + "?nosuch=1";
    if (route.changes()) {
      const std::string type = "Content-Type: " + std::string(route.content_type) + "\r\n";
      doors.push_back({"POST", path, type, "{}"});
    } else {
      doors.push_back({"GET", path});
    }
  }
  for (const ChannelKind& kind : channel_kinds()) {
    doors.push_back({"GET", std::string(kind.path), std::string(kUpgrade)});
  }
  for (const char* path : {"/api/v1/events?nosuch=1", "/api/v1/openapi.json", "/api/v1/server",
                           "/api/v1/nosuch", "/api/", "/api/v2/list"}) {
    doors.push_back({"GET", path});
  }
  return doors;
}

// Requests by somebody who is nobody, for one door.
class Nobody {
 public:
  explicit Nobody(const TestServer& server) : server_(server) {}

  std::string host() const { return "Host: " + server_.host() + "\r\n"; }
  std::string token() const { return std::string("Bearer ") + TestServer::kToken; }
  std::string right() const { return "Authorization: " + token() + "\r\n"; }
  std::string wrong() const { return "Authorization: Bearer " + std::string(64, '0') + "\r\n"; }
  std::string cookie() const {
    return "Cookie: clew_" + std::to_string(server_.port()) + "=" + TestServer::kCookie + "\r\n";
  }

  // The request as it should be, with `more` instead of the token.
  std::string ask(const Door& door, const std::string& more = "") const {
    return begin(door, door.path) + host() + more + end(door);
  }
  static std::string begin(const Door& door, const std::string& target,
                           const std::string& version = "HTTP/1.1") {
    return door.method + " " + target + " " + version + "\r\n";
  }
  static std::string end(const Door& door) {
    std::string text = door.fields;
    if (door.method == "POST")
      text += "Content-Length: " + std::to_string(door.body.size()) + "\r\n";
    return text + "\r\n" + door.body;
  }
  // With its body in a chunk and fields behind it.
  std::string chunked(const Door& door, const std::string& fields,
                      const std::string& trailer) const {
    std::string text = begin(door, door.path) + host() + fields;
    text += "Transfer-Encoding: chunked\r\n\r\n";
    if (!door.body.empty()) {
      char size[16];
      std::snprintf(size, sizeof size, "%zx\r\n", door.body.size());
      text += size + door.body + "\r\n";
    }
    return text + "0\r\n" + trailer + "\r\n";
  }

 private:
  const TestServer& server_;
};

struct Way {
  std::string name;
  std::vector<std::string> requests;  // each on a connection of its own
  int good = 0;                       // answers to requests of somebody before them
};

std::vector<Way> without_a_token(const Nobody& nobody, const Door& door) {
  const std::string secret = TestServer::kToken;
  const std::string cookie = TestServer::kCookie;
  Door spoken = door;
  if (!spoken.body.empty()) spoken.body = R"({"token":")" + secret + "\"}";
  const std::string question = door.path.find('?') == std::string::npos ? "?" : "&";
  const auto at = [&](const std::string& target) {
    return Nobody::begin(door, target) + nobody.host() + Nobody::end(door);
  };
  return {
      {"nothing", {nobody.ask(door)}},
      {"a wrong token", {nobody.ask(door, nobody.wrong())}},
      {"the token in the address",
       {at(door.path + question + "token=" + secret), at(door.path + question + "t=" + secret),
        at(door.path + question + "access_token=" + secret), at("/" + secret + door.path),
        at(door.path + "#t=" + secret)}},
      {"the token in the body", {nobody.ask(spoken)}},
      {"the token in other fields",
       {nobody.ask(door, "X-Auth-Token: " + secret + "\r\n"),
        nobody.ask(door, "X-Api-Key: " + secret + "\r\n"),
        nobody.ask(door, "Proxy-Authorization: " + nobody.token() + "\r\n"),
        nobody.ask(door, "Referer: http://x/#t=" + secret + "\r\n")}},
      {"other schemes",
       {nobody.ask(door, "Authorization: Basic " + secret + "\r\n"),
        nobody.ask(door, "Authorization: " + secret + "\r\n"),
        nobody.ask(door, "Authorization: Bearer" + secret + "\r\n"),
        nobody.ask(door, "Authorization: Bearer " + secret + ", Bearer x\r\n"),
        nobody.ask(door, "Authorization: Bearer " + cookie + "\r\n")}},
      {"wrong cookies",
       {nobody.ask(door, "Cookie: clew_1=" + cookie + "\r\n"),
        nobody.ask(door, "Cookie: " + nobody.cookie().substr(8, 10) + "=" + secret + "\r\n"),
        nobody.ask(door, "Cookie: x" + nobody.cookie().substr(8)),
        nobody.ask(door, "Set-" + nobody.cookie())}},
      {"methods",
       {nobody.ask({"HEAD", door.path}), nobody.ask({"OPTIONS", door.path}),
        nobody.ask({"PUT", door.path}), nobody.ask({"DELETE", door.path}),
        nobody.ask({"TRACE", door.path}), nobody.ask({"CONNECT", door.path}),
        nobody.ask({"get", door.path}), nobody.ask({"BREW", door.path}),
        nobody.ask(door, "X-HTTP-Method-Override: GET\r\n"),
        nobody.ask({"GET", door.path}, "X-HTTP-Method-Override: POST\r\n")}},
      {"paths",
       {at("/" + door.path), at("/." + door.path), at("/x/.." + door.path), at("/%2e" + door.path),
        at("/%2e%2e" + door.path), at(door.path + ";x=1"), at("/;" + door.path.substr(1)),
        at("/%2f" + door.path.substr(1)), at(door.path + "/"), at(door.path + "%00"),
        at("/index.html/.." + door.path), at("*"), at("/" + door.path.substr(1) + "%3fx")}},
      {"a wait for the go-ahead", {nobody.ask(door, "Expect: 100-continue\r\n")}},
  };
}

std::vector<Way> by_form(const Nobody& nobody, const Door& door) {
  const auto other = [&](const std::string& fields, const std::string& version = "HTTP/1.1") {
    return Nobody::begin(door, door.path, version) + fields + Nobody::end(door);
  };
  const std::string host = nobody.host();
  const std::string right = nobody.right();
  const std::string name = host.substr(6, host.size() - 8);
  return {
      {"fields behind the body",
       {nobody.chunked(door, door.fields, right), nobody.chunked(door, "", right + door.fields),
        nobody.chunked(door, "", std::string(kUpgrade) + right),
        nobody.chunked(door, "Connection: Upgrade\r\n" + door.fields, "Upgrade: websocket\r\n"),
        nobody.chunked(door, "Trailer: Authorization\r\n" + door.fields, right),
        nobody.chunked({"GET", door.path},
                       "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                       "Upgrade: websocket\r\n"),
        nobody.chunked({"GET", door.path}, "", nobody.cookie() + std::string(kUpgrade))}},
      {"folded fields",
       {nobody.ask(door, "X: y\r\n " + right), nobody.ask(door, "X: y\r\n\t" + right),
        nobody.ask(door, "Authorization:\r\n Basic " + nobody.token() + "\r\n")}},
      {"fields twice",
       {nobody.ask(door, right + nobody.wrong()), nobody.ask(door, nobody.wrong() + right),
        nobody.ask(door, host + right), nobody.ask(door, "Host: evil.example\r\n" + right),
        nobody.ask(door, right + "Origin: http://" + name + "\r\nOrigin: http://evil.example\r\n"),
        nobody.ask(door, nobody.cookie() + "Cookie: a=b\r\n"),
        nobody.ask(door, "Cookie: a=b\r\n" + nobody.cookie())}},
      {"two lengths",
       {nobody.ask(door, right + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n"),
        nobody.ask(door, right + "Content-Length: 3\r\nContent-Length: 4\r\n"),
        nobody.ask(door, right + "Transfer-Encoding: identity\r\n"),
        nobody.ask(door, right + "Transfer-Encoding: gzip, chunked\r\n"),
        nobody.ask(door, right + "Transfer-Encoding: xchunked\r\n")}},
      {"old versions",
       {other(host, "HTTP/1.0"), other("", "HTTP/1.0"), other(host, "HTTP/0.9"),
        other(host, "HTTP/2.0"), door.method + " " + door.path + "\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"}},
      {"HTTP/2 on the same port",
       {nobody.ask({door.method, door.path,
                    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                    "HTTP2-Settings: AAMAAABkAAQAAP__\r\n" +
                        door.fields,
                    door.body})}},
      {"whole addresses",
       {Nobody::begin(door, "http://" + name + door.path) + host + Nobody::end(door),
        Nobody::begin(door, "http://" + name + door.path) + host + right + Nobody::end(door),
        Nobody::begin(door, "http://evil.example" + door.path) + host + right + Nobody::end(door),
        Nobody::begin(door, name + door.path) + host + right + Nobody::end(door)}},
      {"other hosts",
       {other(right), other("Host: evil.example\r\n" + right), other("Host:\r\n" + right),
        other("Host: " + name + "@evil.example\r\n" + right),
        other("Host: evil.example@" + name + "\r\n" + right),
        other("Host: " + name + ", evil.example\r\n" + right),
        other("Host: " + name + ".\r\n" + right), other("Host: " + name + "0\r\n" + right),
        other("Host: 127.1" + name.substr(9) + "\r\n" + right),
        other("Host : " + name + "\r\n" + right)}},
      {"pages of others",
       {nobody.ask(door, right + "Origin: http://evil.example\r\n"),
        nobody.ask(door, right + "Origin: null\r\n"),
        nobody.ask(door, nobody.cookie() + "Sec-Fetch-Site: cross-site\r\n"),
        nobody.ask(door, nobody.cookie() + "Sec-Fetch-Site: same-site\r\n"),
        nobody.ask(door, nobody.cookie() + "Origin: http://127.0.0.1:1\r\n")}},
  };
}

// Somebody was here before, on the same connection.
std::vector<Way> after_somebody(const Nobody& nobody, const Door& door) {
  const std::string good = nobody.ask({"GET", "/api/v1/server"}, nobody.right());
  const std::string page = nobody.ask({"GET", "/"});
  const Door post{"POST", "/api/v1/projects", "Content-Type: application/json\r\n", "{}"};
  return {{"behind a good request", {good + nobody.ask(door), page + nobody.ask(door)}, 1},
          {"behind a good body", {nobody.ask(post, nobody.right()) + nobody.ask(door)}, 1},
          {"behind two", {good + good + nobody.ask(door, nobody.wrong())}, 2},
          {"behind good chunks",
           {nobody.chunked(post, nobody.right() + post.fields, "") + nobody.ask(door)},
           1}};
}

// Refusals say what was refused and nothing of what is behind.
void expect_nothing(const TestServer& server, const std::string& request, int good,
                    const std::string& what) {
  TestClient client = server.client();
  client.send(request);
  for (int i = 0; i < good; ++i) EXPECT_EQ(client.read_response().status, 200) << what;
  const TestResponse answer = client.read_response(request.starts_with("HEAD"), 5s);
  if (answer.status == 0) {
    EXPECT_TRUE(client.is_closed_within(5s)) << what << ": waits for something";
    return;
  }
  if (answer.status == 200) {
    EXPECT_TRUE(answer.body.empty() || answer.body == "<!doctype html>page") << what << answer.body;
    EXPECT_EQ(answer.headers.at("content-type"), "text/html; charset=utf-8") << what;
    return;
  }
  const bool refused = answer.status >= 400 && answer.status < 500;
  EXPECT_TRUE(refused) << what << ": " << answer.status;
  EXPECT_LT(answer.body.size(), 400U) << what << answer.body;
  for (const char* word : {"nosuch", "parameter", "jsonrpc", "session\""}) {
    EXPECT_EQ(answer.body.find(word), std::string::npos) << what << answer.body;
  }
  EXPECT_FALSE(answer.headers.contains("set-cookie")) << what;
}

void walk(const std::function<std::vector<Way>(const Nobody&, const Door&)>& ways) {
  const TestServer server({}, true);
  const Nobody nobody(server);
  const std::string before = server.get("/api/v1/list").body;
  for (const Door& door : all_doors()) {
    for (const Way& way : ways(nobody, door)) {
      for (const std::string& request : way.requests) {
        expect_nothing(server, request, way.good,
                       door.method + " " + door.path + ", " + way.name + "\n" + request + "\n");
        if (::testing::Test::HasFailure()) return;  // one is enough, and it may have moved things
      }
    }
  }
  EXPECT_EQ(server.get("/api/v1/list").body, before);
}

// Else the walk would prove nothing.
TEST(Doors, AreThereForWhoHasTheToken) {
  const TestServer server({}, true);
  const Nobody nobody(server);
  for (const Door& door : all_doors()) {
    if (door.path.ends_with("/nosuch") || door.path == "/api/" || door.path == "/api/v2/list") {
      continue;
    }
    TestClient client = server.client();
    client.send(nobody.ask(door, nobody.right()));
    const int status = client.read_response().status;
    EXPECT_TRUE(status == 101 || status == 200 || status == 400 || status == 405)
        << door.method << " " << door.path << ": " << status;
  }
}

TEST(Doors, WithoutAToken) { walk(without_a_token); }
TEST(Doors, ByTheFormOfTheRequest) { walk(by_form); }
TEST(Doors, AfterSomebodyElse) { walk(after_somebody); }

// The one that was open: the upgrade stood behind the body, where nobody had asked for the token.
TEST(Doors, AnUpgradeBehindTheBodyIsNone) {
  const TestServer server;
  const Nobody nobody(server);
  for (const ChannelKind& kind : channel_kinds()) {
    TestClient client = server.client();
    client.send(nobody.chunked({"GET", std::string(kind.path)},
                               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                               "Upgrade: websocket\r\n"));
    EXPECT_EQ(client.read_response().status, 400) << kind.path;
    EXPECT_TRUE(client.is_closed_within(5s));
  }
}

TEST(Doors, NobodyHasABodyRead) {
  const TestServer server;
  const Nobody nobody(server);
  const auto status = [&](const Door& door, const std::string& more) {
    TestClient client = server.client();
    client.send(Nobody::begin(door, door.path) + nobody.host() + more + "\r\n");
    const int answer = client.read_response(door.method == "HEAD").status;
    EXPECT_TRUE(client.is_closed_within(5s)) << "what follows is nobody's request";
    return answer;
  };
  for (const char* method : {"GET", "HEAD"}) {
    EXPECT_EQ(status({method, "/"}, "Content-Length: 1\r\n"), 400);
    EXPECT_EQ(status({method, "/"}, "Content-Length: 99999999999999999999999\r\n"), 400);
    EXPECT_EQ(status({method, "/"}, "Transfer-Encoding: chunked\r\n"), 400);
    EXPECT_EQ(status({method, "/api/v1/list"}, nobody.right() + "Content-Length: 1\r\n"), 400);
  }
  const std::string json = "Content-Type: application/json\r\n";
  EXPECT_EQ(status({"POST", "/api/v1/login"}, json + "Content-Length: 5000\r\n"), 413);
  EXPECT_EQ(status({"POST", "/api/v1/login"}, json + "Transfer-Encoding: chunked\r\n"), 411);
  EXPECT_EQ(status({"POST", "/api/v1/login"}, json + "Content-Length: x\r\n"), 400);
  EXPECT_EQ(server.get("/api/v1/projects", "Content-Length: 0\r\n").status, 200) << "is no body";
}

}  // namespace
}  // namespace clew
