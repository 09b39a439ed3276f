// SPDX-License-Identifier: MIT
#include "transcript/line_usage.h"

#include <string>

#include <gtest/gtest.h>

#include "transcript/test_usage_lines.h"
#include "transcript/usage_filter.h"

namespace clew {
namespace {

class LineUsageTest : public testing::Test {
 protected:
  const LineUsage& read(std::string_view line) {
    EXPECT_TRUE(may_hold_usage(line)) << line;
    return read_test_line(reader_, storage_, line);
  }

 private:
  LineUsageReader reader_{LineUsageReader::Tools::kInclude};
  std::string storage_;
};

TEST_F(LineUsageTest, ReadsAnAssistantLine) {
  UsageTestLine line;
  line.uuid = "u1";
  line.write_1h = 50;
  line.content = R"([{"type":"tool_use","id":"t1","name":"Bash","input":{"name":"no"}},
                     {"type":"text","text":"x"},{"type":"server_tool_use","id":"t2","name":"web_search"}])";
  const LineUsage& found = read(line.json());
  ASSERT_EQ(found.records.size(), 1U);
  const UsageRecord& record = found.records.front();
  EXPECT_EQ(record.message_id, "msg_01");
  EXPECT_EQ(record.request_id, "req_01");
  EXPECT_EQ(record.uuid, "u1");
  EXPECT_EQ(record.model, "claude-opus-4-1-20250805");
  EXPECT_EQ(record.session, "11111111-0000-4000-8000-000000000000");
  EXPECT_EQ(record.time, parse_time("2026-01-05T14:03:09.123Z"));
  EXPECT_EQ(record.tokens.input, 3U);
  EXPECT_EQ(record.tokens.output, 100U);
  EXPECT_EQ(record.tokens.cache_read, 1000U);
  EXPECT_EQ(record.tokens.written_5m(), 150);
  EXPECT_EQ(record.tokens.written_1h(), 50);
  EXPECT_EQ(record.flags, 0U);
  EXPECT_EQ(record.reported, kNotReported);
  ASSERT_EQ(found.tools.size(), 2U);
  EXPECT_EQ(found.tools[0].name, "Bash");
  EXPECT_EQ(found.tools[1].id, "t2");
  EXPECT_TRUE(found.findings.empty());
}

TEST_F(LineUsageTest, BareCacheWritesAreOfFiveMinutes) {
  EXPECT_EQ(read(UsageTestLine{}.json()).records.front().tokens.written_5m(), 200);
  // CLI 2.1.325 with a provider that does not split: a split of zeros beside a total.
  const LineUsage& found = read(
      R"({"type":"assistant","message":{"id":"m","usage":{"cache_creation_input_tokens":11,
      "cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0}}}})");
  EXPECT_EQ(found.records.front().tokens.written_5m(), 11);
  EXPECT_EQ(found.records.front().tokens.written_1h(), 0);
}

TEST_F(LineUsageTest, ReadsUsageBesideTheMessage) {
  const LineUsage& found = read(
      R"({"type":"assistant","message":{"id":"m","content":"old"},"model":"claude-x","costUSD":0.25,
      "usage":{"input_tokens":7,"output_tokens":9}})");
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records.front().tokens.input, 7U);
  EXPECT_EQ(found.records.front().model, "claude-x");
  EXPECT_EQ(found.records.front().reported, 250'000'000);
}

TEST_F(LineUsageTest, NoUsageIsNoResponse) {
  for (const char* line : {R"({"type":"assistant","message":{"id":"m","usage":null}})",
                           R"({"type":"assistant","message":{"id":"m","usage":"much"}})",
                           R"({"type":"assistant","message":{"id":"m","usage":[1]}})",
                           R"({"type":"user","message":{"usage":{"input_tokens":1}}})",
                           R"({"type":"user","toolUseResult":{"usage":{"input_tokens":1}}})",
                           R"({"usage":{"input_tokens":1}})"}) {
    const LineUsage& found = read(line);
    EXPECT_TRUE(found.records.empty()) << line;
    EXPECT_FALSE(found.broken) << line;
  }
}

TEST_F(LineUsageTest, WhatTheCliMadeUpIsFree) {
  UsageTestLine line;
  line.model = "<synthetic>";
  EXPECT_TRUE(read(line.json()).free);
  EXPECT_TRUE(read(line.json()).records.empty());
  line.model = "claude-opus-4-1";
  line.extra = R"(,"isApiErrorMessage":true)";
  EXPECT_TRUE(read(line.json()).free);
  line.extra = R"(,"isApiErrorMessage":false)";
  EXPECT_FALSE(read(line.json()).free);
  EXPECT_EQ(read(line.json()).records.size(), 1U);
}

