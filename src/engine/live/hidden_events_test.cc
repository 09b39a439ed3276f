// SPDX-License-Identifier: MIT
#include "engine/live/hidden_events.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

constexpr const char* kList = "/data/hidden.json";

EventDraft changed(std::string session, std::string project, std::string file) {
  return {.type = std::string(event_type::kSessionChanged),
          .session = std::move(session),
          .project = std::move(project),
          .file = std::move(file)};
}

class HiddenEventsTest : public testing::Test {
 protected:
  std::vector<std::string> sessions(Subscription& subscription) {
    std::vector<std::string> ids;
    for (const auto& event : subscription.take()) ids.push_back(event->session);
    return ids;
  }
  void publish_all() {
    bus_.publish(changed("open", "/w/open", "/root/projects/-w-open/open.jsonl"));
    bus_.publish(changed("secret", "/w/open", "/root/projects/-w-open/secret.jsonl"));
    bus_.publish(
        changed("secret", "/w/open", "/root/projects/-w-open/secret/subagents/agent-a.jsonl"));
    bus_.publish(changed("by-folder", "/w/zebra", "/root/projects/-elsewhere/by-folder.jsonl"));
    bus_.publish(changed("by-key", "/moved", "/root/projects/-w-zebra/by-key.jsonl"));
    bus_.publish(
        changed("of-agent", "/moved", "/root/projects/-w-zebra/of-agent/subagents/agent-b.jsonl"));
    bus_.publish(changed("unread", "-w-zebra", ""));
    bus_.publish(
        {.type = std::string(event_type::kDrive), .session = "driven", .project = "/w/zebra"});
  }

  MemoryFileSystem files_;
  EventBus bus_{EventBusOptions{.is_hidden = hidden_events(files_, kList)}};
};

TEST_F(HiddenEventsTest, WhatIsHiddenIsNotToldOf) {
  files_.add_file(kList, R"({"sessions":["secret"],"projects":["/w/zebra"]})");
  const auto all = bus_.subscribe({}, [] {});
  const auto named = bus_.subscribe({.session = "secret"}, [] {});
  const auto asked = bus_.subscribe({.hidden = true}, [] {});
  publish_all();
  EXPECT_EQ(sessions(*all), std::vector<std::string>{"open"});
  EXPECT_EQ(sessions(*named).size(), 2u);
  EXPECT_EQ(sessions(*asked).size(), 8u);
  bus_.publish_resync("a test");
  EXPECT_EQ(all->take().size(), 1u);
}

TEST_F(HiddenEventsTest, HidingCountsFromThenOnAndForWhatWasKept) {
  const auto all = bus_.subscribe({}, [] {});
  const std::uint64_t before = bus_.last_sequence();
  bus_.publish(changed("secret", "/w", "/root/projects/-w/secret.jsonl"));
  EXPECT_EQ(sessions(*all), std::vector<std::string>{"secret"});
  files_.add_file(kList, R"({"sessions":["secret"],"projects":[]})");
  bus_.publish(changed("secret", "/w", "/root/projects/-w/secret.jsonl"));
  bus_.publish(changed("other", "/w", "/root/projects/-w/other.jsonl"));
  EXPECT_EQ(sessions(*all), std::vector<std::string>{"other"});
  const auto back = bus_.subscribe(
      {}, [] {}, 1024, before);
  EXPECT_EQ(sessions(*back), std::vector<std::string>{"other"});
}

TEST_F(HiddenEventsTest, AListThatCannotBeReadHidesAll) {
  files_.add_file(kList, "no JSON");
  const auto all = bus_.subscribe({}, [] {});
  publish_all();
  EXPECT_TRUE(all->take().empty());
}

}  // namespace
}  // namespace clew
