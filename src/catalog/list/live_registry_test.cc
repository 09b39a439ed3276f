// SPDX-License-Identifier: MIT
#include "catalog/list/live_registry.h"

#include <map>

#include <gtest/gtest.h>

#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

// Processes that a test invents: number and start.
class FakeProcesses : public ProcessProbe {
 public:
  bool is_alive(std::int64_t pid) const override { return started.contains(pid); }
  std::optional<std::string> start_mark(std::int64_t pid) const override {
    const auto found = started.find(pid);
    if (found == started.end() || found->second.empty()) return std::nullopt;
    return found->second;
  }
  std::string number_space() const override { return "pid:[7]"; }

  std::map<std::int64_t, std::string> started;
};

class LiveRegistryTest : public testing::Test {
 protected:
  void add(int pid, const std::string& session, const std::string& start, const std::string& status,
           const std::string& space = "linux:0123:pid:[7]") {
    files_.add_file("/r/sessions/" + std::to_string(pid) + ".json",
                    R"({"pid":)" + std::to_string(pid) + R"(,"sessionId":")" + session +
                        R"(","cwd":"/w","startedAt":1000,"procStart":")" + start +
                        R"(","version":"2.1.325","kind":"interactive","pidDomain":")" + space +
                        R"(","name":"N","status":")" + status + R"(","updatedAt":2000})");
  }
  LiveRegistry registry() { return read_live_registry(files_, processes_, {"/r"}); }
  MemoryFileSystem files_;
  FakeProcesses processes_;
};

TEST_F(LiveRegistryTest, ARunningSession) {
  add(30, "s1", "555", "busy");
  processes_.started[30] = "555";
  const LiveRegistry live = registry();
  ASSERT_NE(live.find("s1"), nullptr);
  EXPECT_EQ(live.find("s2"), nullptr);
  const LiveSession& one = *live.find("s1");
  EXPECT_EQ(one.pid, 30);
  EXPECT_EQ(one.status, LiveStatus::kBusy);
  EXPECT_TRUE(one.certain);
  EXPECT_EQ(one.cwd, "/w");
  EXPECT_EQ(one.name, "N");
  EXPECT_EQ(one.started, 1000);
  EXPECT_EQ(one.updated, 2000);
}

TEST_F(LiveRegistryTest, EveryStatus) {
  for (const std::string status : {"busy", "waiting", "idle", "shell"}) {
    add(30, "s1", "555", status);
    processes_.started[30] = "555";
    EXPECT_EQ(name_of(registry().find("s1")->status), status);
  }
  add(30, "s1", "555", "dreaming");
  EXPECT_EQ(registry().find("s1")->status, LiveStatus::kUnknown);
}

TEST_F(LiveRegistryTest, LeftoversDoNotCount) {
  add(30, "s1", "555", "busy");
  EXPECT_TRUE(registry().sessions.empty());
  processes_.started[30] = "999";  // the number was given to another process
  EXPECT_TRUE(registry().sessions.empty());
}

TEST_F(LiveRegistryTest, WhatCannotBeVerifiedIsUncertain) {
  add(30, "s1", "", "idle");
  processes_.started[30] = "555";
  EXPECT_FALSE(registry().find("s1")->certain);
  add(31, "s2", "1", "idle", "linux:0123:pid:[8]");  // of another container
  EXPECT_FALSE(registry().find("s2")->certain);
}

TEST_F(LiveRegistryTest, SurvivesDamage) {
  files_.add_file("/r/sessions/1.json", "{");
  files_.add_file("/r/sessions/2.json", "[]");
  files_.add_file("/r/sessions/x.txt", "");
  EXPECT_TRUE(registry().sessions.empty());
  EXPECT_EQ(registry().findings.size(), 2U);
  EXPECT_TRUE(read_live_registry(files_, processes_, {"/none"}).findings.empty());
  FaultyFileSystem faulty(files_);
  faulty.fail_calls(1, {ErrorCode::kIo, "broken"});
  EXPECT_EQ(read_live_registry(faulty, processes_, {"/r"}).findings.size(), 1U);
}

}  // namespace
}  // namespace clew
