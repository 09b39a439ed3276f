// SPDX-License-Identifier: MIT

#include "serve/rpc/rpc_channel.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "serve/net/test_host.h"

namespace clew {
namespace {

class EchoChannel : public RpcChannel {
 public:
  EchoChannel(ChannelHost host, RpcOptions options) : RpcChannel(std::move(host), options) {}

  std::optional<RpcResult> call(const RpcCall& call) override {
    if (call.method == "echo") return RpcResult(call.params.to_json());
    if (call.method == "throw") throw std::runtime_error("oops");
    if (call.method == "later") {
      later = call.id;
      return std::nullopt;
    }
    if (call.method == "work") {
      during();
      return call.stopped() ? RpcResult(RpcError{-1, "stopped"}) : RpcResult("1");
    }
    return RpcError{rpc_code::kMethodNotFound, "no"};
  }
  void notified(std::string_view method, json::Value) override { notices += method; }
  void cancelled(const std::string& id) override { cancels += id; }
  using RpcChannel::reply;
  using RpcChannel::request;

  std::string later, notices, cancels;
  std::function<void()> during = [] {};
};

struct Fixture : ::testing::Test {
  TestHost host;
  EchoChannel channel{host.host(), {.batches = true}};
};
using RpcChannelTest = Fixture;

TEST_F(RpcChannelTest, AnswersRequests) {
  channel.receive(R"({"jsonrpc":"2.0","id":"a","method":"echo","params":{"x":[1]}})");
  EXPECT_EQ(host.take(), R"({"jsonrpc":"2.0","id":"a","result":{"x":[1]}})");
  channel.receive(R"({"jsonrpc":"2.0","id":2,"method":"nothing"})");
  EXPECT_NE(host.take().find("-32601"), std::string::npos);
  channel.receive(R"({"jsonrpc":"2.0","id":3,"method":"throw"})");
  EXPECT_NE(host.take().find("-32603"), std::string::npos);
}

TEST_F(RpcChannelTest, NotificationsHaveNoAnswer) {
  channel.receive(R"({"jsonrpc":"2.0","method":"hello"})");
  EXPECT_TRUE(host.sent.empty());
  EXPECT_EQ(channel.notices, "hello");
}

TEST_F(RpcChannelTest, GarbageIsAnsweredWithAnError) {
  for (const char* text : {"", "{", "\xff\xfe", "[1,", "nul", R"({"jsonrpc":"2.0",)"}) {
    channel.receive(text);
    EXPECT_NE(host.take().find("-32700"), std::string::npos) << text;
  }
  channel.receive("17");
  EXPECT_NE(host.take().find("-32600"), std::string::npos);
  channel.receive(std::string(5000, '[') + std::string(5000, ']'));
  EXPECT_NE(host.take().find("-32700"), std::string::npos);
}

TEST_F(RpcChannelTest, Batches) {
  channel.receive(
      R"([{"jsonrpc":"2.0","id":1,"method":"echo","params":[]},{"jsonrpc":"2.0","method":"n"},7,)"
      R"({"jsonrpc":"2.0","id":2,"method":"later"}])");
  EXPECT_EQ(
      host.take(),
      R"([{"jsonrpc":"2.0","id":1,"result":[]},)"
      R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object"}},)"
      R"({"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"not in a batch"}}])");
  channel.receive(R"([{"jsonrpc":"2.0","method":"n"}])");
  EXPECT_TRUE(host.sent.empty());
  channel.receive("[]");
  EXPECT_NE(host.take().find("empty"), std::string::npos);
  std::string many = "[1";
  for (int i = 0; i < 100; ++i) many += ",1";
  channel.receive(many + "]");
  EXPECT_NE(host.take().find("more than 100"), std::string::npos);
}

TEST_F(RpcChannelTest, WithoutBatchesAnArrayIsInvalid) {
  EchoChannel strict(host.host(), {});
  strict.receive(R"([{"jsonrpc":"2.0","id":1,"method":"echo"}])");
  EXPECT_NE(host.take().find("-32600"), std::string::npos);
}

TEST_F(RpcChannelTest, ACancellationReachesARunningRequest) {
  const std::string cancel = R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"w"}})";
  channel.during = [&] { channel.arriving(cancel); };
  channel.receive(R"({"jsonrpc":"2.0","id":"w","method":"work"})");
  EXPECT_NE(host.take().find("-32800"), std::string::npos);
  channel.receive(cancel);
  EXPECT_TRUE(host.sent.empty());
  // The same id may be used again.
  channel.during = [] {};
  channel.receive(R"({"jsonrpc":"2.0","id":"w","method":"work"})");
  EXPECT_EQ(host.take(), R"({"jsonrpc":"2.0","id":"w","result":1})");
}

TEST_F(RpcChannelTest, ACancellationStopsARequestThatWaits) {
  channel.arriving(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":4}})");
  channel.receive(R"({"jsonrpc":"2.0","id":4,"method":"echo"})");
  EXPECT_NE(host.take().find("-32800"), std::string::npos);
}

TEST_F(RpcChannelTest, LateAnswersAndTheirCancellation) {
  channel.receive(R"({"jsonrpc":"2.0","id":5,"method":"later"})");
  EXPECT_TRUE(host.sent.empty());
  channel.receive(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}})");
  EXPECT_EQ(channel.cancels, "5");
  channel.reply(channel.later, RpcResult("true"));
  EXPECT_EQ(host.take(), R"({"jsonrpc":"2.0","id":5,"result":true})");
}

TEST_F(RpcChannelTest, AsksThePeer) {
  std::string got;
  channel.request("ask", "{}", [&](const RpcMessage& m) { got = m.result.to_json(); });
  EXPECT_EQ(host.take(), R"({"jsonrpc":"2.0","id":1,"method":"ask","params":{}})");
  channel.receive(R"({"jsonrpc":"2.0","id":99,"result":0})");
  EXPECT_EQ(got, "");
  channel.receive(R"({"jsonrpc":"2.0","id":1,"result":{"a":2}})");
  EXPECT_EQ(got, R"({"a":2})");
  channel.receive(R"({"jsonrpc":"2.0","id":1,"result":{"a":3}})");
  EXPECT_EQ(got, R"({"a":2})");
  EXPECT_TRUE(host.sent.empty());
}

}  // namespace
}  // namespace clew
