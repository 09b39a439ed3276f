// SPDX-License-Identifier: MIT

#include "transcript/metrics.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

TEST(Metrics, CountsTokensOncePerResponse) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m1 request:r1 usage:10/1/100/7 think
    a2 < a1 assistant id:m1 request:r1 usage:10/5/100/7 "text"
    a3 < a2 assistant id:m1 request:r1 usage:9/5/200/7 call:t1
    r1 < a3 user result:t1
    a4 < r1 assistant id:m1 request:r2 usage:1/1
    a5 < a4 assistant id:m2 usage:2/2
    a6 < a5 assistant id:m2 usage:2/3
    a7 < a6 assistant id:- usage:1000/0
    a8 < a7 assistant id:- usage:2000/0
  )");
  const Metrics metrics = measure(*file);
  EXPECT_EQ(metrics.main.tokens.input, 10 + 1 + 2 + 1000 + 2000);
  EXPECT_EQ(metrics.main.tokens.output, 5 + 1 + 3);
  EXPECT_EQ(metrics.main.tokens.cache_read, 200);
  EXPECT_EQ(metrics.main.tokens.cache_write, 7);
  EXPECT_EQ(metrics.main.tokens.total(), 3013 + 9 + 200 + 7);
  EXPECT_EQ(metrics.main.answers, 4);  // m1, m2 and the two without an id
  ASSERT_EQ(metrics.main.models.size(), 1u);
  EXPECT_EQ(metrics.main.models.at("claude-opus-4-5").responses, 5);
  EXPECT_EQ(metrics.main.models.at("claude-opus-4-5").tokens.output, 9);
}

TEST(Metrics, LeavesOutWhatTheCliMadeUpItself) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant model:<synthetic> usage:5/5 "No response requested."
    a2 < a1 assistant error model:<synthetic> usage:5/5 "API Error"
    a3 < a2 assistant error usage:5/5 "API Error"
    s1 < a3 system sub:api_error
    s2 < s1 system sub:api_error
    a4 < s2 assistant usage:1/1 "ok"
  )");
  const Metrics metrics = measure(*file);
  EXPECT_EQ(metrics.main.tokens.total(), 2);
  EXPECT_EQ(metrics.main.answers, 1);
  EXPECT_EQ(metrics.main.api_errors, 2);
  EXPECT_EQ(metrics.main.api_retries, 2);
  EXPECT_EQ(metrics.main.turns, 1);
  EXPECT_EQ(metrics.main.models.size(), 1u);
}

TEST(Metrics, ReadsAllFieldsOfUsageFromEitherPlace) {
  const Metrics metrics = measure(*TestTranscript(R"(
    {"type":"assistant","uuid":"a1","message":{"id":"m","model":"x","content":[],"usage":{"input_tokens":1,"cache_creation":{"ephemeral_5m_input_tokens":20,"ephemeral_1h_input_tokens":300},"server_tool_use":{"web_search_requests":4},"output_tokens":6,"output_tokens_details":{"thinking_tokens":5}}}}
    {"type":"assistant","uuid":"a2","usage":{"input_tokens":1000},"message":{"id":"n","content":[]}}
  )"));
  EXPECT_EQ(metrics.main.tokens.input, 1001);
  EXPECT_EQ(metrics.main.tokens.cache_write, 320);
  EXPECT_EQ(metrics.main.tokens.cache_write_5m, 20);
  EXPECT_EQ(metrics.main.tokens.cache_write_1h, 300);
  EXPECT_EQ(metrics.main.tokens.web_searches, 4);
  EXPECT_EQ(metrics.main.tokens.thinking, 5);
  EXPECT_EQ(metrics.main.models.at("x").responses, 1);
  EXPECT_EQ(metrics.main.models.at("unknown").responses, 1);
}

TEST(Metrics, CountsWhatHappenedByKind) {
  const TestTranscript file(R"(
    u1 < - user "hi" image
    a1 < u1 assistant id:m1 think
    a2 < a1 assistant id:m1 call:t1=Read call:t2
    r1 < a2 user result:t1
    r2 < r1 user failed:t2
    x1 < r2 attachment sub:queued_command mode:prompt "and this"
    x2 < x1 attachment sub:queued_command mode:task-notification "<task-notification>"
    a3 < x2 assistant id:m2 "done" image
    u2 < a3 user "<command-name>/compact</command-name>"
    s1 < - system sub:compact_boundary logical:u2
    c1 < s1 user summary only "This session is being continued"
    u3 < c1 user "<bash-input>ls</bash-input>"
    u4 < u3 user "<bash-stdout>x</bash-stdout>"
    u5 < u4 user meta "Caveat"
    s2 < u5 system sub:local_command "<command-name>/status</command-name>"
    u6 < s2 user "more"
    a4 < u6 assistant id:m3 signed
    u7 < a4 user "[Request interrupted by user]"
    u8 < u7 user "never answered"
  )");
  const ThreadMetrics main = measure(*file).main;
  EXPECT_EQ(main.typed, 3);
  EXPECT_EQ(main.queued, 1);
  EXPECT_EQ(main.commands, 2);
  EXPECT_EQ(main.shell, 1);
  EXPECT_EQ(main.interruptions, 1);
  EXPECT_EQ(main.turns, 2);
  EXPECT_EQ(main.answers, 3);
  EXPECT_EQ(main.thinking, 2);
  EXPECT_EQ(main.tool_calls, 2);
  EXPECT_EQ(main.tool_results, 2);
  EXPECT_EQ(main.failed_tools, 1);
  EXPECT_EQ(main.images, 2);
  EXPECT_EQ(main.compactions, 1);
  ASSERT_EQ(main.tools.size(), 2u);
  EXPECT_EQ(main.tools.at("Read").calls, 1);
  EXPECT_EQ(main.tools.at("Read").failed, 0);
  EXPECT_EQ(main.tools.at("Bash").failed, 1);
}

TEST(Metrics, CountsTheCompactionsOf10) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant "yes"
    c1 < - user summary "This session is being continued"
    s1 < c1 system sub:microcompact_boundary
  )");
  EXPECT_EQ(measure(*file).main.compactions, 1);
}

