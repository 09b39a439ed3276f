// SPDX-License-Identifier: MIT
//
// What a person hid is told to nobody who did not name it, on any protocol that follows events. The
// stream of HTTP is in test/serve/events_test.cc.

#include <gtest/gtest.h>

#include "engine/live/hidden_events.h"
#include "serve/acp/acp_agent.h"
#include "serve/net/test_host.h"
#include "serve/net/test_root.h"
#include "serve/rpc/history_channel.h"
#include "serve/rsocket/rsocket_channel.h"

namespace clew {
namespace {

constexpr const char* kSecret = "22222222-2222-4222-8222-222222222222";

class HiddenStreams : public testing::Test {
 protected:
  void SetUp() override {
    root_.files.add_file("/data/hidden.json", R"({"sessions":[")" + std::string(kSecret) +
                                                  R"("],"projects":["/w/zebra"]})");
    context_.services.events = &bus_;
  }

  Caller caller() { return Caller::of_own_process(context_); }

  // All that a channel sends of what happens.
  std::string told() {
    for (const char* session : {kSecret, kTestSession}) {
      bus_.publish({.type = "session.changed", .session = session, .project = "/work/app"});
      bus_.publish({.type = "drive", .session = session, .project = "/w/zebra"});
    }
    host_.run_posted();
    std::string all;
    for (const std::string& message : host_.sent) all += message;
    return all;
  }
  void expect_only_shown(const std::string& all) {
    EXPECT_NE(all.find(kTestSession), std::string::npos) << all;
    EXPECT_EQ(all.find(kSecret), std::string::npos) << all;
    EXPECT_EQ(all.find("zebra"), std::string::npos) << all;
  }

  TestRoot root_;
  EventBus bus_{EventBusOptions{.is_hidden = hidden_events(root_.files, "/data/hidden.json")}};
  ServeContext context_ = root_.context();
  TestHost host_;
};

TEST_F(HiddenStreams, JsonRpc) {
  const auto channel = HistoryChannel::make(caller(), host_.host());
  channel->receive(R"({"jsonrpc":"2.0","id":1,"method":"history/subscribe","params":{}})");
  expect_only_shown(told());
}

TEST_F(HiddenStreams, Acp) {
  const auto channel = AcpAgent::make(caller(), host_.host());
  channel->receive(R"({"jsonrpc":"2.0","id":1,"method":"_clew/history/subscribe","params":{}})");
  expect_only_shown(told());
}

TEST_F(HiddenStreams, RSocket) {
  const auto channel = RSocketChannel::make(caller(), host_.host());
  const std::string mime = "a/b";
  std::string setup("\0\0\0\0\x04\0\0\x01\0\0\0\0\x01\x2c\0\0\x07\xd0", 18);
  const std::string routing = "message/x.rsocket.routing.v0";
  setup += static_cast<char>(routing.size()) + routing + static_cast<char>(mime.size()) + mime;
  channel->receive(setup);
  const std::string route = "history.watch";
  std::string watch("\0\0\0\x01\x19\0\0\0\0\x64\0\0", 12);
  watch += static_cast<char>(route.size() + 1);
  watch += static_cast<char>(route.size()) + route;
  channel->receive(watch);
  expect_only_shown(told());
}

}  // namespace
}  // namespace clew
