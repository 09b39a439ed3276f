// SPDX-License-Identifier: MIT

#include "serve/rpc/history_channel.h"

#include <gtest/gtest.h>

#include "serve/net/test_host.h"
#include "serve/net/test_root.h"

namespace clew {
namespace {

struct HistoryChannelTest : ::testing::Test {
  TestRoot root;
  EventBus bus;
  ServeContext context = root.context();
  TestHost host;
  std::unique_ptr<MessageChannel> channel;
  json::Parser parser;

  void SetUp() override {
    context.services.events = &bus;
    channel = HistoryChannel::make(Caller::of_own_process(context), host.host());
  }
  // The result, or the error's code as a text.
  std::string call(std::string_view method, std::string_view params) {
    channel->receive(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                     R"(","params":)" + std::string(params) + "}");
    auto root_value = parser.parse_copy(host.take());
    if (!root_value) return "";
    const json::Value result = (*root_value)["result"];
    return result.is_missing() ? (*root_value)["error"]["code"].to_json() : result.to_json();
  }
};

TEST_F(HistoryChannelTest, ListsHistoryAndMergesIt) {
  const std::string id = kTestSession;
  EXPECT_NE(call("history/list", "{}").find(R"({"sessions":[{"id":")" + id + "\""),
            std::string::npos);
  EXPECT_NE(call("session/list", "{}").find(R"({"sessions":[{"id":"claude:)" + id + "\""),
            std::string::npos);
  EXPECT_EQ(call("history/list", R"({"cursor":"junk"})"), "-32602");
  EXPECT_EQ(call("history/list", R"({"limit":-1})"), "-32602");
}

TEST_F(HistoryChannelTest, LoadsChatMessages) {
  const std::string loaded = call("history/load", R"({"sessionId":"claude:11111111"})");
  EXPECT_NE(loaded.find(R"("role":"user","content":"Fix the clock \u001b[31mred")"),
            std::string::npos);
  EXPECT_NE(loaded.find(R"("thought":"Hm.","toolCalls":[{"id":"toolu_1","name":"Edit","input":)"
                        R"({"file_path":"/work/app/a.c","old_string":"x","new_string":"y"},)"
                        R"("result":"done","status":"completed","durationMs":1000}],"timestamp":)"),
            std::string::npos)
      << loaded;
  EXPECT_EQ(loaded.find("nextCursor"), std::string::npos);
}

TEST_F(HistoryChannelTest, PagesBothWays) {
  const auto page = [this](std::string_view more) {
    return call("history/load", R"({"sessionId":"11111111","limit":2)" + std::string(more) + "}");
  };
  const std::string first = page("");
  EXPECT_NE(first.find(R"("nextCursor":"f2")"), std::string::npos) << first;
  const std::string second = page(R"(,"cursor":"f2")");
  EXPECT_NE(second.find("Fixed."), std::string::npos);
  EXPECT_EQ(second.find("nextCursor"), std::string::npos);
  const std::string last = page(R"(,"direction":"backward")");
  EXPECT_NE(last.find(R"("nextCursor":"b1")"), std::string::npos) << last;
  const std::string earliest = page(R"(,"cursor":"b1")");
  EXPECT_NE(earliest.find("Fix the clock"), std::string::npos);
  EXPECT_EQ(earliest.find("Looking."), std::string::npos);
  EXPECT_EQ(earliest.find("nextCursor"), std::string::npos);
  EXPECT_EQ(page(R"(,"cursor":"x9")"), "-32602");
  EXPECT_EQ(page(R"(,"cursor":"f-1")"), "-32602");
  EXPECT_EQ(page(R"(,"direction":"up")"), "-32602");
}

TEST_F(HistoryChannelTest, EveryOperationIsAMethod) {
  EXPECT_NE(call("branches", R"({"session":"11111111"})").find("branches"), std::string::npos);
  EXPECT_NE(call("history/branches", R"({"sessionId":"11111111"})").find("branches"),
            std::string::npos);
  // A line is JSON already; a torn one would come as a text.
  const std::string raw =
      call("raw", R"({"session":"11111111","uuid":")" + TestRoot::uuid(1) + "\"}");
  EXPECT_TRUE(raw.starts_with(R"({"type":"user")")) << raw;
  EXPECT_EQ(call("nothing", "{}"), "-32601");
  EXPECT_EQ(call("history/load", "{}"), "-32602");
  EXPECT_EQ(call("history/load", R"({"sessionId":"99999999"})"), "-32002");
}

TEST_F(HistoryChannelTest, Subscriptions) {
  EXPECT_EQ(call("history/subscribe", R"({"sessionId":"11111111"})"),
            R"({"subscriptionId":"1","sequence":0})");
  host.run_posted();
  bus.publish({.type = "session.appended", .session = "another"});
  bus.publish({.type = "session.appended", .session = kTestSession});
  host.run_posted();
  ASSERT_EQ(host.sent.size(), 1U);
  EXPECT_NE(
      host.take().find(R"("method":"history/changed","params":{"subscriptionId":"1","event":{)"),
      std::string::npos);
  // Another one hears what it missed.
  EXPECT_EQ(call("history/subscribe", R"({"after":0})"), R"({"subscriptionId":"2","sequence":2})");
  host.run_posted();
  EXPECT_EQ(host.sent.size(), 2U);
  host.sent.clear();
  EXPECT_EQ(call("history/unsubscribe", R"({"subscriptionId":"1"})"), "{}");
  EXPECT_EQ(call("history/unsubscribe", R"({"subscriptionId":"2"})"), "{}");
  EXPECT_EQ(call("history/unsubscribe", R"({"subscriptionId":"2"})"), "-32002");
  bus.publish({.type = "session.appended", .session = kTestSession});
  host.run_posted();
  EXPECT_TRUE(host.sent.empty());
}

TEST_F(HistoryChannelTest, AFloodOfSubscriptionsIsRefused) {
  for (int i = 0; i < 128; ++i) call("history/subscribe", "{}");
  EXPECT_EQ(call("history/subscribe", "{}"), "-32003");
  channel.reset();
  EXPECT_EQ(bus.subscribers(), 0U);
}

}  // namespace
}  // namespace clew
