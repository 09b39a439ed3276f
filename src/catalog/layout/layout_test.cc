// SPDX-License-Identifier: MIT
#include "catalog/layout/layout.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Layout, NamesOfTranscripts) {
  EXPECT_EQ(transcript_name("s1")->text(), "s1.jsonl");
  for (const std::string_view id : {"", ".", "..", "a/b"}) EXPECT_FALSE(transcript_name(id)) << id;
  EXPECT_TRUE(is_transcript_name("x.jsonl"));
  EXPECT_FALSE(is_transcript_name(".jsonl"));
  EXPECT_FALSE(is_transcript_name("x.json"));
}

TEST(Layout, NamesOfSubagents) {
  EXPECT_TRUE(is_agent_name("agent-a1.jsonl"));
  EXPECT_EQ(agent_of("agent-a1"), "a1");
  EXPECT_EQ(agent_of("b1"), "");
  EXPECT_EQ(agent_name("a1"), "agent-a1");
}

TEST(Layout, TheSessionAboveASubagent) {
  EXPECT_EQ(session_above("/r/projects/-p/s1/subagents/agent-a.jsonl"), "s1");
  EXPECT_EQ(session_above("/r/projects/-p/s1/subagents/workflows/w/agent-a.jsonl"), "s1");
  EXPECT_EQ(session_above("/subagents/r/projects/-p/s1/subagents/agent-a.jsonl"), "s1");
  EXPECT_EQ(session_above("/r/projects/-p/agent-a.jsonl"), "");
  EXPECT_EQ(session_above(""), "");
}

TEST(Layout, BelowTheProjectsOfARoot) {
  EXPECT_EQ(below_projects("/r", "/r/projects/-p/s.jsonl"), "-p/s.jsonl");
  EXPECT_EQ(below_projects("/r", "/r/projects"), "");
  EXPECT_EQ(below_projects("/r", "/rr/projects/-p/s.jsonl"), "");
  EXPECT_EQ(project_key_in("/r", "/r/projects/-p/s/subagents"), "-p");
  EXPECT_EQ(project_key_in("/r", "/r/projects/-p"), "-p");
  EXPECT_EQ(project_key_in("/r", "/r/projects"), "");
}

}  // namespace
}  // namespace clew
