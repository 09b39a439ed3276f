// SPDX-License-Identifier: MIT
#include "transcript/session_summary.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

class SessionSummaryTest : public testing::Test {
 protected:
  void take(std::string_view line) {
    const auto value = parser_.parse_copy(line);
    ASSERT_TRUE(value) << line;
    summary_.take(LineFields(*value));
  }
  void say(std::string_view text) {
    json::Writer out;
    out.begin_object().field("type", "user").key("message").begin_object();
    out.field("content", text).end_object().end_object();
    take(out.take());
  }
  std::string text() const {
    json::Writer out;
    summary_.write(out);
    return out.take();
  }
  bool has(std::string_view part) const { return text().find(part) != std::string::npos; }

  json::Parser parser_;
  SessionSummary summary_;
};

TEST_F(SessionSummaryTest, FirstSeenStaysLastSaidCounts) {
  take(R"({"type":"x","isSidechain":true})");
  take(
      R"({"type":"x","isSidechain":false,"cwd":"/a","gitBranch":"one","timestamp":"2026-01-01T00:00:00Z"})");
  take(R"({"type":"x","cwd":"/b","gitBranch":"two","timestamp":"2027-01-01T00:00:00Z"})");
  take(R"({"type":"summary","summary":"s"})");
  take(R"({"type":"ai-title","aiTitle":"t1"})");
  take(R"({"type":"ai-title","aiTitle":"t2"})");
  EXPECT_EQ(
      text(),
      R"({"isSidechain":true,"is_sidechain":true,"createdAt":1767225600000,"created_at":1767225600000,)"
      R"("cwd":"/a","aiTitle":"t2","ai_title":"t2","summaryHint":"s","summary_hint":"s",)"
      R"("gitBranch":"two","git_branch":"two"})");
}

TEST_F(SessionSummaryTest, TagsComeAndGoAndFoldersMove) {
  take(R"({"type":"tag","tag":"a"})");
  EXPECT_TRUE(has(R"("tag":"a")"));
  take(R"({"type":"tag","tag":""})");
  EXPECT_FALSE(has("tag"));
  take(R"({"type":"x","cwd":"/a"})");
  take(R"({"type":"relocated","relocatedCwd":"/wt"})");
  EXPECT_TRUE(has(R"("cwd":"/wt")"));
}

TEST_F(SessionSummaryTest, ThePromptIsWhatAPersonTyped) {
  take(R"({"type":"user","isMeta":true,"message":{"content":"meta"}})");
  take(
      R"({"type":"user","message":{"content":[{"type":"text","text":"x"},{"type":"tool_result"}]}})");
  say("<ide_opened_file>f</ide_opened_file>");
  say("[Request interrupted by user]");
  say("<command-name>/compact</command-name> <command-args></command-args>");
  say("<command-name>/clear</command-name>");
  EXPECT_TRUE(has(R"("commandFallback":"/compact","command_fallback":"/compact")"));
  EXPECT_FALSE(has("firstPrompt"));
  say(" Do\nit ");
  say("later");
  EXPECT_TRUE(has(R"("firstPrompt":"Do it","first_prompt":"Do it","firstPromptLocked":true)"));
}

TEST_F(SessionSummaryTest, AShellCommandIsAPrompt) {
  say("<bash-input> ls -l</bash-input>");
  EXPECT_TRUE(has(R"("firstPrompt":"! ls -l")"));
}

TEST_F(SessionSummaryTest, IsReadBackAsItWasWritten) {
  take(
      R"({"type":"x","cwd":"/a","gitBranch":"","lastPrompt":"p","customTitle":"c","timestamp":"2026-01-01T00:00:00Z"})");
  take(R"({"type":"tag","tag":"t"})");
  say("<command-name>/x</command-name>");
  const std::string before = text();
  const auto value = parser_.parse_copy(before);
  ASSERT_TRUE(value);
  summary_ = SessionSummary::read(*value);
  EXPECT_EQ(text(), before);
  say("more");
  EXPECT_TRUE(has(R"("firstPrompt":"more")"));
}

}  // namespace
}  // namespace clew
