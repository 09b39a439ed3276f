// SPDX-License-Identifier: MIT

#include "serve/call/operation_call.h"

#include <gtest/gtest.h>

#include "engine/lists/list_answers.h"
#include "engine/read/conversation_answers.h"
#include "engine/usage/session_usage.h"
#include "serve/call/caller.h"
#include "serve/net/test_root.h"

namespace clew {
namespace {

struct OperationCallTest : ::testing::Test {
  TestRoot root;
  ServeContext context = root.context();
  RunningWrites writes;
  std::unique_ptr<Engine> engine = Caller::of_own_process(context).make_engine();
  json::Parser parser;

  RpcResult call(std::string_view name, std::string_view params, const CallOptions& options = {}) {
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

// Every operation that takes a session, with every right a peer can have: none opens a file that is
// named by its path, inside a root or outside, and none changes one.
TEST_F(OperationCallTest, PeersNameNoFiles) {
  root.files.add_file("/outside.jsonl", TestRoot::transcript());  // relative paths begin here
  const std::string own = std::string("/root/projects/-work-app/") + kTestSession + ".jsonl";
  const auto content = [this](const std::string& path) {
    return *read_file(root.files, path, 1 << 20);
  };
  int called = 0;
  for (const Operation& operation : operations()) {
    const Param* session = find_param(operation, "session");
    // Filters compare the name with what was recorded, and open nothing.
    const bool filters = operation.name == "prompts" || operation.name == "search";
    if (!session || filters || operation.local) continue;
    for (const std::string& name :
         {std::string("/secret/other.jsonl"), std::string("outside.jsonl"), own,
          std::string("/root/projects/../../secret/other.jsonl"),
          std::string("../secret/other.jsonl"), std::string("./outside.jsonl"),
          std::string("/etc/passwd"), std::string("..")}) {
      Arguments::Given given{{"session", {name}}};
      if (find_param(operation, "title")) given["title"] = {"x"};
      if (find_param(operation, "uuid")) given["uuid"] = {TestRoot::uuid(1)};
      if (find_param(operation, "prompt")) given["prompt"] = {"x"};
      if (find_param(operation, "dry-run")) given["dry-run"] = {"true"};
      CallOptions options;
      options.writes = &writes;
      options.may_drive = true;
      const auto answer = call_operation(*engine, operation.name, given, options);
      EXPECT_FALSE(answer) << operation.name << " " << name << ": " << *answer;
      ++called;
    }
  }
  EXPECT_GT(called, 150);
  EXPECT_EQ(content("/outside.jsonl"), TestRoot::transcript());
  EXPECT_EQ(content("/secret/other.jsonl"), TestRoot::transcript());
  EXPECT_EQ(content(own), TestRoot::transcript());
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

TEST_F(OperationCallTest, GivesAnswersAsValues) {
  int messages = 0;
  const auto count = [&messages](const ConversationAnswer& answer) -> Result<void> {
    EXPECT_EQ(answer.total(), 3u);
    auto read = answer.messages.each([&messages](const ShownMessage&) {
      ++messages;
      return true;
    });
    if (!read) return read.error();
    return {};
  };
  ASSERT_TRUE(with_answer<show_answer>(*engine, {{"session", {kTestSession}}}, {}, count));
  EXPECT_EQ(messages, 3);
  auto listing = answer_of<list_answer>(*engine, {{"all", {"true"}}}, {});
  ASSERT_TRUE(listing);
  EXPECT_FALSE(listing->list.sessions.empty());
  // A peer's call is stopped, bounded and checked as any other.
  EXPECT_FALSE(answer_of<list_answer>(*engine, {}, {.stopped = [] { return true; }}));
  EXPECT_FALSE(answer_of<list_answer>(*engine, {{"limit", {"many"}}}, {}));
}

}  // namespace
}  // namespace clew