TEST(Metrics, CountsRepeatsOnce) {
  const TestTranscript file(R"(
    r0 < - user failed:t1
    u1 < - user "hi"
    a1 < u1 assistant id:m1 usage:1/1 call:t1
    u1 < - user "hi"
    a1 < u1 assistant id:m1 usage:1/1 call:t1
    a2 < u1 assistant id:m1 usage:1/1 call:t1
    r1 < a2 user result:t1
  )");
  const ThreadMetrics main = measure(*file).main;
  EXPECT_EQ(main.typed, 1);
  EXPECT_EQ(main.tool_calls, 1);
  EXPECT_EQ(main.tool_results, 2);
  EXPECT_EQ(main.failed_tools, 1);  // the first result counts, also when it stands before the call
  EXPECT_EQ(main.tokens.total(), 2);
}

TEST(Metrics, KeepsSubagentsApart) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m1 usage:1/1 call:t1=Task
    v1 < - user side agent:x "a task"
    w1 < - user side agent:y "another task"
    v2 < v1 assistant side agent:x id:m2 usage:10/10 call:t2=Grep
    w2 < w1 assistant side agent:y id:m3 usage:100/100 "done"
    v3 < v2 user side agent:x failed:t2
    v4 < v3 assistant side agent:x id:m2 usage:10/11 "done"
    r1 < a1 user result:t1
  )");
  const Metrics metrics = measure(*file);
  EXPECT_EQ(metrics.main.tokens.total(), 2);
  EXPECT_EQ(metrics.main.answers, 1);
  EXPECT_EQ(metrics.main.tools.size(), 1u);
  EXPECT_EQ(metrics.subagents.typed, 2);
  EXPECT_EQ(metrics.subagents.turns, 2);
  EXPECT_EQ(metrics.subagents.answers, 2);
  EXPECT_EQ(metrics.subagents.tokens.total(), 221);
  EXPECT_EQ(metrics.subagents.failed_tools, 1);
  EXPECT_EQ(metrics.subagents.tools.at("Grep").failed, 1);
}

TEST(Metrics, CapsPausesInTheActiveTime) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @60 assistant "a minute later"
    v1 < - @120 user side "does not count as activity"
    u2 < a1 @3600 user "an hour later"
    a2 < u2 @3590 assistant "stamped before its prompt"
    s1 < a2 @- system sub:turn_duration
  )");
  const Metrics metrics = measure(*file);
  EXPECT_EQ(metrics.first_time, kTestNoon);
  EXPECT_EQ(metrics.last_time, kTestNoon + 3'600'000);
  EXPECT_EQ(metrics.wall_ms, 3'600'000);
  EXPECT_EQ(metrics.active_ms, 370'000);
}

TEST(Metrics, MeasuresSomeEntries) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @1 assistant id:m1 usage:1/1 "yes"
    u2 < u1 @2 user "other branch"
    a2 < u2 @3 assistant id:m2 usage:10/10 "yes"
  )");
  const std::vector<EntryIndex> branch = {0, 2, 3};
  const Metrics metrics = measure(*file, branch);
  EXPECT_EQ(metrics.main.tokens.total(), 20);
  EXPECT_EQ(metrics.main.typed, 2);
  EXPECT_EQ(metrics.active_ms, 3000);
  const Metrics nothing = measure(*file, {});
  EXPECT_EQ(nothing.first_time, kNoTime);
  EXPECT_EQ(nothing.wall_ms, 0);
  EXPECT_TRUE(nothing.main.models.empty());
}

// Usage beyond belief is left out by the parser.
TEST(Metrics, StandsAbsurdNumbers) {
  const TestTranscript file(R"(
    {"type":"assistant","uuid":"a1","message":{"id":"m","usage":{"input_tokens":1e300,"output_tokens":-5,"cache_read_input_tokens":"many","cache_creation_input_tokens":99999999999999999999999}}}
    {"type":"assistant","uuid":"a2","message":{"id":"m","usage":{"input_tokens":3}}}
  )");
  EXPECT_EQ(measure(*file).main.tokens.total(), 3);
}

}  // namespace
}  // namespace clew
