// SPDX-License-Identifier: MIT

#include "serve/operation_call.h"

#include <gtest/gtest.h>

#include "serve/caller.h"
#include "serve/test_root.h"

namespace clew {
namespace {

struct OperationCallTest : ::testing::Test {
  TestRoot root;
  ServeContext context = root.context();
  RunningWrites writes;
  std::unique_ptr<Engine> engine = Caller::of_own_process(context).make_engine();
  json::Parser parser;

  RpcResult call(std::string_view name, std::string_view params, CallOptions options = {}) {
    return call_operation_method(*engine, *find_operation(name), *parser.parse_copy(params),
                                 options);
  }
};

TEST_F(OperationCallTest, ParametersFromJson) {
  const auto given =
      given_from_json(*find_operation("search"),
                      *parser.parse_copy(R"({"query":["a","b"],"perSession":2,"errors":true,)"
                                         R"("no-index":false,"project":"p","role":null})"));
  ASSERT_TRUE(given);
  const Arguments::Given expected{
      {"errors", {"true"}}, {"per-session", {"2"}}, {"project", {"p"}}, {"query", {"a", "b"}}};
  Arguments::Given got = *given;
  std::erase_if(got, [](const auto& entry) { return entry.second.empty(); });
  EXPECT_EQ(got, expected);
  const Operation& search = *find_operation("search");
  for (const char* bad :
       {R"({"surprise":1})", R"({"query":{"a":1}})", "[]", "7", R"({"query":"a\u0000b"})"}) {
    EXPECT_FALSE(given_from_json(search, *parser.parse_copy(bad))) << bad;
  }
}

TEST_F(OperationCallTest, BothFormsOfIds) {
  const std::string plain = std::string(R"({"session":")") + kTestSession + "\"}";
  const std::string merged = std::string(R"({"session":"claude:)") + kTestSession + "\"}";
  const RpcResult left = call("info", plain);
  ASSERT_TRUE(left) << left.error().message;
  EXPECT_EQ(left.json(), call("info", merged).json());
}

TEST_F(OperationCallTest, PeersNameNoFiles) {
  for (const char* name : {"/secret/other.jsonl", "/root/projects/../../secret/other.jsonl",
                           "../secret/other.jsonl", "./x", "/etc/passwd"}) {
    const RpcResult result = call("show", R"({"session":")" + std::string(name) + "\"}");
    ASSERT_FALSE(result) << name;
    EXPECT_EQ(result.error().code, rpc_code::kInvalidParams);
  }
  const std::string inside = std::string("/root/projects/-work-app/") + kTestSession + ".jsonl";
  EXPECT_TRUE(call("show", R"({"session":")" + inside + "\"}"));
}

TEST_F(OperationCallTest, WritingNeedsPermission) {
  const std::string params =
      std::string(R"({"session":")") + kTestSession + R"(","title":"New name"})";
  const RpcResult refused = call("rename", params);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, rpc_code::kRefused);
  EXPECT_TRUE(call("rename", params, {.writes = &writes}));
}

TEST_F(OperationCallTest, LimitsAndCancellation) {
  const std::string params = std::string(R"({"session":")") + kTestSession + "\"}";
  EXPECT_FALSE(call("show", params, {.largest_answer = 100}));
  const RpcResult stopped = call("show", params, {.stopped = [] { return true; }});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, rpc_code::kCancelled);
}

TEST_F(OperationCallTest, Deadline) {
  const std::string params = std::string(R"({"session":")") + kTestSession + "\"}";
  CallOptions late;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  const RpcResult result = call("show", params, late);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, rpc_code::kCancelled);
}

TEST_F(OperationCallTest, ElementsOneByOne) {
  int messages = 0;
  auto rest = each_element(*engine, "show", {{"session", {kTestSession}}}, {}, "messages",
                           [&messages](json::Value message) {
                             messages += message["role"].is_string() ? 1 : 0;
                             return true;
                           });
  ASSERT_TRUE(rest);
  EXPECT_EQ(messages, 3);
  auto answer = parser.parse_copy(*rest);
  ASSERT_TRUE(answer);
  EXPECT_EQ((*answer)["total"].int_or(0), 3);
}

}  // namespace
}  // namespace clew
