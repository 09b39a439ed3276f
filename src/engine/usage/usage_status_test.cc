// SPDX-License-Identifier: MIT
#include "engine/usage/usage_status.h"

#include <string>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "os/testing/memory_file_system.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

constexpr const char* kNow = "2026-01-05T20:00:00Z";

class UsageStatusTest : public testing::Test {
 protected:
  void put(const std::string& path, const std::string& text) { files_.add_file(path, text); }

  UsageStatus status(const std::string& json, TimeMs now = *parse_time(kNow)) {
    EngineOptions options;
    options.roots = {"/r"};
    options.own.cache = "/cache";
    options.now = now;
    Engine engine(files_, options);
    const auto arguments = Arguments::check(*find_operation("statusline"),
                                            {{"status", {json}}, {"timezone", {"UTC"}}});
    EXPECT_TRUE(arguments);
    const auto status = usage_status(engine, *arguments);
    EXPECT_TRUE(status) << status.error().message;
    return status ? *status : UsageStatus();
  }

  // Opus 4.1: 3 x 15 + 100 x 75 + 1000 x 1.5 + 200 x 18.75 millionths
  static constexpr NanoUsd kOne = 12'795'000;

  MemoryFileSystem files_;
};

UsageTestLine line(std::string message, std::string time) {
  UsageTestLine made;
  made.message = std::move(message);
  made.request = "req_" + made.message;
  made.time = std::move(time);
  return made;
}

const std::string kStatus =
    R"({"session_id":"s1","transcript_path":"/r/projects/-p/s1.jsonl","model":{"id":"claude-opus-4-1","display_name":"Opus 4.1"}})";

TEST_F(UsageStatusTest, SaysWhatSessionAndDayCost) {
  put("/r/projects/-p/s1.jsonl", line("a", "2026-01-04T10:00:00Z").json() + "\n" +
                                     line("b", "2026-01-05T10:00:00Z").json() + "\n");
  put("/r/projects/-p/s1/subagents/agent-x.jsonl", line("c", "2026-01-05T11:00:00Z").json() + "\n");
  const UsageStatus got = status(kStatus);
  EXPECT_EQ(got.model, "Opus 4.1");
  EXPECT_EQ(got.session.amount, 3 * kOne);
  EXPECT_EQ(got.today.amount, 2 * kOne);
  EXPECT_TRUE(got.session.complete);
  EXPECT_EQ(got.context_tokens, 1203);
  EXPECT_EQ(got.context_size, 200'000);
}

TEST_F(UsageStatusTest, BelievesWhatClaudeSaysAboutTheContext) {
  put("/r/projects/-p/s1.jsonl", line("a", "2026-01-05T10:00:00Z").json() + "\n");
  const UsageStatus got = status(
      R"({"session_id":"s1","model":{"id":"claude-opus-4-1"},"context_window":{"context_window_size":1000000,
      "used_percentage":42.5,"current_usage":{"input_tokens":5,"cache_read_input_tokens":10}}})");
  EXPECT_EQ(got.model, "claude-opus-4-1");
  EXPECT_EQ(got.context_percent, 42.5);
  EXPECT_EQ(got.context_size, 1'000'000);
  EXPECT_EQ(got.context_tokens, 15);
  EXPECT_EQ(got.session.amount, kOne);
}

TEST_F(UsageStatusTest, NoShareOfAWindowOfNothing) {
  for (const char* size : {"0", "1"}) {
    const UsageStatus got =
        status(std::string(R"({"session_id":"s1","context_window":{"context_window_size":)") +
               size + R"(,"used_percentage":1e300,"current_usage":{"input_tokens":4000000}}})");
    EXPECT_FALSE(got.context_percent) << size;
  }
}

TEST_F(UsageStatusTest, NothingWrittenYetIsNothingSpent) {
  const UsageStatus got = status(kStatus);
  EXPECT_EQ(got.session.amount, 0);
  EXPECT_TRUE(got.session.complete);
  EXPECT_FALSE(got.context_percent);
}

