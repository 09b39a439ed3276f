// SPDX-License-Identifier: MIT
//
// Following a session; the rest is tested with the official client in test/interop.

#include "serve/acp/acp_agent.h"

#include <gtest/gtest.h>

#include "serve/net/test_host.h"
#include "serve/net/test_root.h"

namespace clew {
namespace {

struct AcpAgentTest : ::testing::Test {
  TestRoot root;
  EventBus bus;
  ServeContext context = root.context();
  TestHost host;
  std::unique_ptr<MessageChannel> agent;
  const std::string file = std::string("/root/projects/-work-app/") + kTestSession + ".jsonl";

  void SetUp() override {
    context.services.events = &bus;
    agent = AcpAgent::make(Caller::of_own_process(context), host.host());
  }
  void call(std::string_view method, std::string_view params) {
    agent->receive(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                   R"(","params":)" + std::string(params) + "}");
  }
  void open(std::string_view method) {
    call(method, std::string(R"({"sessionId":")") + kTestSession +
                     R"(","cwd":"/work/app","mcpServers":[]})");
  }
  void append(const std::string& lines) {
    ASSERT_TRUE(root.files.append(file, lines));
    bus.publish({.type = "session.appended", .session = kTestSession});
    host.run_posted();
  }
  // The kinds of the updates sent since the last call, usage left out.
  std::string kinds() {
    std::string all;
    for (const std::string& text : std::exchange(host.sent, {})) {
      json::Parser parser;
      auto message = parser.parse_copy(text);
      const json::Value update = (*message)["params"]["update"]["sessionUpdate"];
      const std::string_view kind =
          (*message)["id"].is_missing() ? update.string_or("?") : std::string_view("answer");
      if (kind != "usage_update") all += (all.empty() ? "" : " ") + std::string(kind);
    }
    return all;
  }
};

TEST_F(AcpAgentTest, LoadReplaysThenFollows) {
  open("session/load");
  EXPECT_EQ(kinds(),
            "user_message_chunk agent_thought_chunk agent_message_chunk tool_call "
            "tool_call_update agent_message_chunk answer");
  append(TestRoot::line("user", 6, 5, R"({"role":"user","content":"And the bell?"})"));
  EXPECT_EQ(kinds(), "user_message_chunk");
  append(TestRoot::line(
      "assistant", 7, 6,
      R"({"id":"msg_3","role":"assistant","content":[{"type":"text","text":"Let me see."}]})"));
  EXPECT_EQ(kinds(), "agent_message_chunk");
  // The same message goes on with a call, which is answered later.
  append(TestRoot::line(
      "assistant", 8, 7,
      R"({"id":"msg_3","role":"assistant","content":[{"type":"tool_use","id":"toolu_2","name":"Bash","input":{"command":"ring"}}]})"));
  EXPECT_EQ(kinds(), "tool_call");
  append(TestRoot::line(
      "user", 9, 8,
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2","content":"ding"}]})"));
  EXPECT_EQ(kinds(), "tool_call_update");
  append("");
  EXPECT_EQ(kinds(), "");
}

TEST_F(AcpAgentTest, ResumeTellsOnlyWhatIsNew) {
  open("session/resume");
  EXPECT_EQ(kinds(), "answer");
  append(TestRoot::line("user", 6, 5, R"({"role":"user","content":"And the bell?"})"));
  EXPECT_EQ(kinds(), "user_message_chunk");
}

TEST_F(AcpAgentTest, AClosedSessionIsSilent) {
  open("session/load");
  call("session/close", std::string(R"({"sessionId":")") + kTestSession + "\"}");
  kinds();
  append(TestRoot::line("user", 6, 5, R"({"role":"user","content":"And the bell?"})"));
  EXPECT_EQ(kinds(), "");
  EXPECT_EQ(bus.subscribers(), 0U);
}

TEST_F(AcpAgentTest, StopsWhenThePeerHasGone) {
  host.open = false;
  open("session/load");
  EXPECT_EQ(kinds(), "answer");
}

TEST_F(AcpAgentTest, OnlySessionsThatAreThereAreDeleted) {
  const auto code = [this] {
    json::Parser parser;
    auto message = parser.parse_copy(host.take());
    return (*message)["error"]["code"].int_or(0);
  };
  call("session/delete", R"({"sessionId":"00000000-0000-4000-8000-000000000000"})");
  EXPECT_EQ(code(), -32002);
  call("session/delete", R"({"sessionId":"../projects"})");
  EXPECT_EQ(code(), -32602);
  EXPECT_TRUE(root.files.stat(file));
}

// Nobody drives here: nothing is offered, and nothing can be chosen.
TEST_F(AcpAgentTest, WithoutDrivingThereIsNothingToChoose) {
  open("session/resume");
  EXPECT_EQ(host.take().find("configOptions"), std::string::npos);
  call("session/set_config_option",
       std::string(R"({"sessionId":")") + kTestSession + R"(","configId":"model","value":"opus"})");
  EXPECT_NE(host.take().find("-32003"), std::string::npos);
}

}  // namespace
}  // namespace clew
