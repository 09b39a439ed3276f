// SPDX-License-Identifier: MIT

#include "engine/live/live.h"

#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "engine/live/live_publisher.h"
#include "engine/live/test_live.h"
#include "json/value.h"
#include "os/paths.h"
#include "os/process_probe.h"
#include "os/test_watcher.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

using std::chrono::milliseconds;

constexpr const char* kRoot = "/home/.claude";
constexpr const char* kSession = "11111111-1111-4111-8111-111111111111";

json::Value first(json::Value array) {
  for (const json::Value element : array.elements()) return element;
  return {};
}

std::size_t count(json::Value array) {
  std::size_t n = 0;
  for ([[maybe_unused]] const json::Value element : array.elements()) ++n;
  return n;
}

// Sessions in memory, hints by hand, facts at once.
class LiveTest : public ::testing::Test {
 protected:
  void SetUp() override {
    file_ = std::string(kRoot) + "/projects/-work/" + kSession + ".jsonl";
    ASSERT_TRUE(disk_.create_directories(std::string(kRoot) + "/projects/-work"));
    ASSERT_TRUE(disk_.create_directories(std::string(kRoot) + "/sessions"));
  }

  void start() {
    auto watcher = std::make_unique<TestWatcher>();
    hints_ = watcher.get();
    EngineOptions options;
    options.roots = {kRoot};
    const milliseconds never(3'600'000);
    LiveOptions live;
    live.watch = {never, milliseconds(1), never};
    live.facts_delay = milliseconds(0);
    live.retry = milliseconds(1);
    live.watcher = std::move(watcher);
    reader_ = bus_.subscribe({}, {});
    live_ = std::make_unique<LivePublisher>(faulty_, options, bus_, std::move(live));
  }

  std::string line(const std::string& notation) { return writer_.write(notation, lines_++) + "\n"; }
  void write(const std::string& notation) { append(line(notation)); }
  void append(const std::string& bytes) {
    disk_.stat(file_) ? static_cast<void>(disk_.append(file_, bytes))
                      : disk_.add_file(file_, bytes);
    if (hints_) hints_->hint(file_);
  }

  // What happens now, each event as its type, and all of them.
  std::vector<std::string> events() {
    live_->run_once();
    all_ = reader_->take();
    std::vector<std::string> types;
    for (const auto& event : all_) types.push_back(event->type);
    return types;
  }
  json::Value json(std::size_t event) {
    auto value = parser_.parse_copy(*all_.at(event)->json());
    EXPECT_TRUE(value) << *all_.at(event)->json();
    return *value;
  }

  using Types = std::vector<std::string>;

  MemoryFileSystem disk_;
  FaultyFileSystem faulty_{disk_};
  EventBus bus_;
  std::string file_;
  TestWatcher* hints_ = nullptr;
  std::shared_ptr<Subscription> reader_;
  std::unique_ptr<LivePublisher> live_;
  std::vector<std::shared_ptr<const LiveEvent>> all_;
  json::Parser parser_;
  TestLineWriter writer_;
  int lines_ = 0;
};

// Whatever call it comes before: who listens knows in the end what is in the file.
TEST_F(LiveTest, AFileWrittenAnewWhileItIsReadIsReadAgain) {
  write(R"(u0 < - user "hello")");
  start();
  Listener listener(disk_, {kRoot});
  const auto listen = [&] {
    hints_->hint(file_);
    live_->run_once();
    for (const auto& event : reader_->take()) listener.take(*event);
  };
  bool happened = true;
  for (int call = 1; happened; ++call) {
    const std::string n = std::to_string(call);
    disk_.truncate_file(file_, 0);
    append(line("a" + n + " < - user \"one\"") + line("b" + n + " < a" + n + " user \"two\""));
    listen();
    listen();
    append(line("c" + n + " < b" + n + " user \"three\""));
    happened = false;
    faulty_.before_call(call, [&] {
      happened = true;
      disk_.truncate_file(file_, 0);
      append(line("d" + n + " < - user \"" + std::string(900, 'x') + "\"") +
             line("e" + n + " < d" + n + " user \"five\""));
    });
    listen();
    listen();
    faulty_.before_call(0, nullptr);
    ASSERT_EQ(listener.seen(), read_everything(disk_, {kRoot})) << "before call " << call;
    ASSERT_LT(call, 200);
  }
}

TEST_F(LiveTest, ANewSessionIsAddedAndItsMessagesAreTold) {
  start();
  write(R"(u1 < - user "hello")");
  ASSERT_EQ((Types{"session.added", "session.appended"}), events());
  EXPECT_EQ(kSession, all_[0]->session);
  EXPECT_EQ(file_, all_[0]->file);
  EXPECT_EQ("hello", json(0)["row"]["title"].string_or(""));
  EXPECT_EQ("-work", json(0)["row"]["project"]["key"].string_or(""));
  EXPECT_EQ(1, json(1)["lines"].int_or(0));
  EXPECT_EQ("hello", first(json(1)["messages"])["text"].string_or(""));
  EXPECT_EQ("u1", first(json(1)["messages"])["uuid"].string_or(""));
}