TEST_F(UsageStatusTest, CopiesAreNotPaidAgain) {
  UsageTestLine copy = line("a", "2026-01-05T10:00:00Z");
  copy.copy = true;
  put("/r/projects/-p/s1.jsonl",
      copy.json() + "\n" + line("b", "2026-01-05T11:00:00Z").json() + "\n");
  EXPECT_EQ(status(kStatus).session.amount, kOne);
}

TEST_F(UsageStatusTest, ReadsLargeFilesBitByBit) {
  const std::string padding =
      "{\"type\":\"user\",\"text\":\"" + std::string(1 << 20, 'x') + "\"}\n";
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += line("m" + std::to_string(i), "2026-01-05T10:00:00Z").json() + "\n" + padding;
  put("/r/projects/-p/s1.jsonl", text);
  int rounds = 0;
  UsageStatus got = status(kStatus);
  EXPECT_FALSE(got.session.complete);
  EXPECT_GT(got.session.amount, 0);
  for (; !got.session.complete && rounds < 10; ++rounds) got = status(kStatus);
  EXPECT_TRUE(got.session.complete);
  EXPECT_EQ(got.session.amount, 40 * kOne);
  EXPECT_GE(rounds, 2);
  // From then on the cache knows it all; what is appended is added.
  ASSERT_TRUE(
      files_.append("/r/projects/-p/s1.jsonl", line("new", "2026-01-05T12:00:00Z").json() + "\n"));
  EXPECT_EQ(status(kStatus).session.amount, 41 * kOne);
}

TEST_F(UsageStatusTest, OtherFilesOfTodayCount) {
  const std::int64_t today = *parse_time("2026-01-05T01:00:00Z") * 1'000'000;
  put("/r/projects/-p/s1.jsonl", line("a", "2026-01-05T10:00:00Z").json() + "\n");
  put("/r/projects/-q/s2.jsonl", line("b", "2026-01-04T23:00:00Z").json() + "\n" +
                                     line("c", "2026-01-05T01:00:00Z").json() + "\n");
  put("/r/projects/-q/s3.jsonl", line("d", "2026-01-05T01:00:00Z").json() + "\n");
  files_.set_mtime("/r/projects/-q/s2.jsonl", today);
  files_.set_mtime("/r/projects/-q/s3.jsonl", today - 86'400'000'000'000);  // cannot be
  EXPECT_EQ(status(kStatus).session.amount, kOne);
  EXPECT_EQ(status(kStatus).today.amount, 2 * kOne);
}

TEST_F(UsageStatusTest, NoticesAFileThatWasRewritten) {
  const std::string padding =
      "{\"type\":\"user\",\"text\":\"" + std::string(2 << 20, 'x') + "\"}\n";
  put("/r/projects/-p/s1.jsonl", line("a", "2026-01-05T10:00:00Z").json() + "\n" + padding);
  EXPECT_EQ(status(kStatus).session.amount, kOne);
  files_.overwrite_file("/r/projects/-p/s1.jsonl",
                        padding + line("b", "2026-01-05T10:00:00Z").json() + "\n" +
                            line("c", "2026-01-05T10:00:00Z").json() + "\n");
  EXPECT_EQ(status(kStatus).session.amount, 2 * kOne);
  put("/r/projects/-p/s1.jsonl", line("d", "2026-01-05T10:00:00Z").json() + "\n");  // another file
  EXPECT_EQ(status(kStatus).session.amount, kOne);
}

TEST_F(UsageStatusTest, ADamagedCacheIsNoMatter) {
  put("/cache/statusline-v1", "rubbish");
  put("/r/projects/-p/s1.jsonl", line("a", "2026-01-05T10:00:00Z").json() + "\n");
  EXPECT_EQ(status(kStatus).session.amount, kOne);
}

TEST_F(UsageStatusTest, RefusesWhatIsNoStatus) {
  Engine engine(files_, {});
  for (const char* text : {"", "[]", "{\"session_id\":"}) {
    const auto arguments = Arguments::check(*find_operation("statusline"), {{"status", {text}}});
    ASSERT_TRUE(arguments);
    EXPECT_FALSE(usage_status(engine, *arguments)) << text;
  }
}

}  // namespace
}  // namespace clew
