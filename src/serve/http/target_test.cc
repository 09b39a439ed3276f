// SPDX-License-Identifier: MIT

#include "serve/http/target.h"

#include <gtest/gtest.h>

#include "serve/call/operation_call.h"

namespace clew {
namespace {

TEST(Target, IsTakenApartAndDecoded) {
  auto target = parse_target("/api/v1/search?query=a%20b+c&role=user&role=tool&errors");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/v1/search");
  ASSERT_EQ(target->query.size(), 4U);
  EXPECT_EQ(target->query[0], (std::pair<std::string, std::string>("query", "a b c")));
  EXPECT_EQ(target->query[3], (std::pair<std::string, std::string>("errors", "")));
  EXPECT_EQ(parse_target("/")->path, "/");
  EXPECT_EQ(parse_target("/%e4%b8%ad.html")->path, "/中.html");
  EXPECT_EQ(parse_target("/a+b")->path, "/a+b") << "a plus is a space only in a query";
  EXPECT_EQ(parse_target("/folder/")->path, "/folder/");
}

TEST(Target, RefusesWhatOthersWouldReadDifferently) {
  for (const char* text :
       {"",        "list",   "http://x/", "*",      "/..",    "/a/../b", "/.",     "/a/./b",
        "/%2e%2e", "/a%2fb", "/a%5cb",    "/a%00b", "/a%0ab", "/%c0%ae", "/%ff",   "/%",
        "/%2",     "/%zz",   "//a",       "/a//b",  "/?a=%",  "/?a=%00", "/?a=%ff"}) {
    EXPECT_FALSE(parse_target(text)) << text;
  }
  EXPECT_FALSE(parse_target(std::string("/a\0b", 4)));
  EXPECT_FALSE(parse_target("/" + std::string(kMaxTarget, 'a')));
  std::string fields = "/?";
  for (std::size_t i = 0; i <= kMaxQueryFields; ++i) fields += "a=1&";
  EXPECT_FALSE(parse_target(fields));
}

TEST(Target, GivesParametersByEitherName) {
  const Operation& search = *find_operation("search");
  const auto given = [&](std::string_view query) {
    return given_from_query(search, parse_target("/x?" + std::string(query))->query);
  };
  EXPECT_EQ(given("perSession=2")->at("per-session"), std::vector<std::string>{"2"});
  EXPECT_EQ(given("per-session=2")->at("per-session"), std::vector<std::string>{"2"});
  EXPECT_EQ(given("role=user&role=tool")->at("role"), (std::vector<std::string>{"user", "tool"}));
  EXPECT_TRUE(given("errors")->contains("errors"));
  EXPECT_TRUE(given("errors=true")->contains("errors"));
  EXPECT_FALSE(given("errors=0")->contains("errors"));
  EXPECT_FALSE(given("errors=maybe"));
  EXPECT_FALSE(given("nonsense=1"));
  EXPECT_EQ(given("session=claude:abc")->at("session"), std::vector<std::string>{"abc"});
}

TEST(Target, NamesAreCamelCaseInJson) {
  EXPECT_EQ(json_name("per-session"), "perSession");
  EXPECT_EQ(json_name("list"), "list");
  EXPECT_EQ(json_name("a-b-c"), "aBC");
}

}  // namespace
}  // namespace clew