TEST_F(LiveTest, GrowthIsToldFirstAndTheFactsAfterIt) {
  write(R"(u1 < - user "hello")");
  start();
  EXPECT_EQ(Types{}, events());
  write(R"(a1 < u1 assistant id:m1 model:claude-sonnet-4-5 call:t1=Bash)");
  ASSERT_EQ((Types{"session.appended", "session.changed"}), events());
  EXPECT_EQ("pending", first(first(json(0)["messages"])["tools"])["state"].string_or(""));
  EXPECT_FALSE(json(1)["reload"].bool_or(false));
  write("r1 < a1 user result:t1");
  ASSERT_EQ((Types{"session.appended", "session.changed"}), events());
  EXPECT_EQ(0u, count(json(0)["messages"]));
  EXPECT_EQ("a1", first(json(0)["tools"])["message"].string_or(""));
  EXPECT_EQ("success", first(json(0)["tools"])["tool"]["state"].string_or(""));
}

TEST_F(LiveTest, PartialLinesAreHeldBack) {
  write(R"(u1 < - user "hello")");
  start();
  const std::string next = line(R"(u2 < u1 user "again")");
  append(next.substr(0, 20));
  EXPECT_EQ(Types{"session.changed"}, events()) << "its size";
  append(next.substr(20, next.size() - 21));
  EXPECT_EQ(Types{"session.changed"}, events());
  append("\n");
  ASSERT_EQ((Types{"session.appended", "session.changed"}), events());
  EXPECT_EQ("again", first(json(0)["messages"])["text"].string_or(""));
}

TEST_F(LiveTest, AFileThatStartsWithinALineIsFollowedFromThatLine) {
  const std::string one = line(R"(u1 < - user "hello")");
  const std::string two = line(R"(u2 < u1 user "again")");
  append(one + two.substr(0, 20));
  start();
  append(two.substr(20));
  ASSERT_EQ((Types{"session.appended", "session.changed"}), events());
  EXPECT_EQ(1u, count(json(0)["messages"]));
  EXPECT_EQ("again", first(json(0)["messages"])["text"].string_or(""));
  EXPECT_EQ(2, first(json(0)["messages"])["line"].int_or(0));
}

TEST_F(LiveTest, WhateverIsNoGrowthMeansReadAgain) {
  const std::string one = line(R"(u1 < - user "hello")");
  const std::string two = line(R"(u2 < u1 user "again")");
  append(one + two);
  start();
  const auto changed = [&](const char* how) {
    SCOPED_TRACE(how);
    hints_->hint(file_);
    ASSERT_EQ(Types{"session.changed"}, events());
    EXPECT_TRUE(json(0)["reload"].bool_or(false));
  };
  disk_.truncate_file(file_, static_cast<std::int64_t>(one.size()));
  changed("shorter");
  disk_.add_file(file_, one + two);
  changed("another file");
  disk_.overwrite_file(file_, two + one + two);
  changed("longer, but not at its end");
  disk_.overwrite_file(file_, one + two + two);
  changed("as long as before");
  disk_.truncate_file(file_, 0);
  changed("empty");
  append(one);
  ASSERT_EQ((Types{"session.appended", "session.changed"}), events());
}

TEST_F(LiveTest, MoreThanAConversationSaysAtOnceIsNotSent) {
  write(R"(u1 < - user "hello")");
  start();
  std::string much;
  const std::string big = line("u2 < u1 user \"" + std::string(1 << 20, 'x') + "\"");
  for (int i = 0; i < 9; ++i) much += big;
  append(much);
  ASSERT_EQ(Types{"session.changed"}, events());
  EXPECT_TRUE(json(0)["reload"].bool_or(false));
  write(R"(u3 < u2 user "more")");
  EXPECT_EQ("session.appended", events().at(0));
}

TEST_F(LiveTest, RemovedAndRenamed) {
  write(R"(u1 < - user "hello")");
  start();
  const std::string other = std::string(parent_path(file_)) + "/other.jsonl";
  ASSERT_TRUE(disk_.rename(file_, other));
  hints_->hint(file_);
  hints_->hint(other);
  ASSERT_EQ((Types{"session.removed", "session.added", "session.appended"}), events());
  EXPECT_EQ(kSession, all_[0]->session);
  EXPECT_EQ("other", all_[1]->session);
}

