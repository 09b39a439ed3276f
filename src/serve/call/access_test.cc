// SPDX-License-Identifier: MIT

#include "serve/call/access.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

AccessRules rules(std::string_view host = "127.0.0.1", std::uint16_t port = 7373,
                  const std::vector<std::string>& origins = {}) {
  AccessRules made = AccessRules::make("http", host, port, origins);
  made.token = "secret-token";
  made.cookie = "secret-cookie";
  return made;
}

Access place(const AccessRules& with, std::optional<std::string> host,
             std::optional<std::string> origin = std::nullopt) {
  Credentials from;
  from.host = std::move(host);
  from.origin = std::move(origin);
  return check_place(with, from);
}

TEST(Access, KnowsItsOwnNamesOnly) {
  EXPECT_EQ(place(rules(), "127.0.0.1:7373"), Access::kAllowed);
  EXPECT_EQ(place(rules(), "LocalHost:7373"), Access::kAllowed);
  EXPECT_EQ(place(rules(), "[::1]:7373"), Access::kAllowed);
  EXPECT_EQ(place(rules(), "127.0.0.1"), Access::kForeignHost);
  EXPECT_EQ(place(rules(), "127.0.0.1:80"), Access::kForeignHost);
  EXPECT_EQ(place(rules(), "evil.example:7373"), Access::kForeignHost);
  EXPECT_EQ(place(rules(), std::nullopt), Access::kForeignHost);
  EXPECT_EQ(place(rules("127.0.0.1", 80), "localhost"), Access::kAllowed);
  EXPECT_EQ(place(rules("192.168.1.5"), "192.168.1.5:7373"), Access::kAllowed);
  EXPECT_EQ(place(rules("0.0.0.0"), "0.0.0.0:7373"), Access::kForeignHost);
  EXPECT_EQ(place(rules("fe80::1"), "[fe80::1]:7373"), Access::kAllowed);
  const AccessRules open = rules("0.0.0.0", 7373, {"https://Clew.Example.org"});
  EXPECT_EQ(place(open, "clew.example.org", "https://clew.example.org"), Access::kAllowed);
  EXPECT_EQ(place(open, "clew.example.org", "http://clew.example.org"), Access::kForeignOrigin);
}

TEST(Access, RefusesForeignOrigins) {
  EXPECT_EQ(place(rules(), "localhost:7373", "http://localhost:7373"), Access::kAllowed);
  // Another user may serve on another name of this machine.
  EXPECT_EQ(place(rules(), "127.0.0.1:7373", "http://[::1]:7373"), Access::kForeignOrigin);
  EXPECT_EQ(place(rules(), "127.0.0.1:7373", "http://localhost:7373"), Access::kForeignOrigin);
  for (const char* origin : {"", "null", "http://localhost", "https://localhost:7373",
                             "http://localhost:7373.evil.example", "http://evil.example"}) {
    EXPECT_EQ(place(rules(), "localhost:7373", origin), Access::kForeignOrigin) << origin;
  }
}

TEST(Access, TakesTheTokenInThreeForms) {
  const auto check = [](auto fill) {
    Credentials from;
    fill(from);
    return find_proof(rules(), from);
  };
  EXPECT_EQ(check([](Credentials&) {}), std::nullopt);
  EXPECT_EQ(check([](Credentials& c) { c.authorization = "Bearer secret-token"; }), Proof::kToken);
  EXPECT_EQ(check([](Credentials& c) { c.authorization = "Bearer secret-toke"; }), std::nullopt);
  EXPECT_EQ(check([](Credentials& c) { c.cookie = "a=b; clew_7373=secret-cookie"; }),
            Proof::kCookie);
  EXPECT_EQ(check([](Credentials& c) { c.cookie = "clew_80=secret-cookie"; }), std::nullopt);
  EXPECT_EQ(check([](Credentials& c) { c.cookie = "clew_7373=x; clew_7373=secret-cookie"; }),
            Proof::kCookie)
      << "a server on another port may have set the first";
  EXPECT_EQ(check([](Credentials& c) { c.subprotocols = "clew.v1 , clew.token.secret-token"; }),
            Proof::kToken);
  EXPECT_EQ(check([](Credentials& c) { c.unix_socket = true; }), Proof::kSocketUser);
}

// Another port of this machine is "same-site": another program, which may be anybody's.
TEST(Access, OnlyOurOwnPageMayAsk) {
  const auto check = [](const char* site, bool unix_socket = false) {
    Credentials from;
    from.unix_socket = unix_socket;
    from.fetch_site = site;
    return check_site(from);
  };
  for (const char* site : {"", "none", "same-origin"}) EXPECT_EQ(check(site), Access::kAllowed);
  for (const char* site : {"same-site", "cross-site", "Same-Origin ", "new-word"}) {
    EXPECT_EQ(check(site), Access::kForeignOrigin) << site;
  }
}

TEST(Access, WithoutATokenNobodyComesIn) {
  AccessRules none = rules();
  none.token.clear();
  none.cookie.clear();
  Credentials from;
  from.authorization = "Bearer ";
  from.cookie = "clew_7373=";
  EXPECT_EQ(find_proof(none, from), std::nullopt);
}

TEST(Access, ComparesWholeSecrets) {
  EXPECT_TRUE(same_secret("abc", "abc"));
  EXPECT_FALSE(same_secret("abc", "abd"));
  EXPECT_FALSE(same_secret("abc", "ab"));
  EXPECT_FALSE(same_secret(std::string_view("a\0c", 3), "a"));
}

TEST(Access, FindsCookies) {
  using Values = std::vector<std::string_view>;
  EXPECT_EQ(find_cookies("a=1; b=2;c=3", "b"), Values{"2"});
  EXPECT_EQ(find_cookies("a=1; b=2;c=3", "c"), Values{"3"});
  EXPECT_EQ(find_cookies("bb=1", "b"), Values{});
  EXPECT_EQ(find_cookies("b=x; a=1; b=2", "b"), (Values{"x", "2"}));
  EXPECT_EQ(find_cookies("", "b"), Values{});
}

}  // namespace
}  // namespace clew
