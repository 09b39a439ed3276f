// SPDX-License-Identifier: MIT

#include "serve/http/admission.h"

#include <gtest/gtest.h>

#include "serve/net/test_root.h"

namespace clew {
namespace {

struct AdmissionTest : ::testing::Test {
  TestRoot root;
  ServeContext context = root.context();
  Gate gate{rules(), {1000, 5000}, context};

  static AccessRules rules() {
    AccessRules made = AccessRules::make("http", "127.0.0.1", 7373, {});
    made.token = "secret";
    made.cookie = "biscuit";
    return made;
  }
  using FieldList = std::vector<std::pair<std::string, std::string>>;
  static RequestHead head(std::string method, std::string target, FieldList fields = {}) {
    RequestHead made{.method = std::move(method), .target = std::move(target), .fields = {}};
    made.fields = {{"host", "127.0.0.1:7373"}};
    made.fields.insert(made.fields.end(), fields.begin(), fields.end());
    return made;
  }
  // The status of the refusal; 0 when it is let in.
  int refusal(const RequestHead& asked) const {
    const auto judged = gate.admit(asked);
    const auto* const refused = std::get_if<Refusal>(&judged);
    if (!refused) return 0;
    EXPECT_FALSE(refused->form.keep_alive) << "what follows is nobody's request";
    return refused->reply.status;
  }
  Admission admit(const RequestHead& asked) const {
    auto judged = gate.admit(asked);
    EXPECT_TRUE(std::holds_alternative<Admission>(judged));
    return std::get<Admission>(std::move(judged));
  }
};

const std::pair<std::string, std::string> kRight{"authorization", "Bearer secret"};

TEST_F(AdmissionTest, ThePageIsOpenAndNothingElse) {
  EXPECT_EQ(std::get<OpenRoute>(admit(head("GET", "/")).route), OpenRoute::kPage);
  EXPECT_EQ(std::get<OpenRoute>(admit(head("HEAD", "/x.js")).route), OpenRoute::kPage);
  EXPECT_EQ(std::get<OpenRoute>(admit(head("POST", "/api/v1/login")).route), OpenRoute::kLogin);
  for (const char* path : {"/api/v1/list", "/api/v1/events", "/api/v1/login/", "/api/x", "/mcp",
                           "/mcp/x", "/api/history/sessions"}) {
    EXPECT_EQ(refusal(head("GET", path)), 401) << path;
  }
  EXPECT_EQ(refusal(head("POST", "/")), 401);
}

TEST_F(AdmissionTest, WhoAndWhatAreDecidedTogether) {
  const Admission list = admit(head("GET", "/api/v1/list?limit=1", {kRight}));
  const auto& route = std::get<GuardedRoute>(list.route);
  EXPECT_EQ(route.caller.proof(), Proof::kToken);
  EXPECT_EQ(route.kind, GuardedRoute::Kind::kOperation);
  EXPECT_EQ(route.operation->name, "list");
  const Admission ws = admit(head("GET", "/acp",
                                  {{"connection", "keep-alive, Upgrade"},
                                   {"upgrade", "WebSocket"},
                                   {"sec-websocket-key", "k"},
                                   {"cookie", "clew_7373=biscuit"}}));
  EXPECT_EQ(std::get<GuardedRoute>(ws.route).channel->path, "/acp");
  EXPECT_EQ(std::get<GuardedRoute>(ws.route).caller.proof(), Proof::kCookie);
  EXPECT_EQ(ws.handshake.key, "k");
  RequestHead local = head("POST", "/mcp");
  local.unix_socket = true;
  EXPECT_EQ(std::get<GuardedRoute>(admit(local).route).caller.proof(), Proof::kSocketUser);
}

TEST_F(AdmissionTest, HandlersSeeNothingOfWhatProvesWhoAsks) {
  const Admission mcp = admit(head("POST", "/mcp", {kRight, {"mcp-method", "ping"}}));
  EXPECT_EQ(mcp.headers.at("mcp-method"), "ping");
  EXPECT_FALSE(mcp.headers.contains("authorization"));
}

TEST_F(AdmissionTest, AnUpgradeNeedsTheTokenOnEveryPath) {
  for (const char* path : {"/ws", "/acp", "/rsocket", "/", "/index.html", "/api/v1/login"}) {
    EXPECT_EQ(refusal(head("GET", path, {{"connection", "upgrade"}, {"upgrade", "websocket"}})),
              401)
        << path;
  }
}

TEST_F(AdmissionTest, FieldsThatDecideComeOnce) {
  for (const char* name : {"host", "origin", "authorization", "cookie", "content-length",
                           "transfer-encoding", "upgrade", "sec-fetch-site"}) {
    EXPECT_EQ(refusal(head("GET", "/", {{name, "x"}, {name, "x"}})), 400) << name;
  }
  EXPECT_EQ(refusal(head("GET", "/", {{"accept", "a"}, {"accept", "b"}})), 0);
}

TEST_F(AdmissionTest, BodiesOnlyWhereTheyAreRead) {
  EXPECT_EQ(refusal(head("GET", "/", {{"content-length", "1"}})), 400);
  EXPECT_EQ(refusal(head("GET", "/", {{"content-length", "0"}})), 0);
  EXPECT_EQ(refusal(head("GET", "/api/v1/list", {kRight, {"transfer-encoding", "chunked"}})), 400);
  EXPECT_EQ(refusal(head("POST", "/api/v1/login", {{"content-length", "4097"}})), 413);
  EXPECT_EQ(refusal(head("POST", "/api/v1/login", {{"transfer-encoding", "chunked"}})), 411);
  EXPECT_EQ(refusal(head("POST", "/api/v1/list", {kRight, {"content-length", "1001"}})), 413);
  EXPECT_EQ(refusal(head("POST", "/api/v1/list", {{"content-length", "1001"}})), 401)
      << "strangers are not told what would fit";
  EXPECT_EQ(
      admit(head("POST", "/api/v1/list", {kRight, {"transfer-encoding", "chunked"}})).most_body,
      1000U);
  for (const char* length : {"", "x", "1x", "-1", "+1", "0x1", "99999999999999999999x"}) {
    EXPECT_EQ(refusal(head("POST", "/api/v1/list", {kRight, {"content-length", length}})), 400)
        << length;
  }
  EXPECT_EQ(refusal(head("POST", "/api/v1/list",
                         {kRight, {"content-length", "99999999999999999999999999"}})),
            413);
}

TEST_F(AdmissionTest, NoFieldsBehindTheBodyAndNoOtherEncodings) {
  EXPECT_EQ(refusal(head("POST", "/api/v1/list", {kRight, {"trailer", "authorization"}})), 400);
  for (const char* encoding : {"identity", "gzip, chunked", "chunked, identity", " ", "xchunked"}) {
    EXPECT_EQ(refusal(head("POST", "/api/v1/list", {kRight, {"transfer-encoding", encoding}})), 400)
        << encoding;
  }
  RequestHead old = head("POST", "/api/v1/list", {kRight, {"transfer-encoding", "chunked"}});
  old.http_1_1 = false;
  EXPECT_EQ(refusal(old), 400);
}

TEST_F(AdmissionTest, PagesOfOthersMayLinkButNotAsk) {
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_EQ(refusal(head("GET", "/", {{"sec-fetch-site", site}})), 0) << site;
    EXPECT_EQ(refusal(head("GET", "/api/v1/list", {kRight, {"sec-fetch-site", site}})), 403);
    EXPECT_EQ(refusal(head("POST", "/api/v1/login", {{"sec-fetch-site", site}})), 403);
  }
}

TEST_F(AdmissionTest, ACodeLogsInOnceAndOnlyItsUser) {
  const auto code = gate.make_login_code();
  ASSERT_TRUE(code);
  const std::string body = R"({"token":")" + *code + "\"}";
  EXPECT_FALSE(gate.cookie_for(body, [] { return false; })) << "another user has seen it";
  const auto cookie = gate.cookie_for(body, [] { return true; });
  ASSERT_TRUE(cookie) << "and could not use it up";
  EXPECT_TRUE(cookie->starts_with("clew_7373=biscuit;"));
  EXPECT_FALSE(gate.cookie_for(body, [] { return true; })) << "once";
  EXPECT_EQ(refusal(head("GET", "/api/v1/list", {{"authorization", "Bearer " + *code}})), 401);
}

TEST_F(AdmissionTest, TheTokenLogsInWhoeverHasIt) {
  const auto asked = [] {
    ADD_FAILURE() << "whoever has the token need not be of this machine";
    return false;
  };
  EXPECT_TRUE(gate.cookie_for(R"({"token":"secret"})", asked));
  EXPECT_FALSE(gate.cookie_for(R"({"token":"secreT"})", asked));
  EXPECT_FALSE(gate.cookie_for(R"({"token":""})", asked));
  EXPECT_FALSE(gate.cookie_for("", asked));
}

}  // namespace
}  // namespace clew