TEST_F(LiveTest, ASubagentBelongsToItsSession) {
  write(R"(u1 < - user "hello")");
  start();
  const std::string folder = file_.substr(0, file_.size() - 6);
  disk_.add_file(folder + "/subagents/agent-7.jsonl", line(R"(x1 < - user side "task")"));
  hints_->hint(folder);
  ASSERT_EQ((Types{"session.added", "session.appended"}), events());
  EXPECT_EQ(kSession, all_[1]->session);
  EXPECT_EQ("7", json(1)["agent"].string_or(""));
  EXPECT_EQ("task", first(json(1)["messages"])["text"].string_or(""));
}

TEST_F(LiveTest, AnEditedPromptChangesTheBranch) {
  write(R"(u1 < - user "one")");
  write(R"(a1 < u1 assistant id:m1 "answer")");
  write(R"(u2 < a1 user "two")");
  write(R"(a2 < u2 assistant id:m2 "second")");
  start();
  write(R"(u3 < a1 user "two, edited")");
  ASSERT_EQ((Types{"session.appended", "session.changed", "session.branch"}), events());
  EXPECT_EQ("u3", json(2)["tip"].string_or(""));
  EXPECT_EQ("a2", json(2)["previousTip"].string_or(""));
  write(R"(a3 < u3 assistant id:m3 "third")");
  EXPECT_EQ((Types{"session.appended", "session.changed"}), events());
}

TEST_F(LiveTest, ATurnThatEndsSaysWhatItCost) {
  write(R"(u1 < - @0 user "one")");
  start();
  write(R"(a1 < u1 @2 assistant id:m1 model:claude-sonnet-4-5 usage:100/20 call:t1)");
  write(R"(r1 < a1 @3 user result:t1)");
  write(R"(a2 < r1 @5 assistant id:m2 model:claude-sonnet-4-5 usage:1000/200 "done")");
  write(R"(s1 < a2 @5 system sub:turn_duration)");
  events();
  const json::Value turn = json(0)["turn"];
  // 1,100 tokens at 3 dollars and 220 at 15 dollars a million.
  EXPECT_EQ("0.0066", turn["costUsd"].to_json());
  EXPECT_EQ(2, turn["responses"].int_or(0));
  EXPECT_EQ(1, turn["tools"].int_or(0));
  EXPECT_EQ(5000, turn["durationMs"].int_or(0));
  EXPECT_EQ(1100, turn["tokens"]["input"].int_or(0));
}

TEST_F(LiveTest, RunningStateFollowsTheRegistry) {
  start();
  const auto note = [&](const std::string& status) {
    const std::string path = std::string(kRoot) + "/sessions/1.json";
    const RealProcessProbe probe;
    disk_.add_file(path, R"({"pid":)" + std::to_string(::getpid()) + R"(,"sessionId":")" +
                             kSession + R"(","status":")" + status +
                             R"(","cwd":"/work","procStart":")" +
                             probe.start_mark(::getpid()).value_or("") + "\"}");
    hints_->hint(path);
  };
  note("busy");
  ASSERT_EQ(Types{"session.running"}, events());
  EXPECT_EQ(kSession, all_[0]->session);
  EXPECT_EQ("busy", json(0)["running"]["status"].string_or(""));
  EXPECT_EQ(std::vector<std::int64_t>{::getpid()}, hints_->processes);
  note("busy");
  EXPECT_EQ(Types{}, events());
  note("idle");
  ASSERT_EQ(Types{"session.running"}, events());
  ASSERT_TRUE(disk_.remove(std::string(kRoot) + "/sessions/1.json"));
  hints_->next.process_ended = true;
  ASSERT_EQ(Types{"session.running"}, events());
  EXPECT_EQ("null", json(0)["running"].to_json());
}

// Whatever call fails while a line is read, it is told in the end, once.
TEST_F(LiveTest, AFailingDiskDelaysButLosesNothing) {
  write(R"(u1 < - user "hello")");
  for (std::int64_t call = 1;; ++call) {
    SCOPED_TRACE(call);
    start();
    const std::string uuid = "n" + std::to_string(call);
    write(uuid + " < u1 user \"next\"");
    const std::int64_t before = faulty_.calls();
    faulty_.fail_calls(call, {ErrorCode::kIo, "the disk is tired"});
    int told = 0;
    bool failed = false;
    for (int i = 0; i < 400 && told == 0; ++i) {
      events();
      if (i == 0) failed = faulty_.calls() - before >= call;
      faulty_.fail_calls(0, {}, 0);
      for (const auto& event : all_) {
        const bool appended = event->type == event_type::kSessionAppended;
        if (appended && event->json()->find("\"" + uuid + "\"") != std::string::npos) ++told;
      }
      if (told == 0) std::this_thread::sleep_for(milliseconds(5));
    }
    EXPECT_EQ(1, told);
    if (!failed) break;
    ASSERT_LT(call, 60);
  }
}

}  // namespace
}  // namespace clew