TEST_F(LineUsageTest, LeavesOutImpossibleNumbers) {
  const LineUsage& found = read(
      R"({"type":"assistant","costUSD":-1,"message":{"id":"m","usage":{"input_tokens":-5,
      "output_tokens":1e300,"cache_read_input_tokens":"12","cache_creation_input_tokens":2.5,
      "server_tool_use":{"web_search_requests":99999999999},
      "output_tokens_details":{"thinking_tokens":3.0}}}})");
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records.front().tokens, (Tokens{.thinking = 3}));
  EXPECT_EQ(found.records.front().reported, kNotReported);
  ASSERT_EQ(found.findings.size(), 6U);
  EXPECT_EQ(found.findings[0].field, "costUSD");
  EXPECT_EQ(found.findings[1].field, "input_tokens");
  EXPECT_EQ(found.findings[1].value, "-5");
}

TEST_F(LineUsageTest, NotSaidIsNoMistake) {
  const LineUsage& found = read(
      R"({"type":"assistant","costUSD":null,"message":{"usage":{"input_tokens":null,"server_tool_use":null,
      "cache_creation":null,"service_tier":null,"speed":null,"inference_geo":null,"iterations":null}}})");
  EXPECT_TRUE(found.findings.empty());
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records.front().tokens, Tokens{});
  EXPECT_EQ(found.records.front().time, kNoTime);
}

TEST_F(LineUsageTest, KnowsWhatIsPricedApart) {
  const LineUsage& found = read(
      R"({"type":"assistant","message":{"id":"m","usage":{"speed":"fast","service_tier":"batch",
      "inference_geo":"us"}}})");
  EXPECT_EQ(found.records.front().flags, kUsageFast | kUsageBatch | kUsageUs);
  const LineUsage& plain = read(
      R"({"type":"assistant","message":{"id":"m","usage":{"speed":"standard","service_tier":"priority",
      "inference_geo":"not_available"}}})");
  EXPECT_EQ(plain.records.front().flags, 0U);
}

TEST_F(LineUsageTest, ReadsTheLineInsideProgress) {
  const LineUsage& found = read(
      R"({"type":"progress","sessionId":"s","timestamp":"2026-02-01T00:00:00Z","data":{"type":"agent_progress",
      "agentId":"a1","message":{"type":"assistant","requestId":"r","uuid":"u","message":{"id":"m",
      "model":"claude-haiku-4-5","usage":{"output_tokens":4}}}}})");
  ASSERT_EQ(found.records.size(), 1U);
  const UsageRecord& record = found.records.front();
  EXPECT_EQ(record.message_id, "m");
  EXPECT_EQ(record.request_id, "r");
  EXPECT_EQ(record.agent, "a1");
  EXPECT_EQ(record.session, "s");
  EXPECT_TRUE(record.sidechain);
  EXPECT_EQ(record.time, parse_time("2026-02-01"));
  EXPECT_TRUE(read(R"({"type":"progress","data":{"type":"agent_progress","message":{"type":"user",
      "toolUseResult":{"usage":{"output_tokens":4}}}}})")
                  .records.empty());
}

TEST_F(LineUsageTest, AdvisorsAreCallsOfTheirOwn) {
  const LineUsage& found = read(
      R"({"type":"assistant","requestId":"r","message":{"id":"m","model":"claude-sonnet-5","usage":{"output_tokens":4,
      "iterations":[{"type":"message","output_tokens":4},
      {"type":"advisor_message","model":"claude-opus-5","input_tokens":10,"output_tokens":20}]}}})");
  ASSERT_EQ(found.records.size(), 2U);
  EXPECT_EQ(found.records[0].tokens.output, 4U);
  EXPECT_EQ(found.records[1].tokens.output, 20U);
  EXPECT_EQ(found.records[1].model, "claude-opus-5");
  EXPECT_EQ(found.records[1].call, 1);
}

TEST_F(LineUsageTest, ReadsWhatTheCliSaysASessionCost) {
  const LineUsage& state =
      read(R"({"type":"cost-state","sessionId":"s","totalCostUSD":0.0011194,"modelUsage":{}})");
  EXPECT_EQ(state.total.session, "s");
  EXPECT_EQ(state.total.cost, 1'119'400);
  const LineUsage& result = read(
      R"({"type":"result","session_id":"s2","total_cost_usd":1.5,"usage":{"input_tokens":5}})");
  EXPECT_EQ(result.total.session, "s2");
  EXPECT_EQ(result.total.cost, 1'500'000'000);
  EXPECT_TRUE(result.records.empty());
}

TEST_F(LineUsageTest, NamesMayBeSpelledWithEscapes) {
  const LineUsage& found =
      read(R"({"type":"assistant","message":{"id":"m","\u0075s\u0061ge":{"output_tokens":4}}})");
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records.front().tokens.output, 4U);
}

TEST_F(LineUsageTest, BrokenLinesAreCounted) {
  EXPECT_TRUE(read(R"({"type":"assistant","message":{"usage":{"output_tok)").broken);
  EXPECT_TRUE(read(R"(["usage"])").broken);
}

}  // namespace
}  // namespace clew
